import StoreModel

/// The stages of the app's own work: what is held, late or made to fail between a transaction and its end.
///
/// An item that waits keeps nobody else waiting: it is taken up again, as an input, when its stage lets it go.
extension PurchaseHandler {
  /// What of a step may be done now; nil when nothing is left of it.
  func passing(_ step: HandlerStep) async -> HandlerStep? {
    switch step {
    case .validate(let ids) where !ids.isEmpty:
      let passing = await passing(ids, .verification)
      return passing.isEmpty ? nil : .validate(passing)
    case .finish(let ids):
      let passing = await passing(ids, .finish)
      return passing.isEmpty ? nil : .finish(passing)
    case .single(.startDownload(let transaction)):
      return await passing([transaction.id], .content).isEmpty ? nil : step
    default: return step
    }
  }

  private func passing(_ ids: [TransactionID], _ stage: StoreStage) async -> [TransactionID] {
    guard await store.isObstructed(at: stage) || !passed.isEmpty else { return ids }
    var passing: [TransactionID] = []
    for id in ids {
      guard passed.remove(id) == nil, let transaction = state.transaction(id) else {
        passing.append(id)
        continue
      }
      switch await store.arrive(StageItem(transaction), at: stage) {
      case .through(let outcome): if goesOn(id, stage, outcome) { passing.append(id) }
      case .waits(let ticket): hold(id, ticket)
      }
    }
    return passing
  }

  private func hold(_ id: TransactionID, _ ticket: StageTicket) {
    held[id] = Task(executorPreference: executor) { [store] in
      let outcome = await store.wait(for: ticket)
      await self.goOn(id, ticket.stage, outcome)
    }
  }

  private func goOn(_ id: TransactionID, _ stage: StoreStage, _ outcome: StageOutcome) {
    held[id] = nil
    guard isRunning else { return }
    if goesOn(id, stage, outcome) {
      passed.insert(id)
      accept(.passed(stage, id))
    } else {
      startWork()
    }
  }

  /// Whether an item goes on; if not, what failed is in the inbox.
  private func goesOn(_ id: TransactionID, _ stage: StoreStage, _ outcome: StageOutcome) -> Bool {
    let error: StoreError
    switch outcome {
    case .pass, .duplicate, .askToBuy, .interrupt: return true
    case .fail(let reason): error = reason
    case .drop: error = StoreFailure("unknown").error
    }
    switch stage {
    case .verification: inbox.append(.receiptRejected([id], error))
    case .content: inbox.append(.downloadRefused(id, error))
    default: inbox.append(.finishFailed(id, error))
    }
    return false
  }

  // MARK: - The receipt

  /// Asks for a new receipt; where that may take its time, nobody else waits for it.
  func startRefresh(_ ids: [TransactionID]) async {
    guard await store.isObstructed(at: .receipt) else {
      if let input = await refresh(ids) { inbox.append(input) }
      return
    }
    startAside(for: ids) { await self.refresh(ids) }
  }

  /// Puts a payment into the queue; where the products request before it may take its time, nobody else waits for it.
  func add(_ payment: Payment, for request: RequestID) async {
    let origin = state.isLookedUp(request) ? PaymentOrigin.lookedUp : .app
    let add: @Sendable () async -> HandlerInput? = { [queue] in
      do throws(StoreError) {
        _ = try await queue.add(payment, from: origin)
        return nil
      } catch { return .paymentRefused(request, error) }
    }
    guard origin == .app, await store.isObstructed(at: .products) else {
      if let input = await add() { inbox.append(input) }
      return
    }
    startAside(for: [], add)
  }

  /// Does something beside everything else; what it answers is decided about then.
  private func startAside(for ids: [TransactionID], _ work: @escaping @Sendable () async -> HandlerInput?) {
    asideCount += 1
    let number = asideCount
    let lane = Task(executorPreference: executor) {
      let input = await work()
      await self.endAside(number, input)
    }
    asides[number] = (ids, lane)
  }

  private func endAside(_ number: Int, _ input: HandlerInput?) {
    asides[number] = nil
    guard isRunning, let input else { return }
    accept(input)
  }

  /// What has to be decided about then; nil when the app has ended meanwhile.
  private func refresh(_ ids: [TransactionID]) async -> HandlerInput? {
    do throws(StoreError) {
      let receipt = try await store.refreshReceipt(command: nil)
      guard isRunning else { return nil }
      // The validator has nothing to be asked about (R158).
      guard let receipt else { return .receiptRejected(ids, StoreError(.unknown, .receiptMissing)) }
      try await receipts?.renew(from: store, first: receipt)
      return .receiptRefreshed(ids)
    } catch {
      return .receiptRejected(ids, error)
    }
  }
}
