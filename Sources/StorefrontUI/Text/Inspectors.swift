import FoundationEssentials
import Purchasing
import StoreModel
import StoreScript
import StoreSimulator
import TerminalKit

// What the detail pane says on each screen.
extension ShopState {
  func detailLines(width: Int) -> [TextLine] { texts.lines(of: detailParagraphs, width: width) }

  var detailParagraphs: [Paragraph] {
    switch screen {
    case .store: selectedProduct.map(productDetail) ?? []
    case .transactions: selectedTransaction.map(inspector) ?? []
    case .activity: selectedEntry.map(inspector) ?? []
    case .receipt: receiptParagraphs
    case .lab: labParagraphs
    case .library: []
    }
  }

  // MARK: - A transaction

  private func inspector(_ transaction: Transaction) -> [Paragraph] {
    var paragraphs: [Paragraph] = [
      .text(texts.title(of: transaction.productID), .title),
      .text(transaction.standing, transaction.level.role), .blank,
    ]
    if let error = transaction.error {
      paragraphs.append(.text(error.errorDescription ?? "", error.isCancellation ? .text : .error))
      if let advice = error.recoverySuggestion { paragraphs.append(.text(advice, .text)) }
      paragraphs.append(.blank)
    } else if transaction.state == .deferred {
      paragraphs += [.text("It \(waiting(transaction)). Nothing was charged.", .text), .blank]
      paragraphs.append(.field("Asked", "\(organizer), since \(clock.dayAndTime(transaction.createdAt))"))
    }
    paragraphs += [
      .field("Number", transaction.id.description),
      .field("Product", transaction.productID.rawValue),
      .field("Type", transaction.productType.words),
      .field("State", transaction.state.description),
      .field("Finished", transaction.isFinished ? "yes" : "no, it is in the queue"),
      .field("Charged", transaction.price.map(texts.text) ?? "nothing"),
      .field("Quantity", String(transaction.payment.quantity)),
      .field("Added", clock.dayAndTime(transaction.createdAt)),
    ]
    // Where nobody reads the receipt, as in plain lines, nothing is said of it.
    if receipt.isReading || !receipt.isStale {
      paragraphs.append(.field("Receipt", place(inReceipt: transaction).words))
    }
    if let date = transaction.date {
      paragraphs.append(
        .field(transaction.state == .restored ? "Restored" : "Bought", clock.dayAndTime(date)))
    }
    if let end = transaction.expiresAt { paragraphs.append(.field("Ends", clock.dayAndTime(end))) }
    if let offer = transaction.offerID {
      let kind = transaction.offerKind.map { " (\($0.rawValue))" } ?? ""
      paragraphs.append(.field("Offer", offer + kind))
    }
    if let original = transaction.original {
      paragraphs.append(
        .field("First", "\(clock.dayAndTime(original.date)), transaction \(original.id)"))
    }
    if transaction.isUpgraded { paragraphs.append(.field("Replaced", "yes, by another plan of its group")) }
    if let date = transaction.revokedAt { paragraphs.append(.field("Revoked", clock.dayAndTime(date))) }
    if let revocation = transaction.revocation {
      paragraphs.append(.field("Why", "\(revocation.kind.rawValue), \(revocation.percentage) %"))
    }
    paragraphs += [
      .field("Storefront", "\(Self.storefront(transaction.storefront).name) (\(transaction.storefront))"),
      .field("Account", transaction.account.description),
    ]
    if let group = transaction.groupID { paragraphs.append(.field("Group", group.description)) }
    paragraphs += user(of: transaction)
    if let error = transaction.error {
      paragraphs += [
        .field("Error", "\(StoreError.domain) \(error.code.rawValue)"),
        .field("Reason", error.reason.rawValue), .field("Fault", error.explanation.fault.words),
        .field("App shows", error.explanation.show),
      ]
    }
    let thread = thread(of: transaction)
    if thread.count > 1 {
      paragraphs += [.blank, .heading("From first to last"), .blank]
      paragraphs += thread.map { one in
        .field(
          one.id.description, "\(clock.dayAndTime(one.date ?? one.createdAt))  \(standing(of: one))",
          one.id == transaction.id ? .title : .text)
      }
    }
    return paragraphs
  }

  /// What the app called its user, the token that StoreKit 2 makes of it, and whether the two fit the account.
  private func user(of transaction: Transaction) -> [Paragraph] {
    let user = transaction.payment.applicationUsername
    guard !user.isEmpty else { return [] }
    if let token = transaction.payment.appAccountToken {
      return [.field("App user", user), .field("Token", token.uuidString.lowercased())]
    }
    var paragraphs: [Paragraph] = [
      .field("App user", user), .field("Token", "none: the user is no UUID", .secondary),
    ]
    if user.isHash {
      let isOwn = user == Payment.applicationUsername(for: transaction.account.rawValue)
      paragraphs.append(
        isOwn
          ? .field("Hash of", transaction.account.description)
          : .field("Hash of", "another name than \(transaction.account)", .warning))
    }
    return paragraphs
  }

