import Foundation
import Purchasing
import StoreModel
import StoreTesting
import Testing

/// What comes together is delivered as one and finished as one.
@Suite(.timeLimit(.minutes(1)))
struct TogetherTests {
  @Test func `neighbours of one kind are one step, and the order stays`() {
    let one = Transaction.make(1, .purchased)
    let two = Transaction.make(2, .restored)
    let answer = HandlerAction.completeTransactions([])
    #expect(HandlerStep.steps(of: []).isEmpty)
    #expect(
      HandlerStep.steps(of: [
        .deliver(one), .deliver(two), .finish(3), .finish(4), answer, .finish(5), .deliver(one),
      ]) == [.deliver([one, two]), .finish([3, 4]), .single(answer), .finish([5]), .deliver([one])])
  }

  @Test func `C14: a thousand restored transactions are one delivery and one finish`() async throws {
    try await withHandler { stage, handler in
      for _ in 0..<1000 { await stage.store.own(SampleCatalog.gold) }
      let result = await handler.restore()
      #expect(result.restored.count == 1000 && result.failed.isEmpty)
      #expect(result.restored.allSatisfy { !$0.needsFinish })
      #expect(await stage.store.batches == [1000, 1000])
      #expect(await stage.store.delivered.count == 1000)
      #expect(await stage.store.unfinished.isEmpty)
    }
  }

  @Test func `a delivery that is refused keeps none of those beside it back`() async throws {
    try await withHandler { stage, handler in
      await stage.store.own(SampleCatalog.theme, SampleCatalog.gold, SampleCatalog.atlas)
      let refusal = StoreError(.clientInvalid, .unknownTransaction, subject: "2")
      // The first for all three together, the third for the second by itself.
      await stage.store.fail(.recordDelivery, refusal, nil, refusal)
      let result = await handler.restore()
      #expect(result.restored.map(\.needsFinish) == [false, true, false])
      #expect(result.failed == [RestoreResult.Failure(productID: SampleCatalog.gold, error: refusal)])
      #expect(await stage.store.unfinished.map(\.productID) == [SampleCatalog.gold])
    }
  }

  @Test func `R16: a finish of several that holds an open one finishes none`() async throws {
    let desk = PaymentSheetDesk()
    let stage = Stage(desk)
    await stage.store.leave(SampleCatalog.theme, .purchased)
    try await stage.launch()
    try await stage.queue.add(.coins)
    await #expect(throws: StoreError(.clientInvalid, .notFinishable, subject: "2")) {
      try await stage.queue.finish([1, 2])
    }
    #expect(await stage.store.unfinished.map(\.id) == [1, 2])
    try await stage.queue.finish([1])
    try await stage.recorder.wait(for: "removed 1")
    await stage.queue.stop()
  }

  @Test func `a ledger that fails a finish of several leaves all of them for the next launch`() async throws {
    try await withHandler { stage, handler in
      await stage.store.own(SampleCatalog.theme, SampleCatalog.gold)
      await stage.store.fail(.finish, .ledger)
      let result = await handler.restore()
      #expect(result.restored.map(\.needsFinish) == [true, true])
      #expect(await stage.store.delivered.count == 2)
      #expect(await stage.store.unfinished.count == 2)
    }
  }
}
