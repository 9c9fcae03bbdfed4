import StoreModel

// What the handler does about what was decided. Each answers with an input, or fails with one.
extension PurchaseHandler {
  func perform(_ step: HandlerStep) async {
    switch step {
    case .validate(let ids): await validate(ids)
    case .deliver(let transactions): await deliver(transactions)
    case .finish(let ids):
      let failures = await together(ids) { [queue] ids throws(StoreError) in try await queue.finish(ids) }
      for id in ids { inbox.append(failures[id].map { .finishFailed(id, $0) } ?? .finished(id)) }
    case .single(let action): await perform(action)
    }
  }

  private func validate(_ ids: [TransactionID]) async {
    do throws(StoreError) {
      let receipt = try await receipts?.validate(state.style.validation, at: now())
      let held = ids.filter { receipt?.holds($0) ?? true }
      if !held.isEmpty { inbox.append(.receiptValidated(held)) }
      let lacking = ids.filter { receipt?.holds($0) == false }
      guard let first = lacking.first else { return }
      inbox.append(
        .receiptLacking(lacking, StoreError(.unknown, .receiptIncomplete, subject: first.description)))
    } catch {
      inbox.append(
        error.reason == .receiptMissing ? .receiptLacking(ids, error) : .receiptRejected(ids, error))
    }
  }

  private func deliver(_ transactions: [Transaction]) async {
    let failures = await together(transactions.map(\.id)) { [store] ids throws(StoreError) in
      _ = try await store.recordDelivery(of: ids)
    }
    var isHosted: [ProductID: Bool] = [:]
    for transaction in transactions {
      if let error = failures[transaction.id] {
        inbox.append(.deliveryFailed(transaction.id, error))
        continue
      }
      let product = transaction.productID
      if isHosted[product] == nil { isHosted[product] = await content?.hostedContent(of: product) != nil }
      inbox.append(.delivered(transaction.id, hasHostedContent: isHosted[product] ?? false))
    }
  }

  /// Does `work` for all as one; what one of them is refused for must not keep the others back, so each
  /// is then tried by itself. Answers why the ones that failed did.
  private func together(
    _ ids: [TransactionID], _ work: ([TransactionID]) async throws(StoreError) -> Void
  ) async -> [TransactionID: StoreError] {
    do throws(StoreError) {
      try await work(ids)
      return [:]
    } catch {
      guard ids.count > 1, error.reason != .ledgerUnavailable else {
        return Dictionary(ids.map { ($0, error) }) { first, _ in first }
      }
    }
    var failures: [TransactionID: StoreError] = [:]
    for id in ids {
      do throws(StoreError) { try await work([id]) } catch { failures[id] = error }
    }
    return failures
  }

  func perform(_ action: HandlerAction) async {
    do throws(StoreError) {
      switch action {
      case .addPayment(let request, let payment): await add(payment, for: request)
      case .startRestore: try await queue.restoreCompletedTransactions()
      case .startDownload(let transaction):
        try await queue.startDownload(of: transaction.productID, for: transaction.id)
      case .answerPurchase(let request, let result):
        purchases.removeValue(forKey: request)?.resume(returning: result)
      case .answerRestore(let request, let result):
        let answer = result.hasEnded ? result.adding(await store.restoreRemainder) : result
        restores.removeValue(forKey: request)?.resume(returning: answer)
      case .completeTransactions(let details): onComplete?(details)
      case .validateReceipt(let ids): await validate(ids)
      case .refreshReceipt(let ids): await startRefresh(ids)
      case .reportRejection(let ids, let error): try await store.recordRejection(of: ids, reason: error)
      case .deliver(let transaction): await deliver([transaction])
      case .finish(let id): await perform(.finish([id]))
      }
    } catch {
      if let input = action.failure(error) { inbox.append(input) }
    }
  }
}

extension HandlerAction {
  /// What the handler has to decide about when this action could not be done.
  fileprivate func failure(_ error: StoreError) -> HandlerInput? {
    switch self {
    case .addPayment(let request, _): .paymentRefused(request, error)
    case .startRestore: .restoreRefused(error)
    case .startDownload(let transaction): .downloadRefused(transaction.id, error)
    // A rejection that cannot be noted is told to its callers all the same.
    case .validateReceipt, .refreshReceipt, .reportRejection, .deliver, .finish, .answerPurchase,
      .answerRestore,
      .completeTransactions:
      nil
    }
  }
}