  /// The first purchase and everything that goes back to it, oldest first, of what is loaded.
  private func thread(of transaction: Transaction) -> [Transaction] {
    let first = transaction.original?.id ?? transaction.id
    return facts.transactions.filter { $0.id == first || $0.original?.id == first }.reversed()
  }

  // MARK: - A journal entry

  private func inspector(_ entry: JournalEntry) -> [Paragraph] {
    let words = EventWords(texts: texts, facts: facts, clock: clock)
    var paragraphs: [Paragraph] = [
      .text(words.sentence(entry.event), .title), .blank,
      .field("Entry", entry.id.description),
      .field("Event", entry.event.name),
      .field("Time", clock.dayAndTime(entry.time)),
    ]
    if let id = entry.event.transactionID { paragraphs.append(.field("Number", id.description)) }
    if let notification = notification(of: entry) {
      paragraphs.append(.field("Server", notification.name))
    }
    paragraphs += [.blank, .heading("Why"), .blank]
    var cause = entry.cause
    var steps = 0
    if cause == nil { paragraphs.append(.text("It was asked for, or it starts by itself.", .secondary)) }
    // A chain of causes always leads to older entries; the limit is for the length of the pane.
    while let id = cause, steps < 20 {
      guard let earlier = facts.entry(id) else {
        paragraphs.append(.field(id.description, "An older entry, not loaded.", .secondary))
        break
      }
      paragraphs.append(.field("\(id)", "\(clock.time(earlier.time))  \(words.sentence(earlier.event))"))
      cause = earlier.cause
      steps += 1
    }
    return paragraphs
  }
}

extension StoreFacts {
  /// A loaded journal entry: entries are held by falling id.
  func entry(_ id: EventID) -> JournalEntry? {
    var low = 0
    var high = journal.count
    while low < high {
      let middle = (low + high) / 2
      if journal[middle].id > id { low = middle + 1 } else { high = middle }
    }
    return low < journal.count && journal[low].id == id ? journal[low] : nil
  }
}

extension Transaction {
  /// One or two words for the list.
  var standing: String {
    switch state {
    case .purchasing: "waits for you"
    case .deferred: "waits for approval"
    case .purchased where revokedAt != nil: "taken back"
    case .purchased where isUpgraded: "replaced"
    case .purchased where !isFinished, .restored where !isFinished: "not finished"
    case .purchased: "bought"
    case .restored: "restored"
    case .failed: error?.isCancellation == true ? "cancelled" : "failed"
    default: state.description
    }
  }

  var level: Toast.Level {
    switch state {
    case .purchased, .restored: isUpgraded || revokedAt != nil ? .info : isFinished ? .success : .warning
    case .failed: error?.isCancellation == true ? .info : .error
    case .purchasing, .deferred: .warning
    default: .info
    }
  }
}

extension Event {
  /// The transaction that the event is about.
  var transactionID: TransactionID? {
    switch self {
    case .purchasing(let transaction), .purchased(let transaction), .failed(let transaction),
      .restored(let transaction), .redelivered(let transaction), .deferred(let transaction),
      .revoked(let transaction), .revocationReversed(let transaction):
      transaction.id
    case .command(.confirm(let id)), .command(.cancel(let id)), .command(.finish(let id)): id
    case .upgraded(let id, _), .contentDelivered(let id, _, _), .finished(let id, _): id
    case .download(let download): download.transactionID
    case .refundDeclined(let id, _), .refundFailed(let id, _, _), .deleted(let id, _),
      .restoreItemFailed(let id, _, _):
      id
    case .conditionMet(_, let item), .held(_, let item), .released(_, let item), .abandoned(_, let item):
      item.transaction
    case .command(.release(_, let id)): id
    case .command(.store(let action)): action.transactionID
    case .command, .restoreStarted, .restoreFinished, .restoreFailed, .contentDeleted, .storefrontChanged,
      .accountChanged, .signedIn, .signedOut, .paymentsAllowed, .networkChanged, .receiptsChanged,
      .receiptRefreshed,
      .receiptRefreshFailed, .receiptRejected, .historyCleared, .roleChanged, .intent, .conditionSet,
      .conditionCleared, .restoreSkipped:
      nil
    }
  }
}

extension String {
  /// Whether it looks like `Payment.applicationUsername(for:)`: 64 digits of base 16.
  fileprivate var isHash: Bool { utf8.count == 64 && allSatisfy { $0.isHexDigit && !$0.isUppercase } }
}

extension StoreAction {
  /// The transaction that it is done to; nil for what makes a new one, and for accounts.
  var transactionID: TransactionID? {
    switch self {
    case .approve(let id), .decline(let id), .resolve(let id), .refund(let id, _), .reverse(let id),
      .revoke(let id), .delete(let id), .redeliver(let id):
      id
    case .create, .intent, .redeem, .clearHistory, .role: nil
    }
  }
}

extension Toast.Level {
  /// The role that news of this level is drawn in.
  var role: Theme.Role {
    switch self {
    case .info: .text
    case .success: .success
    case .warning: .warning
    case .error: .error
    }
  }
}
