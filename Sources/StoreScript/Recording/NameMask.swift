import StoreModel

/// Puts `account-1`, `account-2`, … in the place of customers' names, the same one for the same name, so that a bug
/// report can be given away.
///
/// What the app calls its users is masked as well, and paths of this machine. The customer that every store begins
/// with stays `tester`.
struct NameMask: Sendable {
  private var masks: [String: String] = [:]

  /// Takes up the names in `script`, then those in `journal`, in order.
  init(_ script: Script?, _ journal: [JournalEntry]) {
    for statement in script?.statements ?? [] { for name in statement.act.accountNames { add(name) } }
    for entry in journal { for name in entry.event.accountNames { add(name) } }
  }

  private mutating func add(_ name: String) {
    guard !name.isEmpty, name != AccountID.tester.rawValue, masks[name] == nil else { return }
    masks[name] = "account-\(masks.count + 1)"
  }

  func name(_ name: String) -> String { masks[name] ?? name }

  func account(_ id: AccountID) -> AccountID { AccountID(rawValue: name(id.rawValue)) }

  /// Free text: names where they stand as whole words, and paths.
  func text(_ text: String) -> String {
    let breaks: Set<Character> = ["\"", "'", "(", ")", "„", "“", "”"]
    var result = ""
    var word = ""
    func flush() {
      // The point of a sentence is no part of a name.
      let end = word.reversed().prefix { ".,;:!?".contains($0) }.count
      let core = String(word.dropLast(end))
      result += (core.count { $0 == "/" } > 1 ? "(path)" : name(core)) + word.suffix(end)
      word = ""
    }
    for character in text {
      if character.isWhitespace || breaks.contains(character) {
        flush()
        result.append(character)
      } else {
        word.append(character)
      }
    }
    flush()
    // A name of several words stands in no single one.
    for (name, mask) in masks where name.contains(where: { $0.isWhitespace || breaks.contains($0) }) {
      result = result.replacing(name, with: mask)
    }
    return result
  }

  func entry(_ entry: JournalEntry) -> JournalEntry {
    JournalEntry(id: entry.id, time: entry.time, cause: entry.cause, event: event(entry.event))
  }

  private func event(_ event: Event) -> Event {
    switch event {
    case .command(let command): .command(self.command(command))
    case .purchasing(let transaction): .purchasing(self.transaction(transaction))
    case .purchased(let transaction): .purchased(self.transaction(transaction))
    case .failed(let transaction): .failed(self.transaction(transaction))
    case .restored(let transaction): .restored(self.transaction(transaction))
    case .redelivered(let transaction): .redelivered(self.transaction(transaction))
    case .restoreFailed(let error): .restoreFailed(self.error(error))
    case .receiptRefreshFailed(let error): .receiptRefreshFailed(self.error(error))
    case .receiptRejected(let error): .receiptRejected(self.error(error))
    case .accountChanged(let from, let to): .accountChanged(from: account(from), to: account(to))
    case .download(let download): .download(self.download(download))
    case .deferred(let transaction): .deferred(self.transaction(transaction))
    case .revoked(let transaction): .revoked(self.transaction(transaction))
    case .revocationReversed(let transaction): .revocationReversed(self.transaction(transaction))
    case .intent(let payment): .intent(self.payment(payment))
    case .signedIn(let id): .signedIn(account(id))
    case .signedOut(let id): .signedOut(account(id))
    case .historyCleared(let id, let count): .historyCleared(account(id), count: count)
    case .roleChanged(let id, let role): .roleChanged(account(id), role)
    case .conditionSet(let condition): .conditionSet(self.condition(condition))
    case .conditionCleared(let condition): .conditionCleared(self.condition(condition))
    case .conditionMet(let condition, let item): .conditionMet(self.condition(condition), self.item(item))
    case .held(let stage, let item): .held(stage, self.item(item))
    case .released(let stage, let item): .released(stage, self.item(item))
    case .abandoned(let stage, let item): .abandoned(stage, self.item(item))
    case .refundDeclined, .refundFailed, .deleted, .restoreItemFailed, .restoreSkipped: event
    case .upgraded, .restoreStarted, .restoreFinished, .contentDelivered, .finished, .contentDeleted,
      .storefrontChanged, .paymentsAllowed, .networkChanged, .receiptsChanged, .receiptRefreshed:
      event
    }
  }

  /// The content lies where a device in memory has it, so that no path of this machine is given away.
  private func download(_ download: Download) -> Download {
    var masked = download
    masked.contentPath = download.contentPath.map { "memory:/\($0.split(separator: "/").last ?? "")" }
    masked.failure = download.failure.map(text)
    return masked
  }

  private func error(_ error: StoreError) -> StoreError {
    StoreError(error.code, error.reason, subject: text(error.subject))
  }

  private func transaction(_ transaction: Transaction) -> Transaction {
    var masked = transaction
    masked.account = account(transaction.account)
    masked.payment = payment(transaction.payment)
    masked.error = transaction.error.map(error)
    return masked
  }

  private func payment(_ payment: Payment) -> Payment {
    Payment(
      productID: payment.productID, quantity: payment.quantity,
      applicationUsername: name(payment.applicationUsername), offerID: payment.offerID)
  }

  private func item(_ item: StageItem) -> StageItem {
    StageItem(
      transaction: item.transaction, product: item.product, account: item.account.map(account))
  }

  private func condition(_ condition: StoreCondition) -> StoreCondition {
    var masked = StoreCondition(
      condition.stage, condition.effect, failure: condition.failure, milliseconds: condition.milliseconds,
      product: condition.product, account: condition.account.map(account), times: condition.times,
      every: condition.every, chance: condition.chance)
    masked.number = condition.number
    masked.seen = condition.seen
    masked.hits = condition.hits
    return masked
  }

