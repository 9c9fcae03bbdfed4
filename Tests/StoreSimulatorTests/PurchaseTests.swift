import Foundation
import StoreModel
import StoreSimulator
import StoreTesting
import Testing

struct PurchaseTests {
  @Test func `R3: a payment appears as purchasing, then as purchased, with date and price`() async throws {
    let shop = try TestShop()
    let payment = Payment(productID: SampleCatalog.coins, quantity: 3, applicationUsername: "ann")
    let begun = try await shop.store.begin(payment)
    #expect(begun.state == .purchasing)
    #expect(begun.transactionIdentifier == nil && begun.date == nil)

    guard case .sheet(let sheet) = try await shop.store.review(begun.id) else {
      Issue.record("no sheet")
      return
    }
    #expect(sheet.price == (try usd("2.97")))
    shop.clock.advance(by: .seconds(5))
    guard case .settled(let bought) = try await shop.store.confirm(begun.id, price: sheet.price) else {
      Issue.record("not charged")
      return
    }
    #expect(bought.state == .purchased)
    #expect(bought.payment == payment)
    #expect(bought.transactionIdentifier == begun.id)
    #expect(bought.date == shop.clock.now)
    #expect(bought.price == (try usd("2.97")))
    #expect(try await shop.store.transaction(begun.id) == bought)
  }

  @Test func `an open sheet that is cancelled fails with code 2 and charges nothing`() async throws {
    let shop = try TestShop()
    let sheet = try await shop.sheet(for: SampleCatalog.coins)
    let failed = try await shop.store.cancel(sheet.transaction.id)
    #expect(failed.state == .failed)
    #expect(failed.error == StoreError(.paymentCancelled, .cancelledAtSheet))
    #expect(failed.price == nil && failed.date == nil)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let name: String
    let payment: Payment
    var settings: [Command] = []
    let error: StoreError
    var testDescription: String { name }
  }

  @Test(arguments: [
    Refusal(
      name: "R31: payments not allowed", payment: Payment(productID: SampleCatalog.coins),
      settings: [.payments(allowed: false)], error: StoreError(.paymentNotAllowed, .paymentsRefused)),
    Refusal(
      name: "network off", payment: Payment(productID: SampleCatalog.coins),
      settings: [.network(isOn: false)],
      error: StoreError(.unknown, .networkOffline)),
    Refusal(
      name: "unknown product", payment: Payment(productID: "nothing"),
      error: StoreError(.paymentInvalid, .unknownProduct, subject: "nothing")),
    Refusal(
      name: "quantity 0", payment: Payment(productID: SampleCatalog.coins, quantity: 0),
      error: StoreError(.paymentInvalid, .invalidQuantity, subject: "0")),
    Refusal(
      name: "quantity 11", payment: Payment(productID: SampleCatalog.coins, quantity: 11),
      error: StoreError(.paymentInvalid, .invalidQuantity, subject: "11")),
    Refusal(
      name: "two of a non-consumable", payment: Payment(productID: SampleCatalog.theme, quantity: 2),
      error: StoreError(.paymentInvalid, .quantityNotAllowed, subject: "2")),
    Refusal(
      name: "two of a subscription", payment: Payment(productID: SampleCatalog.gold, quantity: 2),
      error: StoreError(.paymentInvalid, .quantityNotAllowed, subject: "2")),
    Refusal(
      name: "not sold in Japan", payment: Payment(productID: SampleCatalog.theme),
      settings: [.storefront("JPN")],
      error: StoreError(.storeProductNotAvailable, .notSoldInStorefront, subject: "Japan")),
    Refusal(
      name: "unknown offer", payment: Payment(productID: SampleCatalog.silver, offerID: "x"),
      error: StoreError(.invalidOfferIdentifier, .offerNotFound, subject: "x")),
  ])
  func `a payment that the store refuses fails with its code and reason`(_ refusal: Refusal) async throws {
    let shop = try TestShop()
    for command in refusal.settings { try await shop.store.perform(command) }
    let begun = try await shop.store.begin(refusal.payment)
    guard case .settled(let failed) = try await shop.store.review(begun.id) else {
      Issue.record("a sheet came")
      return
    }
    #expect(failed.state == .failed)
    #expect(failed.error == refusal.error)
    #expect(failed.transactionIdentifier == nil)
    #expect(try await shop.store.library().entitlements.isEmpty)
  }

