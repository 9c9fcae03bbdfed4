import StoreModel
import StoreScript
import TerminalKit

// What a line of the script language does on the screen, and why it cannot be done.
extension ShopState {
  /// Why a statement cannot be done here and now; nil when it can. What only the store can know it refuses itself.
  func refusal(of act: Act) -> String? {
    switch act {
    case .buy(let payment): catalog.product(payment.productID).map(buying)?.reason
    case .confirm(let name): refusal(of: name, answering: .agree)
    case .cancel(let name): refusal(of: name, answering: .back)
    case .restore: availability(of: .restore).reason
    case .finish(let name):
      transactionID(name) == nil
        ? "There is no such transaction. Transactions (\(keyMap.label(of: .showTransactions))) lists them."
        : nil
    case .download(let product, _):
      isChangingDownload(product)
        ? "The download of \(texts.name(of: product)) is changing. One moment." : nil
    case .release(let stage, let name): refusal(ofReleasing: name, at: stage)
    case .transaction(_, let name):
      transactionID(name) == nil
        ? "There is no such transaction. Transactions (\(keyMap.label(of: .showTransactions))) lists them."
        : nil
    case .declineSignIn: isSignInAsked ? nil : StoreError(.clientInvalid, .noSignInAsked).errorDescription
    case .condition(let condition): condition.refusal?.errorDescription
    case .screen(let screen): usability(of: screen.command).reason
    case .storefront, .account, .signIn, .signOut, .network, .payments, .receipts, .refreshReceipt, .locale,
      .key, .clear, .store, .handler, .relaunch, .crash:
      nil
    case .crashNever: app.fatalEvent == nil ? "Nothing is set to crash the app." : nil
    case .price:
      "Here prices are what the catalogue says. Save it with another price and it is read again; "
        + "'storefront run' lets a script change one."
    case .wait: "Here time goes by by itself. A script waits, with 'storefront run'."
    case .expect:
      "Only a script expects, with 'storefront run'. Here Transactions "
        + "(\(keyMap.label(of: .showTransactions))) and Activity (\(keyMap.label(of: .showActivity))) tell."
    }
  }

  /// Does what a statement says. Only called for what is not refused.
  mutating func obey(_ act: Act) -> [Effect] {
    switch act {
    case .buy(let payment): return ask(.buy(payment))
    case .confirm: return perform(.agree)
    case .cancel: return perform(.back)
    case .restore: return ask(.restore)
    case .finish(let name): return transactionID(name).map { ask(.finish($0)) } ?? []
    case .download(let product, let action): return ask(.download(product, action))
    case .storefront(let id): return ask(.storefront(id))
    case .account(let id): return ask(.account(id))
    case .signIn: return ask(.signIn)
    case .signOut: return ask(.signOut)
    case .declineSignIn: return ask(.declineSignIn)
    case .network(let state): return ask(.network(state))
    case .payments(let allowed): return ask(.payments(allowed: allowed))
    case .receipts(let condition): return ask(.receipts(condition))
    case .refreshReceipt: return ask(.refreshReceipt)
    case .condition(let condition): return ask(.setCondition(condition))
    case .clear(let stage): return ask(.clearConditions(stage))
    case .release(let stage, let name): return release(stage, name.flatMap(transactionID))
    case .handler, .relaunch, .crash, .crashNever: return [.app(act)]
    case .transaction(let action, let name):
      return transactionID(name).map { ask(.store(action.on($0))) } ?? []
    case .store(let action): return ask(.store(action))
    case .locale(let locale):
      show(language: locale)
      return []
    case .screen(let screen): return perform(screen.command)
    case .key(let presses): return presses.flatMap { pressAndSettle($0) }
    case .price, .wait, .expect: return []
    }
  }

  /// Among those that are loaded.
  func transactionID(_ name: TransactionName) -> TransactionID? {
    switch name {
    case .id(let id): id
    case .last: facts.transactions.first?.id
    case .product(let product): facts.transactions.first { $0.productID == product }?.id
    }
  }

  /// Why nothing would be released. What another app on this ledger held before this one started only the journal can
  /// tell, so that a release of that goes to the store.
  private func refusal(ofReleasing name: TransactionName?, at stage: StoreStage) -> String? {
    let id = name.flatMap(transactionID)
    if name != nil, id == nil {
      return "There is no such transaction. Transactions (\(keyMap.label(of: .showTransactions))) lists them."
    }
    if isHeld(id, at: stage) || (id == nil && holdsFromNowOn(stage)) { return nil }
    return id.map { "Transaction \($0) is not held at \(stage.rawValue)." }
      ?? "Nothing is held at \(stage.rawValue)."
  }

  /// Whether anything is set to be held at a stage.
  private func holdsFromNowOn(_ stage: StoreStage) -> Bool {
    facts.lab.conditions.contains { $0.stage == stage && $0.effect == .hold }
  }

  private func isHeld(_ id: TransactionID?, at stage: StoreStage) -> Bool {
    func isMeant(_ item: StageItem) -> Bool { id == nil || item.transaction == id }
    if facts.lab.held.contains(where: { $0.stage == stage && isMeant($0.item) }) { return true }
    var released: [StageItem: Int] = [:]
    for entry in facts.journal {
      switch entry.event {
      case .released(stage, let item): released[item, default: 0] += 1
      case .held(stage, let item) where isMeant(item):
        guard let count = released[item], count > 0 else { return true }
        released[item] = count - 1
      default: break
      }
    }
    return false
  }

  /// Where only a later item would have been held, or another app holds something, that is said: it must not look as if
  /// something had been let go.
  private mutating func release(_ stage: StoreStage, _ id: TransactionID?) -> [Effect] {
    let isHere = facts.lab.held.contains { $0.stage == stage && (id == nil || $0.item.transaction == id) }
    var effects: [Effect] = []
    if !isHere {
      effects = say(
        holdsFromNowOn(stage)
          ? "Nothing is held at \(stage.rawValue). From now on nothing will be."
          : "Nothing is held at \(stage.rawValue) here. Other apps with this ledger are told.", .info)
    }
    return effects + ask(.release(stage, id))
  }

  /// Why the open sheet cannot be answered with this command.
  private func refusal(of name: TransactionName?, answering command: ShopCommand.ID) -> String? {
    guard let sheet else { return "No purchase sheet is open. Write 'buy PRODUCT' first." }
    if let name, transactionID(name) != sheet.id {
      return "The open purchase sheet is that of transaction \(sheet.id). Name that one, or none."
    }
    var below = self
    below.menu = nil
    guard below.context == .sheet else {
      return "Close \(below.context.words) first, with \(keyMap.label(of: .back))."
    }
    return below.availability(of: command).reason
  }

  private mutating func pressAndSettle(_ press: Act.KeyPress) -> [Effect] {
    let keys: [Key] =
      switch press {
      case .key(let name): [Key(name)].compactMap(\.self)
      case .text(let text): text.map(Key.character)
      }
    return keys.flatMap { key in
      let effects = self.press(key)
      settle()
      return effects
    }
  }
}

extension Availability {
  /// Why it cannot be used; nil when it can.
  var reason: String? { if case .disabled(let reason) = self { reason } else { nil } }
}
