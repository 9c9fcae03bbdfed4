import StoreModel
import Synchronization

/// The journal entries that this process has written and not told yet.
///
/// They are noted under the ledger's lock, before anybody can read them.
final class OwnEntries: Sendable {
  /// In order; neighbours are one.
  private let ranges = Mutex<[ClosedRange<Int64>]>([])

  func note(_ result: Result<[JournalEntry], any Error>) {
    guard case .success(let entries) = result, let first = entries.first?.id.rawValue,
      let last = entries.last?.id.rawValue
    else { return }
    ranges.withLock { ranges in
      if let end = ranges.last, end.upperBound == first - 1 {
        ranges[ranges.count - 1] = end.lowerBound...last
      } else {
        ranges.append(first...last)
      }
    }
  }

  /// Those of `entries` that others wrote; everything up to the last of them is told now.
  func tell(_ entries: [JournalEntry]) -> [JournalEntry] {
    guard let last = entries.last?.id.rawValue else { return [] }
    return ranges.withLock { ranges in
      let others = entries.filter { entry in !ranges.contains { $0.contains(entry.id.rawValue) } }
      ranges = ranges.compactMap { $0.upperBound > last ? max($0.lowerBound, last + 1)...$0.upperBound : nil }
      return others
    }
  }
}
