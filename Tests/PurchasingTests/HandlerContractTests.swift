import StoreModel
import StoreReceipts
import StoreTesting
import Testing

@testable import Purchasing

/// Rules R83 to R145 that belong to no other suite: what libraries promise their callers, as ours keeps it.
@Suite(.timeLimit(.minutes(1)))
struct HandlerContractTests {
  @Test(arguments: [
    (TransactionState.purchased, "answer 1 purchased 1" as String?), (.restored, "answer 1 purchased 1"),
    (.deferred, "answer 1 deferred 1"), (.failed, "answer 1 failed networkOffline"), (.purchasing, nil),
  ])
  func `R83, R136: each state is answered as what it is, and purchasing not at all`(
    state: TransactionState, answer: String?
  ) {
    var stage = HandlerStage()
    stage.buy(1)
    #expect(
      stage.updateAndRun(.make(1, state, error: state == .failed ? .offline : nil)).words.last == answer)
  }

  @Test func `R84: every restore that waits is answered once, and a second end answers none`() {
    var stage = HandlerStage()
    stage.restore()
    let second = RequestID(rawValue: 2)
    #expect(
      stage.state.handle(.restore(second, atomically: true)).words == [
        "restored 2 [] [\"restoreInProgress\"]"
      ])
    #expect(stage.state.handle(.update(.restoreFinished)).words == ["restored 1 [] []"])
    #expect(stage.state.handle(.update(.restoreFinished)) == [])
    #expect(stage.state.handle(.update(.restoreFailed(.offline))) == [])
  }

  @Test func `R86: a restore answers with what was restored; what was purchased meanwhile is not in it`() {
    var stage = HandlerStage()
    stage.restore()
    _ = stage.updateAndRun(.make(1, .restored, .theme), .make(2, .purchased, .coins))
    #expect(stage.state.handle(.update(.restoreFinished)).words == [#"restored 1 ["1"] []"#])
  }

  @Test func `R87: a failed transaction during a restore is finished, and the restore tells its own error`() {
    var stage = HandlerStage()
    stage.restore()
    #expect(stage.updateAndRun(.make(1, .failed, error: .unavailable)).words.first == "finish 1")
    #expect(
      stage.state.handle(.update(.restoreFailed(.offline))).words == ["restored 1 [] [\"networkOffline\"]"])
  }

  @Test func `R90: an answer to what nobody asked calls nobody`() {
    var stage = HandlerStage(validatesReceipts: true)
    let stray: [HandlerInput] = [
      .paymentRefused(RequestID(rawValue: 9), .offline), .restoreRefused(.offline), .finished(9),
      .finishFailed(9, .ledger), .delivered(9, hasHostedContent: true), .deliveryFailed(9, .ledger),
      .downloadRefused(9, .offline), .receiptValidated([9]), .passed(.finish, 9),
    ]
    for input in stray { #expect(stage.state.handle(input) == [], "\(input)") }
  }

  @Test(arguments: [
    StoreError(.paymentNotAllowed, .paymentsRefused), .unavailable, .offline, .ledger,
    StoreError(.cloudServiceRevoked, .simulated, subject: "cloudServiceRevoked"),
    StoreError(StoreError.Code(rawValue: 999), .other),
  ])
  func `R91: an error reaches the caller unchanged`(error: StoreError) async throws {
    try await withHandler { stage, handler in
      await stage.store.script(SampleCatalog.coins, .settled(.failed, error))
      #expect(await handler.purchase(.coins) == .failed(error))
    }
  }

  @Test func `R92, R93: errors carry SKError's numbers, say what they are about, and compare by that`() {
    let codes: [StoreError.Code] = [
      .unknown, .clientInvalid, .paymentCancelled, .paymentInvalid, .paymentNotAllowed,
      .storeProductNotAvailable,
    ]
    #expect(codes.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    #expect(
      StoreError(.unknown, .unfinishedPurchase, subject: "1")
        == StoreError(.unknown, .unfinishedPurchase, subject: "1"))
    #expect(
      StoreError(.unknown, .unfinishedPurchase, subject: "1")
        != StoreError(.unknown, .unfinishedPurchase, subject: "2"))
    #expect(StoreError(.unknown, .other) != StoreError(.clientInvalid, .other))
    #expect(Set(codes.map { StoreError($0, .other).errorDescription }).count == codes.count)
  }

  @Test func `R94: the queue lists what is unfinished in its order, and finish reaches the very one`()
    async throws
  {
    let stage = Stage()
    for product in [SampleCatalog.theme, SampleCatalog.coins, SampleCatalog.gold] {
      await stage.store.leave(product, .purchased)
    }
    try await stage.launch()
    #expect(await stage.queue.transactions.map(\.id) == [1, 2, 3])
    try await stage.queue.finish(2)
    try await stage.recorder.wait(for: "removed 2")
    #expect(await stage.queue.transactions.map(\.id) == [1, 3])
    #expect(await stage.store.unfinished.map(\.id) == [1, 3])
    await stage.queue.stop()
  }

  @Test func `R95: each refresh of the receipt ends once, well or not`() async throws {
    let book = ReceiptBook(
      storage: ReceiptInMemory(), validator: NotedReceipts(), fallback: FallbackList { _ in true })
    try await withHandler(Stage(receipts: book)) { stage, handler in
      await stage.store.fail(.refreshReceipt, .offline, nil)
      await #expect(throws: StoreError.offline) { try await handler.refreshReceipt() }
      try await handler.refreshReceipt()
      #expect(await stage.store.count(of: "refreshReceipt") == 2)
    }
  }

  @Test func `R107: a restore while a purchase waits for its customer runs and is answered`() async throws {
    let desk = PaymentSheetDesk()
    try await withHandler(Stage(desk)) { stage, handler in
      await stage.store.own(SampleCatalog.theme)
      async let purchase = handler.purchase(.coins)
      for await sheets in desk.openSheets() where !sheets.isEmpty { break }
      #expect(await handler.restore().restored.map(\.productID) == [SampleCatalog.theme])
      try desk.confirm(try #require(desk.sheets.first))
      guard case .purchased = await purchase else { return #expect(Bool(false)) }
    }
  }

  @Test func `R112: a restored transaction without an original is dealt with as the product it names`() {
    var stage = HandlerStage()
    #expect(
      stage.updateAndRun(.make(1, .restored, .theme)).words == ["deliver 1", "finish 1", #"complete ["1"]"#])
    let details = PurchaseDetails(transaction: .make(1, .restored, .theme), needsFinish: false)
    #expect(details.productID == SampleCatalog.theme && details.original == nil)
    #expect(details.originalPurchaseDate == details.transaction.date)
  }

  @Test func `R139: each restore answers with its own items alone`() async throws {
    try await withHandler { stage, handler in
      await stage.store.own(SampleCatalog.theme)
      #expect(await handler.restore().restored.map(\.transaction.id) == [1])
      #expect(await handler.restore().restored.map(\.transaction.id) == [2])
    }
  }

  @Test func `R145: an account's name for the store is its SHA-256 in lower-case hex`() {
    #expect(
      Payment.applicationUsername(for: "abc")
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(Payment.applicationUsername(for: "ada") != Payment.applicationUsername(for: "Ada"))
  }
}
