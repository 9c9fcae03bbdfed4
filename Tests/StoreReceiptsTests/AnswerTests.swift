import Foundation
import JSONSyntax
import StoreCrypto
import StoreModel
import Testing

@testable import StoreReceipts

/// The store's side of verifyReceipt.
@Suite struct Answers {
  private static let secret = "0123456789abcdef0123456789abcdef"
  private static let history = ReceiptAnswer.History(
    latest: [
      latest("3", product: "gold", day: 30, original: "1"),
      latest("1", product: "gold", day: 0, original: "1"),
      latest("2", product: "gold", day: 1, original: "1"),
      latest("9", product: "news", day: 2, original: "9"),
    ],
    pending: [
      ReceiptAnswer.Pending(
        autoRenewProductID: "gold", productID: "gold", originalTransactionID: "1", willAutoRenew: true)
    ], receipt: [1, 2, 3])

  private static func latest(
    _ id: String, product: String, day: Int64, original: String
  ) -> ReceiptAnswer.Latest {
    ReceiptAnswer.Latest(
      InAppPurchase(
        productID: product, transactionID: id,
        purchaseDate: Sample.now.advanced(byMilliseconds: day * 86_400_000), originalTransactionID: original,
        originalPurchaseDate: Sample.now, kind: .autoRenewable))
  }

  private func ask(
    _ environment: AppStoreEnvironment = .sandbox, receipt: [UInt8]? = nil, password: String? = secret,
    excludesOld: Bool = false, method: String = "POST", body: [UInt8]? = nil
  ) throws -> ReceiptAnswer {
    let desk = ReceiptDesk(
      environment: environment, verifier: Sample.verifier, sharedSecret: Self.secret,
      history: { _ in Self.history })
    let receipt = try receipt ?? Sample.signed()
    return desk.answer(
      method: method,
      body: body ?? ReceiptClient.request(receipt, secret: password, excludesOld: excludesOld), at: Sample.now
    )
  }

  @Test func `the status says what is wrong with a request`() throws {
    #expect(try ask().status == .valid)
    #expect(try ask(method: "GET").status == .notPost)
    for body in ["", "receipt", "[]", "{}", #"{"receipt-data":1}"#, #"{"receipt-data":"?"}"#] {
      #expect(try ask(body: Array(body.utf8)).status == .malformed, "\(body)")
    }
    let foreign = try SigningKeys.Chain.issue(for: "Receipt", authority: .p256, leaf: .p256)
    let forged = try SignedMessage.sign(
      Sample.receipt.payload(device: Sample.deviceBytes), by: foreign.leaf, with: foreign.key,
      including: [foreign.intermediate, foreign.root])
    #expect(try ask(receipt: forged).status == .notAuthenticated)
    #expect(try ask(password: "wrong").status == .wrongSecret)
    #expect(try ask(password: nil).status == .wrongSecret)
    #expect(try ask(.production).status == .isSandbox)
    var receipt = Sample.receipt
    receipt.receiptType = "Production"
    #expect(try ask(receipt: try Sample.signed(receipt)).status == .isProduction)
    receipt.purchases.removeLast()
    let plain = try Sample.signed(receipt)
    #expect(try ask(.production, receipt: plain, password: nil).status == .valid)
    #expect(try ask(.production, receipt: plain, password: nil).history == nil)
  }

  @Test func `a refusal holds the status and nothing of the receipt`() throws {
    let answer = try ask(.production)
    #expect(String(decoding: answer.json(), as: UTF8.self) == #"{"status":21007,"environment":"Production"}"#)
    var busy = ReceiptAnswer(ReceiptStatus(rawValue: 21101), environment: .sandbox, at: Sample.now)
    busy.isRetryable = false
    #expect(
      String(decoding: busy.json(), as: UTF8.self)
        == #"{"status":21101,"is-retryable":0,"environment":"Sandbox"}"#)
  }

  @Test func `history rises by date; without the old ones the last of each subscription stays`() throws {
    #expect(try ask().history?.latest.map(\.purchase.transactionID) == ["1", "2", "9", "3"])
    #expect(try ask(excludesOld: true).history?.latest.map(\.purchase.transactionID) == ["9", "3"])
  }

