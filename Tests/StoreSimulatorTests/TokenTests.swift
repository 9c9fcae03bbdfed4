import Foundation
import StoreModel
import StoreReceipts
import StoreTesting
import Testing

@testable import StoreSimulator

/// The signed forms of what is in the ledger.
struct TokenTests {
  private func read(_ shop: TestShop, _ token: TokenReading?) async throws -> SignedTransaction {
    let verifier = TokenVerifier(roots: [try await shop.keys.keys().tokens.root])
    return try verifier.transaction(
      try #require(token).compact, expecting: await shop.store.receiptHolder.tokenExpectation)
  }

  @Test func `a purchase is signed field by field, and our own verifier accepts it for this app and device`()
    async throws
  {
    let shop = try TestShop()
    let coins = try await shop.buy(SampleCatalog.coins, quantity: 3)
    let signed = try await shop.store.signedTokens(of: coins.id)
    #expect(signed.tokens.count == 1 && signed.signers.count == 3)
    let token = try await read(shop, signed[.transaction])
    #expect(token.transactionID == coins.id.description && token.originalTransactionID == token.transactionID)
    #expect(token.productID == "coins" && token.type == TokenProductType(.consumable) && token.quantity == 3)
    #expect(token.price == 990 && token.currency == "USD", "of one, in thousandths")
    #expect(token.storefront == "USA" && token.storefrontID == "143441")
    #expect(token.webOrderLineItemID == nil && token.expiresDate == nil && token.isUpgraded == nil)
    #expect(token.purchaseDate == coins.date && token.signedDate == shop.clock.now)
    var elsewhere = await shop.store.receiptHolder.tokenExpectation
    elsewhere.device = UUID()
    let verifier = TokenVerifier(roots: [try await shop.keys.keys().tokens.root])
    let compact = try #require(signed[.transaction]).compact
    #expect(throws: TokenError.wrongDevice) { try verifier.transaction(compact, expecting: elsewhere) }
  }

  @Test
  func
    `a notification is followed by the tokens it holds, each verified, and its data is told member by member`()
    async throws
  {
    let shop = try TestShop()
    let silver = try await shop.buyAndFinish(SampleCatalog.silver)
    let inside = try await shop.store.signedTokens(of: silver.id)
    let keys = try await shop.keys.keys()
    let holder = await shop.store.receiptHolder
    func opened(_ transaction: String?) throws -> SignedTokens {
      var notification = SignedNotification()
      (notification.type, notification.signedDate) = ("SUBSCRIBED", shop.clock.now)
      var data = SignedNotification.Details()
      (data.environment, data.bundleID, data.status) = (.sandbox, holder.bundleID, 1)
      data.signedTransaction = transaction
      data.signedRenewalInfo = inside[.renewalInfo]?.compact
      notification.data = data
      return try SignedTokens([try TokenIssuer(keys).issue(notification)], for: holder, by: keys)
    }
    let tokens = try opened(inside[.transaction]?.compact).tokens
    #expect(tokens.map(\.kind) == [.notification, .transaction, .renewalInfo])
    #expect(tokens[1...].map(\.compact) == inside.tokens.map(\.compact))
    #expect(tokens[0].payload.contains { $0.name == "data.status" && $0.value == "1" })
    let foreign = try SignedTokens(
      SignedAppTransaction(for: holder, account: .tester, at: shop.clock.now), for: holder,
      by: try SigningKeys.ephemeral())
    #expect(throws: TokenError.self) { try opened(foreign.tokens[0].compact) }
  }

  @Test func `a subscription has renewal info, which tells when it renews, to what and for how much`()
    async throws
  {
    let shop = try TestShop()
    let silver = try await shop.buyAndFinish(SampleCatalog.silver)
    let signed = try await shop.store.signedTokens(of: silver.id)
    let token = try await read(shop, signed[.transaction])
    #expect(
      token.offerType == .introductory && token.offerID == nil && token.offerDiscountType == "FREE_TRIAL")
    #expect(token.price == 0 && token.subscriptionGroupID == silver.groupID?.rawValue)
    #expect(token.webOrderLineItemID?.count == 15 && token.expiresDate == silver.expiresAt)
    let verifier = TokenVerifier(roots: [try await shop.keys.keys().tokens.root])
    let expectation = await shop.store.receiptHolder.tokenExpectation
    let renewal = try verifier.renewalInfo(try #require(signed[.renewalInfo]).compact, expecting: expectation)
    #expect(renewal.willAutoRenew == .on && renewal.renewalDate == silver.expiresAt)
    #expect(renewal.autoRenewProductID == "club.silver" && renewal.expirationIntent == nil)
    #expect(renewal.renewalPrice.map { $0 > 0 } == true && renewal.currency == "USD")
    shop.clock.advance(by: .seconds(400 * 86_400))
    let later = try verifier.renewalInfo(
      try #require(try await shop.store.signedTokens(of: silver.id)[.renewalInfo]).compact,
      expecting: expectation)
    #expect(later.willAutoRenew == .off && later.renewalDate == nil && later.expirationIntent == 5)
  }

  @Test func `R22: a restored transaction names the first one, and says what was paid for it`() async throws {
    let shop = try TestShop()
    let theme = try await shop.buyAndFinish(SampleCatalog.theme)
    let restored = try #require(try await shop.store.beginRestore(applicationUsername: "").first)
    let token = try await read(shop, try await shop.store.signedTokens(of: restored.id)[.transaction])
    #expect(
      token.originalTransactionID == theme.id.description && token.price == 2990 && token.currency == "USD")
    #expect(restored.price == nil, "the copy itself cost nothing")
    #expect(token.originalPurchaseDate == theme.date)
  }

