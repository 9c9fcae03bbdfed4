import StoreModel
import StoreReceipts
import StoreTesting
import Testing

@testable import Purchasing

/// Rules R89, R115 to R118, R131, R132 and R151 to R155: asking for products.
@Suite(.timeLimit(.minutes(1)))
struct ProductRequestTests {
  private let held = Held()
  private let store: FakeStore
  private let requests: ProductRequests

  init() {
    store = FakeStore(held: held)
    requests = ProductRequests(store: store, executor: nil)
  }

  /// Returns when so many callers wait for an answer.
  private func callers(_ count: Int) async {
    while await requests.callerCount < count { await Task.yield() }
  }

  @Test func `R151, R131: callers who ask for the same products share one request and its answer`()
    async throws
  {
    await held.close(.products)
    async let first = requests.products(for: [SampleCatalog.coins, "nonsense"])
    async let second = requests.products(for: ["nonsense", SampleCatalog.coins])
    await callers(2)
    await held.open(.products)
    let answers = try await [first, second]
    #expect(answers[0] == answers[1])
    #expect(answers[0].products.map(\.id) == [SampleCatalog.coins])
    #expect(answers[0].invalidProductIDs == ["nonsense"])
    #expect(await store.log.count == 1)
  }

  @Test func `R152: nothing is cached: who asks later asks anew`() async throws {
    _ = try await requests.products(for: [SampleCatalog.coins])
    _ = try await requests.products(for: [SampleCatalog.coins])
    #expect(await store.count(of: "products coins") == 2)
  }

  @Test func `R153: requests for other products run beside each other`() async throws {
    await held.close(.products)
    async let coins = requests.products(for: [SampleCatalog.coins])
    async let theme = requests.products(for: [SampleCatalog.theme])
    try await held.arrivals.wait(for: "both requests") { $0.count == 2 }
    await held.open(.products)
    #expect(try await coins.products.map(\.id) == [SampleCatalog.coins])
    #expect(try await theme.products.map(\.id) == [SampleCatalog.theme])
  }

  @Test func `R154, R117: a failure is told once to each who shares, and the next request is a new one`()
    async throws
  {
    await store.fail(.products, .offline)
    await held.close(.products)
    let both = (1...2).map { _ in Task { try await requests.products(for: [SampleCatalog.coins]) } }
    await callers(2)
    await held.open(.products)
    for caller in both { await #expect(throws: StoreError.offline) { try await caller.value } }
    #expect(try await requests.products(for: [SampleCatalog.coins]).products.count == 1)
  }

  @Test func `R155: a caller that gives up takes nothing from those who share, and leaves nothing behind`()
    async throws
  {
    await held.close(.products)
    let quitter = Task { try await requests.products(for: [SampleCatalog.coins]) }
    async let other = requests.products(for: [SampleCatalog.coins])
    await callers(2)
    quitter.cancel()
    await held.open(.products)
    #expect(try await other.products.map(\.id) == [SampleCatalog.coins])
    _ = await quitter.result
    #expect(try await requests.products(for: [SampleCatalog.coins]).products.count == 1)
    #expect(await store.count(of: "products coins") == 2)
  }

  // MARK: - Through the handler

  @Test func `R89, R116: asked strictly, one unknown product withholds all and is named`() async throws {
    try await withHandler { _, handler in
      await #expect(throws: StoreError(.paymentInvalid, .unknownProduct, subject: "nonsense, other")) {
        try await handler.products(for: ["nonsense", SampleCatalog.coins, "other"], strictly: true)
      }
      let known = try await handler.products(for: [SampleCatalog.coins], strictly: true)
      let some = try await handler.products(for: ["nonsense", SampleCatalog.coins])
      #expect(known.products == some.products && some.products.count == 1)
    }
  }

  @Test func `R115, R132: a request for nothing fails at once, and the store is not asked`() async throws {
    try await withHandler { stage, handler in
      await #expect(throws: StoreError.self) { try await handler.products(for: []) }
      #expect(await !stage.store.log.contains { $0.hasPrefix("products") })
    }
  }

  @Test func `R118: a products request and a receipt that is asked for meanwhile each get their own answer`()
    async throws
  {
    let book = ReceiptBook(
      storage: ReceiptInMemory(), validator: NotedReceipts(), fallback: FallbackList { _ in true })
    try await withHandler(Stage(receipts: book)) { stage, handler in
      await stage.held.close(.products)
      await stage.store.fail(.refreshReceipt, .offline)
      async let products = handler.products(for: [SampleCatalog.coins])
      try await stage.held.arrivals.wait(for: "the request") { !$0.isEmpty }
      await #expect(throws: StoreError.offline) { try await handler.refreshReceipt() }
      await stage.held.open(.products)
      #expect(try await products.products.map(\.id) == [SampleCatalog.coins])
    }
  }
}
