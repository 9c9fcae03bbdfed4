import StoreModel
import StoreSimulator

/// The past as far as it is loaded: for what the details of an entry say. What is signed is worked out from the books.
struct LoadedHistory: NotificationHistory {
  let facts: StoreFacts

  func transaction(_ id: TransactionID, before entry: JournalEntry) -> Transaction? { facts.transaction(id) }

  func isUpgrade(_ purchase: Transaction, at entry: JournalEntry) -> Bool {
    let next = EventID(rawValue: entry.id.rawValue + 1)
    if case .upgraded(_, purchase.id) = facts.entry(next)?.event { return true }
    return false
  }

  func hasSubscribedBefore(_ purchase: Transaction, at entry: JournalEntry) -> Bool? {
    guard let group = purchase.groupID else { return false }
    let later = Set(
      facts.journal.prefix { $0.id > entry.id }.lazy.compactMap { newer -> TransactionID? in
        if newer.time == entry.time, case .purchased(let other) = newer.event { other.id } else { nil }
      })
    let isReturn = facts.transactions.contains { other in
      other.groupID == group && other.account == purchase.account && other.state == .purchased
        && other.id != purchase.id && other.date.map { $0 <= entry.time } ?? false
        && !later.contains(other.id)
    }
    return isReturn ? true : facts.hasAllTransactions ? false : nil
  }

  func revocation(of id: TransactionID, before entry: JournalEntry) -> Revocation? {
    for earlier in facts.journal where earlier.id < entry.id {
      if case .revoked(let transaction) = earlier.event, transaction.id == id {
        return transaction.revocation
      }
    }
    return nil
  }
}

extension StoreFacts {
  /// Whether no older transaction can be read; the first one ever has the number 1.
  fileprivate var hasAllTransactions: Bool { !hasOlderTransactions || transactions.last?.id.rawValue == 1 }
}

extension ShopState {
  /// What the app's server is told of an entry; nil when it is told nothing.
  func notification(of entry: JournalEntry) -> ServerNotification? {
    try? ServerNotification(entry, in: LoadedHistory(facts: facts))
  }
}
