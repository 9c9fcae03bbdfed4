import Purchasing
import StoreModel
import StoreTesting
import Testing

/// Cases C1 to C13: what went wrong in published apps, and must not here.
struct IssueCaseTests {
  @Test(arguments: [true, false])
  func `C1: every failed transaction is finished exactly once, on every path`(atomically: Bool) async throws {
    let stage = Stage(Customer.declines)
    await stage.store.leave(SampleCatalog.theme, .failed, error: .unavailable)
    await stage.store.script(SampleCatalog.gold, .settled(.failed, .offline))
    try await withHandler(stage) { stage, handler in
      _ = await handler.purchase(.coins, atomically: atomically)
      _ = await handler.purchase(.gold, atomically: atomically)
      for id in 1...3 { #expect(await stage.store.count(of: "finish \(id)") == 1) }
    }
    #expect(try await stage.store.relaunch().isEmpty)
  }

  @Test func `C2: an unfinished purchase is told once a launch until it is finished, and listed meanwhile`()
    async throws
  {
    let stage = Stage()
    await stage.store.leave(SampleCatalog.theme, .purchased)
    for _ in 1...2 {
      let recorder = Recorder()
      let queue = PaymentQueue(
        store: stage.store, presenter: Customer.agrees, environment: stage.clock.environment())
      await queue.add(recorder)
      #expect(try await recorder.wait(for: "drained") == ["purchased 1", "drained"])
      #expect(await queue.transactions.map(\.id) == [1])
      await queue.stop()
    }
    try await stage.launch()
    try await stage.queue.finish(1)
    #expect(try await stage.store.relaunch().isEmpty)
  }

  @Test func `C3: nothing pending means silence, and the queue says that it is drained`() async throws {
    let stage = Stage()
    let completed = Log<PurchaseDetails>()
    try await stage.launch()
    #expect(stage.recorder.words == ["drained"])
    try await withHandler(stage, completed: completed) { _, handler in
      _ = await handler.purchase(.coins)
    }
    #expect(completed.items.isEmpty)
    #expect(stage.recorder.words.count { $0 == "drained" } == 1)
  }

  @Test func `C3: drained is told to an observer after everything that was left`() async throws {
    let stage = Stage()
    await stage.store.leave(SampleCatalog.theme, .purchased)
    try await stage.launch()
    #expect(stage.recorder.words == ["purchased 1", "drained"])
  }

  @Test func `C4: an older transaction of the same product never answers a new payment`() {
    var stage = HandlerStage()
    stage.buy(10, .gold)
    let actions = stage.updateAndRun(
      .make(1, .purchased, .gold), .make(2, .restored, .gold), .make(3, .failed, .gold, error: .offline))
    #expect(!actions.words.contains { $0.hasPrefix("answer") })
    #expect(actions.words.last == #"complete ["1", "2", "3"]"#)
    #expect(stage.updateAndRun(.make(10, .purchased, .gold)).words.last == "answer 1 purchased 10")
  }

  @Test func `C5: buying an active subscription is answered once, with its own reason`() async throws {
    let active = StoreError(.unknown, .alreadySubscribed)
    try await withHandler { stage, handler in
      await stage.store.script(SampleCatalog.gold, .settled(.failed, active))
      #expect(await handler.purchase(.gold) == .failed(active))
      #expect(await stage.store.unfinished.isEmpty)
    }
  }

  @Test
  func `C6: buying an owned product again completes, and an unfinished purchase blocks only until finished`()
    async throws
  {
    try await withHandler { stage, handler in
      await stage.store.script(SampleCatalog.theme, .settled(.restored))
      guard case .purchased(let owned) = await handler.purchase(.theme) else { return #expect(Bool(false)) }
      #expect(owned.transaction.state == .restored)

      guard case .purchased(let open) = await handler.purchase(.coins, atomically: false) else {
        return #expect(Bool(false))
      }
      let blocked = StoreError(.unknown, .unfinishedPurchase)
      await stage.store.script(SampleCatalog.coins, .settled(.failed, blocked))
      #expect(await handler.purchase(.coins) == .failed(blocked))
      try await handler.finish(open)
      guard case .purchased = await handler.purchase(.coins) else { return #expect(Bool(false)) }
    }
  }

  @Test func `C7, R111: when a purchase has been answered it is finished, so the next one is a new one`()
    async throws
  {
    let stage = Stage(finishDelay: .seconds(5))
    try await withHandler(stage) { stage, handler in
      var ids: [TransactionID] = []
      for _ in 1...2 {
        guard case .purchased(let details) = await handler.purchase(.coins) else {
          return #expect(Bool(false))
        }
        #expect(await stage.store.unfinished.isEmpty)
        ids.append(details.transaction.id)
      }
      #expect(ids == [1, 2])
      // The first is still on its way out of the list, and has answered nothing else.
      #expect(await stage.queue.transactions.map(\.id) == [1, 2])
    }
  }

  @Test func `C7, R76: two purchases of one product at once are answered with two transactions`() async throws
  {
    try await withHandler { _, handler in
      async let first = handler.purchase(.coins)
      async let second = handler.purchase(.coins)
      var ids: Set<TransactionID> = []
      for case .purchased(let details) in await [first, second] { ids.insert(details.transaction.id) }
      #expect(ids == [1, 2])
    }
  }

  @Test func `C8, R201: a purchase that was interrupted and completed later is delivered without a payment`()
    async throws
  {
    let completed = Log<PurchaseDetails>()
    try await withHandler(completed: completed) { stage, handler in
      await stage.store.script(SampleCatalog.coins, .settled(.failed, StoreError(.unknown, .other)))
      #expect(await handler.purchase(.coins) == .failed(StoreError(.unknown, .other)))
      let later = await stage.store.leave(SampleCatalog.coins, .purchased)
      await stage.queue.receive([later])
      try await completed.wait(for: "the later purchase") { $0.map(\.transaction.id) == [2] }
      #expect(await stage.store.delivered == [2])
      #expect(await stage.store.unfinished.isEmpty)
    }
  }

  @Test(arguments: [TransactionState.purchased, .failed])
  func `C9, R202: a deferred purchase is answered once, and its outcome arrives later`(
    state: TransactionState
  )
    async throws
  {
    let completed = Log<PurchaseDetails>()
    try await withHandler(completed: completed) { stage, handler in
      await stage.store.script(SampleCatalog.theme, .settled(.deferred))
      guard case .deferred = await handler.purchase(.theme) else { return #expect(Bool(false)) }
      #expect(await stage.store.count(of: "finish 1") == 0)
      let decided = try #require(await stage.store.setState(state, of: 1))
      await stage.queue.receive([decided])
      try await completed.wait(for: "the decision") { $0.map(\.transaction.state) == [state] }
      #expect(await stage.store.count(of: "finish 1") == 1)
    }
  }

  @Test func `C10, R138: a cancelled purchase is an outcome of its own, and is finished`() async throws {
    try await withHandler(Stage(Customer.declines)) { stage, handler in
      #expect(await handler.purchase(.coins) == .cancelled)
      #expect(await stage.store.unfinished.isEmpty)
    }
  }

  @Test func `C11: a cancelled purchase stays cancelled, whatever else the queue brings`() async throws {
    let completed = Log<PurchaseDetails>()
    let desk = PaymentSheetDesk()
    try await withHandler(Stage(desk), completed: completed) { stage, handler in
      async let answer = handler.purchase(.coins)
      for await sheets in desk.openSheets() where !sheets.isEmpty { break }
      let older = await stage.store.leave(SampleCatalog.coins, .purchased)
      await stage.queue.receive([older])
      try await completed.wait(for: "the older purchase") { $0.map(\.transaction.id) == [2] }
      try desk.cancel(1)
      #expect(await answer == .cancelled)
    }
    #expect(completed.items.map(\.transaction.id) == [2])
  }

  @Test func `C12, R140: a restore that was cancelled says so, and that is neither success nor nothing`()
    async throws
  {
    let cancelled = StoreError(.paymentCancelled, .other)
    try await withHandler { stage, handler in
      await stage.store.fail(.beginRestore, cancelled)
      let result = await handler.restore()
      #expect(result.isCancelled)
      #expect(!result.isNothingToRestore)
      #expect(result.failed.map(\.error) == [cancelled])
    }
  }

  @Test func `C13: a restore's answer has every item, and late ones reach complete-transactions`()
    async throws
  {
    let completed = Log<PurchaseDetails>()
    try await withHandler(completed: completed) { stage, handler in
      await stage.store.own(SampleCatalog.theme, SampleCatalog.gold)
      await stage.held.close(.recordDelivery)
      async let answer = handler.restore()
      _ = try await stage.held.arrivals.wait(for: "the first delivery") { !$0.isEmpty }
      await stage.held.open(.recordDelivery)
      #expect(await answer.restored.map(\.productID) == [SampleCatalog.theme, SampleCatalog.gold])
      let late = await stage.store.leave(SampleCatalog.atlas, .restored)
      await stage.queue.receive([late])
      try await completed.wait(for: "the late item") { $0.map(\.productID) == [SampleCatalog.atlas] }
    }
  }

  @Test func `a thousand transactions that were left are told in one batch and all finished`() async throws {
    let stage = Stage()
    for _ in 1...1000 { await stage.store.leave(SampleCatalog.gold, .purchased) }
    let completed = Log<PurchaseDetails>()
    try await withHandler(stage, completed: completed) { stage, _ in
      try await completed.wait(for: "the batch") { $0.count == 1000 }
      #expect(await stage.store.unfinished.isEmpty)
    }
  }

  @Test func `a ledger that fails once loses nothing: the purchase comes back and is delivered once`()
    async throws
  {
    let stage = Stage()
    await stage.store.fail(.recordDelivery, .ledger)
    try await withHandler(stage) { stage, handler in
      guard case .notDelivered(let details, .ledger) = await handler.purchase(.coins) else {
        return #expect(Bool(false))
      }
      #expect(details.needsFinish)
      #expect(await stage.store.unfinished.map(\.id) == [1])
    }
    let completed = Log<PurchaseDetails>()
    let queue = PaymentQueue(
      store: stage.store, presenter: Customer.agrees, environment: stage.clock.environment())
    let handler = PurchaseHandler(queue: queue, store: stage.store, content: nil)
    await handler.onCompleteTransactions { completed.append(contentsOf: $0) }
    await handler.start()
    try await completed.wait(for: "the purchase") { $0.map(\.transaction.id) == [1] }
    await handler.stop()
    await queue.stop()
    #expect(await stage.store.delivered == [1])
    #expect(await stage.store.unfinished.isEmpty)
  }
}
