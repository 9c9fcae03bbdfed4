import StoreLedger
import StoreModel
import StoreReceipts

// Which event a receipt differs by from the one before it.
extension AppStore {
  /// Entries that are looked at; a restore may have brought thousands of purchases.
  private static let causeLimit = 2000

  /// What led to a difference between two receipts, signed at these instants. Nil when the books do not tell: they may be
  /// of another store than the receipt.
  ///
  /// Takes time in proportion to what has happened between the two, not to the history.
  public func causes(
    of difference: ReceiptDifference, from earlier: Timestamp, to later: Timestamp
  ) throws(StoreError) -> ReceiptCauses? {
    try read { ledger in
      var search = CauseSearch(difference)
      // Receipts know whole seconds.
      var place = try Self.firstEntry(after: later.advanced(byMilliseconds: 999), in: ledger)
      for _ in 0..<Self.causeLimit / 100 {
        let page = try ledger.journal(before: place, limit: 100)
        for entry in page where entry.time >= earlier { search.look(at: entry) }
        guard !search.isDone, let oldest = page.last, oldest.time >= earlier else { break }
        place = oldest.id
      }
      return search.causes
    }
  }

  /// The oldest entry of a later time; nil when there is none. Time never goes back in a journal.
  private static func firstEntry(after instant: Timestamp, in ledger: any LedgerReader) throws -> EventID? {
    func isLater(_ id: Int64) throws -> Bool {
      try ledger.journal(after: EventID(rawValue: id - 1), limit: 1).first.map { $0.time > instant } ?? true
    }
    guard let last = try ledger.lastEventID()?.rawValue, try isLater(last) else { return nil }
    var (low, high) = (Int64(1), last)
    while low < high {
      let middle = low + (high - low) / 2
      if try isLater(middle) { high = middle } else { low = middle + 1 }
    }
    return EventID(rawValue: low)
  }
}

/// Goes through the journal, the newest entry first, until every purchase that differs is explained.
private struct CauseSearch {
  private let removed: Set<String>
  /// Those that leave a receipt when they are finished: what is used up, and what a restore brought.
  private let passing: Set<String>
  private let others: Set<String>
  private var entries: [String: JournalEntry] = [:]
  private var last: JournalEntry?
  /// The newest entry that changed whose receipt it is.
  private var turn: JournalEntry?

  init(_ difference: ReceiptDifference) {
    removed = Set(difference.removed.map(\.transactionID))
    passing = Set(
      difference.removed.lazy.filter {
        $0.kind == .consumable || $0.originalTransactionID != $0.transactionID
      }
      .map(\.transactionID))
    others = Set((difference.added + difference.changed.map(\.purchase)).map(\.transactionID))
  }

  var isDone: Bool { entries.count == removed.count + others.count }

  /// Another account explains what nothing else does.
  var causes: ReceiptCauses? {
    let candidates = isDone ? [last] : [last, turn]
    return candidates.compactMap(\.self).max { $0.id < $1.id }.map {
      ReceiptCauses(last: $0, entries: entries)
    }
  }

  mutating func look(at entry: JournalEntry) {
    switch entry.event {
    case .accountChanged, .historyCleared: turn = turn ?? entry
    case .purchased(let transaction), .restored(let transaction), .revoked(let transaction),
      .revocationReversed(let transaction):
      take(entry, transaction.id, in: others)
    case .upgraded(let id, _): take(entry, id, in: others)
    case .finished(let id, _): take(entry, id, in: passing)
    case .deleted(let id, _): take(entry, id, in: removed)
    default: break
    }
  }

  private mutating func take(_ entry: JournalEntry, _ id: TransactionID, in differing: Set<String>) {
    let id = id.description
    guard differing.contains(id), entries[id] == nil else { return }
    entries[id] = entry
    last = last ?? entry
  }
}
