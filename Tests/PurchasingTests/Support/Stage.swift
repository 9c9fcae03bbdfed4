import Purchasing
import StoreModel
import StoreTesting

/// A queue on a fake store, with a recorder attached.
struct Stage {
  let clock = ManualClock()
  let held = Held()
  let store: FakeStore
  let queue: PaymentQueue
  let recorder: Recorder
  let receipts: ReceiptBook?

  init(
    _ customer: any PaymentSheetPresenter = Customer.agrees, downloads: (any DownloadService)? = nil,
    finishDelay: Duration = .zero, recorder: Recorder = Recorder(), receipts: ReceiptBook? = nil
  ) {
    self.receipts = receipts
    store = FakeStore(clock: clock, held: held)
    queue = PaymentQueue(
      store: store, presenter: customer, downloads: downloads, receipts: receipts,
      environment: clock.environment(), finishDelay: finishDelay)
    self.recorder = recorder
  }

  /// Attaches the recorder and waits until the launch was told.
  func launch() async throws {
    await queue.add(recorder)
    try await recorder.wait(for: "drained")
  }
}

extension Payment {
  static let coins = Payment(productID: SampleCatalog.coins)
  static let theme = Payment(productID: SampleCatalog.theme)
  static let atlas = Payment(productID: SampleCatalog.atlas)
  static let gold = Payment(productID: SampleCatalog.gold)
}

extension StoreError {
  static let offline = StoreError(.unknown, .networkOffline)
  static let ledger = StoreError(.unknown, .ledgerUnavailable, subject: "The disk is full.")
  static let unavailable = StoreError(.storeProductNotAvailable, .notSoldInStorefront, subject: "Japan")
}

/// Runs `body` with a handler that has been started on a stage, and stops both in the end.
func withHandler(
  _ stage: Stage = Stage(), content: (any HostedContentSource)? = nil,
  completed: Log<PurchaseDetails> = Log(), style: HandlerStyle = .standard,
  _ body: @escaping @Sendable (Stage, PurchaseHandler) async throws -> Void
) async throws {
  let handler = PurchaseHandler(
    queue: stage.queue, store: stage.store, content: content, receipts: stage.receipts, style: style)
  await handler.onCompleteTransactions { completed.append(contentsOf: $0) }
  await handler.start()
  let saw = { @Sendable in "\(completed.items)" }
  try await waiting(for: "the handler to answer", saw: saw) {
    try await body(stage, handler)
  }
  await handler.stop()
  await stage.queue.stop()
}