  @Test func `a restored copy says of its purchase what has become of it since`() async throws {
    let shop = try TestShop()
    let theme = try await shop.buyAndFinish(SampleCatalog.theme)
    let restored = try #require(try await shop.store.beginRestore(applicationUsername: "").first)
    try await shop.store.perform(.store(.revoke(theme.id)))
    for id in [theme.id, restored.id] {
      let token = try await read(shop, try await shop.store.signedTokens(of: id)[.transaction])
      #expect(token.revocationType == "FAMILY_REVOKE" && token.ownership == .familyShared, "\(id)")
      #expect(token.revocationDate == shop.clock.now && token.revocationPercentage == nil)
    }
    try await shop.store.perform(.store(.reverse(theme.id)))
    let token = try await read(shop, try await shop.store.signedTokens(of: restored.id)[.transaction])
    #expect(token.revocationType == nil && token.revocationDate == nil && token.ownership == .purchased)
  }

  @Test func `a refund is signed with its kind and its share of the price`() async throws {
    let shop = try TestShop()
    let gold = try await shop.buyAndFinish(SampleCatalog.gold)
    shop.clock.advance(by: .seconds(10 * 86_400))
    try await shop.store.perform(.store(.refund(gold.id, .prorated)))
    let token = try await read(shop, try await shop.store.signedTokens(of: gold.id)[.transaction])
    let share = try #require(try await shop.store.transaction(gold.id)?.revocation).percentage
    #expect(token.revocationType == "REFUND_PRORATED" && token.revocationReason == 0)
    #expect(token.revocationPercentage == Int32(share * 1000) && (1...99).contains(share))
  }

  @Test func `renewal info tells of the next period's offer`() async throws {
    let shop = try TestShop()
    let bronze = try await shop.buyAndFinish(SampleCatalog.bronze)
    let verifier = TokenVerifier(roots: [try await shop.keys.keys().tokens.root])
    let renewal = try verifier.renewalInfo(
      try #require(try await shop.store.signedTokens(of: bronze.id)[.renewalInfo]).compact,
      expecting: await shop.store.receiptHolder.tokenExpectation)
    #expect(renewal.offerType == .introductory && renewal.offerID == nil && renewal.offerPeriod == "P1M")
    #expect(renewal.renewalPrice == 990 && renewal.offerDiscountType == "PAY_AS_YOU_GO")
  }

  @Test func `an app user that is a UUID goes along, anything else does not`() async throws {
    let shop = try TestShop()
    let user = UUID()
    for (name, expected) in [(user.uuidString, user), ("someone", nil)] as [(String, UUID?)] {
      let payment = Payment(productID: SampleCatalog.coins, applicationUsername: name)
      let transaction = try await shop.store.begin(payment)
      guard case .sheet(let sheet) = try await shop.store.review(transaction.id) else { continue }
      _ = try await shop.store.confirm(transaction.id, price: sheet.price)
      let token = try await read(shop, try await shop.store.signedTokens(of: transaction.id)[.transaction])
      #expect(token.appAccountToken == expected)
    }
  }

  @Test func `R21, R24: what is not purchased or restored is never signed, and looking journals nothing`()
    async throws
  {
    let shop = try TestShop()
    let waiting = try await shop.sheet(for: SampleCatalog.coins).transaction
    let journal = try await shop.journal()
    await #expect {
      try await shop.store.signedTokens(of: waiting.id)
    } throws: {
      ($0 as? StoreError)?.subject.contains("only what was purchased or restored") == true
    }
    await #expect {
      try await shop.store.signedTokens(of: TransactionID(rawValue: 99))
    } throws: {
      ($0 as? StoreError)?.reason == .unknownTransaction
    }
    _ = try await shop.store.signedAppTransaction()
    #expect(try await shop.journal() == journal)
  }

  @Test func `the app transaction verifies and names the same app on the same device each time`() async throws
  {
    let shop = try TestShop()
    let verifier = TokenVerifier(roots: [try await shop.keys.keys().tokens.root])
    let expectation = await shop.store.receiptHolder.tokenExpectation
    var ids: Set<String?> = []
    for _ in 0..<2 {
      let token = try #require(try await shop.store.signedAppTransaction()[.appTransaction])
      let app = try verifier.appTransaction(token.compact, expecting: expectation)
      #expect(app.receiptType == .sandbox && app.originalPlatform == "iOS")
      ids.insert(app.appTransactionID)
    }
    #expect(ids.count == 1 && ids.first??.count == 18)
    try await shop.store.perform(.account(AccountID(rawValue: "ada")))
    let token = try #require(try await shop.store.signedAppTransaction()[.appTransaction])
    let other = try verifier.appTransaction(token.compact, expecting: expectation)
    #expect(!ids.contains(other.appTransactionID), "each account has its own")
  }
}
