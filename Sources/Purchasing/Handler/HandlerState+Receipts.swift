import StoreModel

// What a receipt says of those that wait for it.
extension HandlerState {
  /// The receipt is looked at for itself at the start and when the storefront has changed (R197).
  var validation: [HandlerAction] { validatesReceipts ? [.validateReceipt([])] : [] }

  mutating func validated(_ ids: [TransactionID]) -> [HandlerAction] {
    refreshed.subtract(ids)
    return ids.compactMap { engagements[$0].map { .deliver($0.transaction) } } + takeUpRejected()
  }

  /// Asks for a new receipt once. Where nothing waits for it, having none is a normal state (R27).
  mutating func lacking(_ ids: [TransactionID], _ error: StoreError) -> [HandlerAction] {
    var first: [TransactionID] = []
    var again: [TransactionID] = []
    for id in ids {
      if refreshed.insert(id).inserted { first.append(id) } else { again.append(id) }
    }
    return (first.isEmpty ? [] : [.refreshReceipt(first)]) + (again.isEmpty ? [] : reject(again, error))
  }

  mutating func reject(_ ids: [TransactionID], _ error: StoreError) -> [HandlerAction] {
    refreshed.subtract(ids)
    let told = ids.flatMap { id -> [HandlerAction] in
      rejected[id] = engagements[id]?.transaction
      engagements[id]?.error = error
      return conclude(id, needsFinish: true)
    }
    return [.reportRejection(ids, error)] + told
  }

  mutating func receiptChanged() -> [HandlerAction] { validation + takeUpRejected() }

  /// What an earlier receipt was not good enough for goes on, as transactions that no call waits for.
  private mutating func takeUpRejected() -> [HandlerAction] {
    let waiting = rejected.values.sorted { $0.id < $1.id }
    rejected = [:]
    return complete(waiting.filter { engagements[$0.id] == nil })
  }
}
