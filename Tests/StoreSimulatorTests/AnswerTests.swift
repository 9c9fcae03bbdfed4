import Foundation
import StoreModel
import StoreReceipts
import StoreTesting
import Testing

@testable import StoreSimulator

/// verifyReceipt, answered from the ledger.
struct AnswerTests {
  private func receipt(_ shop: TestShop) async throws -> [UInt8] {
    try #require(try await shop.store.issueReceipt(unless: nil))
  }

  private func ask(
    _ shop: TestShop, _ receipt: [UInt8]? = nil, secret: String? = nil, excludesOld: Bool = false
  ) async throws -> AnswerReading {
    let receipt = if let receipt { receipt } else { try await self.receipt(shop) }
    let known = try await shop.store.sharedSecret()
    return try await shop.store.verifyReceipt(receipt, secret: secret ?? known, excludesOld: excludesOld)
  }

  /// What an answer's JSON has under these keys, the first item of each list.
  private func value(_ answer: AnswerReading, _ keys: String...) throws -> String? {
    var value: Any? = try JSONSerialization.jsonObject(with: Data(answer.body))
    for key in keys {
      if let list = value as? [Any] { value = list.first }
      value = (value as? [String: Any])?[key]
    }
    return value.map { "\($0)" }
  }

  @Test func `R161, C17: the store's receipt is one of the sandbox, which production says`() async throws {
    let shop = try TestShop()
    try await shop.buyAndFinish(SampleCatalog.theme)
    let receipt = try await receipt(shop)
    let request = ReceiptClient.request(receipt, secret: nil, excludesOld: false)
    #expect(try await shop.store.answer(to: request, at: .production).status == .isSandbox)
    #expect(try await shop.store.answer(to: request, at: .sandbox).status == .valid)
    let answer = try await ask(shop, receipt)
    #expect(answer.status == .valid && answer.purchases.map(\.productID) == ["theme"])
    #expect(answer.latest == nil, "nothing in it renews")
    #expect(try value(answer, "environment") == "Sandbox")
  }