  @Test func `a cancellation is told by its key, and by nothing when there is none`() throws {
    let answer = try JSONDocument(parsing: try ask().json()).root.object
    let list = try #require(answer?["receipt"]?.object?["in_app"]?.array)
    let items = list.compactMap(\.object)
    let coins = try #require(items.first { $0["product_id"]?.string == "coins" })
    let silver = try #require(items.first { $0["product_id"]?.string == "club.silver" })
    #expect(coins.members.allSatisfy { !$0.key.hasPrefix("cancellation") && !$0.key.hasPrefix("expires") })
    #expect(coins["web_order_line_item_id"] == nil && coins["quantity"]?.string == "3")
    #expect(silver["cancellation_date"] != nil && silver["cancellation_reason"]?.string == "1")
    #expect(silver["promotional_offer_id"]?.string == "spring" && silver["is_trial_period"]?.string == "true")
    #expect(answer?["latest_receipt"]?.string == "AQID")
  }

  @Test(arguments: [
    (1_595_439_548_000, "2020-07-22 17:39:08 Etc/GMT", "2020-07-22 10:39:08 America/Los_Angeles"),
    (1_580_515_199_999, "2020-01-31 23:59:59 Etc/GMT", "2020-01-31 15:59:59 America/Los_Angeles"),
    // The hour that is there twice, and the one that is not.
    (1_604_220_300_000, "2020-11-01 08:45:00 Etc/GMT", "2020-11-01 01:45:00 America/Los_Angeles"),
    (1_604_223_900_000, "2020-11-01 09:45:00 Etc/GMT", "2020-11-01 01:45:00 America/Los_Angeles"),
    (1_583_661_600_000, "2020-03-08 10:00:00 Etc/GMT", "2020-03-08 03:00:00 America/Los_Angeles"),
  ])
  func `dates have three spellings`(milliseconds: Int64, gmt: String, pacific: String) {
    let instant = Timestamp(milliseconds: milliseconds)
    #expect(AnswerDate.text(instant, in: .gmt) == gmt && AnswerDate.text(instant, in: .pacific) == pacific)
  }

