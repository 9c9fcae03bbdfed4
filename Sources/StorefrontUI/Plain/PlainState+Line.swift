import FoundationEssentials
import StoreCatalog
import StoreModel
import StoreScript
import TerminalKit

// What a typed line does.
extension PlainState {
  mutating func read(_ line: String) -> [PlainEffect] {
    let text = String(line.plainLine.trimmed)
    if text.isEmpty { return pressEnter() }
    if let number = Self.number(text) { return choose(number, typed: text) }
    if case .visit = subject { return obey(text) }
    return answer(text)
  }

  /// A whole number, in the digits of any script.
  private static func number(_ text: String) -> Int? {
    let digits = text.map(\.wholeNumberValue)
    guard digits.count <= 9, digits.allSatisfy({ $0 != nil }) else { return nil }
    return digits.compactMap(\.self).reduce(0) { $0 * 10 + $1 }
  }

  private mutating func pressEnter() -> [PlainEffect] {
    guard let standard = page(of: subject).standard, told.indices.contains(standard) else {
      forget()
      return []
    }
    return perform(told[standard].act)
  }

  private mutating func choose(_ number: Int, typed: String) -> [PlainEffect] {
    let choice = number == 0 ? toldExit : told.indices.contains(number - 1) ? told[number - 1] : nil
    guard let choice, toldSubject == subject else { return refuse(typed) }
    return perform(choice.act)
  }

  private func refuse(_ typed: String) -> [PlainEffect] {
    [.print(["'\(typed)' is not a choice here. Type help to see what can be typed."])]
  }

  // MARK: - At a place

  private mutating func obey(_ text: String) -> [PlainEffect] {
    if let effects = obeyStatement(text) { return effects }
    if let (word, argument) = PlainWord.read(text) { return obey(word, argument) }
    if let command = command(ofKey: text) { return perform(.command(command)) }
    switch visit.place {
    case .store, .products, .found: return perform(.go(.found(text)))
    case .storefronts: return narrow(to: .storefronts(text))
    case .languages: return narrow(to: .languages(text))
    default: break
    }
    let id = ProductID(text)
    return shop.catalog.product(id) == nil ? refuse(text) : perform(.go(.product(id)))
  }

  /// The commands whose keys work as words, since the shop's advice names keys.
  static let keyed: [ShopCommand.ID] = [
    .buy, .download, .cancelDownload, .deleteContent, .restore, .refreshReceipt, .retry, .chooseStorefront,
    .chooseLanguage,
    .showFindings, .toggleNetwork, .togglePayments, .showHelp, .quit,
  ]

  private func command(ofKey text: String) -> ShopCommand.ID? {
    guard text.count == 1, let key = text.first,
      let command = shop.keyMap.command(for: .character(key), in: .store), Self.keyed.contains(command.id)
    else { return nil }
    return command.id
  }

  private mutating func obey(_ word: PlainWord, _ argument: String) -> [PlainEffect] {
    switch word {
    case .help: return help()
    case .back: return perform(.back)
    case .menu:
      visits = [PlainVisit(.menu)]
      forget()
      return []
    case .again:
      forget()
      return []
    case .search: return perform(.go(.found(argument)))
    case .show:
      return product(named: argument) { state, id in state.perform(.go(.product(id))) }
    case .buy:
      // More than one, or an offer: what a product's page has no choice for.
      if let payment = payment("buy \(argument)"), payment != Payment(productID: payment.productID) {
        return run { $0.ask(.buy(payment)) }
      }
      return product(named: argument) { state, id in
        state.perform(.go(.product(id))) + state.perform(.command(.buy))
      }
    case .wait:
      isHolding = shop.facts.pendingDownloads.contains { $0.state != .paused }
      return isHolding ? [] : [.print(["Nothing is being downloaded."])]
    case .quit: return perform(.command(.quit))
    }
  }

  private mutating func product(
    named name: String, _ body: (inout PlainState, ProductID) -> [PlainEffect]
  ) -> [PlainEffect] {
    let id = payment("buy \(name)")?.productID ?? ProductID(name)
    if shop.catalog.product(id) != nil { return body(&self, id) }
    let near = nearest(to: name, in: shop.catalog.products.lazy.map(\.id.rawValue))
    let advice = near.map { " Did you mean '\($0)'?" } ?? " Type search and a word of its title."
    return [.print(["The catalogue has no product '\(name)'.\(advice)".plainLine])]
  }

