import Purchasing
import StoreModel
import StoreTesting
import Testing

/// Rules R44 to R58: what a payment's caller is answered.
struct HandlerPaymentTests {
  @Test func `R44: two payments for one id are answered first in, first out`() {
    var stage = HandlerStage()
    stage.buy(1)
    stage.buy(2)
    #expect(stage.updateAndRun(.make(1, .purchased)).words.last == "answer 1 purchased 1")
    #expect(stage.updateAndRun(.make(2, .purchased)).words.last == "answer 2 purchased 2")
  }

  @Test func `R45: purchased and failed for one id in one batch answer one payment each, both finished`() {
    var stage = HandlerStage()
    stage.buy(1)
    stage.buy(2)
    let actions = stage.updateAndRun(.make(1, .purchased), .make(2, .failed, error: .offline)).words
    #expect(actions.filter { $0.hasPrefix("finish") }.sorted() == ["finish 1", "finish 2"])
    #expect(
      actions.filter { $0.hasPrefix("answer") }.sorted() == [
        "answer 1 purchased 1", "answer 2 failed networkOffline",
      ])
  }

  @Test func `R46, R110: purchased is delivered, finished and answered exactly once, and then forgotten`() {
    var stage = HandlerStage()
    stage.buy(1)
    #expect(
      stage.updateAndRun(.make(1, .purchased)).words == ["deliver 1", "finish 1", "answer 1 purchased 1"])
    #expect(stage.updateAndRun(.make(1, .purchased)).words.last == #"complete ["1"]"#)
  }

  @Test func `R47: not atomically, purchased is left for the app to finish, and says so`() {
    var stage = HandlerStage()
    stage.buy(1, atomically: false)
    #expect(
      stage.updateAndRun(.make(1, .purchased)).words == ["deliver 1", "answer 1 purchased 1 needsFinish"])
  }

  @Test(arguments: [true, false])
  func `R48: failed is always finished and answered once with its error`(atomically: Bool) {
    var stage = HandlerStage()
    stage.buy(1, atomically: atomically)
    #expect(
      stage.updateAndRun(.make(1, .failed, error: .offline)).words == [
        "finish 1", "answer 1 failed networkOffline",
      ])
  }

  @Test func `R49: a failure without an error is an unknown one`() {
    var stage = HandlerStage()
    stage.buy(1)
    #expect(
      stage.updateAndRun(.make(1, .failed)).last
        == .answerPurchase(RequestID(rawValue: 1), .failed(StoreError(.unknown, .other))))
    #expect(StoreError(.unknown, .other).errorDescription?.isEmpty == false)
  }

  @Test
  func `R50, R78: deferred is answered once and not finished; its outcome goes to complete-transactions`() {
    var stage = HandlerStage()
    stage.buy(1)
    #expect(stage.updateAndRun(.make(1, .deferred)).words == ["answer 1 deferred 1"])
    #expect(
      stage.updateAndRun(.make(1, .purchased)).words == ["deliver 1", "finish 1", #"complete ["1"]"#])
  }

  @Test func `R51: restored for a payment is a purchase, finished if atomic`() {
    var stage = HandlerStage()
    stage.buy(1, .theme)
    #expect(
      stage.updateAndRun(.make(1, .restored, .theme)).words == [
        "deliver 1", "finish 1", "answer 1 purchased 1",
      ])
    stage.buy(2, .theme, atomically: false)
    #expect(
      stage.updateAndRun(.make(2, .restored, .theme)).words == [
        "deliver 2", "answer 2 purchased 2 needsFinish",
      ])
  }

  @Test func `R52: the answer carries id, quantity, product, transaction and original`() async throws {
    try await withHandler { stage, handler in
      let result = await handler.purchase(SampleCatalog.coins, quantity: 3)
      guard case .purchased(let details) = result else { return #expect(Bool(false), "\(result)") }
      #expect(details.productID == SampleCatalog.coins)
      #expect(details.quantity == 3)
      #expect(details.product?.type == .consumable)
      #expect(details.transaction.id == 1)
      #expect(details.original == nil)
      #expect(!details.needsFinish)
      await stage.store.script(SampleCatalog.theme, .settled(.restored))
      guard case .purchased(let again) = await handler.purchase(SampleCatalog.theme) else {
        return #expect(Bool(false))
      }
      #expect(again.original?.id == 1000)
    }
  }

  @Test func `R53: the original purchase date is the original's if there is one`() {
    let first = Timestamp(milliseconds: 5)
    let original = Transaction.Original(id: 1, date: first, productID: SampleCatalog.theme)
    let own = Transaction.make(2, .restored, .theme)
    #expect(PurchaseDetails(transaction: own, needsFinish: false).originalPurchaseDate == own.date)
    let copy = Transaction.make(2, .restored, .theme, original: original)
    #expect(PurchaseDetails(transaction: copy, needsFinish: false).originalPurchaseDate == first)
  }

  @Test func `R54, R88: buying by id looks the product up first, and pays only when it is found`()
    async throws
  {
    try await withHandler { stage, handler in
      guard case .purchased = await handler.purchase(SampleCatalog.coins) else { return #expect(Bool(false)) }
      #expect(
        await handler.purchase("nonsense")
          == .failed(StoreError(.paymentInvalid, .unknownProduct, subject: "nonsense")))
      await stage.store.fail(.products, .offline)
      #expect(await handler.purchase(SampleCatalog.coins) == .failed(.offline))
      await stage.store.answerProductsWithNothing()
      #expect(await handler.purchase(SampleCatalog.coins) == .failed(StoreError(.unknown, .other)))
      #expect(await stage.store.log.count { $0.hasPrefix("begin") } == 1)
    }
  }

  @Test func `R54: what was looked up is not asked for again with its payment`() async throws {
    try await withHandler { stage, handler in
      _ = await handler.purchase(SampleCatalog.coins)
      _ = await handler.purchase(.theme)
      let product = SampleCatalog.coins
      let begun = await stage.store.log.filter { $0.hasPrefix("begin") || $0.hasPrefix("products") }
      #expect(
        begun == ["products \(product)", "begin \(product) looked up", "begin \(SampleCatalog.theme)"])
    }
  }

  @Test func `R55, R56: one call adds exactly one payment, with quantity and user name`() async throws {
    try await withHandler { stage, handler in
      _ = await handler.purchase(SampleCatalog.coins, quantity: 2, applicationUsername: "someone")
      _ = await handler.purchase(SampleCatalog.coins)
      #expect(await stage.store.log.count { $0.hasPrefix("begin") } == 2)
      let payments = await stage.store.transactions.values.sorted { $0.id < $1.id }.map(\.payment)
      #expect(
        payments == [
          Payment(productID: SampleCatalog.coins, quantity: 2, applicationUsername: "someone"),
          Payment(productID: SampleCatalog.coins, quantity: 1, applicationUsername: ""),
        ])
    }
  }

  @Test func `R58: finishing what the store does not know is ignored`() async throws {
    try await withHandler { stage, handler in
      try await handler.finish(PurchaseDetails(transaction: .make(99, .purchased), needsFinish: true))
      #expect(await stage.store.log.last == "finish 99")
    }
  }

  @Test func `a payment that the queue did not take is answered with the reason`() {
    var stage = HandlerStage()
    let request = RequestID(rawValue: 9)
    #expect(
      stage.state.handle(.purchase(request, .coins, product: nil, atomically: true)).words == ["add 9 coins"])
    #expect(
      stage.state.handle(.paymentRefused(request, .ledger)).words == ["answer 9 failed ledgerUnavailable"])
    // The next payment for the id is not mistaken for it.
    stage.buy(1)
    #expect(stage.updateAndRun(.make(1, .purchased)).words.last == "answer 1 purchased 1")
  }

  @Test func `a delivery that fails leaves the purchase unfinished and tells the caller`() {
    var stage = HandlerStage()
    stage.buy(1)
    #expect(stage.update(.make(1, .purchased)).words == ["deliver 1"])
    #expect(
      stage.state.handle(.deliveryFailed(1, .ledger)).words == [
        "answer 1 notDelivered 1 needsFinish ledgerUnavailable"
      ])
  }

  @Test func `a finish that fails says that the purchase still needs finishing`() {
    var stage = HandlerStage()
    stage.buy(1)
    _ = stage.update(.make(1, .purchased))
    #expect(stage.state.handle(.delivered(1, hasHostedContent: false)).words == ["finish 1"])
    #expect(stage.state.handle(.finishFailed(1, .ledger)).words == ["answer 1 purchased 1 needsFinish"])
  }

  @Test func `stopping answers every call that still waits, once`() {
    var stage = HandlerStage()
    stage.buy(1)
    stage.buy(2, .theme)
    stage.restore()
    _ = stage.update(.make(2, .purchased, .theme))
    #expect(
      stage.state.handle(.stop).words.sorted() == [
        "answer 1 failed notRunning", "answer 2 notDelivered 2 needsFinish notRunning",
        #"restored 3 [] ["notRunning"]"#,
      ])
    #expect(stage.state.handle(.stop).isEmpty)
  }
}