  @Test func `a non-renewing subscription can be bought several at a time`() async throws {
    #expect(try await TestShop().buy(SampleCatalog.season, quantity: 2).price == (try usd("19.98")))
  }

  @Test func `C6, R51: an owned non-consumable comes back restored, free, with the first purchase`()
    async throws
  {
    let shop = try TestShop()
    let first = try await shop.buyAndFinish(SampleCatalog.theme)
    shop.clock.advance(by: .seconds(60))
    let again = try await shop.buy(SampleCatalog.theme)
    #expect(again.state == .restored)
    #expect(again.id != first.id)
    #expect(again.price == nil)
    #expect(again.date == shop.clock.now)
    let date = try #require(first.date)
    #expect(again.original == Transaction.Original(id: first.id, date: date, productID: SampleCatalog.theme))
    #expect(try await shop.store.library().entitlements.count == 1)
  }

  @Test
  func `C6, C7: an unfinished consumable blocks a new charge, and a purchase after finish has a new id`()
    async throws
  {
    let shop = try TestShop()
    let first = try await shop.buy(SampleCatalog.coins)
    let blocked = try await shop.buy(SampleCatalog.coins)
    #expect(blocked.error == StoreError(.unknown, .unfinishedPurchase, subject: first.id.description))
    _ = try await shop.store.finish(first.id, command: nil)
    let second = try await shop.buy(SampleCatalog.coins)
    #expect(second.state == .purchased)
    #expect(second.id > blocked.id)
  }

  @Test func `C5: a running subscription is not sold again; after its end it is`() async throws {
    let shop = try TestShop()
    let first = try await shop.buyAndFinish(SampleCatalog.gold)
    let again = try await shop.buyAndFinish(SampleCatalog.gold)
    #expect(again.error == StoreError(.unknown, .alreadySubscribed, subject: SampleCatalog.gold.rawValue))
    shop.clock.now = try #require(first.expiresAt)
    let renewed = try await shop.buy(SampleCatalog.gold)
    #expect(renewed.state == .purchased)
  }

  @Test func `a lower plan is refused while a higher one runs, and the end is named`() async throws {
    let shop = try TestShop()
    let gold = try await shop.buyAndFinish(SampleCatalog.gold)
    let silver = try await shop.buy(SampleCatalog.silver)
    let end = try #require(gold.expiresAt)
    #expect(silver.error == StoreError(.unknown, .higherPlanActive, subject: end.description))
  }

