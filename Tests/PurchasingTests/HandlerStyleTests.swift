import StoreModel
import StoreReceipts
import StoreTesting
import Testing

@testable import Purchasing

/// Rules R72 to R82 and R137: handlers with product filters, and the ways to finish.
@Suite(.timeLimit(.minutes(1)))
struct HandlerStyleTests {
  private static let themes = HandlerStyle(products: [SampleCatalog.theme])
  private static let manual = HandlerStyle(finishing: .manual)
  private static let immediately = HandlerStyle(finishing: .immediately)

  @Test func `R72: a transaction outside the filter is not touched: no finish, no answer, no fallback`() {
    var stage = HandlerStage(style: Self.themes)
    stage.restore()
    let actions = stage.update(
      .make(1, .purchased), .make(2, .failed, error: .offline), .make(3, .restored), .make(4, .deferred),
      .make(5, .purchased, .theme))
    #expect(stage.run(actions).words == ["deliver 5", "finish 5", #"complete ["5"]"#])
    #expect(stage.state.handle(.update(.restoreFinished)).words == ["restored 1 [] []"])
  }

  @Test func `R73: buying outside the filter fails at once, names the product, and queues nothing`()
    async throws
  {
    try await withHandler(style: Self.themes) { stage, handler in
      for answer in [await handler.purchase(.coins), await handler.purchase(SampleCatalog.coins)] {
        guard case .failed(let error) = answer else { return #expect(Bool(false)) }
        #expect(error.code == .paymentInvalid)
        #expect(error.errorDescription == "This handler does not sell 'coins'.")
      }
      #expect(await stage.store.log == ["relaunch"])
      guard case .purchased = await handler.purchase(.theme) else { return #expect(Bool(false)) }
    }
  }

  @Test func `R74: immediately, it is finished before anything else is done; manually, the app finishes`() {
    var stage = HandlerStage(style: Self.immediately)
    stage.buy(1)
    #expect(
      stage.updateAndRun(.make(1, .purchased)).words == ["finish 1", "deliver 1", "answer 1 purchased 1"])
    #expect(
      stage.updateAndRun(.make(2, .restored)).words == ["finish 2", "deliver 2", #"complete ["2"]"#])
    var validating = HandlerStage(validatesReceipts: true, style: Self.immediately)
    validating.buy(1)
    #expect(
      validating.updateAndRun(.make(1, .purchased)).words == [
        "finish 1", "validate [1]", "deliver 1", "answer 1 purchased 1",
      ])
    var manual = HandlerStage(completes: false, style: Self.manual)
    #expect(manual.updateAndRun(.make(1, .purchased)).words == ["deliver 1", #"complete ["1 needsFinish"]"#])
  }

  @Test func `R74: what was finished immediately and then not delivered is told so, and needs no finish`() {
    var stage = HandlerStage(validatesReceipts: true, style: Self.immediately)
    stage.buy(1)
    #expect(stage.update(.make(1, .purchased)).words == ["finish 1"])
    #expect(stage.state.handle(.finished(1)).words == ["validate [1]"])
    #expect(
      stage.state.handle(.receiptRejected([1], .forged)).words == [
        "report [1] receiptInvalid", "answer 1 notDelivered 1 receiptInvalid",
      ])
    stage.buy(2)
    #expect(stage.update(.make(2, .purchased)).words == ["finish 2"])
    #expect(
      stage.state.handle(.finishFailed(2, .ledger)).words == [
        "answer 2 notDelivered 2 needsFinish ledgerUnavailable"
      ])
  }

  @Test(arguments: HandlerStyle.Finishing.allCases)
  func `R75: failed is always finished, deferred never, and purchasing leaves its payment waiting`(
    finishing: HandlerStyle.Finishing
  ) {
    var stage = HandlerStage(completes: finishing != .manual, style: HandlerStyle(finishing: finishing))
    #expect(
      stage.updateAndRun(.make(1, .failed, error: .offline)).words == ["finish 1", #"complete ["1"]"#])
    #expect(stage.updateAndRun(.make(2, .deferred)).words == [#"complete ["2"]"#])
    stage.buy(3)
    #expect(stage.update(.make(3, .purchasing)) == [])
    #expect(
      stage.updateAndRun(.make(3, .failed, error: .offline)).words.last == "answer 1 failed networkOffline")
  }

  @Test(arguments: HandlerStyle.Finishing.allCases)
  func `R77: what no call waits for goes to the fallback; without one it stays, whatever the style`(
    finishing: HandlerStyle.Finishing
  ) {
    let style = HandlerStyle(finishing: finishing)
    var without = HandlerStage(completes: nil, style: style)
    #expect(without.update(.make(1, .purchased), .make(2, .failed, error: .offline)) == [])
    var with = HandlerStage(completes: finishing != .manual, style: style)
    #expect(with.updateAndRun(.make(1, .purchased)).words.last?.hasPrefix("complete") == true)
  }

  @Test func `R79: payments are answered in the order in which they were registered`() {
    var stage = HandlerStage()
    for number in 1...3 {
      _ = stage.state.handle(
        .purchase(RequestID(rawValue: number), .coins, product: nil, atomically: true))
    }
    _ = stage.update(.make(1, .purchasing), .make(2, .purchasing), .make(3, .purchasing))
    let answers = stage.updateAndRun(.make(3, .purchased), .make(1, .purchased), .make(2, .purchased))
      .filter { if case .answerPurchase = $0 { true } else { false } }
    #expect(
      answers.words == ["answer 3 purchased 3", "answer 1 purchased 1", "answer 2 purchased 2"])
  }

  @Test func `R80: the app that decides on the App Store's payments can be replaced, the fallback cannot`()
    async throws
  {
    let (first, second) = (Log<PurchaseDetails>(), Log<PurchaseDetails>())
    try await withHandler(completed: first) { stage, handler in
      await handler.onStorePayment { _ in false }
      await handler.onStorePayment { _ in true }
      #expect(await !handler.onCompleteTransactions { second.append(contentsOf: $0) })
      stage.store.send(.intent(.coins, EventID(rawValue: 7)))
      try await first.wait(for: "the purchase") { $0.count == 1 }
      #expect(second.items.isEmpty)
    }
  }

  // MARK: - Two handlers

  /// Runs two handlers on one queue, and gives both, and what their fallbacks were told.
  private func withTwo(
    _ first: HandlerStyle, _ second: HandlerStyle,
    _ body: @escaping @Sendable (Stage, PurchaseHandler, [Log<PurchaseDetails>]) async throws -> Void
  ) async throws {
    let stage = Stage()
    let handlers = [first, second].map {
      PurchaseHandler(queue: stage.queue, store: stage.store, content: nil, style: $0)
    }
    let told = [Log<PurchaseDetails>(), Log<PurchaseDetails>()]
    for (handler, log) in zip(handlers, told) {
      await handler.onCompleteTransactions { log.append(contentsOf: $0) }
    }
    await PurchaseHandler.start(handlers, on: stage.queue)
    try await waiting(for: "the handlers") { try await body(stage, handlers[0], told) }
    for handler in handlers { await handler.stop() }
    await stage.queue.stop()
  }

  @Test func `R81: of two handlers without a filter, the other one is told as the fallback; given once`()
    async throws
  {
    try await withTwo(.standard, .standard) { stage, handler, told in
      guard case .purchased = await handler.purchase(.coins) else { return #expect(Bool(false)) }
      try await told[1].wait(for: "the other") { $0.map(\.transaction.id) == [1] }
      #expect(told[0].items.isEmpty)
      #expect(await stage.store.delivered == [1])
    }
  }

  @Test func `R81: with filters that share nothing, each product is dealt with once`() async throws {
    let coins = HandlerStyle(products: [SampleCatalog.coins])
    try await withTwo(coins, Self.themes) { stage, handler, told in
      await stage.store.leave(SampleCatalog.theme, .purchased)
      guard case .purchased = await handler.purchase(.coins) else { return #expect(Bool(false)) }
      stage.store.send(.transactions(await stage.store.unfinished))
      try await told[1].wait(for: "the theme") { $0.map(\.productID) == [SampleCatalog.theme] }
      #expect(told[0].items.isEmpty)
      #expect(
        await stage.store.log.filter { $0.hasPrefix("deliver") }.sorted() == ["deliver 1", "deliver 2"])
    }
  }

  @Test func `R82: two that finish immediately finish it twice, which does no harm`() async throws {
    try await withTwo(Self.immediately, Self.immediately) { stage, handler, told in
      guard case .purchased = await handler.purchase(.coins) else { return #expect(Bool(false)) }
      try await told[1].wait(for: "the other") { $0.map(\.transaction.id) == [1] }
      #expect(await stage.store.delivered == [1])
      #expect(await stage.store.unfinished.isEmpty)
      guard case .purchased(let next) = await handler.purchase(.coins) else { return #expect(Bool(false)) }
      #expect(next.transaction.id == 2)
    }
  }

  @Test func `R137, R141: manually, what was bought stays in the list until the app finishes it`()
    async throws
  {
    try await withHandler(style: Self.manual) { stage, handler in
      await stage.queue.add(stage.recorder)
      guard case .purchased(let details) = await handler.purchase(.coins) else { return #expect(Bool(false)) }
      #expect(details.needsFinish)
      #expect(await stage.queue.transactions.map(\.id) == [1])
      try await handler.finish(details)
      try await stage.recorder.wait(for: "removed 1")
      #expect(await stage.queue.transactions.isEmpty)
    }
  }

  @Test func `a handler that was stopped and started again works as before`() async throws {
    var stage = HandlerStage(validatesReceipts: true, style: Self.themes)
    _ = stage.state.handle(.stop)
    #expect(stage.update(.make(1, .purchased)) == [])
    #expect(stage.update(.make(2, .purchased, .theme)).words == ["validate [2]"])
  }
}
