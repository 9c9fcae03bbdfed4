import StoreModel

// The one restore that may run, and the end of the app.
extension HandlerState {
  mutating func startRestore(_ request: RequestID, atomically: Bool) -> [HandlerAction] {
    guard restore == nil else {
      // Dropping it would leave its caller waiting for ever (R59).
      let error = StoreError(.unknown, .restoreInProgress)
      return [
        .answerRestore(request, RestoreResult(restored: [], failed: [.init(productID: nil, error: error)]))
      ]
    }
    restore = RunningRestore(request: request, atomically: atomically)
    return [.startRestore]
  }

  mutating func endRestore(_ end: RunningRestore.End) -> [HandlerAction] {
    // A stray second end is ignored (R63).
    guard restore?.end == nil else { return [] }
    restore?.end = end
    return answerRestoreIfDone()
  }

  mutating func answerRestoreIfDone() -> [HandlerAction] {
    guard let running = restore, running.end != nil, running.concluded.count == running.order.count
    else { return [] }
    restore = nil
    return [.answerRestore(running.request, running.result)]
  }

  // MARK: - Stopping

  mutating func stop() -> [HandlerAction] {
    let error = StoreError(.clientInvalid, .notRunning)
    var actions = (waiting + bound.values).map { HandlerAction.answerPurchase($0.request, .failed(error)) }
    for engagement in engagements.values {
      guard case .payment(let payment) = engagement.taker else { continue }
      let details = PurchaseDetails(
        transaction: engagement.transaction, product: payment.product,
        needsFinish: engagement.transaction.state != .failed && !engagement.isFinished)
      var stopped = engagement
      stopped.error = error
      actions.append(.answerPurchase(payment.request, stopped.result(details)))
    }
    if var running = restore {
      running.end = .failed(error)
      actions.append(.answerRestore(running.request, running.result))
    }
    let registration = completesAtomically
    self = HandlerState(style: style, validatesReceipts: validatesReceipts)
    completesAtomically = registration
    return actions
  }
}
