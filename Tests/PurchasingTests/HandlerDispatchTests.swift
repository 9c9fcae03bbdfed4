import Purchasing
import StoreModel
import StoreTesting
import Testing

/// Rules R33 to R43: which of the three takers gets a transaction.
struct HandlerDispatchTests {
  @Test func `R33: a batch is offered to payments, then to the restore, then to complete-transactions`() {
    var stage = HandlerStage()
    stage.buy(1)
    stage.restore()
    let actions = stage.updateAndRun(
      .make(7, .purchased), .make(8, .restored, .theme), .make(1, .purchased))
    #expect(actions.words.contains("answer 1 purchased 1"))
    #expect(actions.words.contains(#"complete ["7"]"#))
    #expect(
      stage.state.handle(.update(.restoreFinished)).words == [#"restored 2 ["8"] []"#])
  }

  @Test func `R34, R35: purchasing transactions cause nothing and are never finished`() {
    var stage = HandlerStage()
    #expect(stage.update(.make(1, .purchasing), .make(2, .purchasing, .theme)).isEmpty)
    stage.buy(3)
    #expect(stage.update(.make(3, .purchasing)).isEmpty)
    #expect(
      stage.updateAndRun(.make(3, .purchased)).words == ["deliver 3", "finish 3", "answer 1 purchased 3"])
  }

  @Test(arguments: [TransactionState.purchased, .failed, .restored, .deferred])
  func `R36: a payment's transaction goes to its payment, also while a restore runs`(
    state: TransactionState
  ) {
    var stage = HandlerStage()
    stage.buy(1)
    stage.restore()
    let actions = stage.updateAndRun(.make(1, state, error: state == .failed ? .offline : nil))
    #expect(actions.words.last?.hasPrefix("answer 1 ") == true)
    #expect(stage.state.handle(.update(.restoreFinished)).words == ["restored 2 [] []"])
  }

  @Test func `R37: while a restore runs, only restored transactions go to it`() {
    var stage = HandlerStage()
    stage.restore()
    let actions = stage.updateAndRun(
      .make(1, .restored), .make(2, .purchased), .make(3, .failed, error: .offline), .make(4, .deferred))
    #expect(actions.words.last == #"complete ["2", "3", "4"]"#)
    #expect(stage.state.handle(.update(.restoreFinished)).words == [#"restored 1 ["1"] []"#])
  }

  @Test func `R38: without a restore, restored transactions go to complete-transactions`() {
    var stage = HandlerStage()
    #expect(stage.updateAndRun(.make(1, .restored)).words.last == #"complete ["1"]"#)
  }

  @Test func `R39: complete-transactions takes everything except purchasing`() {
    var stage = HandlerStage()
    let actions = stage.updateAndRun(
      .make(1, .purchasing), .make(2, .purchased), .make(3, .failed, error: .offline), .make(4, .restored),
      .make(5, .deferred))
    #expect(actions.words.last == #"complete ["2", "3", "4", "5"]"#)
  }

  @Test func `R40: without complete-transactions, leftovers stay unfinished`() {
    var stage = HandlerStage(completes: nil)
    #expect(stage.update(.make(1, .purchased), .make(2, .failed, error: .offline)).isEmpty)
  }

  @Test func `R41: buying or restoring before complete-transactions is answered, and nothing is queued`()
    async throws
  {
    let stage = Stage()
    let handler = PurchaseHandler(queue: stage.queue, store: stage.store, content: nil)
    await handler.start()
    let notRunning = StoreError(.clientInvalid, .notRunning)
    #expect(await handler.purchase(.coins) == .failed(notRunning))
    #expect(await handler.restore().failed.map(\.error) == [notRunning])
    await handler.stop()
    await stage.queue.stop()
    #expect(await !stage.store.log.contains { $0.hasPrefix("begin") })
  }

  @Test func `R42: the first registration of complete-transactions stays`() async throws {
    let stage = Stage()
    await stage.store.leave(SampleCatalog.coins, .purchased)
    let handler = PurchaseHandler(queue: stage.queue, store: stage.store, content: nil)
    let told = Log<String>()
    #expect(await handler.onCompleteTransactions { told.append("first \($0.count)") })
    #expect(await !handler.onCompleteTransactions(atomically: false) { _ in told.append("second") })
    await handler.start()
    try await told.wait(for: "the callback") { !$0.isEmpty }
    await handler.stop()
    await stage.queue.stop()
    #expect(told.items == ["first 1"])
    #expect(await stage.store.unfinished.isEmpty)
  }

  @Test func `R43: complete-transactions is told once a batch, in batch order, never with nothing`() {
    var stage = HandlerStage()
    #expect(stage.update().isEmpty)
    #expect(stage.update(.make(1, .purchasing)).isEmpty)
    let first = stage.updateAndRun(.make(3, .purchased), .make(2, .restored), .make(4, .purchased))
    #expect(first.words.filter { $0.hasPrefix("complete") } == [#"complete ["3", "2", "4"]"#])
    let second = stage.updateAndRun(.make(5, .purchased))
    #expect(second.words.filter { $0.hasPrefix("complete") } == [#"complete ["5"]"#])
  }
}
