import StoreModel
import StoreReceipts
import StoreTesting
import Testing

@testable import Purchasing

/// Rules R25 to R27, R121 to R130, R156 to R171 and R197: the receipt on this device.
struct ReceiptTests {
  private let storage = ReceiptInMemory()
  private let validator = NotedReceipts()

  private var book: ReceiptBook {
    ReceiptBook(storage: storage, validator: validator, fallback: FallbackList { _ in true })
  }

  private func held() -> String? { (try? storage.read()).map { String(decoding: $0, as: UTF8.self) } }

  // MARK: - What the queue does

  @Test func `R25: the receipt holds what is purchased or restored before anyone is told of it`() async throws
  {
    let found = Log<String>()
    let recorder = Recorder { [storage] _, update in
      guard case .updatedTransactions(let all) = update,
        all.contains(where: { $0.transactionIdentifier != nil })
      else { return }
      found.append((try? storage.read()).map { String(decoding: $0, as: UTF8.self) } ?? "nothing")
    }
    let stage = Stage(recorder: recorder, receipts: book)
    await stage.store.own(SampleCatalog.theme)
    try await stage.launch()
    try await stage.queue.add(.coins)
    try await recorder.wait(for: "purchased 1")
    try await stage.queue.restoreCompletedTransactions()
    try await recorder.wait(for: "restoreFinished")
    #expect(found.items == ["1", "1 2"])
    await stage.queue.stop()
  }

  @Test func `R26, R27: a fresh install has no receipt; products and failures write none`() async throws {
    let stage = Stage(receipts: book)
    await stage.store.script(SampleCatalog.coins, .settled(.failed, .offline))
    try await stage.launch()
    _ = try await stage.store.products(for: [SampleCatalog.coins])
    try await stage.queue.add(.coins)
    try await stage.recorder.wait(for: "failed 1")
    #expect(held() == nil)
    #expect(await stage.store.count(of: "issueReceipt") == 0)
    #expect(ReceiptFile("/nowhere/receipt").path == "/nowhere/receipt")
    await stage.queue.stop()
  }

  @Test func `C14: a burst has one receipt, which is validated once`() async throws {
    let stage = Stage(receipts: book)
    for _ in 0..<1000 { await stage.store.leave(SampleCatalog.coins, .purchased) }
    let completed = Log<PurchaseDetails>()
    try await withHandler(stage, completed: completed) { stage, handler in
      await handler.waitUntilIdle()
      #expect(completed.items.count == 1000)
      #expect(await stage.store.count(of: "issueReceipt") == 1)
    }
    #expect(validator.judged.items.count == 1)
  }

