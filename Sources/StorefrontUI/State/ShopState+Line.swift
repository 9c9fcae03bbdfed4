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
    case .transaction(_, let name), .release(_, let name?):
      transactionID(name) == nil
        ? "There is no such transaction. Transactions (\(keyMap.label(of: .showTransactions))) lists them."
        : nil
    case .declineSignIn: isSignInAsked ? nil : StoreError(.clientInvalid, .noSignInAsked).errorDescription
    case .condition(let condition): condition.refusal?.errorDescription
    case .screen(let screen): usability(of: screen.command).reason
    case .storefront, .account, .signIn, .signOut, .network, .payments, .receipts, .refreshReceipt, .locale,
      .key, .clear,
      .release(_, nil), .store:
      nil
    case .price:
      "Here prices are what the catalogue says. Save it with another price and it is read again; "
        + "'storefront run' lets a script change one."
    case .handler:
      "Here one handler takes every product. 'storefront run' lets a script set others."
    case .relaunch, .crash:
      "This would end the program. \(keyMap.label(of: .quit)) quits; 'storefront run' ends and starts the app of a "
        + "script."
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
    case .release(let stage, nil): return ask(.release(stage, nil))
    case .release(let stage, let name?): return transactionID(name).map { ask(.release(stage, $0)) } ?? []
    case .transaction(let action, let name):
      return transactionID(name).map { ask(.store(action.on($0))) } ?? []
    case .store(let action): return ask(.store(action))
    case .locale(let locale):
      show(language: locale)
      return []
    case .screen(let screen): return perform(screen.command)
    case .key(let presses): return presses.flatMap { pressAndSettle($0) }
    case .price, .handler, .relaunch, .crash, .wait, .expect: return []
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