  /// Another part of the list that one is in.
  private mutating func narrow(to place: PlainPlace) -> [PlainEffect] {
    if !visits.isEmpty { visits.removeLast() }
    visits.append(PlainVisit(place))
    return []
  }

  private mutating func help() -> [PlainEffect] {
    return [.print([""] + helpLines)]
  }

  // MARK: - At a question

  /// Only the number agrees; a word can only decline, so that nothing is bought by a slip.
  private mutating func answer(_ text: String) -> [PlainEffect] {
    switch text.lowercased() {
    case "n", "no", "cancel", "back", "esc": return perform(.answer(false))
    case "help", "?", "again":
      forget()
      return [.print(["Answer with a number. Enter alone takes the safe choice."])]
    default: return [.print(["'\(text)' is no answer. Nothing was changed."])]
    }
  }

  // MARK: - Doing it

  mutating func perform(_ act: PlainChoice.Act) -> [PlainEffect] {
    switch act {
    case .go(let place):
      visits.append(PlainVisit(place))
      forget()
      return loadMore()
    case .more:
      if !visits.isEmpty { visits[visits.count - 1].first += Self.pageLength }
      return loadMore()
    case .back:
      if visits.count > 1 { visits.removeLast() } else { return [.print(["This is the main menu."])] }
      return []
    case .command(.chooseStorefront): return perform(.go(.storefronts("")))
    case .command(.chooseLanguage): return perform(.go(.languages("")))
    case .command(.showHelp): return help()
    case .command(.showFindings) where shop.availability(of: .showFindings).isEnabled:
      return perform(.go(.findings))
    case .command(let command):
      focus()
      return run { $0.run(command) }
    case .storefront(let id):
      if visits.count > 1 { visits.removeLast() }
      guard id != shop.facts.settings.storefront else {
        return [.print(["The storefront is \(shop.texts.storefront.name) already."])]
      }
      return run { $0.ask(.storefront(id)) }
    case .language(let locale):
      if visits.count > 1 { visits.removeLast() }
      shop.show(language: locale)
      return [.print(["The language is \(locale.ownName) now.".plainLine])]
    case .answer(let agrees): return run { $0.run(agrees ? .agree : .decline) }
    }
  }

  mutating func run(_ body: (inout ShopState) -> [Effect]) -> [PlainEffect] {
    let effects = body(&shop)
    return said() + keep(effects)
  }

  /// Makes the shop's selection what one is at, so that its commands are about that.
  private mutating func focus() {
    shop.pane = .list
    switch visit.place {
    case .product(let id) where shop.products.index(of: id) != nil:
      shop.screen = .store
      shop.storeCursor.select(id, in: shop.products)
    case .transaction(let id) where shop.transactions.index(of: id) != nil:
      shop.screen = .transactions
      shop.transactionCursor.select(id, in: shop.transactions)
    case .entry(let id) where shop.activity.index(of: id) != nil:
      shop.screen = .activity
      shop.activityCursor.select(id, in: shop.activity)
    case .receipt: shop.screen = .receipt
    case .record(let id):
      shop.screen = .receipt
      shop.receiptCursor.select(.purchase(id), in: shop.receiptList)
    default: shop.screen = .activity
    }
  }

  /// The shop with its selection on what one is at: what is said and can be done there.
  var focused: ShopState {
    var copy = self
    copy.focus()
    return copy.shop
  }

  /// Reads older transactions or entries when the list that is told next has no more of them.
  private mutating func loadMore() -> [PlainEffect] {
    let end = visit.first + Self.pageLength
    switch visit.place {
    case .transactions where shop.facts.hasOlderTransactions && end >= shop.transactions.count:
      guard !shop.isLoadingTransactions, let last = shop.facts.transactions.last else { return [] }
      shop.isLoadingTransactions = true
      return [.shop(.loadTransactions(before: last.id))]
    case .receipt:
      shop.screen = .receipt
      shop.receipt.isStale = true
      return shop.takeReceiptRequest().map(PlainEffect.shop)
    case .activity where shop.facts.hasOlderJournal && end >= shop.activity.count:
      guard !shop.isLoadingJournal, let last = shop.facts.journal.last else { return [] }
      shop.isLoadingJournal = true
      return [.shop(.loadJournal(before: last.id))]
    default: return []
    }
  }
}