  @Test
  func `R161, R197: a remote handler has the store judge, anew each time; a local one the device, once`()
    async throws
  {
    for style in [HandlerStyle(validation: .remote), .standard] {
      let (device, store) = (NotedReceipts(), NotedReceipts())
      let book = ReceiptBook(
        storage: ReceiptInMemory(), validator: device, remote: store, fallback: FallbackList { _ in true })
      try await withHandler(Stage(receipts: book), style: style) { stage, handler in
        guard case .purchased = await handler.purchase(.coins) else { return #expect(Bool(false)) }
        try await handler.refreshReceipt()
      }
      let isRemote = style.validation == .remote
      #expect(store.judged.items == (isRemote ? ["1", "1"] : []))
      #expect(device.judged.items == (isRemote ? [] : ["1"]))
    }
  }

  @Test func `R25: what is put here last is the newest, whichever of several processes puts it`() async throws
  {
    let store = FakeStore()
    for _ in 0..<2 { await store.leave(SampleCatalog.coins, .purchased) }
    // Another process put `1 2` here while this one was slow with `1`.
    storage.replace(with: Array("1 2".utf8))
    try await book.renew(from: store, first: Array("1".utf8))
    #expect(held() == "1 2")
    try await book.renew(from: store)
    #expect(held() == "1 2")
    #expect(await store.count(of: "issueReceipt") == 2)
  }

  @Test func `R25, R157: what the handler refreshes by itself is the newest too`() async throws {
    // The store is asked for a receipt while another process sells: what it answers is old when it arrives.
    let stage = Stage(receipts: book)
    await stage.store.setReceipts(.late)
    try await withHandler(stage) { stage, handler in
      await stage.store.sellElsewhere(SampleCatalog.theme)
      guard case .purchased = await handler.purchase(.coins) else { return #expect(Bool(false)) }
    }
    #expect(held() == "1 2")
  }

  @Test func `R123: the list is that of the receipt that is there when it is written`() async throws {
    // While the first one is judged, another process puts a newer one here.
    let storage = ReceiptInMemory()
    storage.replace(with: Array("1".utf8))
    struct Slow: ReceiptValidator {
      let storage: ReceiptInMemory
      func validate(_ receipt: [UInt8], at now: Timestamp) async throws(StoreError) -> ValidatedReceipt {
        let held = try await NotedReceipts().validate(receipt, at: now)
        storage.replace(with: Array("1 2".utf8))
        return held
      }
    }
    let book = ReceiptBook(
      storage: storage, validator: Slow(storage: storage), fallback: FallbackList { _ in true })
    let held = try await book.validate(at: Timestamp(milliseconds: 0))
    #expect(held.holds(2) && book.fallback.isPurchased("p2"))
  }

  // MARK: - What the handler decides

  @Test func `R164, R166, R197: what is purchased is validated, then delivered, then finished`() {
    var stage = HandlerStage(validatesReceipts: true)
    stage.buy(1)
    #expect(
      stage.updateAndRun(.make(1, .purchased)).words == [
        "validate [1]", "deliver 1", "finish 1", "answer 1 purchased 1",
      ])
  }

  @Test
  func
    `R197: the receipt is validated at the start, after the last restored item, a revocation and in another storefront`()
  {
    var stage = HandlerStage(validatesReceipts: true)
    #expect(stage.state.handle(.update(.drained)).words == ["validate []"])
    #expect(stage.state.handle(.update(.storefrontChanged("DEU"))).words == ["validate []"])
    #expect(stage.state.handle(.update(.revokedEntitlements(["coins"]))).words == ["validate []"])
    stage.restore()
    let actions = stage.update(.make(1, .restored), .make(2, .restored))
    #expect(HandlerStep.steps(of: actions) == [.validate([1, 2])])
    #expect(stage.state.handle(.receiptValidated([1, 2])).words == ["deliver 1", "deliver 2"])
  }

  @Test func `R157, R165: a receipt that is missing or lacks something is refreshed once, then validated`() {
    var stage = HandlerStage(validatesReceipts: true)
    stage.buy(1)
    _ = stage.update(.make(1, .purchased))
    let missing = StoreError(.unknown, .receiptMissing)
    #expect(stage.state.handle(.receiptLacking([1], missing)).words == ["refresh [1]"])
    #expect(stage.state.handle(.receiptRefreshed([1])).words == ["validate [1]"])
    #expect(
      stage.state.handle(.receiptLacking([1], missing)).words == [
        "report [1] receiptMissing", "answer 1 notDelivered 1 needsFinish receiptMissing",
      ])
    // A fresh install has none, and nothing waits for it.
    #expect(stage.state.handle(.receiptLacking([], missing)) == [])
  }