  @Test(arguments: [
    (SampleCatalog.silver, SampleCatalog.gold), (SampleCatalog.gold, SampleCatalog.goldYearly),
  ])
  func `C19: a higher or equal plan takes the running one's place at once`(old: ProductID, new: ProductID)
    async throws
  {
    let shop = try TestShop()
    let first = try await shop.buyAndFinish(old)
    let second = try await shop.buyAndFinish(new)
    #expect(second.state == .purchased)
    #expect(try await shop.store.transaction(first.id)?.isUpgraded == true)
    #expect(try await shop.store.library().entitlements.map(\.productID) == [new])
    #expect(second.original?.id == first.id && second.original?.productID == old)
    let upgrade = try #require(
      try await shop.journal().first { $0.event == .upgraded(transaction: first.id, by: second.id) })
    let purchase = try #require(try await shop.journal().first { $0.id == upgrade.cause })
    #expect(purchase.event.name == "purchased")
  }

  @Test func `R22: whoever comes back to a group goes on with its first subscription`() async throws {
    let shop = try TestShop()
    let silver = try await shop.buyAndFinish(SampleCatalog.silver)
    #expect(silver.original == nil)
    shop.clock.advance(by: .seconds(400 * 86_400))
    let gold = try await shop.buyAndFinish(SampleCatalog.gold)
    #expect(gold.original?.id == silver.id && gold.original?.date == silver.date)
    #expect(gold.original?.productID == SampleCatalog.silver)
    shop.clock.advance(by: .seconds(400 * 86_400))
    #expect(try await shop.buyAndFinish(SampleCatalog.silver).original == gold.original)
    #expect(try await shop.buyAndFinish(SampleCatalog.news).original == nil)
  }

  @Test func `groups do not stand in each other's way`() async throws {
    let shop = try TestShop()
    try await shop.buyAndFinish(SampleCatalog.gold)
    #expect(try await shop.buy(SampleCatalog.news).state == .purchased)
  }

  // MARK: Offers

  struct Charge: Sendable, CustomTestStringConvertible {
    let product: ProductID
    let price: String
    let end: String
    var testDescription: String { product.rawValue }
  }

  @Test(arguments: [
    Charge(product: SampleCatalog.silver, price: "0", end: "2026-12-07T12:00:00.000Z"),
    Charge(product: SampleCatalog.bronze, price: "0.99", end: "2026-12-30T12:00:00.000Z"),
    Charge(product: SampleCatalog.news, price: "5.99", end: "2027-02-28T12:00:00.000Z"),
    Charge(product: SampleCatalog.goldYearly, price: "99.99", end: "2027-11-30T12:00:00.000Z"),
  ])
  func `the first charge is the introductory offer's, and lasts as long as was paid for`(_ charge: Charge)
    async throws
  {
    let shop = try TestShop()
    let bought = try await shop.buy(charge.product)
    #expect(bought.price == (try usd(charge.price)))
    #expect(bought.expiresAt?.description == charge.end)
    let hasOffer = charge.product != SampleCatalog.goldYearly
    #expect(bought.offerKind == (hasOffer ? .introductory : nil))
    #expect(bought.offerID == (hasOffer ? "\(charge.product).intro" : nil))
  }

  @Test func `an account has one introductory offer in a group`() async throws {
    let shop = try TestShop()
    #expect(try await shop.store.isEligibleForIntroductoryOffer(SampleCatalog.bronze))
    let first = try await shop.buyAndFinish(SampleCatalog.bronze)
    #expect(try await !shop.store.isEligibleForIntroductoryOffer(SampleCatalog.silver))
    #expect(try await shop.store.isEligibleForIntroductoryOffer(SampleCatalog.news))
    #expect(try await !shop.store.isEligibleForIntroductoryOffer(SampleCatalog.gold))
    shop.clock.now = try #require(first.expiresAt)
    let sheet = try await shop.sheet(for: SampleCatalog.silver)
    #expect(sheet.price == (try usd("4.99")))
    #expect(sheet.offer == nil)
  }

  @Test func `a cancelled sheet does not use the introductory offer up`() async throws {
    let shop = try TestShop()
    let sheet = try await shop.sheet(for: SampleCatalog.silver)
    _ = try await shop.store.cancel(sheet.transaction.id)
    #expect(try await shop.store.isEligibleForIntroductoryOffer(SampleCatalog.silver))
  }

  // MARK: Sheets

  @Test func `K17: a price that changed since the sheet charges nothing and asks anew`() async throws {
    let shop = try TestShop()
    let sheet = try await shop.sheet(for: SampleCatalog.coins)
    await shop.store.update(
      catalog: SampleCatalog.catalog { product in
        product.id == SampleCatalog.coins
          ? Product(id: product.id, type: product.type, referenceName: "Coins", prices: ["USA": 2]) : product
      })
    let id = sheet.transaction.id
    guard case .sheet(let second) = try await shop.store.confirm(id, price: sheet.price) else {
      Issue.record("charged at the old price")
      return
    }
    #expect(second.price == (try usd("2")))
    #expect(try await shop.store.transaction(id)?.state == .purchasing)
    guard case .settled(let bought) = try await shop.store.confirm(id, price: second.price) else {
      Issue.record("not charged")
      return
    }
    #expect(bought.price == (try usd("2")))
  }

  @Test func `a product that left the catalogue under the open sheet fails and charges nothing`() async throws
  {
    let shop = try TestShop()
    let sheet = try await shop.sheet(for: SampleCatalog.coins)
    await shop.store.update(catalog: SampleCatalog.catalog { $0.id == SampleCatalog.coins ? nil : $0 })
    guard case .settled(let failed) = try await shop.store.confirm(sheet.transaction.id, price: sheet.price)
    else {
      Issue.record("the sheet came back")
      return
    }
    #expect(failed.error?.reason == .unknownProduct)
  }

  @Test func `R200: a storefront change leaves an open payment as it was`() async throws {
    let shop = try TestShop()
    let sheet = try await shop.sheet(for: SampleCatalog.coins)
    try await shop.store.perform(.storefront("DEU"))
    guard case .settled(let bought) = try await shop.store.confirm(sheet.transaction.id, price: sheet.price)
    else {
      Issue.record("the sheet came back")
      return
    }
    #expect(bought.storefront == "USA")
    #expect(bought.price == (try usd("0.99")))
  }

  @Test func `a payment cannot be confirmed or cancelled twice, nor without its sheet`() async throws {
    let shop = try TestShop()
    let bought = try await shop.buy(SampleCatalog.coins)
    let noSheet = StoreError(.clientInvalid, .noSheetOpen, subject: bought.id.description)
    await #expect(throws: noSheet) { try await shop.store.confirm(bought.id, price: usd("0.99")) }
    await #expect(throws: noSheet) { try await shop.store.cancel(bought.id) }
    await #expect(throws: noSheet) { try await shop.store.review(bought.id) }
    let unknown = StoreError(.clientInvalid, .unknownTransaction, subject: "77")
    await #expect(throws: unknown) { try await shop.store.cancel(TransactionID(rawValue: 77)) }

    let begun = try await shop.store.begin(Payment(productID: SampleCatalog.theme))
    guard case .sheet = try await shop.store.confirm(begun.id, price: usd("2.99")) else {
      Issue.record("charged without a sheet")
      return
    }
  }

  // MARK: Finish and delivery

  @Test func `R16, R17: an open transaction cannot be finished, and finishing twice is harmless`()
    async throws
  {
    let shop = try TestShop()
    let begun = try await shop.store.begin(Payment(productID: SampleCatalog.coins))
    let open = StoreError(.clientInvalid, .notFinishable, subject: begun.id.description)
    await #expect(throws: open) { try await shop.store.finish(begun.id, command: nil) }
    let failed = try await shop.store.cancel(begun.id)
    #expect(try await shop.store.finish(failed.id, command: nil)?.isFinished == true)
    #expect(try await shop.store.finish(failed.id, command: nil) == nil)
    #expect(try await shop.store.finish(TransactionID(rawValue: 99), command: nil) == nil)
    #expect(try await shop.journal().count { $0.event.name == "finished" } == 1)
  }

  @Test func `a delivery counts once, and only for what was paid`() async throws {
    let shop = try TestShop()
    let bought = try await shop.buy(SampleCatalog.coins, quantity: 5)
    #expect(try await shop.store.recordDelivery(of: bought.id))
    #expect(try await !shop.store.recordDelivery(of: bought.id))
    #expect(try await shop.store.library().balances == [.init(productID: SampleCatalog.coins, quantity: 5)])

    _ = try await shop.store.finish(bought.id, command: nil)
    let second = try await shop.buy(SampleCatalog.coins, quantity: 2)
    #expect(try await shop.store.recordDelivery(of: second.id))
    #expect(try await shop.store.library().balances == [.init(productID: SampleCatalog.coins, quantity: 7)])

    let begun = try await shop.store.begin(Payment(productID: SampleCatalog.theme))
    await #expect(throws: StoreError.self) { try await shop.store.recordDelivery(of: begun.id) }
    await #expect(throws: StoreError.self) {
      try await shop.store.recordDelivery(of: TransactionID(rawValue: 99))
    }
  }

  // MARK: Products

  @Test func `R30: every id is answered once, as a product or as unknown, in the order asked`() async throws {
    let shop = try TestShop()
    try await shop.store.perform(.storefront("JPN"))
    let response = try await shop.store.products(
      for: [SampleCatalog.atlas, "x", SampleCatalog.theme, SampleCatalog.coins, "x", SampleCatalog.atlas])
    #expect(response.products.map(\.id) == [SampleCatalog.atlas, SampleCatalog.coins])
    #expect(response.invalidProductIDs == ["x", SampleCatalog.theme])
    try await shop.store.perform(.network(isOn: false))
    await #expect(throws: StoreError(.unknown, .networkOffline)) {
      try await shop.store.products(for: [SampleCatalog.atlas])
    }
  }
}
