import StoreModel

/// The stages between the store's word and the observers: what comes late, twice, in another order, or not at all.
extension PaymentQueue {
  /// Those that may be told now, in order. The others are told when their stage lets them go.
  func passing(_ transactions: [Transaction]) async -> [Transaction] {
    var told: [Transaction] = []
    for transaction in transactions {
      // That a payment was taken in is told by the device itself.
      let stage: StoreStage = transaction.state == .restored && isRestoring ? .restoreItem : .delivery
      guard transaction.state != .purchasing, await store.isObstructed(at: stage) else {
        told.append(transaction)
        continue
      }
      switch await store.arrive(StageItem(transaction), at: stage) {
      case .through(.drop): break
      case .through(let outcome):
        told.append(transaction)
        if outcome == .duplicate { post(.passed([transaction])) }
      case .waits(let ticket): hold(transaction, ticket)
      }
    }
    return told
  }

  private func hold(_ transaction: Transaction, _ ticket: StageTicket) {
    if ticket.stage == .restoreItem { heldRestores += 1 }
    stageLanes[ticket.number] = Task(executorPreference: environment.executor) { [store] in
      let outcome = await store.wait(for: ticket)
      await self.goOn(transaction, ticket, outcome)
    }
  }

  private func goOn(_ transaction: Transaction, _ ticket: StageTicket, _ outcome: StageOutcome) {
    stageLanes[ticket.number] = nil
    guard !isStopped else { return }
    // It may have been dealt with in another process meanwhile.
    if outcome != .drop, let current = open[transaction.id] {
      post(.passed([current]))
      if outcome == .duplicate { post(.passed([current])) }
    }
    if ticket.stage == .restoreItem { restoredItemPassed() }
  }

  /// The end of a restore as its stage lets it go; nil while it waits there.
  func passing(_ end: RestoreEnd) async -> RestoreEnd? {
    guard case .brought(let count) = end, await store.isObstructed(at: .restoreEnd) else { return end }
    switch await store.arrive(StageItem(), at: .restoreEnd) {
    case .through(let outcome): return Self.end(count, outcome)
    case .waits(let ticket):
      stageLanes[ticket.number] = Task(executorPreference: environment.executor) { [store] in
        let outcome = await store.wait(for: ticket)
        await self.goOn(count, ticket, outcome)
      }
      return nil
    }
  }

  private func goOn(_ count: Int, _ ticket: StageTicket, _ outcome: StageOutcome) {
    stageLanes[ticket.number] = nil
    guard !isStopped else { return }
    post(.restoreEnd(Self.end(count, outcome), isPassed: true))
  }

  private static func end(_ count: Int, _ outcome: StageOutcome) -> RestoreEnd {
    if case .fail(let error) = outcome { .broken(count, error) } else { .brought(count) }
  }
}
