import Purchasing
import StoreModel

/// The handler's decisions on their own: inputs in, actions out, in words where that reads better.
struct HandlerStage {
  var state: HandlerState
  private var lastRequest = 0

  init(completes: Bool? = true, validatesReceipts: Bool = false, style: HandlerStyle = .standard) {
    state = HandlerState(style: style, validatesReceipts: validatesReceipts)
    if let completes { _ = state.handle(.completeTransactions(atomically: completes)) }
  }

  /// A call to `purchase`, whose payment the queue took in as transaction `id`.
  @discardableResult
  mutating func buy(_ id: TransactionID, _ payment: Payment = .coins, atomically: Bool = true) -> RequestID {
    lastRequest += 1
    let request = RequestID(rawValue: lastRequest)
    _ = state.handle(.purchase(request, payment, product: nil, atomically: atomically))
    _ = state.handle(.update(.updatedTransactions([.make(id, .purchasing, payment)])))
    return request
  }

  @discardableResult
  mutating func restore(atomically: Bool = true) -> RequestID {
    lastRequest += 1
    let request = RequestID(rawValue: lastRequest)
    _ = state.handle(.restore(request, atomically: atomically))
    return request
  }

  mutating func update(_ transactions: Transaction...) -> [HandlerAction] {
    state.handle(.update(.updatedTransactions(transactions)))
  }

  /// Carries all actions out with success, and answers them all in the order in which they were done.
  mutating func run(_ actions: [HandlerAction], hosted: Set<ProductID> = []) -> [HandlerAction] {
    var done: [HandlerAction] = []
    var next = actions
    while !next.isEmpty {
      let action = next.removeFirst()
      done.append(action)
      switch action {
      case .deliver(let transaction):
        next += state.handle(
          .delivered(transaction.id, hasHostedContent: hosted.contains(transaction.productID)))
      case .finish(let id): next += state.handle(.finished(id))
      case .validateReceipt(let ids): next += state.handle(.receiptValidated(ids))
      case .refreshReceipt(let ids): next += state.handle(.receiptRefreshed(ids))
      default: break
      }
    }
    return done
  }

  mutating func updateAndRun(_ transactions: Transaction...) -> [HandlerAction] {
    run(state.handle(.update(.updatedTransactions(transactions))))
  }
}

extension Transaction {
  static func make(
    _ id: TransactionID, _ state: TransactionState, _ payment: Payment = .coins, error: StoreError? = nil,
    original: Original? = nil
  ) -> Transaction {
    let date = Timestamp(milliseconds: 1_796_040_000_000)
    return Transaction(
      id: id, payment: payment, productType: .consumable, storefront: "USA", state: state, createdAt: date,
      date: state == .purchased || state == .restored ? date : nil, original: original, error: error)
  }
}

extension HandlerAction {
  /// The action in words, such as `finish 1` or `answer 1 purchased 1`.
  var words: String {
    switch self {
    case .addPayment(let request, let payment): "add \(request.rawValue) \(payment.productID)"
    case .startRestore: "startRestore"
    case .validateReceipt(let ids): "validate \(ids)"
    case .refreshReceipt(let ids): "refresh \(ids)"
    case .reportRejection(let ids, let error): "report \(ids) \(error.reason)"
    case .deliver(let transaction): "deliver \(transaction.id)"
    case .startDownload(let transaction): "download \(transaction.id)"
    case .finish(let id): "finish \(id)"
    case .answerPurchase(let request, let result): "answer \(request.rawValue) \(result.words)"
    case .answerRestore(let request, let result):
      "restored \(request.rawValue) \(result.restored.map(\.words)) \(result.failed.map { "\($0.error.reason)" })"
    case .completeTransactions(let details): "complete \(details.map(\.words))"
    }
  }
}

extension PurchaseResult {
  var words: String {
    switch self {
    case .purchased(let details): "purchased \(details.words)"
    case .notDelivered(let details, let error): "notDelivered \(details.words) \(error.reason)"
    case .cancelled: "cancelled"
    case .failed(let error): "failed \(error.reason)"
    case .deferred(let transaction): "deferred \(transaction.id)"
    }
  }
}

extension PurchaseDetails {
  var words: String { "\(transaction.id)\(needsFinish ? " needsFinish" : "")" }
}

extension [HandlerAction] {
  var words: [String] { map(\.words) }
}
