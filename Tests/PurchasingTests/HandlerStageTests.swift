import StoreModel
import StoreReceipts
import StoreTesting
import Testing

@testable import Purchasing

/// What the handler does when validation, content or finishing fails, is late, or is held.
@Suite(.timeLimit(.minutes(1)))
struct HandlerStageTests {
  private let book = ReceiptBook(
    storage: ReceiptInMemory(), validator: NotedReceipts(), fallback: FallbackList { _ in true })

  @Test func `R166: a validation that fails delivers and finishes nothing until a receipt is accepted`()
    async throws
  {
    let completed = Log<PurchaseDetails>()
    try await withHandler(Stage(receipts: book), completed: completed) { stage, handler in
      await stage.store.set(.verification, .fail(.forged))
      guard case .notDelivered(let details, .forged) = await handler.purchase(.coins) else {
        return #expect(Bool(false))
      }
      #expect(details.needsFinish)
      #expect(await stage.store.delivered.isEmpty)
      #expect(await stage.store.unfinished.map(\.id) == [1])
      try await handler.refreshReceipt()
      try await completed.wait(for: "the purchase") { $0.map(\.transaction.id) == [1] }
      #expect(await stage.store.delivered == [1])
      #expect(await stage.store.unfinished.isEmpty)
    }
  }

  @Test func `R148: content that cannot be brought leaves the purchase unfinished, and says why`()
    async throws
  {
    let downloads = NotedDownloads()
    let stage = Stage(downloads: downloads)
    try await withHandler(stage, content: FakeContent()) { stage, handler in
      await stage.store.set(.content, .fail(.offline))
      guard case .notDelivered(let details, .offline) = await handler.purchase(.atlas) else {
        return #expect(Bool(false))
      }
      #expect(details.needsFinish && downloads.log.items == ["launch"])
      #expect(await stage.store.unfinished.map(\.id) == [1])
    }
    downloads.tell.finish()
  }

  @Test func `R18: a finish that is held keeps its own caller waiting and no other`() async throws {
    try await withHandler { stage, handler in
      await stage.store.hold(.finish)
      async let first = handler.purchase(.coins)
      try await stage.store.waits.wait(for: "the hold") { !$0.isEmpty }
      guard case .purchased(let second) = await handler.purchase(.theme) else { return #expect(Bool(false)) }
      #expect(second.transaction.id == 2)
      #expect(await stage.store.unfinished.map(\.id) == [1])
      #expect(await stage.store.delivered == [1, 2])
      await stage.store.release()
      guard case .purchased(let details) = await first else { return #expect(Bool(false)) }
      #expect(!details.needsFinish)
      #expect(await stage.store.unfinished.isEmpty)
    }
  }

  @Test(arguments: [StageOutcome.fail(.offline), .drop])
  func `R47: a finish that fails or gets lost says that it is still needed`(outcome: StageOutcome)
    async throws
  {
    try await withHandler { stage, handler in
      await stage.store.set(.finish, outcome)
      guard case .purchased(let details) = await handler.purchase(.coins) else { return #expect(Bool(false)) }
      #expect(details.needsFinish)
      #expect(await stage.store.unfinished.map(\.id) == [1])
      try await handler.finish(details)
      #expect(await stage.store.unfinished.isEmpty)
    }
  }

  @Test func `R165: a receipt that is held keeps no other purchase waiting, and no app from its end`()
    async throws
  {
    let stage = Stage(receipts: book)
    let handler = PurchaseHandler(queue: stage.queue, store: stage.store, content: nil, receipts: book)
    await handler.onCompleteTransactions { _ in }
    await handler.start()
    await stage.store.setReceipts(.late)
    await stage.store.hold(.receipt)
    async let first = handler.purchase(.coins)
    try await stage.store.waits.wait(for: "the hold") { $0 == [.receipt] }
    await stage.store.setReceipts(.normal)
    guard case .purchased = await handler.purchase(.theme) else { return #expect(Bool(false)) }
    await handler.stop()
    guard case .notDelivered(let details, _) = await first else { return #expect(Bool(false)) }
    #expect(details.needsFinish && details.transaction.id == 1)
    await stage.queue.stop()
  }

  @Test func `a held validation is given up when the app stops, and its caller is answered`() async throws {
    let stage = Stage(receipts: book)
    let handler = PurchaseHandler(queue: stage.queue, store: stage.store, content: nil, receipts: book)
    await handler.onCompleteTransactions { _ in }
    await handler.start()
    await stage.store.hold(.verification)
    async let answer = handler.purchase(.coins)
    try await stage.store.waits.wait(for: "the hold") { !$0.isEmpty }
    await handler.stop()
    guard case .notDelivered(let details, let error) = await answer else { return #expect(Bool(false)) }
    #expect(details.needsFinish && error.reason == .notRunning)
    #expect(await stage.store.heldCount == 0)
    await stage.queue.stop()
  }
}
