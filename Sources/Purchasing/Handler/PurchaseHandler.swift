import StoreModel

/// The app's side of purchasing: it buys and restores for callers, delivers, downloads and finishes.
///
/// `HandlerState` decides; this actor acts, one action after the other in the order decided; deliveries
/// that come together are one commit, and so are their finishes. It can be used from any task. Everything that fails on the way leaves the transaction unfinished, so that it
/// comes back at the next launch.
public actor PurchaseHandler {
  let queue: PaymentQueue
  let store: any StoreService
  let content: (any HostedContentSource)?
  let receipts: ReceiptBook?
  private let requests: ProductRequests
  let now: @Sendable () -> Timestamp
  public nonisolated let style: HandlerStyle
  let executor: (any TaskExecutor)?

  private(set) var state: HandlerState
  var inbox = FirstInFirstOut<HandlerInput>()
  var worker: Task<Void, Never>?
  private(set) var isRunning = false
  private var requestCount = 0
  var purchases: [RequestID: CheckedContinuation<PurchaseResult, Never>] = [:]
  var restores: [RequestID: CheckedContinuation<RestoreResult, Never>] = [:]
  var roundsWorked = 0
  var idleWaiters: [CheckedContinuation<Void, Never>] = []
  var onComplete: (@Sendable ([PurchaseDetails]) -> Void)?
  private var onCall: [@Sendable (PurchaseCall) -> Void] = []
  private var onDownloads: (@Sendable ([Download]) -> Void)?
  private var onRevoked: (@Sendable ([ProductID]) -> Void)?
  private var onStorePayment: (@Sendable (Payment) async -> Bool)?
  /// What is held at a stage, and what has passed one and goes on.
  var held: [TransactionID: Task<Void, Never>] = [:]
  var passed: Set<TransactionID> = []
  /// What takes its time beside everything else, and for which transactions it is asked.
  var asides: [Int: (ids: [TransactionID], lane: Task<Void, Never>)] = [:]
  var asideCount = 0

  /// Without `content` no product is looked up for hosted content, and nothing is downloaded (R146).
  /// Without `receipts` none is looked at. Its tasks run where `environment` says. Several handlers may observe one
  /// queue: a product that two of them take is dealt with by both (R81), which does no harm (R82).
  public init(
    queue: PaymentQueue, store: any StoreService, content: (any HostedContentSource)?,
    receipts: ReceiptBook? = nil, style: HandlerStyle = .standard, environment: StoreEnvironment = .live()
  ) {
    self.style = style
    executor = environment.executor
    requests = ProductRequests(store: store, executor: environment.executor)
    now = environment.now
    state = HandlerState(style: style, validatesReceipts: receipts != nil)
    self.receipts = receipts
    self.queue = queue
    self.store = store
    self.content = content
  }

  // MARK: - Starting and stopping

  /// Begins to observe the queue; what earlier runs left unfinished comes at once. Call
  /// `onCompleteTransactions` before.
  public func start() async {
    guard !isRunning else { return }
    isRunning = true
    await queue.add(self)
  }

  /// Starts several on one queue, so that each hears what earlier runs left.
  static func start(_ handlers: [PurchaseHandler], on queue: PaymentQueue) async {
    for handler in handlers { await handler.run() }
    await queue.add(handlers)
  }

  private func run() { isRunning = true }

  /// Stops observing and answers every call that still waits; what is not finished comes back at the
  /// next launch.
  public func stop() async {
    guard isRunning else { return }
    isRunning = false
    await queue.remove(self)
    inbox = FirstInFirstOut()
    let lanes = held.values.map { $0 } + asides.values.map(\.lane)
    for lane in lanes { lane.cancel() }
    await worker?.value
    for lane in lanes { await lane.value }
    held = [:]
    asides = [:]
    inbox = FirstInFirstOut()
    for action in state.handle(.stop) { await perform(action) }
    noteRound()
  }

  // MARK: - Transactions that no call waits for

  /// Says who is told of transactions that no call waits for: those of earlier runs, deferred ones that
  /// were decided, restored ones that came late.
  ///
  /// It is called once for each batch, in batch order, after all of it was finished, and never with an
  /// empty list (R43, R71). Not atomically, purchased and restored ones are left for the app to finish
  /// (R69); left out, the handler's style says. The first registration stays: another one is ignored and answers
  /// false (R42).
  @discardableResult
  public func onCompleteTransactions(
    atomically: Bool? = nil, _ callback: @escaping @Sendable ([PurchaseDetails]) -> Void
  ) -> Bool {
    guard onComplete == nil else { return false }
    onComplete = callback
    _ = state.handle(.completeTransactions(atomically: atomically ?? isAtomic))
    return true
  }

  /// Says who is told of every change of a download (R149); the latest one asked stays.
  public func onUpdatedDownloads(_ callback: @escaping @Sendable ([Download]) -> Void) {
    onDownloads = callback
  }

  /// Says who is told, once each time, which products the store took back (R199); the latest one asked stays.
  public func onRevokedEntitlements(_ callback: @escaping @Sendable ([ProductID]) -> Void) {
    onRevoked = callback
  }

  /// Says who decides on payments that the customer began on the App Store's page (R97). The latest one asked stays
  /// (R80); without one the answer is no (R96). What comes of a payment that was added is told as a transaction that no
  /// call waits for.
  public func onStorePayment(_ decide: @escaping @Sendable (Payment) async -> Bool) {
    onStorePayment = decide
  }

  private nonisolated var isAtomic: Bool { style.finishing != .manual }

  /// Adds somebody who is told of everything that passes between the queue and this handler, as it happens.
  package func onCall(_ callback: @escaping @Sendable (PurchaseCall) -> Void) { onCall.append(callback) }

  private func tell(_ call: PurchaseCall) { for callback in onCall { callback(call) } }

  // MARK: - Products

  /// Asks the store for products. Callers who ask for the same ones at the same time share one request (R151), and
  /// nothing is kept of it (R152).
  ///
  /// With `strictly`, one product that the store does not sell withholds all of them: throws `unknownProduct` that
  /// lists those (R89). Throws without asking when no product is named (R115, R132), and what the store throws.
  public func products(for ids: [ProductID], strictly: Bool = false) async throws(StoreError)
    -> ProductsResponse
  {
    guard !ids.isEmpty else {
      throw StoreError(.clientInvalid, .other, subject: "Name the products to ask for.")
    }
    let answer = try await requests.products(for: ids)
    guard strictly, !answer.invalidProductIDs.isEmpty else { return answer }
    let names = answer.invalidProductIDs.map(\.rawValue).joined(separator: ", ")
    throw StoreError(.paymentInvalid, .unknownProduct, subject: names)
  }

  // MARK: - Buying

  /// Buys, and answers exactly once: when the purchase has been delivered, downloaded and finished, or
  /// why not.
  ///
  /// Not atomically, the transaction is left for the app to `finish` (R47); left out, the handler's style says. The purchase goes on when
  /// the calling task is cancelled. Before `start` and `onCompleteTransactions` it fails with
  /// `notRunning` and nothing is queued (R41).
  public func purchase(_ payment: Payment, product: Product? = nil, atomically: Bool? = nil) async
    -> PurchaseResult
  {
    guard isRunning, state.isRegistered else { return .failed(StoreError(.clientInvalid, .notRunning)) }
    let request = nextRequest()
    return await withCheckedContinuation { continuation in
      purchases[request] = continuation
      accept(.purchase(request, payment, product: product, atomically: atomically ?? isAtomic))
    }
  }

  /// Looks the product up, then buys it (R54).
  ///
  /// An unknown product fails with `paymentInvalid` and its name, and nothing is queued.
  public func purchase(
    _ productID: ProductID, quantity: Int = 1, applicationUsername: String = "", atomically: Bool? = nil
  ) async -> PurchaseResult {
    guard style.concerns(productID) else { return .failed(HandlerStyle.refusal(of: productID)) }
    do throws(StoreError) {
      let answer = try await requests.products(for: [productID])
      if let product = answer.products.first(where: { $0.id == productID }) {
        let payment = Payment(
          productID: productID, quantity: quantity, applicationUsername: applicationUsername)
        return await purchase(payment, product: product, atomically: atomically)
      }
      guard answer.invalidProductIDs.contains(productID) else { return .failed(StoreError(.unknown, .other)) }
      return .failed(StoreError(.paymentInvalid, .unknownProduct, subject: productID.rawValue))
    } catch {
      return .failed(error)
    }
  }

  // MARK: - Restoring and finishing

  /// Restores what the account owns and answers once, when all of it was dealt with (R60).
  ///
  /// While another restore runs the answer is `restoreInProgress`, at once (R59).
  public func restore(atomically: Bool? = nil) async -> RestoreResult {
    guard isRunning, state.isRegistered else {
      let error = StoreError(.clientInvalid, .notRunning)
      return RestoreResult(restored: [], failed: [.init(productID: nil, error: error)])
    }
    let request = nextRequest()
    return await withCheckedContinuation { continuation in
      restores[request] = continuation
      accept(.restore(request, atomically: atomically ?? isAtomic))
    }
  }

  /// Finishes what was left to the app. What is unknown or finished already is ignored (R58).
  public func finish(_ details: PurchaseDetails) async throws(StoreError) {
    try await queue.finish(details.transaction.id)
  }

  // MARK: - Acting

  private func nextRequest() -> RequestID {
    requestCount += 1
    return RequestID(rawValue: requestCount)
  }

  func accept(_ input: HandlerInput) {
    inbox.append(input)
    startWork()
  }

  func startWork() {
    guard worker == nil, isRunning, !inbox.isEmpty else { return }
    worker = Task(executorPreference: executor) { await self.work() }
  }

  private func work() async {
    while !inbox.isEmpty {
      // Everything that has come is decided first, so that what belongs together is done together.
      var actions: [HandlerAction] = []
      while let input = inbox.popFirst() { actions += state.handle(input) }
      for step in HandlerStep.steps(of: actions) {
        guard let step = await passing(step) else { continue }
        for action in step.actions { tell(.handler(action)) }
        await perform(step)
      }
    }
    worker = nil
    noteRound()
  }
}

// MARK: - PaymentQueueObserver

extension PurchaseHandler: PaymentQueueObserver {
  /// Returns when what came has been dealt with, but for content that is being downloaded: as an app that
  /// does its work in the callback. So the journal's order does not depend on who is quicker.
  public func paymentQueue(_ queue: PaymentQueue, didReceive update: QueueUpdate) async {
    tell(.callback(update))
    if case .updatedDownloads(let downloads) = update { onDownloads?(downloads) }
    if case .revokedEntitlements(let products) = update { onRevoked?(products) }
    accept(.update(update))
    await worker?.value
  }

  public func paymentQueue(_ queue: PaymentQueue, shouldAddStorePayment payment: Payment) async -> Bool {
    guard style.concerns(payment.productID) else { return false }
    return await onStorePayment?(payment) ?? false
  }
}
