import Purchasing
import StoreModel
import StoreTesting
import Testing

/// Rules R59 to R71: restores, and transactions that no call waits for.
struct HandlerRestoreTests {
  @Test func `R59: a second restore is answered at once, and only one is asked of the queue`() {
    var stage = HandlerStage()
    #expect(
      stage.state.handle(.restore(RequestID(rawValue: 1), atomically: true)).words == ["startRestore"])
    #expect(
      stage.state.handle(.restore(RequestID(rawValue: 2), atomically: true)).words == [
        #"restored 2 [] ["restoreInProgress"]"#
      ])
    #expect(stage.state.handle(.update(.restoreFinished)).words == ["restored 1 [] []"])
  }

  @Test func `R60, R64: restored items of all batches are finished as they come and told once, in order`() {
    var stage = HandlerStage()
    stage.restore()
    let first = stage.updateAndRun(.make(4, .restored, .theme), .make(3, .restored, .gold))
    let second = stage.updateAndRun(.make(9, .restored, .gold))
    #expect((first + second).words.filter { $0.hasPrefix("finish") } == ["finish 4", "finish 3", "finish 9"])
    #expect(!(first + second).words.contains { $0.hasPrefix("restored") })
    #expect(stage.state.handle(.update(.restoreFinished)).words == [#"restored 1 ["4", "3", "9"] []"#])
  }

  @Test func `R61, R113: a restore that brings nothing answers with nothing`() async throws {
    try await withHandler { _, handler in
      let result = await handler.restore()
      #expect(result.isNothingToRestore)
      #expect(!result.isCancelled)
    }
  }

  @Test func `R61, R67: an answer names what was restored, skipped and failed, each with why`() async throws {
    try await withHandler { stage, handler in
      let skipped = [RestoreOmission(product: SampleCatalog.coins, reason: .consumable, quantity: 2)]
      await stage.store.leaveOut(RestoreRemainder(skipped: skipped))
      let nothing = await handler.restore()
      #expect(nothing.isNothingToRestore && nothing.skipped == skipped)
      await stage.store.own(SampleCatalog.theme)
      await stage.store.leaveOut(
        RestoreRemainder(skipped: skipped, failed: [.init(product: SampleCatalog.gold, error: .offline)]))
      let some = await handler.restore()
      #expect(some.restored.map(\.productID) == [SampleCatalog.theme])
      #expect(some.skipped == skipped)
      #expect(some.failed == [RestoreResult.Failure(productID: SampleCatalog.gold, error: .offline)])
      // One that failed says only why.
      await stage.store.fail(.beginRestore, .offline)
      #expect(await handler.restore().skipped.isEmpty)
    }
  }

  @Test func `R62, R113: a restore that fails answers with what came until then and one failure`() {
    var stage = HandlerStage()
    stage.restore()
    _ = stage.updateAndRun(.make(1, .restored, .theme))
    let actions = stage.state.handle(.update(.restoreFailed(.offline)))
    #expect(actions.words == [#"restored 1 ["1"] ["networkOffline"]"#])
    guard case .answerRestore(_, let result) = actions.first else { return #expect(Bool(false)) }
    #expect(result.failed == [RestoreResult.Failure(productID: nil, error: .offline)])
  }

  @Test func `R63: after its answer a restore is forgotten, and a stray end is ignored`() {
    var stage = HandlerStage()
    stage.restore()
    _ = stage.state.handle(.update(.restoreFinished))
    #expect(stage.state.handle(.update(.restoreFinished)).isEmpty)
    #expect(stage.state.handle(.update(.restoreFailed(.offline))).isEmpty)
    stage.restore()
    #expect(stage.state.handle(.update(.restoreFinished)).words == ["restored 2 [] []"])
  }

  @Test func `R63: a restore whose items are still being finished ends once`() {
    var stage = HandlerStage()
    stage.restore()
    #expect(stage.update(.make(1, .restored)).words == ["deliver 1"])
    #expect(stage.state.handle(.update(.restoreFinished)).isEmpty)
    #expect(stage.state.handle(.update(.restoreFailed(.offline))).isEmpty)
    _ = stage.state.handle(.delivered(1, hasHostedContent: false))
    #expect(stage.state.handle(.finished(1)).words == [#"restored 1 ["1"] []"#])
  }

  @Test func `R65: restored items that come after the end go to complete-transactions`() {
    var stage = HandlerStage()
    stage.restore()
    #expect(stage.update(.make(1, .restored)).words == ["deliver 1"])
    _ = stage.state.handle(.update(.restoreFinished))
    #expect(stage.updateAndRun(.make(2, .restored)).words.last == #"complete ["2"]"#)
  }

  @Test func `R66: not atomically, restored items are left for the app to finish`() {
    var stage = HandlerStage()
    stage.restore(atomically: false)
    #expect(stage.updateAndRun(.make(1, .restored)).words == ["deliver 1"])
    #expect(stage.state.handle(.update(.restoreFinished)).words == [#"restored 1 ["1 needsFinish"] []"#])
  }

  @Test func `R67: a restore answers with everything the store gave`() async throws {
    try await withHandler { stage, handler in
      await stage.store.own(SampleCatalog.theme, SampleCatalog.gold, SampleCatalog.gold)
      let result = await handler.restore()
      #expect(
        result.restored.map(\.productID) == [SampleCatalog.theme, SampleCatalog.gold, SampleCatalog.gold])
      #expect(result.failed.isEmpty)
      #expect(await stage.store.unfinished.isEmpty)
    }
  }

  @Test func `R68: atomically, complete-transactions finishes everything except deferred ones`() {
    var stage = HandlerStage()
    let actions = stage.updateAndRun(
      .make(1, .purchased), .make(2, .failed, error: .offline), .make(3, .restored), .make(4, .deferred))
    #expect(actions.words.filter { $0.hasPrefix("finish") }.sorted() == ["finish 1", "finish 2", "finish 3"])
    #expect(actions.words.last == #"complete ["1", "2", "3", "4"]"#)
  }

  @Test func `R69, R70: not atomically, only failed ones are finished; the others say that they need it`() {
    var stage = HandlerStage(completes: false)
    let actions = stage.updateAndRun(
      .make(1, .purchased), .make(2, .failed, error: .offline), .make(3, .restored))
    #expect(actions.words.filter { $0.hasPrefix("finish") } == ["finish 2"])
    #expect(actions.words.last == #"complete ["1 needsFinish", "2", "3 needsFinish"]"#)
  }

  @Test func `R70: a failed transaction never needs finishing by the app`() {
    var stage = HandlerStage()
    _ = stage.update(.make(1, .failed, error: .offline))
    #expect(stage.state.handle(.finishFailed(1, .ledger)).words == [#"complete ["1"]"#])
  }

  @Test func `R71: all finishes of a batch come before its one callback`() {
    var stage = HandlerStage()
    let actions = stage.updateAndRun(.make(1, .purchased), .make(2, .purchased), .make(3, .failed)).words
    let callback = actions.firstIndex { $0.hasPrefix("complete") }
    #expect(callback == actions.count - 1)
    #expect(actions.count { $0.hasPrefix("finish") } == 3)
  }

  @Test func `a restored item that cannot be delivered is reported with its product and stays unfinished`() {
    var stage = HandlerStage()
    stage.restore()
    _ = stage.update(.make(1, .restored, .theme))
    #expect(stage.state.handle(.deliveryFailed(1, .ledger)).isEmpty)
    let actions = stage.state.handle(.update(.restoreFinished))
    guard case .answerRestore(_, let result) = actions.first else { return #expect(Bool(false)) }
    #expect(result.restored.map(\.needsFinish) == [true])
    #expect(result.failed == [RestoreResult.Failure(productID: SampleCatalog.theme, error: .ledger)])
  }
}
