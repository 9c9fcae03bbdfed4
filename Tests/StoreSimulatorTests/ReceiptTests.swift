import StoreLedger
import StoreModel
import StoreReceipts
import StoreTesting
import Testing

@testable import StoreSimulator

/// The receipt that the store issues: a function of the ledger, signed when somebody needs it.
struct ReceiptTests {
  private func receipt(_ bytes: [UInt8]?, of shop: TestShop) async throws -> AppReceipt {
    let root = try await shop.keys.keys().receipts.root
    let holder = await shop.store.receiptHolder
    return try ReceiptVerifier(roots: [root]).verify(try #require(bytes), expecting: holder.expectation)
      .receipt
  }

  private func issued(_ shop: TestShop) async throws -> [InAppPurchase] {
    // In the order of the transactions: a receipt is sorted by bytes.
    try await receipt(try await shop.store.issueReceipt(unless: nil), of: shop).purchases
      .sorted { Int($0.transactionID) ?? 0 < Int($1.transactionID) ?? 0 }
  }

  @Test func `R25, C15: it holds every purchase that is on disk, field by field`() async throws {
    let shop = try TestShop()
    let coins = try await shop.buy(SampleCatalog.coins, quantity: 3)
    let silver = try await shop.buy(SampleCatalog.silver)
    let held = try await issued(shop)
    #expect(held.map(\.transactionID) == [coins.id.description, silver.id.description])
    #expect(held[0].quantity == 3 && held[0].kind == .consumable && held[0].isTrial == nil)
    #expect(held[1].kind == .autoRenewable && held[1].isTrial == true && held[1].isIntroductory == false)
    #expect(held[1].expirationDate == silver.expiresAt && (held[1].webOrderLineItemID ?? 0) > 1_000_000)
    #expect(held[1].originalTransactionID == silver.id.description && held[1].cancellationDate == nil)
  }

  @Test func `C16: a consumable leaves the receipts that are issued after it was finished`() async throws {
    let shop = try TestShop()
    let coins = try await shop.buy(SampleCatalog.coins)
    try await shop.buyAndFinish(SampleCatalog.theme)
    #expect(try await issued(shop).map(\.productID) == ["coins", "theme"])
    _ = try await shop.store.finish(coins.id, command: nil)
    #expect(try await issued(shop).map(\.productID) == ["theme"])
  }

  @Test func `R22, R25: a restored item is in it with its original until it is finished`() async throws {
    let shop = try TestShop()
    let theme = try await shop.buyAndFinish(SampleCatalog.theme)
    let copy = try #require(try await shop.store.beginRestore(applicationUsername: "").first)
    let held = try await issued(shop)
    #expect(held.map(\.transactionID) == [theme.id.description, copy.id.description])
    #expect(held[1].originalTransactionID == theme.id.description)
    _ = try await shop.store.finish(copy.id, command: nil)
    #expect(try await issued(shop).map(\.transactionID) == [theme.id.description])
  }

  @Test func `C19: a plan that was replaced ends when the next one began`() async throws {
    let shop = try TestShop()
    try await shop.buyAndFinish(SampleCatalog.silver)
    shop.clock.advance(by: .seconds(86_400))
    let gold = try await shop.buyAndFinish(SampleCatalog.gold)
    let held = try await issued(shop)
    // A receipt has whole seconds.
    #expect(held[0].cancellationDate == gold.date && held[0].cancellationReason == 0)
    #expect(held[1].cancellationDate == nil)
  }

  @Test func `R22: a restored copy says of price, offer and end what its purchase says`() async throws {
    let shop = try TestShop()
    let silver = try await shop.buyAndFinish(SampleCatalog.silver)
    shop.clock.advance(by: .seconds(86_400))
    let gold = try await shop.buyAndFinish(SampleCatalog.gold)
    shop.clock.advance(by: .seconds(86_400))
    let copies = try await shop.store.beginRestore(applicationUsername: "")
    #expect(copies.count == 2)
    let held = try await issued(shop)
    for (bought, copy) in zip(held.prefix(2), held.dropFirst(2)) {
      #expect(copy.transactionID != bought.transactionID && copy.productID == bought.productID)
      #expect(copy.originalTransactionID == silver.id.description)
      #expect(copy.isTrial == bought.isTrial && copy.webOrderLineItemID == bought.webOrderLineItemID)
      #expect(
        copy.cancellationDate == bought.cancellationDate && copy.expirationDate == bought.expirationDate)
    }
    #expect(held[0].isTrial == true && held[0].cancellationDate == gold.date)
    #expect(held[0].webOrderLineItemID != held[1].webOrderLineItemID)
    let verifier = TokenVerifier(roots: [try await shop.keys.keys().tokens.root])
    let expectation = await shop.store.receiptHolder.tokenExpectation
    for copy in copies {
      let signed = try #require(try await shop.store.signedTokens(of: copy.id)[.transaction])
      let token = try verifier.transaction(signed.compact, expecting: expectation)
      #expect(token.price == (copy.productID == SampleCatalog.silver ? 0 : 9990) && token.currency == "USD")
      #expect((token.offerType == .introductory) == (copy.productID == SampleCatalog.silver))
      #expect((token.isUpgraded == true) == (copy.productID == SampleCatalog.silver))
    }
  }

