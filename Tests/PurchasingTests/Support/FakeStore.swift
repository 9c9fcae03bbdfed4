import Foundation
import StoreCrypto
import StoreModel
import StoreTesting

/// A store that does what the test says, remembers what it was asked, and can be made to fail or to hold.
actor FakeStore: StoreService {
  /// What becomes of a payment at its review.
  enum Outcome: Sendable {
    /// A sheet; agreeing to it purchases.
    case sheet
    /// A sheet whose price changes while it is open, once (K17).
    case changingPrice
    case settled(TransactionState, StoreError? = nil)
  }

  enum Call: Hashable, Sendable {
    case begin, review, confirm, cancel, beginRestore, endRestore, relaunch, finish, recordDelivery, products
    case downloads, save, deleteDownload, issueReceipt, refreshReceipt, recordRejection
  }

  private(set) var log: [String] = []
  /// How many transactions each delivery or finish was asked for.
  private(set) var batches: [Int] = []
  private(set) var transactions: [TransactionID: Transaction] = [:]
  private(set) var delivered: Set<TransactionID> = []
  private(set) var kept: [ProductID: Download] = [:]
  private(set) var history: [Download] = []
  private var outcomes: [ProductID: [Outcome]] = [:]
  private var failures: [Call: [StoreError?]] = [:]
  private var owned: [ProductID] = []
  private var answersNothing = false
  private(set) var restoreRemainder = RestoreRemainder()
  private var lastID: Int64 = 0
  private let held: Held
  private let clock: ManualClock
  var paymentsAllowed = true
  private var stages: [StoreStage: [StagePass]] = [:]
  private var stageCount = 0
  private var stageWaiters: [Int: (Bool) -> Void] = [:]
  /// What has come to wait at a stage.
  nonisolated let waits = Log<StoreStage>()
  nonisolated let arrivals: AsyncStream<StoreArrival>
  private nonisolated let arrivalInput: AsyncStream<StoreArrival>.Continuation
  private var receipts = ReceiptCondition.normal

  init(clock: ManualClock = ManualClock(), held: Held = Held()) {
    self.clock = clock
    (arrivals, arrivalInput) = AsyncStream.makeStream()
    self.held = held
  }

  // MARK: - Scripting

  func script(_ product: ProductID, _ outcomes: Outcome...) {
    self.outcomes[product, default: []] += outcomes
  }
  /// The next calls of this kind throw these; nil lets one pass.
  func fail(_ call: Call, _ errors: StoreError?...) { failures[call, default: []] += errors }
  func own(_ products: ProductID...) { owned += products }
  func leaveOut(_ remainder: RestoreRemainder) { restoreRemainder = remainder }
  func answerProductsWithNothing() { answersNothing = true }
  func setReceipts(_ condition: ReceiptCondition) { receipts = condition }
  func setPaymentsAllowed(_ allowed: Bool) { paymentsAllowed = allowed }
  func put(_ download: Download) { kept[download.productID] = download }
  func setState(_ state: TransactionState, of id: TransactionID) -> Transaction? {
    guard let transaction = transactions[id] else { return nil }
    return settle(transaction, state, nil)
  }

  /// A transaction that an earlier run left.
  @discardableResult
  func leave(_ product: ProductID, _ state: TransactionState, error: StoreError? = nil) -> Transaction {
    let purchasing = make(Payment(productID: product))
    return state == .purchasing ? purchasing : settle(purchasing, state, error)
  }

  /// Another process buys while the next refresh is on its way.
  func sellElsewhere(_ product: ProductID) { soldElsewhere = product }
  private var soldElsewhere: ProductID?

  var unfinished: [Transaction] {
    transactions.values.filter { !$0.isFinished }.sorted { $0.id < $1.id }
  }

  func count(of entry: String) -> Int { log.count { $0 == entry } }

  // MARK: - StoreService

  func canMakePayments() -> Bool { paymentsAllowed }

  func products(for ids: [ProductID]) async throws(StoreError) -> ProductsResponse {
    try await enter(.products, "products \(ids.map(\.rawValue).joined(separator: " "))")
    if answersNothing { return ProductsResponse(products: [], invalidProductIDs: []) }
    let known = ids.compactMap { SampleCatalog.catalog.product($0) }
    return ProductsResponse(
      products: known, invalidProductIDs: ids.filter { SampleCatalog.catalog.product($0) == nil })
  }

  func begin(_ payment: Payment, from origin: PaymentOrigin) async throws(StoreError) -> Transaction {
    try await enter(.begin, "begin \(payment.productID)" + origin.words)
    return make(payment)
  }

  func review(_ id: TransactionID) async throws(StoreError) -> PaymentReview {
    try await enter(.review, "review \(id)")
    let transaction = try known(id)
    var script = outcomes[transaction.productID] ?? []
    let outcome = script.isEmpty ? .sheet : script.removeFirst()
    outcomes[transaction.productID] = script
    switch outcome {
    case .sheet: return .sheet(sheet(transaction, 1))
    case .changingPrice:
      outcomes[transaction.productID] = [.changingPrice]
      return .sheet(sheet(transaction, 1))
    case .settled(let state, let error): return .settled(settle(transaction, state, error))
    }
  }

  func confirm(_ id: TransactionID, price: Price) async throws(StoreError) -> PaymentReview {
    try await enter(.confirm, "confirm \(id) \(price.plainAmount)")
    let transaction = try known(id)
    if case .changingPrice = outcomes[transaction.productID]?.first {
      outcomes[transaction.productID] = []
      return .sheet(sheet(transaction, 2))
    }
    return .settled(settle(transaction, .purchased, nil))
  }

  func cancel(_ id: TransactionID) async throws(StoreError) -> Transaction {
    try await enter(.cancel, "cancel \(id)")
    return settle(try known(id), .failed, StoreError(.paymentCancelled, .cancelledAtSheet))
  }

  func beginRestore(applicationUsername: String, askToSignIn: @Sendable () async -> Void)
    async throws(StoreError) -> [Transaction]
  {
    try await enter(.beginRestore, "beginRestore")
    return owned.map { settle(make(Payment(productID: $0)), .restored, nil) }
  }

  func endRestore(count: Int, error: StoreError?) async throws(StoreError) {
    try await enter(.endRestore, error.map { "endRestore \(count) \($0.reason)" } ?? "endRestore \(count)")
  }

  func relaunch() async throws(StoreError) -> [Transaction] {
    try await enter(.relaunch, "relaunch")
    for transaction in unfinished where transaction.state == .purchasing {
      _ = settle(transaction, .failed, StoreError(.paymentCancelled, .closedBeforeConfirmation))
    }
    return unfinished
  }

  func finish(_ ids: [TransactionID], command: Command?) async throws(StoreError) -> [Transaction] {
    batches.append(ids.count)
    for id in ids { try await enter(.finish, "finish \(id)") }
    for transaction in ids.compactMap({ transactions[$0] })
    where transaction.state == .purchasing || transaction.state == .deferred {
      throw StoreError(.clientInvalid, .notFinishable, subject: transaction.id.description)
    }
    return ids.compactMap { id in
      guard let transaction = transactions[id], !transaction.isFinished else { return nil }
      transactions[id]?.isFinished = true
      return transactions[id]
    }
  }

  func recordDelivery(of ids: [TransactionID]) async throws(StoreError) -> Set<TransactionID> {
    batches.append(ids.count)
    for id in ids { try await enter(.recordDelivery, "deliver \(id)") }
    return Set(ids.filter { delivered.insert($0).inserted })
  }

  func downloads() async throws(StoreError) -> [Download] {
    try await enter(.downloads, "downloads")
    return kept.values.sorted { $0.productID < $1.productID }
  }

  func save(_ download: Download, command: Command?) async throws(StoreError) {
    try await enter(.save, "save \(download.productID) \(download.state)")
    kept[download.productID] = download
    history.append(download)
  }

  func deleteDownload(of product: ProductID, command: Command?) async throws(StoreError) {
    try await enter(.deleteDownload, "deleteDownload \(product)")
    kept[product] = nil
  }

  func issueReceipt(unless held: [UInt8]?) async throws(StoreError) -> [UInt8]? {
    if let held, held == receipt { return nil }
    try await enter(.issueReceipt, "issueReceipt")
    return receipts == .normal || receipts == .late && held != nil ? receipt : nil
  }

  func refreshReceipt(command: Command?) async throws(StoreError) -> [UInt8]? {
    try await enter(.refreshReceipt, "refreshReceipt")
    if case .waits(let ticket) = arrive(StageItem(), at: .receipt), await wait(for: ticket) == .drop {
      throw StoreError(.clientInvalid, .notRunning)
    }
    let answer = receipt
    if let product = soldElsewhere { leave(product, .purchased) }
    soldElsewhere = nil
    return receipts == .missing ? nil : answer
  }

  func recordRejection(of ids: [TransactionID], reason: StoreError) async throws(StoreError) {
    try await enter(.recordRejection, "reject \(reason.reason)")
  }

  // MARK: - Workings

  /// As `NotedReceipts` reads it: the ids of what was purchased or restored.
  private var receipt: [UInt8] {
    let held = transactions.values.filter { $0.transactionIdentifier != nil }.map(\.id).sorted()
    return Array(held.map(\.description).joined(separator: " ").utf8)
  }

  private func enter(_ call: Call, _ entry: String) async throws(StoreError) {
    await held.pass(call)
    log.append(entry)
    guard var errors = failures[call], !errors.isEmpty else { return }
    let error = errors.removeFirst()
    failures[call] = errors
    if let error { throw error }
  }

  private func known(_ id: TransactionID) throws(StoreError) -> Transaction {
    guard let transaction = transactions[id] else {
      throw StoreError(.clientInvalid, .unknownTransaction, subject: id.description)
    }
    return transaction
  }

  private func make(_ payment: Payment) -> Transaction {
    lastID += 1
    let transaction = Transaction(
      id: TransactionID(rawValue: lastID), payment: payment,
      productType: SampleCatalog.catalog.product(payment.productID)?.type ?? .consumable, storefront: "USA",
      state: .purchasing, createdAt: clock.now)
    transactions[transaction.id] = transaction
    return transaction
  }

  private func settle(_ transaction: Transaction, _ state: TransactionState, _ error: StoreError?)
    -> Transaction
  {
    var settled = transaction
    settled.state = state
    settled.error = error
    settled.date = state == .purchased || state == .restored ? clock.now : nil
    if state == .restored {
      settled.original = Transaction.Original(
        id: TransactionID(rawValue: 1000), date: clock.now.advanced(byMilliseconds: -86_400_000),
        productID: transaction.productID)
    }
    transactions[settled.id] = settled
    return settled
  }

  private func sheet(_ transaction: Transaction, _ amount: Int) -> PaymentSheet {
    let product =
      SampleCatalog.catalog.product(transaction.productID)
      ?? Product(id: transaction.productID, type: .consumable, referenceName: "Unknown")
    return PaymentSheet(
      transaction: transaction, product: product, price: Price(amount: Decimal(amount), currency: "USD"),
      offer: nil)
  }
}