  @Test(.enabled(if: Fixtures.areThere))
  func `the answer to the store's own receipt is the store's own answer, byte for byte of every value`()
    throws
  {
    let told = try JSONDocument(parsing: try Fixtures.bytes("receipts/app-receipt-1.verifyReceipt.json")).root
      .object
    let receipt = try ReceiptContainer(try Fixtures.bytes("receipts/app-receipt-1.base64")).receipt()
    let asked = try #require(told?["receipt"]?.object?["request_date_ms"]?.string.flatMap { Int64($0) })
    let info = try #require(told?["latest_receipt_info"]?.array).compactMap(\.object)
    let latest = try info.map { item in
      let purchase = receipt.purchases.first { $0.transactionID == item["transaction_id"]?.string }
      return ReceiptAnswer.Latest(
        try #require(purchase), subscriptionGroupID: item["subscription_group_identifier"]?.string)
    }
    let pending = try #require(told?["pending_renewal_info"]?.array?.first?.object)
    let history = ReceiptAnswer.History(
      latest: latest.reversed(),
      pending: [
        ReceiptAnswer.Pending(
          autoRenewProductID: try #require(pending["auto_renew_product_id"]?.string),
          productID: try #require(pending["product_id"]?.string),
          originalTransactionID: try #require(pending["original_transaction_id"]?.string), willAutoRenew: true
        )
      ], receipt: [])
    let answer = ReceiptAnswer(
      receipt, environment: .sandbox, at: Timestamp(milliseconds: asked), history: history, excludesOld: false
    )
    let ours = try JSONDocument(parsing: answer.json()).root.object
    for member in ["status", "environment", "receipt", "latest_receipt_info", "pending_renewal_info"] {
      let (mine, its) = (try #require(ours?[member]), try #require(told?[member]))
      #expect(JSONText(mine) == JSONText(its), "\(member)")
    }
    #expect(ours?.members.map(\.key) == told?.members.map(\.key))
  }
}

/// The app's side of verifyReceipt.
@Suite struct AnswerReadings {
  private func reading(_ json: String) throws -> AnswerReading { try AnswerReading(Array(json.utf8)) }

  private func item(
    _ product: String, _ id: String = "1", bought: Int64 = 1000, expires: Int64? = nil, more: String = ""
  ) -> String {
    """
    {"product_id":"\(product)","quantity":"1","transaction_id":"\(id)","original_transaction_id":"1",
     "purchase_date_ms":"\(bought)","original_purchase_date_ms":"\(bought)"
     \(expires.map { ",\"expires_date_ms\":\"\($0)\"" } ?? "")\(more)}
    """
  }

  private func answer(
    inApp: [String] = [], latest: [String]? = nil, asked: Int64? = 5000
  ) throws -> AnswerReading {
    let date = asked.map { ",\"request_date_ms\":\"\($0)\"" } ?? ""
    let info = latest.map { ",\"latest_receipt_info\":[\($0.joined(separator: ","))]" } ?? ""
    return try reading(
      "{\"status\":0,\"receipt\":{\"in_app\":[\(inApp.joined(separator: ","))]\(date)}\(info)}")
  }

  private let later = Timestamp(milliseconds: 1 << 50)

  @Test func `R162, R163: only 0 is valid, and no status is none`() throws {
    #expect(try reading(#"{"status":0}"#).isValid)
    for status in [21006, 21007, 21199] {
      let reading = try reading(#"{"status":\#(status)}"#)
      #expect(!reading.isValid && reading.status?.isKnown == true)
    }
    #expect(try reading(#"{"status":7}"#).status?.isKnown == false)
    for json in ["{}", "[]", "1", #"{"status":"0"}"#, #"{"status":0.5}"#] {
      #expect(try reading(json).status == nil && !reading(json).isValid)
    }
    #expect(throws: AnswerError.noData) { try reading("") }
    #expect {
      try reading("<html>")
    } throws: {
      if case .notJSON? = $0 as? AnswerError { true } else { false }
    }
  }

  @Test func `R172, R183: an item without what it needs is passed over and counted`() throws {
    let whole = item("a")
    for member in [
      "product_id", "quantity", "transaction_id", "original_transaction_id", "purchase_date_ms",
      "original_purchase_date_ms",
    ] {
      let reading = try answer(inApp: [whole.replacing("\"\(member)\"", with: "\"x\""), item("b")])
      #expect(reading.purchases.map(\.productID) == ["b"] && reading.skippedItems == 1, "\(member)")
    }
    let numbers = try answer(inApp: [whole.replacing("\"quantity\":\"1\"", with: "\"quantity\":1"), "7"])
    #expect(numbers.purchases.isEmpty && numbers.skippedItems == 2)
    let absurd = try answer(inApp: [item("a", bought: .max), item("a", bought: .min)])
    #expect(absurd.skippedItems == 2)
    #expect(absurd.subscription(.none(duration: .seconds(5)), to: ["a"], now: later) == .notPurchased)
  }

  @Test func `R173: flags are the words true and false, nothing else`() throws {
    func isTrial(_ value: String) throws -> Bool? {
      try answer(inApp: [item("a", more: ",\"is_trial_period\":\(value)")]).purchases.first?.isTrial
    }
    #expect(try isTrial("\"true\"") == true)
    for value in ["\"1\"", "true", "\"TRUE\"", "\"false\"", "1"] { #expect(try isTrial(value) == false) }
  }

  @Test func `R174: a purchase is the first of its items in the receipt that was not taken back`() throws {
    let cancelled = item("a", "1", more: ",\"cancellation_date\":\"\"")
    let reading = try answer(
      inApp: [cancelled, item("b"), item("a", "2"), item("a", "3")], latest: [item("c")])
    guard case .purchased(let found) = reading.purchase(of: "a") else { return #expect(Bool(false)) }
    #expect(found.transactionID == "2")
    #expect(reading.purchase(of: "c") == .notPurchased)
    #expect(try answer(inApp: [cancelled]).purchase(of: "a") == .notPurchased)
  }

  @Test func `R175: what renews is looked for in the latest info alone, what does not in the receipt`() throws
  {
    let reading = try answer(inApp: [item("a", expires: 9000)])
    #expect(reading.subscription(.automatic, to: ["a"], now: later) == .notPurchased)
    guard
      case .purchased(let end, _) = reading.subscription(.none(duration: .seconds(5)), to: ["a"], now: later)
    else { return #expect(Bool(false)) }
    #expect(end.milliseconds == 6000)
  }

  @Test func `R176, R182: an item that was taken back or upgraded away does not count, not even as expired`()
    throws
  {
    for more in [
      ",\"cancellation_date\":null", ",\"is_upgraded\":true", ",\"is_upgraded\":\"true\"",
    ] {
      let reading = try answer(latest: [item("a", expires: 9000, more: more)])
      #expect(reading.subscription(.automatic, to: ["a"], now: later) == .notPurchased, "\(more)")
    }
    let upgraded = try answer(latest: [
      item("silver", "1", expires: 9000, more: ",\"is_upgraded\":\"true\""), item("gold", "2", expires: 8000),
    ])
    guard
      case .purchased(let end, let items) = upgraded.subscription(
        .automatic, to: ["silver", "gold"], now: later)
    else { return #expect(Bool(false)) }
    #expect(end.milliseconds == 8000 && items.map(\.productID) == ["gold"])
  }

  @Test func `R177, R180: the latest expiry of several products decides; items without one are dropped`()
    throws
  {
    let reading = try answer(latest: [
      item("a", "1", expires: 4000), item("b", "2", expires: 7000), item("x", "3", expires: 9000),
      item("a", "4"),
      item("a", "5", expires: 6000),
    ])
    guard case .purchased(let end, let items) = reading.subscription(.automatic, to: ["a", "b"], now: later)
    else { return #expect(Bool(false)) }
    #expect(end.milliseconds == 7000 && items.map(\.transactionID) == ["2", "5", "1"])
  }

  @Test func `C18, R178, R179: the store's clock decides, and the end itself is over`() throws {
    func isOn(expires: Int64, asked: Int64?, now: Int64) throws -> Bool {
      let reading = try answer(latest: [item("a", expires: expires)], asked: asked)
      if case .purchased = reading.subscription(.automatic, to: ["a"], now: Timestamp(milliseconds: now)) {
        return true
      }
      return false
    }
    #expect(try isOn(expires: 5001, asked: 5000, now: 9000))
    #expect(try !isOn(expires: 5000, asked: 5000, now: 0))
    #expect(try isOn(expires: 5001, asked: nil, now: 5000))
    #expect(try !isOn(expires: 5001, asked: nil, now: 5001))
  }

  @Test func `R181: the products that were ever subscribed to, or none`() throws {
    let cancelled = item("a", more: ",\"cancellation_date\":\"x\"")
    let reading = try answer(inApp: [item("s")], latest: [cancelled, item("b"), item("b", "2")])
    #expect(reading.productIDs(.automatic) == ["a", "b"])
    #expect(reading.productIDs(.none(duration: .seconds(1))) == ["s"])
    #expect(try answer(latest: []).productIDs(.automatic) == nil)
  }

  /// Stores that answer with a status, and what was asked of them.
  private actor Stores {
    private(set) var asked: [AppStoreEnvironment] = []
    private let statuses: [AppStoreEnvironment: Int]
    init(_ statuses: [AppStoreEnvironment: Int]) { self.statuses = statuses }
    func answer(_ environment: AppStoreEnvironment) -> [UInt8] {
      asked.append(environment)
      return Array("{\"status\":\(statuses[environment] ?? 0)}".utf8)
    }
  }

  @Test(
    arguments: [
      (0, 0, [.production], 0), (21007, 0, [.production, .sandbox], 0),
      (21007, 21008, [.production, .sandbox], 21008), (21007, 21003, [.production, .sandbox], 21003),
      (21008, 0, [.production], 21008), (21007, 21007, [.production, .sandbox], 21007),
    ] as [(Int, Int, [AppStoreEnvironment], Int)])
  func `C17: production first, the other store once in a call, and every call anew`(
    production: Int, sandbox: Int, asked: [AppStoreEnvironment], status: Int
  ) async throws {
    let stores = Stores([.production: production, .sandbox: sandbox])
    let client = ReceiptClient { environment, _ in await stores.answer(environment) }
    for _ in 0..<2 { #expect(try await client.verify([1]).status?.rawValue == status) }
    #expect(await stores.asked == asked + asked)
  }

  @Test func `R160: the request holds the receipt, and the secret only when there is one`() {
    let text = { (bytes: [UInt8]) in String(decoding: bytes, as: UTF8.self) }
    #expect(
      text(ReceiptClient.request([1, 2, 3], secret: nil, excludesOld: false)) == #"{"receipt-data":"AQID"}"#)
    #expect(
      text(ReceiptClient.request([], secret: "s", excludesOld: true))
        == #"{"receipt-data":"","password":"s","exclude-old-transactions":true}"#)
  }
}
