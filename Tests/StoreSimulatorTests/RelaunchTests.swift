import StoreLedger
import StoreModel
import StoreTesting
import Testing

@testable import StoreSimulator

/// The program may end after every call. A new one on the same file takes up what is there.
struct RelaunchTests {
  @Test func `R10: what an earlier run left is redelivered, oldest first, until it is finished`() async throws
  {
    let folder = try TestFolder()
    let ids = try await TestShop.life(on: folder.file()) { shop in
      #expect(try await shop.store.relaunch() == [])
      try await shop.buyAndFinish(SampleCatalog.atlas)
      return [try await shop.buy(SampleCatalog.coins).id, try await shop.buy(SampleCatalog.theme).id]
    }
    for _ in 0..<2 {
      try await TestShop.life(on: folder.file()) { shop in
        let redelivered = try await shop.store.relaunch()
        #expect(redelivered.map(\.id) == ids)
        #expect(redelivered.allSatisfy { $0.state == .purchased })
        #expect(try await shop.journal().suffix(2).map(\.event) == redelivered.map { .redelivered($0) })
      }
    }
    try await TestShop.life(on: folder.file()) { shop in
      for id in ids { _ = try await shop.store.finish(id, command: nil) }
    }
    let shop = try TestShop(path: folder.file())
    let before = try await shop.journal().count
    #expect(try await shop.store.relaunch() == [])
    #expect(try await shop.journal().count == before)
  }

  @Test func `a purchase that was never confirmed comes back failed, and nothing was charged`() async throws {
    let folder = try TestFolder()
    let id = try await TestShop.life(on: folder.file()) { shop in
      try await shop.sheet(for: SampleCatalog.coins).transaction.id
    }
    let shop = try TestShop(path: folder.file())
    let redelivered = try await shop.store.relaunch()
    #expect(redelivered.map(\.id) == [id])
    #expect(redelivered.first?.state == .failed)
    #expect(redelivered.first?.error == StoreError(.unknown, .closedBeforeConfirmation))
    let journal = try await shop.journal()
    #expect(journal.map(\.event.name) == ["command", "purchasing", "failed", "redelivered"])
    #expect(journal.map(\.cause?.rawValue) == [nil, 1, 2, 3])
    #expect(try await shop.store.finish(id, command: nil)?.isFinished == true)
  }

  @Test func `R10: a user's name gets lost between two runs, unless it is a UUID`() async throws {
    let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
    let folder = try TestFolder()
    try await TestShop.life(on: folder.file()) { shop in
      try await shop.store.perform(.setCondition(StoreCondition(.username, .drop)))
      for user in ["ann", token] {
        let payment = Payment(productID: SampleCatalog.theme, applicationUsername: user)
        _ = try await shop.store.begin(payment)
      }
    }
    let shop = try TestShop(path: folder.file())
    #expect(try await shop.store.relaunch().map(\.payment.applicationUsername) == ["", token])
    let kept = try await shop.store.transactions(before: nil, limit: 2)
    #expect(kept.map(\.payment.applicationUsername) == [token, ""])
    #expect(try await shop.journal().count { $0.event.name == "conditionMet" } == 1)
  }

  @Test func `what waits at a stage when the app ends is told, by itself or by the next launch`() async throws
  {
    let folder = try TestFolder()
    let item = StageItem(product: SampleCatalog.coins)
    func wait(_ shop: TestShop, _ stages: StoreStage...) async throws {
      for stage in stages {
        guard case .waits = await shop.store.arrive(item, at: stage) else { return #expect(Bool(false)) }
      }
    }
    try await TestShop.life(on: folder.file()) { shop in
      try await shop.store.perform(.setCondition(StoreCondition(.delivery, .hold)))
      try await shop.store.perform(.setCondition(StoreCondition(.finish, .delay, milliseconds: 1000)))
      try await wait(shop, .delivery, .finish)
      await shop.store.appEnded()
      #expect(
        try await shop.journal().suffix(2).map(\.event)
          == [.abandoned(.delivery, item), .abandoned(.finish, item)])
      // Told once.
      await shop.store.appEnded()
      try await wait(shop, .delivery)
      try await shop.store.perform(.release(.delivery, nil))
      try await shop.store.perform(.setCondition(StoreCondition(.delivery, .hold)))
      try await wait(shop, .delivery)
      // Killed: nothing is told any more.
    }
    let shop = try TestShop(path: folder.file())
    let before = try await shop.journal().count
    _ = try await shop.store.relaunch()
    _ = try await shop.store.relaunch()
    let told = try await shop.journal().dropFirst(before)
    #expect(told.map(\.event) == [.abandoned(.delivery, item)])
    #expect(told.first?.cause?.rawValue == Int64(before))
  }