/// Calls that wait until the test lets them go.
actor Held {
  private var gates: [FakeStore.Call: [CheckedContinuation<Void, Never>]] = [:]
  private var closed: Set<FakeStore.Call> = []
  let arrivals = Log<FakeStore.Call>()

  func close(_ call: FakeStore.Call) { closed.insert(call) }

  func open(_ call: FakeStore.Call) {
    closed.remove(call)
    for waiter in gates.removeValue(forKey: call) ?? [] { waiter.resume() }
  }

  func pass(_ call: FakeStore.Call) async {
    guard closed.contains(call) else { return }
    arrivals.append(call)
    await withCheckedContinuation { gates[call, default: []].append($0) }
  }
}

// MARK: - Stages

extension FakeStore {
  /// What becomes of the next items that come to a stage; when it is used up they pass.
  func set(_ stage: StoreStage, _ passes: StageOutcome...) {
    stages[stage, default: []] += passes.map { .through($0) }
  }

  /// Holds the next item that comes to a stage; it comes out so once it is released.
  func hold(_ stage: StoreStage, then outcome: StageOutcome = .pass) {
    let ticket = StageTicket(
      number: stageCount, stage: stage, item: StageItem(), delay: .zero, isHeld: true, outcome: outcome)
    stageCount += 1
    stages[stage, default: []].append(.waits(ticket))
  }