  @Test func `what the ledger knows of a subscription is in the answer`() async throws {
    let shop = try TestShop()
    let silver = try await shop.buyAndFinish(SampleCatalog.silver)
    shop.clock.advance(by: .seconds(86_400))
    let gold = try await shop.buyAndFinish(SampleCatalog.gold)
    let answer = try await ask(shop)
    #expect(answer.latest?.map(\.transactionID) == [silver.id.description, gold.id.description])
    #expect(answer.latest?.map(\.isUpgraded) == [true, false])
    #expect(
      try value(answer, "latest_receipt_info", "subscription_group_identifier") == silver.groupID?.rawValue)
    #expect(try value(answer, "latest_receipt_info", "in_app_ownership_type") == "PURCHASED")
    #expect(try value(answer, "latest_receipt_info", "is_trial_period") == "true")
    #expect(try value(answer, "pending_renewal_info", "auto_renew_product_id") == "club.gold")
    #expect(try value(answer, "pending_renewal_info", "auto_renew_status") == "1")
    #expect(try value(answer, "pending_renewal_info", "expiration_intent") == nil)
    #expect(try await ask(shop, excludesOld: true).latest?.map(\.productID) == ["club.gold"])
    let newest = try #require(try value(answer, "latest_receipt").flatMap { Data(base64Encoded: $0) })
    #expect(try ReceiptContainer(Array(newest)).receipt().purchases.count == 2)
    // A lapse is no refusal.
    shop.clock.advance(by: .seconds(400 * 86_400))
    let later = try await ask(shop)
    #expect(later.status == .valid)
    #expect(try value(later, "pending_renewal_info", "auto_renew_status") == "0")
    #expect(try value(later, "pending_renewal_info", "expiration_intent") == "5")
    #expect(try value(later, "pending_renewal_info", "is_in_billing_retry_period") == "0")
  }

  @Test func `an old receipt is answered with what has happened since`() async throws {
    let shop = try TestShop()
    let gold = try await shop.buyAndFinish(SampleCatalog.gold)
    let old = try await receipt(shop)
    shop.clock.advance(by: .seconds(60))
    try await shop.store.perform(.store(.refund(gold.id, .full)))
    try await shop.buyAndFinish(SampleCatalog.theme)
    let answer = try await ask(shop, old)
    #expect(answer.purchases.map(\.isCancelled) == [false], "the receipt itself is as it was")
    #expect(answer.latest?.map(\.productID) == ["club.gold", "theme"])
    #expect(answer.latest?.map(\.isCancelled) == [true, false])
    #expect(try value(answer, "latest_receipt_info", "cancellation_reason") == "0")
  }

  @Test func `a receipt is answered from the books of whom it was issued to, whoever is signed in now`()
    async throws
  {
    let shop = try TestShop()
    try await shop.buyAndFinish(SampleCatalog.gold)
    let receipt = try await receipt(shop)
    try await shop.store.perform(.account(AccountID(rawValue: "ada")))
    try await shop.buyAndFinish(SampleCatalog.news)
    #expect(try await ask(shop, receipt).latest?.map(\.productID) == ["club.gold"])
    #expect(try await ask(shop).latest?.map(\.productID) == ["news"])
  }

  @Test func `a wrong secret, a foreign receipt and nonsense have their statuses`() async throws {
    let shop = try TestShop()
    try await shop.buyAndFinish(SampleCatalog.gold)
    #expect(try await ask(shop, secret: "wrong").status == .wrongSecret)
    let stranger = try TestShop()
    try await stranger.buyAndFinish(SampleCatalog.gold)
    #expect(try await ask(shop, try await receipt(stranger)).status == .notAuthenticated)
    #expect(try await ask(shop, [1, 2, 3]).status == .malformed)
  }

  @Test(arguments: [("21005", 21005), ("21009", 21009), ("invalidCertificateChain", 21003)])
  func `what is set to go wrong at verification is the answer, as often as it is set`(
    name: String, status: Int
  ) async throws {
    let shop = try TestShop()
    try await shop.buyAndFinish(SampleCatalog.gold)
    try await shop.store.perform(
      .setCondition(StoreCondition(.verification, .fail, failure: StoreFailure(name), times: 1)))
    #expect(try await ask(shop).status?.rawValue == status)
    #expect(try await ask(shop).status == .valid)
  }

  @Test
  func
    `an error that is no status is no answer; what holds or delays the check keeps the app waiting, not the store`()
    async throws
  {
    let shop = try TestShop()
    try await shop.buyAndFinish(SampleCatalog.gold)
    try await shop.store.perform(.setCondition(StoreCondition(.verification, .hold)))
    try await shop.store.perform(.setCondition(StoreCondition(.verification, .delay, milliseconds: 60_000)))
    #expect(try await ask(shop).status == .valid)
    try await shop.store.perform(
      .setCondition(StoreCondition(.verification, .fail, failure: StoreFailure("networkError"))))
    await #expect {
      try await ask(shop)
    } throws: {
      ($0 as? StoreError)?.subject == "networkError"
    }
  }

  @Test func `being asked changes nothing in the ledger`() async throws {
    let shop = try TestShop()
    try await shop.buyAndFinish(SampleCatalog.gold)
    let receipt = try await receipt(shop)
    let journal = try await shop.journal()
    _ = try await ask(shop, receipt)
    #expect(try await shop.journal() == journal)
  }

  @Test func `without keys there is no answer, and the reason is told`() async throws {
    let shop = try TestShop(keys: KeyRing(folder: "/proc/nowhere"))
    await #expect {
      _ = try await shop.store.answer(to: [], at: .sandbox)
    } throws: {
      ($0 as? StoreError)?.reason == .receiptUnavailable
    }
  }
}
