import StoreModel
import StoreReceipts
import StoreTesting
import Testing

@testable import Purchasing

/// Rules R96 to R103 and R199: what the store sends to an app that did not ask.
@Suite(.timeLimit(.minutes(1)))
struct ArrivalTests {
  /// An observer that answers every question about a payment from the App Store's page alike.
  private final class Asked: PaymentQueueObserver {
    let payments = Log<Payment>()
    let updates = Log<QueueUpdate>()
    private let answer: Bool

    init(_ answer: Bool) { self.answer = answer }

    func paymentQueue(_ queue: PaymentQueue, didReceive update: QueueUpdate) async { updates.append(update) }
    func paymentQueue(_ queue: PaymentQueue, shouldAddStorePayment payment: Payment) async -> Bool {
      payments.append(payment)
      return answer
    }
  }

  private let intent = EventID(rawValue: 7)

  @Test func `R96: where nobody decides, the App Store's payment is not added`() async throws {
    let stage = Stage()
    try await stage.launch()
    stage.store.send(.intent(.coins, intent))
    stage.store.send(.revoked([SampleCatalog.theme]))
    try await stage.recorder.wait(for: "revoked theme")
    #expect(await stage.queue.transactions.isEmpty)
    await stage.queue.stop()

    let revoked = Log<ProductID>()
    try await withHandler { stage, handler in
      await handler.onRevokedEntitlements { revoked.append(contentsOf: $0) }
      stage.store.send(.intent(.coins, EventID(rawValue: 7)))
      stage.store.send(.revoked([SampleCatalog.theme]))
      try await revoked.wait(for: "the revocation") { $0 == [SampleCatalog.theme] }
      #expect(await stage.store.count(of: "begin coins intent 7") == 0)
    }
  }

  @Test(arguments: [true, false])
  func `R97, R98: the app's answer is what counts: the store itself adds the payment, or nothing is queued`(
    answer: Bool
  ) async throws {
    let stage = Stage()
    let app = Asked(answer)
    await stage.queue.add(app)
    stage.store.send(.intent(.coins, intent))
    stage.store.send(.revoked([SampleCatalog.theme]))
    try await app.updates.wait(for: "the revocation") {
      $0.contains(.revokedEntitlements([SampleCatalog.theme]))
    }
    #expect(app.payments.items == [.coins])
    #expect(await stage.store.count(of: "begin coins intent 7") == (answer ? 1 : 0))
    await stage.queue.stop()
  }

  @Test func `R98: after a no, the app may add that same payment later`() async throws {
    let asked = Log<Payment>()
    try await withHandler { stage, handler in
      await handler.onStorePayment { payment in
        asked.append(payment)
        return false
      }
      stage.store.send(.intent(Payment(productID: SampleCatalog.coins, quantity: 3), EventID(rawValue: 7)))
      let payment = try #require(try await asked.wait(for: "the question") { !$0.isEmpty }.first)
      guard case .purchased(let details) = await handler.purchase(payment) else {
        return #expect(Bool(false))
      }
      #expect(details.quantity == 3)
      #expect(await stage.store.log.filter { $0.hasPrefix("begin") } == ["begin coins"])
    }
  }

  @Test func `R99: what is bought on the App Store's page is told as a transaction that no call waits for`()
    async throws
  {
    let completed = Log<PurchaseDetails>()
    try await withHandler(completed: completed) { stage, handler in
      await handler.onStorePayment { _ in true }
      stage.store.send(.intent(.coins, EventID(rawValue: 7)))
      try await completed.wait(for: "the purchase") { $0.map(\.transaction.id) == [1] }
      #expect(await stage.store.delivered == [1])
      #expect(await stage.store.unfinished.isEmpty)
    }
  }

  @Test func `R103: the question waits for the first observer after a cold start, and is asked once`()
    async throws
  {
    let stage = Stage()
    stage.store.send(.intent(.coins, intent))
    try await stage.queue.launch()
    let (first, second) = (Asked(false), Asked(false))
    await stage.queue.add(first)
    try await first.payments.wait(for: "the question") { !$0.isEmpty }
    await stage.queue.add(second)
    stage.store.send(.revoked([SampleCatalog.theme]))
    try await second.updates.wait(for: "the revocation") {
      $0 == [.revokedEntitlements([SampleCatalog.theme])]
    }
    #expect(first.payments.items == [.coins] && second.payments.items.isEmpty)
    await stage.queue.stop()
  }

  @Test func `R199: a revocation tells its products once, and needs no transaction`() async throws {
    let stage = Stage()
    try await stage.launch()
    stage.store.send(.revoked([SampleCatalog.theme, SampleCatalog.atlas]))
    await stage.store.leave(SampleCatalog.coins, .purchased)
    stage.store.send(.transactions(await stage.store.unfinished))
    #expect(
      try await stage.recorder.wait(for: "purchased 1")
        == ["drained", "revoked theme", "revoked atlas", "purchased 1"])
    await stage.queue.stop()
  }

  @Test func `R114: a revocation and a new storefront take nothing by themselves: the receipt decides`() {
    var plain = HandlerStage()
    #expect(plain.state.handle(.update(.revokedEntitlements([SampleCatalog.theme]))) == [])
    #expect(plain.state.handle(.update(.storefrontChanged("DEU"))) == [])
    var validating = HandlerStage(validatesReceipts: true)
    #expect(
      validating.state.handle(.update(.revokedEntitlements([SampleCatalog.theme]))).words == ["validate []"])
  }

  @Test func `what is taken out of the store's books leaves the queue, and is told`() async throws {
    let stage = Stage()
    await stage.store.leave(SampleCatalog.coins, .purchased)
    try await stage.launch()
    stage.store.send(.withdrawn([1, 2]))
    try await stage.recorder.wait(for: "removed 1")
    #expect(await stage.queue.transactions.isEmpty)
    await stage.queue.stop()
  }
}