  private func action(_ action: StoreAction) -> StoreAction {
    switch action {
    case .create(let payment, let date): .create(self.payment(payment), date: date)
    case .intent(let payment): .intent(self.payment(payment))
    case .clearHistory(let id): .clearHistory(account(id))
    case .role(let id, let role): .role(account(id), role)
    case .approve, .decline, .resolve, .refund, .reverse, .revoke, .delete, .redeliver, .redeem: action
    }
  }

  private func command(_ command: Command) -> Command {
    switch command {
    case .setCondition(let condition): .setCondition(self.condition(condition))
    case .store(let action): .store(self.action(action))
    case .buy(let payment): .buy(self.payment(payment))
    case .account(let id): .account(account(id))
    case .confirm, .cancel, .restore, .finish, .download, .storefront, .payments, .network, .receipts,
      .refreshReceipt, .signIn, .signOut, .declineSignIn, .clearConditions, .release:
      command
    }
  }

  func act(_ act: Act) -> Act {
    switch act {
    case .buy(let payment): .buy(self.payment(payment))
    case .account(let id): .account(account(id))
    case .condition(let condition): .condition(self.condition(condition))
    case .store(let action): .store(self.action(action))
    case .wait(.until(let condition, let isNegated)):
      .wait(.until(self.condition(condition), isNegated: isNegated))
    case .expect(let condition, let isNegated): .expect(self.condition(condition), isNegated: isNegated)
    case .key(let presses):
      .key(
        presses.map { press in
          if case .text(let text) = press { .text(self.text(text)) } else { press }
        })
    default: act
    }
  }

  private func condition(_ condition: Condition) -> Condition {
    switch condition {
    case .account(let id): return .account(account(id))
    case .role(let id, let role): return .role(account(id), role)
    case .transaction(let name, var facts):
      facts.account = facts.account.map(self.name)
      return .transaction(name, facts)
    case .events(let patterns): return .events(patterns.map(pattern))
    case .calls(let patterns): return .calls(patterns.map(pattern))
    case .screen(let text): return .screen(self.text(text))
    default: return condition
    }
  }

  private func pattern(_ pattern: EntryPattern) -> EntryPattern {
    guard case .entry(let name, let details) = pattern else { return pattern }
    let masked = details.map { detail in
      EntryPattern.accountDetails.contains(detail.name)
        ? EntryPattern.Detail(name: detail.name, value: self.name(detail.value)) : detail
    }
    return .entry(name, masked)
  }
}

extension Event {
  fileprivate var accountNames: [String] {
    switch self {
    case .command(let command): command.accountNames
    case .purchasing(let transaction), .purchased(let transaction), .failed(let transaction),
      .restored(let transaction), .redelivered(let transaction), .deferred(let transaction),
      .revoked(let transaction), .revocationReversed(let transaction):
      [transaction.account.rawValue, transaction.payment.applicationUsername]
    case .accountChanged(let from, let to): [from.rawValue, to.rawValue]
    case .intent(let payment): [payment.applicationUsername]
    case .historyCleared(let id, _), .roleChanged(let id, _), .signedIn(let id), .signedOut(let id):
      [id.rawValue]
    case .conditionSet(let condition), .conditionCleared(let condition): condition.accountNames
    case .conditionMet(let condition, let item):
      condition.accountNames + (item.account.map { [$0.rawValue] } ?? [])
    case .held(_, let item), .released(_, let item): item.account.map { [$0.rawValue] } ?? []
    default: []
    }
  }
}

extension Command {
  fileprivate var accountNames: [String] {
    switch self {
    case .account(let id): [id.rawValue]
    case .buy(let payment): [payment.applicationUsername]
    case .setCondition(let condition): condition.accountNames
    case .store(let action): action.accountNames
    default: []
    }
  }
}

extension StoreCondition {
  fileprivate var accountNames: [String] { account.map { [$0.rawValue] } ?? [] }
}

extension StoreAction {
  fileprivate var accountNames: [String] {
    switch self {
    case .create(let payment, _), .intent(let payment): [payment.applicationUsername]
    case .clearHistory(let id), .role(let id, _): [id.rawValue]
    case .approve, .decline, .resolve, .refund, .reverse, .revoke, .delete, .redeliver, .redeem: []
    }
  }
}

extension EntryPattern {
  /// Details that may be the name of a customer.
  fileprivate static let accountDetails: Set<String> = ["account", "from", "to"]

  fileprivate var accountNames: [String] {
    guard case .entry(let name, let details) = self else { return [] }
    return details.filter { $0.name == "account" || (name == "accountChanged" && $0.name != "product") }
      .map(\.value)
  }
}

extension Act {
  fileprivate var accountNames: [String] {
    switch self {
    case .expect(.events(let patterns), _), .expect(.calls(let patterns), _),
      .wait(.until(.events(let patterns), _)), .wait(.until(.calls(let patterns), _)):
      patterns.flatMap(\.accountNames)
    case .account(let id): [id.rawValue]
    case .expect(.account(let id), _), .wait(.until(.account(let id), _)): [id.rawValue]
    case .expect(.transaction(_, let facts), _), .wait(.until(.transaction(_, let facts), _)):
      facts.account.map { [$0] } ?? []
    case .buy(let payment): [payment.applicationUsername]
    case .condition(let condition): condition.accountNames
    case .store(let action): action.accountNames
    case .expect(.role(let id, _), _), .wait(.until(.role(let id, _), _)): [id.rawValue]
    default: []
    }
  }
}