  @Test func `it is the account's, and holds what this device has yet to deliver of others`() async throws {
    let shop = try TestShop()
    try await shop.buyAndFinish(SampleCatalog.theme)
    try await shop.buy(SampleCatalog.gold)
    try await shop.store.perform(.account(AccountID(rawValue: "ada")))
    #expect(try await issued(shop).map(\.productID) == ["club.gold"])
  }

  @Test func `R27: a refresh writes one also where nothing was bought, and is journalled with its cause`()
    async throws
  {
    let shop = try TestShop()
    let bytes = try await shop.store.refreshReceipt(command: .refreshReceipt)
    #expect(try await receipt(bytes, of: shop).purchases == [])
    let journal = try await shop.journal()
    #expect(journal.map(\.event) == [.command(.refreshReceipt), .receiptRefreshed(purchases: 0)])
    #expect(journal.map(\.cause) == [nil, journal[0].id])
  }

  @Test func `C15: late receipts come by a refresh alone, missing ones not at all`() async throws {
    let shop = try TestShop()
    try await shop.store.perform(.receipts(.late))
    #expect(try await shop.store.issueReceipt(unless: nil) == nil)
    #expect(try await shop.store.refreshReceipt(command: nil) != nil)
    try await shop.store.perform(.receipts(.missing))
    #expect(try await shop.store.issueReceipt(unless: nil) == nil)
    #expect(try await shop.store.refreshReceipt(command: nil) == nil)
    #expect(try await shop.store.settings().receipts == .missing)
    #expect(
      try await shop.journal().map(\.event).suffix(3) == [
        .command(.receipts(.missing)), .receiptsChanged(.missing),
        .receiptRefreshFailed(StoreError(.unknown, .receiptMissing)),
      ])
    try await shop.store.perform(.receipts(.normal))
    #expect(try await shop.store.issueReceipt(unless: nil) != nil)
  }

  @Test func `without a network no receipt is refreshed, and the journal says so`() async throws {
    let shop = try TestShop()
    try await shop.store.perform(.network(isOn: false))
    let offline = StoreError(.unknown, .networkOffline)
    await #expect(throws: offline) { try await shop.store.refreshReceipt(command: .refreshReceipt) }
    #expect(try await shop.journal().last?.event == .receiptRefreshFailed(offline))
  }

  @Test func `a rejection is journalled after the transaction that waits, and causes what follows`()
    async throws
  {
    let shop = try TestShop()
    let coins = try await shop.buy(SampleCatalog.coins)
    let bought = try await shop.journal().last?.id
    try await shop.store.recordRejection(of: [coins.id], reason: StoreError(.unknown, .receiptMissing))
    let rejection = try await shop.journal().last
    #expect(rejection?.event == .receiptRejected(StoreError(.unknown, .receiptMissing)))
    #expect(rejection?.cause == bought)
    _ = try await shop.store.recordDelivery(of: coins.id)
    #expect(try await shop.journal().last?.cause == rejection?.id)
  }

  @Test
  func `R25: the one that is held is issued again when another process has sold something, and not before`()
    async throws
  {
    let folder = try TestFolder()
    let keys = KeyRing(folder: nil)
    let ours = try TestShop(path: folder.file(), keys: keys)
    let other = try TestShop(path: folder.file(), keys: keys)
    try await ours.buyAndFinish(SampleCatalog.theme)
    let first = try #require(try await ours.store.issueReceipt(unless: nil))
    #expect(try await ours.store.issueReceipt(unless: first) == nil)
    try await other.store.perform(.network(.slow))
    #expect(try await ours.store.issueReceipt(unless: first) == nil, "a change that no receipt tells of")
    let atlas = try await other.buyAndFinish(SampleCatalog.atlas)
    let second = try #require(try await ours.store.issueReceipt(unless: first))
    #expect(try await receipt(second, of: ours).purchases.map(\.transactionID).contains(atlas.id.description))
    #expect(try await ours.store.issueReceipt(unless: second) == nil)
    #expect(
      try await ours.store.issueReceipt(unless: first) != nil, "what is held is not what was issued last")
  }

  @Test func `the same purchases give the same payload, whatever the keys`() async throws {
    var receipts: [AppReceipt] = []
    for _ in 0..<2 {
      let shop = try TestShop()
      try await shop.buyAndFinish(SampleCatalog.theme)
      receipts.append(try await receipt(try await shop.store.issueReceipt(unless: nil), of: shop))
    }
    #expect(receipts[0] == receipts[1])
  }

  @Test func `keys that cannot be made are the reason that is told, and nothing has changed`() async throws {
    let shop = try TestShop(keys: KeyRing(folder: "/proc/nowhere"))
    try await shop.buy(SampleCatalog.theme)
    let before = try await shop.journal().count
    await #expect {
      try await shop.store.issueReceipt(unless: nil)
    } throws: {
      ($0 as? StoreError)?.reason == .receiptUnavailable
    }
    #expect(try await shop.journal().count == before)
  }
}
