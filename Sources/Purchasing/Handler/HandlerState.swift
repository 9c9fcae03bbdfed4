import StoreModel

/// Decides what the handler does with each update of the queue; performs nothing.
///
/// A batch is offered to pending payments, then to the running restore, then to complete-transactions
/// (R33). What one of them takes goes this way:
///
///     validating --in a valid receipt--> delivering --noted--> downloading --ended--> finishing --on disk--> told
///       |  ^                                 |          \------(no hosted content)------^   \--(not atomic)--^
///       |  \--not in it, once: refreshed     \--could not be noted--> told, unfinished: comes back at the next launch
///       \--not valid, or still not in it--> told, unfinished; goes on with the next valid receipt
///
/// Failed transactions go straight to `finishing`; deferred ones are told at once.
///
/// Invariants:
/// 1. Each request is answered exactly once, and each transaction is told to one taker only.
/// 2. A transaction answers the payment that caused it: the payment is bound to the first `purchasing`
///    transaction that equals it, and to that alone (C4, C11). Two equal payments are bound in order (R44).
/// 3. Nothing is finished before it is delivered and its download has ended (R148); purchasing and
///    deferred transactions are never finished (R16, R68).
/// 4. A finished transaction's taker is told after the finish, so that a customer who buys the same
///    again at once does not meet the first purchase, unfinished (C6, C7).
/// 5. Where receipts are validated, nothing is delivered that a valid receipt does not hold; a new receipt is asked
///    for once, and only because one is missing or lacks something (R184).
/// 6. A transaction of a product that the style leaves out changes nothing here (R72).
///
/// A style that finishes immediately goes through `finishing` first, which breaks 3 and nothing else (R74).
package struct HandlerState: Sendable {
  var waiting: [PendingPayment] = []
  var bound: [TransactionID: PendingPayment] = [:]
  var restore: RunningRestore?
  var completesAtomically: Bool?
  var batches: [Int: Batch] = [:]
  var batchCount = 0
  var engagements: [TransactionID: Engagement] = [:]
  var downloading: [ProductID: [TransactionID]] = [:]
  var hasDrained = false
  let style: HandlerStyle
  let validatesReceipts: Bool
  /// Those for which a new receipt was asked for already.
  var refreshed: Set<TransactionID> = []
  /// Those that the receipt was not good enough for, until there is another one.
  var rejected: [TransactionID: Transaction] = [:]

  package init(style: HandlerStyle = .standard, validatesReceipts: Bool = false) {
    self.style = style
    self.validatesReceipts = validatesReceipts
  }

  /// True once complete-transactions is registered, without which nothing may be started (R41).
  package var isRegistered: Bool { completesAtomically != nil }

  /// The downloads that are all that is waited for; nil while anything else is under way, or what earlier
  /// runs left was not taken up yet.
  ///
  /// What is `held` at a stage, and no call waits for, goes on by itself as little as a paused download.
  package func awaitedDownloads(besides held: Set<TransactionID> = []) -> [ProductID]? {
    let awaited = downloading.filter { !$0.value.isEmpty }
    let isBatch = { (id: TransactionID) in
      if case .batch = engagements[id]?.taker { true } else { false }
    }
    guard hasDrained, waiting.isEmpty, bound.isEmpty, restore == nil,
      engagements.count == awaited.values.reduce(0, { $0 + $1.count }) + held.count(where: isBatch)
    else { return nil }
    return awaited.keys.sorted()
  }

  /// Whether the product of this request was looked up before the payment is added (R54).
  package func isLookedUp(_ request: RequestID) -> Bool {
    waiting.contains { $0.request == request && $0.product != nil }
  }

  /// A transaction that the handler is at work on.
  package func transaction(_ id: TransactionID) -> Transaction? { engagements[id]?.transaction }

  package mutating func handle(_ input: HandlerInput) -> [HandlerAction] {
    switch input {
    case .purchase(let request, let payment, let product, let atomically):
      guard style.concerns(payment.productID) else {
        return [.answerPurchase(request, .failed(HandlerStyle.refusal(of: payment.productID)))]
      }
      waiting.append(
        PendingPayment(request: request, payment: payment, product: product, atomically: atomically))
      return [.addPayment(request, payment)]
    case .paymentRefused(let request, let error):
      return refusePayment(request, error)
    case .restore(let request, let atomically):
      return startRestore(request, atomically: atomically)
    case .restoreRefused(let error):
      return endRestore(.failed(error))
    case .completeTransactions(let atomically):
      completesAtomically = completesAtomically ?? atomically
      return []
    case .update(let update):
      return handle(update)
    case .receiptValidated(let ids):
      return validated(ids)
    case .receiptLacking(let ids, let error):
      return lacking(ids, error)
    case .receiptRefreshed(let ids):
      return [.validateReceipt(ids)]
    case .receiptRejected(let ids, let error):
      return reject(ids, error)
    case .receiptChanged:
      return receiptChanged()
    case .delivered(let id, let hasHostedContent):
      return delivered(id, hasHostedContent: hasHostedContent)
    case .deliveryFailed(let id, let error), .downloadRefused(let id, let error):
      engagements[id]?.error = error
      return conclude(id, needsFinish: true)
    case .finished(let id):
      return finished(id)
    case .finishFailed(let id, let error):
      return finishFailed(id, error)
    case .passed(let stage, let id):
      return goOn(id, from: stage)
    case .stop:
      return stop()
    }
  }

  // MARK: - The queue's updates

  private mutating func handle(_ update: QueueUpdate) -> [HandlerAction] {
    switch update {
    case .updatedTransactions(let transactions): offer(transactions)
    case .restoreFinished: endRestore(.finished)
    case .restoreFailed(let error): endRestore(.failed(error))
    case .updatedDownloads(let downloads): downloads.flatMap { ended($0) }
    case .drained: drained()
    case .removedTransactions(let transactions): forget(transactions)
    case .storefrontChanged, .revokedEntitlements: validation
    }
  }

  private mutating func drained() -> [HandlerAction] {
    hasDrained = true
    return validation
  }

  private mutating func forget(_ transactions: [Transaction]) -> [HandlerAction] {
    for transaction in transactions { rejected[transaction.id] = nil }
    return []
  }

  /// Payments, then the restore, then complete-transactions (R33).
  private mutating func offer(_ transactions: [Transaction]) -> [HandlerAction] {
    var actions: [HandlerAction] = []
    var leftovers: [Transaction] = []
    for transaction in transactions
    where engagements[transaction.id] == nil && style.concerns(transaction.productID) {
      if transaction.state == .purchasing {
        bind(transaction)
      } else if let payment = bound.removeValue(forKey: transaction.id) {
        actions += engage(transaction, for: .payment(payment), atomically: payment.atomically)
      } else if transaction.state == .restored, let atomically = restore?.collect(transaction.id) {
        actions += engage(transaction, for: .restore, atomically: atomically)
      } else {
        leftovers.append(transaction)
      }
    }
    return actions + complete(leftovers)
  }

  /// Leftovers of one batch are told together; without a taker they stay unfinished (R40).
  mutating func complete(_ transactions: [Transaction]) -> [HandlerAction] {
    guard let atomically = completesAtomically, !transactions.isEmpty else { return [] }
    batchCount += 1
    let number = batchCount
    batches[number] = Batch(order: transactions.map(\.id))
    return transactions.flatMap { engage($0, for: .batch(number), atomically: atomically) }
  }

  private mutating func bind(_ transaction: Transaction) {
    guard bound[transaction.id] == nil,
      let index = waiting.firstIndex(where: { $0.payment == transaction.payment })
    else { return }
    bound[transaction.id] = waiting.remove(at: index)
  }

  // MARK: - One transaction's way

  private mutating func engage(_ transaction: Transaction, for taker: Taker, atomically: Bool)
    -> [HandlerAction]
  {
    engagements[transaction.id] = Engagement(transaction: transaction, taker: taker, atomically: atomically)
    switch transaction.state {
    case .purchased, .restored:
      return style.finishing == .immediately ? [.finish(transaction.id)] : begin(transaction)
    case .failed: return [.finish(transaction.id)]
    // Deferred, and states that this version does not know: never finished, told as they are.
    default: return conclude(transaction.id, needsFinish: false)
    }
  }

  /// The first thing that is done with what was bought.
  private func begin(_ transaction: Transaction) -> [HandlerAction] {
    validatesReceipts ? [.validateReceipt([transaction.id])] : [.deliver(transaction)]
  }

  private mutating func finished(_ id: TransactionID) -> [HandlerAction] {
    guard let engagement = engagements[id], engagement.isFinishedFirst(in: style) else {
      return conclude(id, needsFinish: false)
    }
    engagements[id]?.isFinished = true
    return begin(engagement.transaction)
  }

  private mutating func finishFailed(_ id: TransactionID, _ error: StoreError) -> [HandlerAction] {
    // Nothing of it was delivered yet.
    if engagements[id]?.isFinishedFirst(in: style) == true { engagements[id]?.error = error }
    return conclude(id, needsFinish: true)
  }

  /// Does what the stage held up.
  private func goOn(_ id: TransactionID, from stage: StoreStage) -> [HandlerAction] {
    guard let engagement = engagements[id] else { return [] }
    switch stage {
    case .verification: return [.validateReceipt([id])]
    case .content: return [.startDownload(engagement.transaction)]
    case .finish: return [.finish(id)]
    default: return []
    }
  }

  private mutating func delivered(_ id: TransactionID, hasHostedContent: Bool) -> [HandlerAction] {
    guard let engagement = engagements[id] else { return [] }
    guard hasHostedContent, engagement.wantsDownload else { return settle(engagement) }
    downloading[engagement.transaction.productID, default: []].append(id)
    return [.startDownload(engagement.transaction)]
  }

  private mutating func ended(_ download: Download) -> [HandlerAction] {
    guard !download.state.isPending, let ids = downloading.removeValue(forKey: download.productID) else {
      return []
    }
    return ids.flatMap { id -> [HandlerAction] in
      guard var engagement = engagements[id] else { return [] }
      engagement.error = download.purchaseError
      engagements[id] = engagement
      return settle(engagement)
    }
  }

  private mutating func settle(_ engagement: Engagement) -> [HandlerAction] {
    let id = engagement.transaction.id
    if engagement.isFinished { return conclude(id, needsFinish: false) }
    return engagement.atomically ? [.finish(id)] : conclude(id, needsFinish: true)
  }

  /// Tells the taker. A failed transaction never needs finishing by the app (R70).
  mutating func conclude(_ id: TransactionID, needsFinish: Bool) -> [HandlerAction] {
    guard let engagement = engagements.removeValue(forKey: id) else { return [] }
    downloading[engagement.transaction.productID]?.removeAll { $0 == id }
    let needsFinish = needsFinish && engagement.transaction.state != .failed && !engagement.isFinished
    switch engagement.taker {
    case .payment(let payment):
      let details = PurchaseDetails(
        transaction: engagement.transaction, product: payment.product, needsFinish: needsFinish)
      return [.answerPurchase(payment.request, engagement.result(details))]
    case .restore:
      let details = PurchaseDetails(transaction: engagement.transaction, needsFinish: needsFinish)
      restore?.concluded[id] = Concluded(details: details, error: engagement.error)
      return answerRestoreIfDone()
    case .batch(let number):
      let details = PurchaseDetails(transaction: engagement.transaction, needsFinish: needsFinish)
      batches[number]?.concluded[id] = details
      guard let batch = batches[number], batch.concluded.count == batch.order.count else { return [] }
      batches[number] = nil
      return [.completeTransactions(batch.order.compactMap { batch.concluded[$0] })]
    }
  }

  // MARK: - Payments

  private mutating func refusePayment(_ request: RequestID, _ error: StoreError) -> [HandlerAction] {
    guard let index = waiting.firstIndex(where: { $0.request == request }) else { return [] }
    waiting.remove(at: index)
    return [.answerPurchase(request, .failed(error))]
  }
}
