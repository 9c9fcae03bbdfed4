import StoreLedger
import StoreModel

/// The past as the books have it, for one reading of them.
///
/// What has been deleted since is unknown, as if it had never been, unless the journal has it near the entry. Other
/// than that it answers for the moment of the entry, also where the clock stood still: what came after it at the same
/// instant is told from what came before by the journal.
final class LedgerNotificationHistory: NotificationHistory {
  /// So many entries around one are looked at; a walk through a long journal for one line of it would take too long.
  static let reach = 10_000

  private let ledger: any LedgerReader
  /// Each account's subscriptions, oldest first.
  private var subscriptions: [AccountID: [Transaction]] = [:]

  init(_ ledger: any LedgerReader) { self.ledger = ledger }

  func transaction(_ id: TransactionID, before entry: JournalEntry) throws -> Transaction? {
    var isUpgraded = false
    let found = try newest(before: entry) { event -> Transaction? in
      switch event {
      case .purchased(let transaction), .revocationReversed(let transaction):
        return transaction.id == id ? transaction : nil
      case .upgraded(id, _): isUpgraded = true
      default: break
      }
      return nil
    }
    guard var transaction = try found ?? ledger.transaction(id)?.value else { return nil }
    transaction.isUpgraded = transaction.isUpgraded || isUpgraded
    return transaction
  }

  func isUpgrade(_ purchase: Transaction, at entry: JournalEntry) throws -> Bool {
    // The store marks what a purchase replaced in the same commit, at once after it.
    if case .upgraded(_, purchase.id) = try ledger.journal(after: entry.id, limit: 1).first?.event {
      return true
    }
    return false
  }

  func hasSubscribedBefore(_ purchase: Transaction, at entry: JournalEntry) throws -> Bool? {
    try periods(ofGroup: purchase, at: entry).contains { $0.id != purchase.id }
  }

  func revocation(of id: TransactionID, before entry: JournalEntry) throws -> Revocation? {
    try newest(before: entry) { event in
      if case .revoked(let transaction) = event, transaction.id == id { transaction.revocation } else { nil }
    }
  }

  /// What the account had of the group after the entry, oldest first.
  func purchases(ofGroup transaction: Transaction, at entry: JournalEntry) throws -> [Transaction] {
    let periods = try periods(ofGroup: transaction, at: entry)
    return periods.map { period in
      var period = period
      // What is marked was replaced by a newer one, which need not have been there yet.
      period.isUpgraded = period.isUpgraded && periods.contains { $0.id > period.id }
      return period
    }
  }

  /// What the account had bought of the group by the end of the entry, oldest first.
  private func periods(ofGroup transaction: Transaction, at entry: JournalEntry) throws -> [Transaction] {
    guard let group = transaction.groupID else { return [] }
    let known = try purchases(of: transaction.account).filter { $0.groupID == group }
    if known.isEmpty { return [] }
    let (later, stillThere) = try news(atTheInstantOf: entry)
    return known.compactMap { period in
      guard let date = period.date, date <= entry.time, !later.contains(period.id) else { return nil }
      // The entry's own transaction is as the entry says.
      if period.id == transaction.id { return transaction }
      var period = period
      if stillThere.contains(period.id) || period.revokedAt.map({ $0 > entry.time }) ?? false {
        (period.revokedAt, period.revocation) = (nil, nil)
      }
      return period
    }
  }

  /// What was purchased and what was taken back after the entry, but at the same instant.
  private func news(atTheInstantOf entry: JournalEntry) throws -> (Set<TransactionID>, Set<TransactionID>) {
    var (purchased, revoked): (Set<TransactionID>, Set<TransactionID>) = ([], [])
    var (last, left) = (entry.id, Self.reach)
    while left > 0 {
      let page = try ledger.journal(after: last, limit: 50)
      for next in page {
        guard next.time == entry.time else { return (purchased, revoked) }
        switch next.event {
        case .purchased(let purchase): purchased.insert(purchase.id)
        case .revoked(let purchase): revoked.insert(purchase.id)
        default: break
        }
      }
      guard let end = page.last?.id else { break }
      last = end
      left -= page.count
    }
    return (purchased, revoked)
  }

  private func purchases(of account: AccountID) throws -> [Transaction] {
    if let known = subscriptions[account] { return known }
    let found = try ledger.receiptTransactions(account: account).filter {
      $0.productType == .autoRenewable && $0.state == .purchased && $0.account == account
    }
    subscriptions[account] = found
    return found
  }

  private func newest<Value>(before entry: JournalEntry, _ find: (Event) -> Value?) throws -> Value? {
    var (before, left) = (entry.id, Self.reach)
    while left > 0 {
      let page = try ledger.journal(before: before, limit: 200)
      for earlier in page { if let value = find(earlier.event) { return value } }
      guard let last = page.last?.id else { return nil }
      before = last
      left -= page.count
    }
    return nil
  }
}
