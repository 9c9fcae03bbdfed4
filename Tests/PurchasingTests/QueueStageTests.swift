import StoreModel
import StoreTesting
import Testing

@testable import Purchasing

/// What happens to the queue's contract when the stages on a transaction's way lose it, hold it or send it twice.
@Suite(.timeLimit(.minutes(1)))
struct QueueStageTests {
  @Test func `R10, C2: a delivery that gets lost comes back at the next launch`() async throws {
    let stage = Stage()
    await stage.store.set(.delivery, .drop)
    try await stage.launch()
    try await stage.queue.add(.coins)
    try await stage.queue.add(.theme)
    let told = try await stage.recorder.wait(for: "purchased 2")
    #expect(!told.contains("purchased 1"))
    #expect(await stage.queue.transactions.map(\.id) == [1, 2])
    await stage.queue.stop()

    let next = Recorder()
    let queue = PaymentQueue(
      store: stage.store, presenter: Customer.agrees, environment: stage.clock.environment())
    await queue.add(next)
    #expect(try await next.wait(for: "drained") == ["purchased 1", "purchased 2", "drained"])
    await queue.stop()
  }

  @Test func `R17: a delivery that comes twice is told twice, delivered once and finished once`() async throws
  {
    let completed = Log<PurchaseDetails>()
    try await withHandler(completed: completed) { stage, handler in
      await stage.store.set(.delivery, .duplicate)
      guard case .purchased = await handler.purchase(.coins) else { return #expect(Bool(false)) }
      try await completed.wait(for: "the second time") { $0.map(\.transaction.id) == [1] }
      #expect(await stage.store.delivered == [1])
      #expect(await stage.store.count(of: "finish 1") == 1)
      #expect(await stage.store.unfinished.isEmpty)
    }
  }

  @Test func `R2: a delivery that is held keeps no other waiting, and comes when it is released`()
    async throws
  {
    let stage = Stage()
    await stage.store.hold(.delivery)
    try await stage.launch()
    try await stage.queue.add(.coins)
    try await stage.queue.add(.theme)
    try await stage.store.waits.wait(for: "the hold") { !$0.isEmpty }
    let told = try await stage.recorder.wait(for: "purchased 2")
    #expect(!told.contains("purchased 1"))
    await stage.store.release()
    #expect(try await stage.recorder.wait(for: "purchased 1").last == "purchased 1")
    await stage.queue.stop()
  }

  @Test func `R9, C13: the end of a restore waits for its items that are held`() async throws {
    let stage = Stage()
    await stage.store.own(SampleCatalog.theme, SampleCatalog.gold)
    await stage.store.hold(.restoreItem)
    try await stage.launch()
    try await stage.queue.restoreCompletedTransactions()
    try await stage.recorder.wait(for: "restored 2")
    try await stage.store.waits.wait(for: "the hold") { !$0.isEmpty }
    // Told after whatever was posted before: the end would be among it.
    await stage.queue.storefrontDidChange(to: "DEU")
    let told = try await stage.recorder.wait(for: "storefront DEU")
    #expect(!told.contains("restoreFinished"))
    await stage.store.release()
    let ended = try await stage.recorder.wait(for: "restoreFinished")
    #expect(ended.suffix(2) == ["restored 1", "restoreFinished"])
    #expect(ended.count { $0 == "restoreFinished" } == 1)
    await stage.queue.stop()
  }

  @Test func `R9: an item that gets lost keeps no restore from its end`() async throws {
    let stage = Stage()
    await stage.store.own(SampleCatalog.theme, SampleCatalog.gold)
    await stage.store.set(.restoreItem, .drop)
    try await stage.launch()
    try await stage.queue.restoreCompletedTransactions()
    #expect(
      try await stage.recorder.wait(for: "restoreFinished") == ["drained", "restored 2", "restoreFinished"])
    await stage.queue.stop()
  }

  @Test func `R8: a restore whose end is held or fails is told one end, and the next may begin`() async throws
  {
    let stage = Stage()
    await stage.store.own(SampleCatalog.theme)
    await stage.store.hold(.restoreEnd, then: .fail(.offline))
    try await stage.launch()
    try await stage.queue.restoreCompletedTransactions()
    try await stage.store.waits.wait(for: "the hold") { !$0.isEmpty }
    await #expect(throws: StoreError(.unknown, .restoreInProgress)) {
      try await stage.queue.restoreCompletedTransactions()
    }
    await stage.store.release()
    #expect(
      try await stage.recorder.wait(for: "restoreFailed networkOffline")
        == ["drained", "restored 1", "restoreFailed networkOffline"])
    try await stage.queue.restoreCompletedTransactions()
    try await stage.recorder.wait(for: "restoreFinished")
    await stage.queue.stop()
  }

  @Test func `R3: a purchase that fails before its sheet shows none and is told as failed`() async throws {
    let customer = Customer.agrees
    let stage = Stage(customer)
    await stage.store.set(.sheet, .fail(.unavailable))
    try await stage.launch()
    try await stage.queue.add(.coins)
    #expect(try await stage.recorder.wait(for: "failed 1") == ["drained", "purchasing 1", "failed 1"])
    #expect(customer.sheets.items.isEmpty)
    await stage.queue.stop()
  }

  @Test func `R18: what is released after its finish is not told after its removal`() async throws {
    let gate = AsyncStream.makeStream(of: Void.self)
    let recorder = Recorder { _, update in
      // As long as this observer takes its time, the removal and what was released stand in line behind it.
      if case .storefrontChanged = update { for await _ in gate.stream { break } }
    }
    let stage = Stage(recorder: recorder)
    await stage.store.hold(.delivery, then: .duplicate)
    try await stage.launch()
    try await stage.queue.add(.coins)
    try await stage.store.waits.wait(for: "the hold") { !$0.isEmpty }
    await stage.queue.storefrontDidChange(to: "DEU")
    try await recorder.wait(for: "storefront DEU")
    try await stage.queue.finish(1)
    await stage.store.release()
    while await !stage.queue.stageLanes.isEmpty { await Task.yield() }
    gate.continuation.yield()
    try await recorder.wait(for: "removed 1")
    await stage.queue.storefrontDidChange(to: "JPN")
    gate.continuation.yield()
    let told = try await recorder.wait(for: "storefront JPN")
    #expect(told == ["drained", "purchasing 1", "storefront DEU", "removed 1", "storefront JPN"])
    await stage.queue.stop()
  }

  @Test func `stopping gives up what is held, and tells nothing more`() async throws {
    let stage = Stage()
    await stage.store.hold(.delivery)
    try await stage.launch()
    try await stage.queue.add(.coins)
    try await stage.store.waits.wait(for: "the hold") { !$0.isEmpty }
    await stage.queue.stop()
    #expect(await stage.store.heldCount == 0)
    #expect(!stage.recorder.words.contains("purchased 1"))
    #expect(await stage.store.unfinished.map(\.id) == [1])
  }
}