  @Test func `R166: what was not accepted stays unfinished and goes on with the next receipt`() {
    var stage = HandlerStage(validatesReceipts: true)
    stage.buy(1)
    _ = stage.update(.make(1, .purchased))
    #expect(
      stage.state.handle(.receiptRejected([1], .forged)).words == [
        "report [1] receiptInvalid", "answer 1 notDelivered 1 needsFinish receiptInvalid",
      ])
    #expect(
      stage.run(stage.state.handle(.receiptChanged)).words == [
        "validate []", "validate [1]", "deliver 1", "finish 1", #"complete ["1"]"#,
      ])
    #expect(stage.state.handle(.receiptChanged).words == ["validate []"])
  }

  @Test func `what was finished by hand meanwhile is not taken up again`() {
    var stage = HandlerStage(validatesReceipts: true)
    stage.buy(1)
    _ = stage.update(.make(1, .purchased))
    _ = stage.state.handle(.receiptRejected([1], .forged))
    _ = stage.state.handle(.update(.removedTransactions([.make(1, .purchased)])))
    #expect(stage.state.handle(.receiptChanged).words == ["validate []"])
  }

  // MARK: - Together

  @Test func `C15: a late receipt is fetched, and the purchase arrives all the same`() async throws {
    let stage = Stage(receipts: book)
    await stage.store.setReceipts(.late)
    try await withHandler(stage) { stage, handler in
      guard case .purchased = await handler.purchase(.coins) else { return #expect(Bool(false)) }
      let log = await stage.store.log
      #expect(log.suffix(4) == ["issueReceipt", "refreshReceipt", "deliver 1", "finish 1"])
    }
    #expect(held() == "1")
  }

  @Test
  func `R129, R158: without a receipt nothing is delivered, the validator is not asked, and a refresh helps`()
    async throws
  {
    let stage = Stage(receipts: book)
    await stage.store.setReceipts(.missing)
    let completed = Log<PurchaseDetails>()
    try await withHandler(stage, completed: completed) { [validator] stage, handler in
      let answer = await handler.purchase(.coins)
      guard case .notDelivered(let details, let error) = answer else {
        return #expect(Bool(false), "\(answer)")
      }
      #expect(details.needsFinish && error.reason == .receiptMissing)
      #expect(validator.judged.items.isEmpty)
      #expect(await stage.store.unfinished.map(\.id) == [1])
      #expect(await stage.store.count(of: "reject receiptMissing") == 1)
      await #expect(throws: StoreError(.unknown, .receiptMissing)) { try await handler.refreshReceipt() }

      await stage.store.setReceipts(.normal)
      try await handler.refreshReceipt()
      #expect(completed.items.map(\.transaction.id) == [1] && completed.items.allSatisfy { !$0.needsFinish })
      #expect(await stage.store.unfinished.isEmpty)
      #expect(await stage.store.delivered == [1])
    }
  }

  @Test func `R158: a refresh that fails is the reason that is told`() async throws {
    let stage = Stage(receipts: book)
    await stage.store.setReceipts(.late)
    await stage.store.fail(.refreshReceipt, .offline)
    try await withHandler(stage) { _, handler in
      guard case .notDelivered(_, let error) = await handler.purchase(.coins) else {
        return #expect(Bool(false))
      }
      #expect(error == .offline)
    }
  }

  @Test
  func
    `R144, R166: a forged receipt asks for no other one; what waited goes on when a purchase brings a valid one`()
    async throws
  {
    let stage = Stage(receipts: book)
    await stage.store.leave(SampleCatalog.coins, .purchased)
    await stage.store.setReceipts(.late)
    storage.replace(with: Array("forged".utf8))
    try await withHandler(stage) { stage, handler in
      await handler.waitUntilIdle()
      let log = await stage.store.log
      #expect(log.contains("reject receiptInvalid") && !log.contains("refreshReceipt"))
      #expect(await stage.store.delivered.isEmpty)
      await stage.store.setReceipts(.normal)
      guard case .purchased = await handler.purchase(.theme) else { return #expect(Bool(false)) }
      await handler.waitUntilIdle()
      #expect(await stage.store.delivered == [1, 2])
    }
  }

  @Test func `R156: a receipt that is there is answered at once, and asked for anew only when wanted`()
    async throws
  {
    let stage = Stage(receipts: book)
    storage.replace(with: Array("7".utf8))
    try await withHandler(stage) { stage, handler in
      let kept = try await handler.receipt()
      #expect(kept == Array("7".utf8))
      #expect(await stage.store.count(of: "refreshReceipt") == 0)
      _ = try await handler.receipt(refreshing: true)
      #expect(await stage.store.count(of: "refreshReceipt") == 1)
    }
  }

  @Test func `R157: a missing receipt is refreshed once for who asks for it`() async throws {
    let stage = Stage(receipts: book)
    try await withHandler(stage) { stage, handler in
      let brought = try await handler.receipt()
      #expect(brought.isEmpty)
      #expect(await stage.store.count(of: "refreshReceipt") == 1)
    }
  }

  // MARK: - The fallback list

  @Test func `R121, R122: only products that are configured are ever in the list`() {
    let list = FallbackList { $0 != "other" }
    list.replace(with: ["theme", "other"])
    #expect(list.products == ["theme"])
    let unconfigured = FallbackList { _ in false }
    unconfigured.replace(with: ["theme"])
    #expect(unconfigured.products.isEmpty && !unconfigured.isPurchased("theme"))
  }

  @Test func `R123: the list is written when it has changed, and not again when it has not`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/list"
    #expect(FallbackList(path: path, isConfigured: { _ in true }).replace(with: ["atlas", "theme"]))
    let next = FallbackList(path: path, isConfigured: { _ in true })
    #expect(next.products == ["atlas", "theme"])
    #expect(!next.replace(with: ["theme", "atlas"]))
    #expect(next.replace(with: []))
    #expect(FallbackList(path: path, isConfigured: { _ in true }).products.isEmpty)
  }

  @Test func `R124, R125: a receipt that is missing or not valid leaves the list, which answers alone`()
    async throws
  {
    let stage = Stage(receipts: book)
    let book = try #require(stage.receipts)
    storage.replace(with: Array("1".utf8))
    _ = try await book.validate(at: stage.clock.now)
    storage.replace(with: Array("forged".utf8))
    await #expect(throws: StoreError.forged) { try await book.validate(at: stage.clock.now) }
    #expect(book.fallback.isPurchased("p1") && !book.fallback.isPurchased("p2"))
  }

  @Test func `R195: what was refunded, replaced or has expired does not count`() {
    let now = Timestamp(milliseconds: 1000)
    func item(_ product: ProductID, _ end: Timestamp? = nil, takenBack: Bool = false) -> ValidatedReceipt.Item
    {
      ValidatedReceipt.Item(transactionID: "1", productID: product, expiresAt: end, isTakenBack: takenBack)
    }
    let receipt = ValidatedReceipt([
      item("theme"), item("refunded", takenBack: true), item("over", now),
      item("on", now.advanced(byMilliseconds: 1)),
    ])
    #expect(receipt.products(at: now) == ["theme", "on"])
  }
}
