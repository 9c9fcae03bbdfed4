import StoreModel

/// Finished transactions on their way out of the queue's list, on the `uptime` clock.
///
///     finishing --on disk--> due later (R18) --> leaves
///                                  \--restored, while a restore has not ended--> held (R19) --> leaves
struct Removals {
  private var finishing: Set<TransactionID> = []
  private var line = FirstInFirstOut<(id: TransactionID, due: Duration)>()
  private var held: [TransactionID] = []
  /// Restores that have delivered or will deliver transactions, whose end was not told yet.
  private var untoldRestores = 0

  /// When the next one is due; nil when none is.
  var nextDue: Duration? { line.first?.due }

  /// Those of `ids` that are not being finished yet; they are from now on.
  mutating func claim(_ ids: [TransactionID]) -> [TransactionID] {
    ids.filter { finishing.insert($0).inserted }
  }

  /// They are not finished after all, or have left.
  mutating func release(_ ids: some Sequence<TransactionID>) { finishing.subtract(ids) }

  mutating func append(_ id: TransactionID, due: Duration) { line.append((id, due)) }

  /// Those that leave now. `isRestored` says what a restore brought.
  mutating func leaving(at uptime: Duration, isRestored: (TransactionID) -> Bool) -> [TransactionID] {
    var leaving: [TransactionID] = []
    while let next = line.first, next.due <= uptime, let removal = line.popFirst() {
      if untoldRestores > 0, isRestored(removal.id) {
        held.append(removal.id)
      } else {
        leaving.append(removal.id)
      }
    }
    return leaving
  }

  mutating func restoreBegins() { untoldRestores += 1 }

  /// Those that were held until the last restore's end was told.
  mutating func restoreEnds() -> [TransactionID] {
    untoldRestores -= 1
    guard untoldRestores == 0 else { return [] }
    defer { held = [] }
    return held
  }
}
