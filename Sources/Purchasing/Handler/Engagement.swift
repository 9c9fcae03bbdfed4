import StoreModel

/// A payment whose call to `purchase` waits for an answer.
struct PendingPayment: Sendable {
  let request: RequestID
  let payment: Payment
  let product: Product?
  let atomically: Bool
}

/// Who is told what became of a transaction.
enum Taker: Sendable {
  case payment(PendingPayment)
  case restore
  case batch(Int)
}

/// A transaction that the handler is at work on.
struct Engagement: Sendable {
  let transaction: Transaction
  let taker: Taker
  let atomically: Bool
  /// What kept the customer from getting everything.
  var error: StoreError?
  /// True once it was finished before anything else was done with it.
  var isFinished = false

  /// Whether it has to be finished now, before anything else (R74).
  func isFinishedFirst(in style: HandlerStyle) -> Bool {
    style.finishing == .immediately && !isFinished && transaction.transactionIdentifier != nil
  }

  /// Whether hosted content is brought at once. A restore brings none: the library offers it, since all
  /// that an account owns may be more than a device wants.
  var wantsDownload: Bool {
    switch taker {
    case .payment: true
    case .restore: false
    case .batch: transaction.state == .purchased
    }
  }

  func result(_ details: PurchaseDetails) -> PurchaseResult {
    switch transaction.state {
    case .purchased, .restored:
      return error.map { .notDelivered(details, $0) } ?? .purchased(details)
    case .deferred:
      return .deferred(transaction)
    default:
      // A failure without a reason still is one (R49).
      let reason = transaction.error ?? StoreError(.unknown, .other)
      return reason.isCancellation ? .cancelled : .failed(reason)
    }
  }
}

/// Transactions that no call waits for, which arrived together and are told together (R43).
struct Batch: Sendable {
  let order: [TransactionID]
  var concluded: [TransactionID: PurchaseDetails] = [:]
}

struct Concluded: Sendable {
  let details: PurchaseDetails
  let error: StoreError?
}

/// A restore from its call to its answer.
struct RunningRestore: Sendable {
  enum End: Sendable {
    case finished
    case failed(StoreError)
  }

  let request: RequestID
  let atomically: Bool
  var order: [TransactionID] = []
  var concluded: [TransactionID: Concluded] = [:]
  /// Nil while it runs.
  var end: End?

  init(request: RequestID, atomically: Bool) {
    self.request = request
    self.atomically = atomically
  }

  /// Takes a restored transaction and answers whether to finish it; nil after the end (R65).
  mutating func collect(_ id: TransactionID) -> Bool? {
    guard end == nil else { return nil }
    order.append(id)
    return atomically
  }

  /// Everything collected, in order, and what went wrong (R60, R62).
  var result: RestoreResult {
    let items = order.compactMap { concluded[$0] }
    var failed = items.compactMap { item in
      item.error.map { RestoreResult.Failure(productID: item.details.productID, error: $0) }
    }
    if case .failed(let reason) = end { failed.append(RestoreResult.Failure(productID: nil, error: reason)) }
    return RestoreResult(restored: items.map(\.details), failed: failed)
  }
}

extension Download {
  /// Why a purchase did not arrive, when its download ended badly (R148).
  var purchaseError: StoreError? {
    switch state {
    case .failed: StoreError(.unknown, .downloadFailed, subject: failure ?? "")
    case .cancelled: StoreError(.unknown, .downloadCancelled)
    default: nil
    }
  }
}
