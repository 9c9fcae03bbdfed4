import FoundationEssentials
import StoreCatalog
import StoreDisclosures
import StoreModel
import StoreScript

// What is told at each place.
extension PlainState {
  /// How many items of a list are told at once.
  static var pageLength: Int { 20 }

  func page(of subject: Subject) -> PlainPage {
    switch subject {
    case .question(let question): page(of: question)
    case .sheet: shop.sheet.map(page) ?? PlainPage(lines: [])
    case .visit(let visit): page(of: visit)
    }
  }

  private func page(of visit: PlainVisit) -> PlainPage {
    switch visit.place {
    case .menu: menu
    case .store: store
    case .products(let type): products(type, from: visit.first)
    case .found(let text): found(text, from: visit.first)
    case .product(let id): product(id)
    case .library: library(from: visit.first)
    case .downloads: downloads(from: visit.first)
    case .transactions: transactions(from: visit.first)
    case .transaction(let id): transaction(id)
    case .activity: activity(from: visit.first)
    case .entry(let id): entry(id)
    case .receipt: receipt(from: visit.first)
    case .record(let id): record(id)
    case .storefronts(let text): storefronts(text, from: visit.first)
    case .languages(let text): languages(text, from: visit.first)
    case .findings: PlainPage(lines: ["Findings in the catalogue"] + shop.findingParagraphs.plainLines)
    }
  }

  /// A page of a list: the part that is told, and a choice for what comes after it. Only what is told
  /// is put into words, however long the list is.
  func list<Item>(
    _ title: String, _ items: [Item], from first: Int, empty: String, isSearchable: Bool = false,
    _ choice: (Item) -> PlainChoice
  ) -> PlainPage {
    let first = min(first, max(items.count - 1, 0))
    let end = min(first + Self.pageLength, items.count)
    var page = PlainPage(
      lines: [items.isEmpty ? title : "\(title): \(first + 1) to \(end) of \(items.count)"].map(\.plainLine),
      choices: items[first..<end].map(choice), isSearchable: isSearchable)
    if items.isEmpty { page.lines.append(empty) }
    if end < items.count { page.choices.append(PlainChoice("More", .more)) }
    return page
  }

  // MARK: - Above the places

  private func page(of question: Question) -> PlainPage {
    PlainPage(
      lines: [question.text.plainLine],
      choices: [
        PlainChoice(question.no, .answer(false)), PlainChoice(question.yes, .answer(true)),
      ], exit: nil, standard: 0)
  }

  private func page(of sheet: SheetState) -> PlainPage {
    if case .answered = sheet.phase {
      return PlainPage(lines: ["The store is working on it."], exit: nil)
    }
    let transaction = sheet.payment.transaction
    var lines = [
      "Purchase sheet: \(sheet.labels.simulated)", "App: \(shop.catalog.app.name)",
      "Account: \(transaction.account)",
      "Storefront: \(ShopState.storefront(transaction.storefront).name)",
    ]
    if let notice = sheet.notice { lines.append(notice) }
    lines += sheet.paragraphs.plainLines
    var choices = [PlainChoice(sheet.labels.cancel.plainLine, .answer(false))]
    if let refusal = sheet.refusal {
      if !lines.contains(refusal) { lines.append(refusal) }
    } else {
      choices.append(PlainChoice(sheet.labels.confirm.plainLine, .answer(true)))
    }
    return PlainPage(lines: lines.map(\.plainLine), choices: choices, exit: nil, standard: 0)
  }

  // MARK: - The menu

  private var menu: PlainPage {
    let facts = shop.facts
    let settings = facts.settings
    let storefront = shop.texts.storefront
    let lines = [
      shop.catalog.app.name, "Storefront: \(storefront.name), \(storefront.currency)",
      "Language: \(shop.texts.locale.ownName)", "Account: \(settings.account)",
      "Network: \(settings.network.rawValue)",
      "Payments: \(settings.paymentsAllowed ? "allowed" : "refused")",
    ]
    let downloads = facts.pendingDownloads.count
    var choices = [
      PlainChoice("Store: \(counted(shop.products.count, "product"))", .go(.store)),
      PlainChoice("Library: what you own", .go(.library)),
      PlainChoice(
        downloads == 0 ? "Downloads" : "Downloads: \(downloads) not finished", .go(.downloads)),
      PlainChoice("Restore purchases", .command(.restore)),
      PlainChoice("Transactions: what was bought", .go(.transactions)),
      PlainChoice("Activity: what happens", .go(.activity)),
      PlainChoice("Choose the storefront: country and currency", .go(.storefronts(""))),
      PlainChoice("Choose the language of texts", .go(.languages(""))),
      PlainChoice(
        settings.networkIsOn ? "Turn the network off, to try failures" : "Turn the network on",
        .command(.toggleNetwork)),
      PlainChoice(
        settings.paymentsAllowed ? "Refuse payments, to try failures" : "Allow payments",
        .command(.togglePayments)),
    ]
    if shop.availability(of: .showFindings).isEnabled {
      choices.append(
        PlainChoice(
          "What is wrong in the catalogue: \(counted(shop.findings.count, "finding"))", .go(.findings)))
    }
    choices.append(PlainChoice("Receipt: what the app has to show for it", .go(.receipt)))
    choices.append(PlainChoice("Help", .command(.showHelp)))
    return PlainPage(
      lines: lines.map(\.plainLine), choices: choices, exit: PlainChoice("Quit", .command(.quit)))
  }