  /// Lets go what is held, in the order in which it came.
  func release() {
    let waiting = stageWaiters.sorted { $0.key < $1.key }
    stageWaiters = [:]
    for waiter in waiting { waiter.value(true) }
  }

  var heldCount: Int { stageWaiters.count }

  var isSignedIn: Bool { true }

  func isObstructed(at stage: StoreStage) -> Bool { stages[stage] != nil }

  func arrive(_ item: StageItem, at stage: StoreStage) -> StagePass {
    guard let passes = stages[stage], let first = passes.first else { return .through(.pass) }
    stages[stage] = Array(passes.dropFirst())
    return first
  }

  func wait(for ticket: StageTicket) async -> StageOutcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        stageWaiters[ticket.number] = { continuation.resume(returning: $0 ? ticket.outcome : .drop) }
        waits.append(ticket.stage)
      }
    } onCancel: {
      Task { await self.abandon(ticket.number) }
    }
  }

  private func abandon(_ number: Int) { stageWaiters.removeValue(forKey: number)?(false) }

  func refuse(_ id: TransactionID, _ error: StoreError) async throws(StoreError) -> Transaction {
    log.append("refuse \(id) \(error.reason)")
    guard let transaction = transactions[id] else {
      throw StoreError(.clientInvalid, .unknownTransaction, subject: id.description)
    }
    return settle(transaction, .failed, error)
  }

  /// Sends the app something that it did not ask for.
  nonisolated func send(_ arrival: StoreArrival) { arrivalInput.yield(arrival) }
}

extension PaymentOrigin {
  fileprivate var words: String {
    switch self {
    case .app: ""
    case .lookedUp: " looked up"
    case .intent(let entry): " intent \(entry)"
    }
  }
}