  /// How far a purchase came before the program ended.
  enum Step: CaseIterable { case begun, reviewed, confirmed, delivered, finished }

  @Test(arguments: Step.allCases)
  func `whenever the program ends, a charged purchase is finished or redelivered, and delivered once`(
    _ last: Step
  )
    async throws
  {
    let folder = try TestFolder()
    try await TestShop.life(on: folder.file()) { shop in
      let store = shop.store
      let id = try await store.begin(Payment(productID: SampleCatalog.coins, quantity: 4)).id
      if last != .begun {
        guard case .sheet(let sheet) = try await store.review(id) else { throw TestShopError("no sheet") }
        if last != .reviewed { _ = try await store.confirm(id, price: sheet.price) }
      }
      if last == .delivered || last == .finished { _ = try await store.recordDelivery(of: id) }
      if last == .finished { _ = try await store.finish(id, command: nil) }
    }
    let shop = try TestShop(path: folder.file())
    let wasCharged = last != .begun && last != .reviewed
    let redelivered = try await shop.store.relaunch()
    #expect(redelivered.map(\.state) == (last == .finished ? [] : [wasCharged ? .purchased : .failed]))
    for transaction in redelivered {
      if transaction.state == .purchased { _ = try await shop.store.recordDelivery(of: transaction.id) }
      _ = try await shop.store.finish(transaction.id, command: nil)
    }
    let balances = try await shop.store.library().balances
    #expect(balances == (wasCharged ? [.init(productID: SampleCatalog.coins, quantity: 4)] : []))
    #expect(try await shop.journal().count { $0.event.name == "contentDelivered" } == (wasCharged ? 1 : 0))
    #expect(try await shop.store.relaunch() == [])
    #expect(try await shop.store.transactions(before: nil, limit: 9).map(\.isFinished) == [true])
  }

  @Test func `a second process leaves the first one's open sheet alone`() async throws {
    let folder = try TestFolder()
    let first = try TestShop(path: folder.file())
    #expect(try await first.store.relaunch() == [])
    let sheet = try await first.sheet(for: SampleCatalog.coins)

    let second = try TestShop(path: folder.file())
    #expect(try await second.store.relaunch() == [])
    guard case .settled(let bought) = try await first.store.confirm(sheet.transaction.id, price: sheet.price)
    else { throw TestShopError("the sheet came back") }
    #expect(bought.state == .purchased)
  }

  @Test func `a third process leaves the second one's open sheet alone after the first has ended`()
    async throws
  {
    let folder = try TestFolder()
    var first: TestShop? = try TestShop(path: folder.file())
    _ = try await first?.store.relaunch()
    let second = try TestShop(path: folder.file())
    _ = try await second.store.relaunch()
    let id = try await second.sheet(for: SampleCatalog.coins).transaction.id
    first = nil
    let third = try TestShop(path: folder.file())
    #expect(try await third.store.relaunch() == [])
    #expect(try await third.store.transaction(id)?.state == .purchasing)
  }

  @Test func `a second relaunch in one run leaves the run's own open sheet alone`() async throws {
    let folder = try TestFolder()
    let shop = try TestShop(path: folder.file())
    let id = try await shop.sheet(for: SampleCatalog.coins).transaction.id
    #expect(try await shop.store.relaunch() == [])
    #expect(try await shop.store.transaction(id)?.state == .purchasing)
  }

  @Test func `settings last beyond the program's end`() async throws {
    let folder = try TestFolder()
    do {
      let shop = try TestShop(path: folder.file())
      try await shop.store.perform(.storefront("DEU"))
      try await shop.store.perform(.payments(allowed: false))
    }
    let settings = try await TestShop(path: folder.file()).store.settings()
    #expect(settings == StoreSettings(storefront: "DEU", paymentsAllowed: false, networkIsOn: true))
  }

  @Test func `two processes that buy one non-consumable are charged once`() async throws {
    let folder = try TestFolder()
    let first = try TestShop(path: folder.file())
    let second = try TestShop(path: folder.file())
    let one = try await first.sheet(for: SampleCatalog.theme)
    let two = try await second.sheet(for: SampleCatalog.theme)
    guard case .settled(let bought) = try await first.store.confirm(one.transaction.id, price: one.price),
      case .settled(let again) = try await second.store.confirm(two.transaction.id, price: two.price)
    else { throw TestShopError("a sheet came back") }
    #expect(bought.state == .purchased)
    #expect(again.state == .restored)
    #expect(again.original?.id == bought.id)
  }
}