  // MARK: - The store

  private var store: PlainPage {
    var choices = [
      PlainChoice("Everything: \(counted(shop.products.count, "product"))", .go(.products(nil)))
    ]
    for section in shop.products.sections {
      let type = ProductType.allCases.first { $0.heading == section.title }
      choices.append(PlainChoice("\(section.title): \(section.ids.count)", .go(.products(type))))
    }
    return PlainPage(
      lines: ["Store: what is for sale in \(shop.texts.storefront.name)".plainLine],
      choices: shop.products.isEmpty ? [] : choices, isSearchable: true)
  }

  private func products(_ type: ProductType?, from first: Int) -> PlainPage {
    let sections = shop.products.sections.filter { type == nil || $0.title == type?.heading }
    return list(
      type?.heading ?? "Store", sections.flatMap(\.ids), from: first,
      empty: "There is nothing for sale in this catalogue.", isSearchable: true, row(of:))
  }

  private func found(_ text: String, from first: Int) -> PlainPage {
    let found = shop.texts.makeTitleIndex().positions(holding: SearchTerm(text))
    let ids = shop.products.narrowed(to: found).sections.flatMap(\.ids)
    return list(
      "Found for '\(text)'", ids, from: first, empty: "Nothing is called that. Try other words.",
      isSearchable: true, row(of:))
  }

  private func row(of id: ProductID) -> PlainChoice { PlainChoice(words(for: id), .go(.product(id))) }

  /// Title, price and what is going on with it.
  private func words(for id: ProductID) -> String {
    guard let product = shop.catalog.product(id) else { return id.rawValue.plainLine }
    let row = shop.texts.row(of: product)
    var parts = [row.text.title]
    if let price = row.price {
      parts.append(product.subscription.map { shop.texts.periods.price(price, every: $0.period) } ?? price)
    } else {
      parts.append("not sold here")
    }
    let status = shop.facts.status(of: product, isBeingBought: shop.isBeingBought(id))
    if let badge = status.badge(check: "", ellipsis: "", down: "downloading") {
      parts.append(String(badge.trimmed))
    }
    return parts.joined(separator: ", ").plainLine
  }

  private func product(_ id: ProductID) -> PlainPage {
    guard shop.catalog.product(id) != nil else {
      return PlainPage(lines: ["The catalogue no longer has \(id).".plainLine])
    }
    let shop = focused
    var choices: [PlainChoice] = []
    if shop.availability(of: .buy).isEnabled { choices.append(PlainChoice("Buy", .command(.buy))) }
    if case .success(let action) = shop.nextDownloadAction {
      choices.append(PlainChoice(action.choice, .command(.download)))
    }
    for (command, action) in [
      (ShopCommand.ID.cancelDownload, Command.DownloadAction.cancel), (.deleteContent, .delete),
    ]
    where shop.availability(of: command).isEnabled {
      choices.append(PlainChoice(action.choice, .command(command)))
    }
    return PlainPage(
      lines: shop.detailParagraphs.plainLines, choices: choices)
  }

  // MARK: - Choosing

  private func storefronts(_ text: String, from first: Int) -> PlainPage {
    picked(shop.storefrontPicker, text, from: first) { .storefront(Storefront.ID($0)) }
  }

  private func languages(_ text: String, from first: Int) -> PlainPage {
    picked(shop.languagePicker, text, from: first) { .language(LocaleID($0)) }
  }

  private func picked(
    _ picker: Picker, _ text: String, from first: Int, act: (String) -> PlainChoice.Act
  ) -> PlainPage {
    var picker = picker
    picker.setFilter(text)
    return list(
      text.isEmpty ? picker.title : "\(picker.title), found for '\(text)'",
      picker.list.sections.flatMap(\.ids).compactMap(picker.item), from: first,
      empty: "Nothing is called that. Try other words.", isSearchable: true
    ) { item in
      let now = item.id == picker.current ? ", chosen now" : ""
      return PlainChoice("\(item.title), \(item.note), \(item.section)\(now)".plainLine, act(item.id))
    }
  }

  // MARK: - Help

  var helpLines: [String] {
    let words = PlainWord.allCases.map { word in
      ([word.rawValue] + [word.argument].compactMap(\.self)).joined(separator: " ") + ": \(word.meaning)"
    }
    let keys = shop.keyMap.commands.filter { Self.keyed.contains($0.id) && $0.contexts.contains(.store) }
      .compactMap {
        command in command.keys.first.map { "\($0): \(command.title)" }
      }
    return [
      "Help", "Type the number of a choice and press Enter. Enter alone tells everything here again,",
      "or, where it says so, takes the safe choice. News comes by itself, one line each.",
      "Words that can be typed at any place:",
    ] + words + Self.verbs.map { "\(Verb.named($0).usage.text): \(Verb.named($0).meaning)" } + [
      "Keys of the screen that can be typed as words:"
    ] + keys + ["Good to know:"]
      + shop.goodToKnow
  }
}

extension Command.DownloadAction {
  /// As a choice at a product.
  fileprivate var choice: String {
    switch self {
    case .start: "Download its content"
    case .pause: "Pause the download"
    case .resume: "Go on with the download"
    case .cancel: "Cancel the download"
    case .delete: "Delete the downloaded content"
    }
  }
}
