import Foundation
import JSONSyntax
import StoreCrypto
import StoreModel
import Testing

@testable import StoreReceipts

/// What verifiers that others wrote say of our receipts and tokens, and of damaged ones.
///
/// `make test` installs them at pinned versions into `.build/conformance`; without them these tests are skipped, with
/// a notice.
@Suite(.enabled(if: Judges.areThere)) struct Conformance {
  private static let app = 41234

  @Test func `Apple's library, strict, accepts every token of ours in Sandbox and Production`() throws {
    #expect(try Court.decide(.tokens) == 16 + 2 * (2 * SampleBooks.stories.count + 1) + 6)
  }

  static func askAboutTokens(_ court: Court) throws {
    for environment in [AppStoreEnvironment.sandbox, .production] {
      for (judge, token) in try tokens(environment) {
        try court.ask(judge, environment, token, expecting: "OK")
        try court.ask("token", environment, token, expecting: "OK")
      }
    }
    for (name, judge, token) in try tokensOfBooks() {
      try court.ask(judge, .sandbox, token, expecting: "OK", name: name)
      try court.ask("token", .sandbox, token, expecting: "OK", name: name)
    }
  }

  /// What Apple's library makes of the fields that only some purchases have, by its own names.
  static func askAboutFields(_ court: Court) throws {
    let read: [(story: String, judge: String, fields: KeyValuePairs<String, String>)] = [
      (
        "refunded", "transaction",
        [
          "revocationType": "REFUND_FULL", "revocationPercentage": "100000",
          "revocationReason": "REFUNDED_FOR_OTHER_REASON",
        ]
      ),
      ("prorated", "transaction", ["revocationType": "REFUND_PRORATED", "revocationPercentage": "42000"]),
      (
        "family-revoked", "transaction",
        [
          "revocationType": "FAMILY_REVOKE", "revocationPercentage": "None",
          "inAppOwnershipType": "FAMILY_SHARED",
        ]
      ),
      (
        "upgraded", "transaction",
        ["isUpgraded": "True", "revocationType": "None", "inAppOwnershipType": "PURCHASED"]
      ),
      (
        "upgraded", "renewalInfo",
        ["autoRenewProductId": "club.gold", "autoRenewStatus": "ON", "renewalPrice": "9990"]
      ),
      (
        "lapsed", "renewalInfo",
        [
          "autoRenewStatus": "OFF", "expirationIntent": "OTHER", "isInBillingRetryPeriod": "False",
          "eligibleWinBackOfferIds": "['back.half', 'back.three', 'back.week']",
        ]
      ),
      (
        "offered", "renewalInfo",
        [
          "offerType": "PROMOTIONAL_OFFER", "offerIdentifier": "spring", "offerDiscountType": "PAY_AS_YOU_GO",
          "offerPeriod": "P1M", "renewalPrice": "1990", "currency": "USD",
        ]
      ),
    ]
    let tokens = try tokensOfBooks()
    for (story, judge, fields) in read {
      let token = try #require(tokens.first { $0.name == story && $0.judge == judge }).token
      try court.ask(
        judge, .sandbox, token, expecting: fields.map { "\($0)=\($1)" }.joined(separator: " "),
        name: "\(story) \(judge)", fields: fields.map(\.key))
    }
  }

  @Test func `Apple's library reads of each purchase what the books tell of it`() throws {
    #expect(try Court.decide(.fields) == 7)
  }

  @Test func `Apple's library refuses what is damaged or meant for others, each with its status`() throws {
    #expect(try Court.decide(.damagedTokens) == 16)
  }

  static func askAboutDamagedTokens(_ court: Court) throws {
    let parts = try token().split(separator: ".").map(String.init)
    let other = try token { $0.productID = "club.gold" }.split(separator: ".").map(String.init)
    var signature = try #require(Base64URL.bytes(parts[2].utf8))
    signature[17] ^= 4
    let der = try Sample.keys.tokens.key.signature(of: Array((parts[0] + "." + parts[1]).utf8), as: .der)
    let chain = Sample.keys.tokens
    let texts = try [chain.leaf, chain.intermediate, chain.root].map {
      Data(try $0.der()).base64EncodedString()
    }
    let foreign = try SigningKeys.Chain.issue(for: "Token", authority: .p384, leaf: .p256)
    let stolen = SigningKeys.Chain(
      root: chain.root, intermediate: chain.intermediate, leaf: chain.leaf, key: foreign.key)
    let plain = try SigningKeys.Chain.issue(for: "Token", authority: .p384, leaf: .p256) { $0.markers = [] }
    let critical = try SigningKeys.Chain.issue(for: "Token", authority: .p384, leaf: .p256) {
      $0.areMarkersCritical = true
    }
    let signed = Sample.now.milliseconds / 1000
    let brief = try SigningKeys.Chain.issue(for: "Token", authority: .p384, leaf: .p256) {
      if $0.role == .leaf { $0.validity = signed - 10...signed + 10 }
    }
    func ask(
      _ name: String, _ token: String, _ status: String, environment: AppStoreEnvironment = .sandbox,
      root: Certificate? = nil
    ) throws {
      try court.ask("transaction", environment, token, expecting: status, name: name, root: root)
    }
    let failure = "VERIFICATION_FAILURE"
    try ask("payload changed", [parts[0], other[1], parts[2]].joined(separator: "."), failure)
    try ask(
      "a bit of the signature flipped",
      [parts[0], parts[1], Base64URL.text(signature)].joined(separator: "."), failure)
    try ask("signature in DER", [parts[0], parts[1], Base64URL.text(der)].joined(separator: "."), failure)
    try ask("chain of another root", try token(by: foreign), failure)
    try ask("foreign key", try token(by: stolen), failure)
    try ask("two certificates", try token(certificates: Array(texts.prefix(2))), "INVALID_CHAIN_LENGTH")
    try ask(
      "certificates in base64url",
      try token(
        certificates: texts.map {
          $0.replacing("+", with: "-").replacing("/", with: "_")
        }), "INVALID_CERTIFICATE")
    try ask("no certificates", try token(certificates: []), failure)
    try ask("another algorithm", try token(algorithm: "ES384", certificates: texts), failure)
    try ask("another app", try token { $0.bundleID = "com.example.other" }, "INVALID_APP_IDENTIFIER")
    try ask("another environment", try token { $0.environment = .production }, "INVALID_ENVIRONMENT")
    try ask("marker missing", try token(by: plain), failure, root: plain.root)
    try ask("marker critical", try token(by: critical), failure, root: critical.root)
    try ask(
      "signed after its leaf expired",
      try token(
        {
          $0.signedDate = Sample.now.advanced(byMilliseconds: 11_000)
        }, by: brief), failure, root: brief.root)
    try ask("signed while its leaf was valid", try token(by: brief), "OK", root: brief.root)
    var notification = notification(.production)
    notification.data?.appAppleID = 1
    try court.ask(
      "notification", .production, try TokenIssuer(Sample.keys).issue(notification),
      expecting: "INVALID_APP_IDENTIFIER", name: "notification of another app")
  }

  @Test
  func `a second verifier accepts our receipts, with one purchase and with many, and refuses damaged ones`()
    throws
  {
    #expect(try Court.decide(.receipts) == 7)
  }

  static func askAboutReceipts(_ court: Court) throws {
    try askAboutLatestReceipt(court)
    for count in [0, 1, 50] {
      var receipt = Sample.receipt
      receipt.purchases = (0..<count).map {
        InAppPurchase(
          productID: "coins", transactionID: String(1000 + $0), purchaseDate: Sample.now,
          originalTransactionID: "1000", originalPurchaseDate: Sample.now, kind: .consumable)
      }
      let bytes = Data(try Sample.signed(receipt)).base64EncodedString()
      try court.ask("receipt", .sandbox, bytes, expecting: "OK", name: "\(count) purchases")
    }
    let bytes = try Sample.signed()
    let payload = try ReceiptContainer(bytes).payload
    let start = try #require(bytes.firstRange(of: payload)?.lowerBound)
    for (name, index) in [("payload", start + 100), ("signature", bytes.count - 20)] {
      var damaged = bytes
      damaged[index] ^= 1
      try court.ask(
        "receipt", .sandbox, Data(damaged).base64EncodedString(), expecting: "INVALID_SIGNATURE", name: name)
    }
    let foreign = try SigningKeys.Chain.issue(for: "Receipt", authority: .rsa2048, leaf: .rsa2048)
    let forged = try SignedMessage.sign(
      payload, by: foreign.leaf, with: foreign.key, including: [foreign.intermediate, foreign.root])
    try court.ask(
      "receipt", .sandbox, Data(forged).base64EncodedString(), expecting: "UNTRUSTED_CHAIN",
      name: "another root")
  }

  @Test func `Apple's utility finds a transaction of ours in our receipt`() throws {
    let found = try Court.findings(.utility).map(\.found)
    let purchases = try ReceiptContainer(try Sample.signed()).receipt().purchases
    let ids = Set(purchases.flatMap { [$0.transactionID, $0.originalTransactionID ?? ""] })
    #expect(found.count == 1 && ids.isSuperset(of: found), "\(found)")
  }

  static func askForTransaction(_ court: Court) throws {
    try court.ask("receiptUtility", .sandbox, Data(try Sample.signed()).base64EncodedString())
  }

  private static func endpointRequests() throws -> [String] {
    // It does not know promotional offers.
    var receipt = Sample.receipt
    receipt.purchases[1].promotionalOfferID = nil
    let books = AppReceipt(of: booksWithoutOffers, for: SampleBooks.holder, at: Sample.now)
    return [
      request(try Sample.signed(receipt)),
      request(try ReceiptIssuer(Sample.keys).issue(books, device: SampleBooks.holder.device)),
      #"{"receipt-data":"AAAA"}"#,
    ]
  }

  private static let booksWithoutOffers = SampleBooks.stories.flatMap { [$0.transaction] + $0.purchases }
    .filter { $0.offerID == nil }

  private static func request(_ receipt: [UInt8]) -> String {
    String(decoding: ReceiptClient.request(receipt, secret: nil, excludesOld: false), as: UTF8.self)
  }

  static func askEndpoint(_ court: Court) throws {
    let requests = try endpointRequests()
    for environment in [AppStoreEnvironment.sandbox, .production] {
      for request in requests { try court.ask("endpoint", environment, request) }
    }
  }

  @Test func `a second endpoint answers the same request with the same values`() throws {
    let requests = try Self.endpointRequests()
    let findings = try Court.findings(.endpoint)
    #expect(findings.count == 2 * requests.count)
    for (index, finding) in findings.enumerated() {
      let isSandbox = index < requests.count
      let desk = ReceiptDesk(
        environment: isSandbox ? .sandbox : .production, verifier: Sample.verifier, sharedSecret: nil,
        history: { _ in
          try ReceiptAnswer.History(
            of: .tester, Self.booksWithoutOffers, for: SampleBooks.holder, by: ReceiptIssuer(Sample.keys),
            at: Sample.now, product: SampleBooks.product)
        })
      let request = requests[index % requests.count]
      let ours = desk.answer(method: "POST", body: Array(request.utf8), at: Sample.now)
      let (mine, its) = (try members(of: ours.json()), try members(of: Array(finding.found.utf8)))
      #expect(mine["status"] == its["status"], "\(finding)")
      if isSandbox, index < 2 {
        #expect(mine["environment"] == its["environment"])
        #expect(mine["receipt"] == its["receipt"])
        #expect(mine["latest_receipt_info"] != nil && mine["pending_renewal_info"] != nil)
      }
    }
  }

  /// The newest receipt goes along with an answer; it is judged as any other.
  static func askAboutLatestReceipt(_ court: Court) throws {
    let history = try ReceiptAnswer.History(
      of: .tester, booksWithoutOffers, for: SampleBooks.holder, by: ReceiptIssuer(Sample.keys),
      at: Sample.now,
      product: SampleBooks.product)
    try court.ask(
      "receipt", .sandbox, Data(history.receipt).base64EncodedString(), expecting: "OK",
      name: "latest receipt")
  }

  static func askForOffers(_ court: Court) throws {
    try Data(try Sample.keys.offers.pem()).write(to: URL(filePath: court.path + "/offers.p8"))
    let keyID = try Sample.keys.offerKeyID()
    for judge in ["offer", "offerToken"] {
      court.add([
        "judge": judge, "key": "offers.p8", "keyID": keyID, "bundle": Sample.bundleID,
        "product": "club.silver", "offer": "spring", "user": "Someone", "nonce": Sample.device.uuidString,
        "now": Sample.now.milliseconds,
      ])
    }
  }

  @Test func `offers that Apple's library signed are good, in both formats`() throws {
    let found = try Court.findings(.offers)
    #expect(found.count == 2)
    let keyID = try Sample.keys.offerKeyID()
    let checker = try OfferSignatureChecker(Sample.keys)
    let terms = OfferTerms(
      bundleID: Sample.bundleID, keyID: keyID, productID: "club.silver", offerID: "spring",
      applicationUsername: "Someone", nonce: Sample.device, timestamp: Sample.now)
    try checker.check(found[0].found, for: terms, at: Sample.now)
    // The library takes the time from the machine.
    let issued = try #require(try SignedToken(found[1].found.utf8).payload["iat"]?.integer)
    _ = try checker.check(
      found[1].found, bundleID: Sample.bundleID, productID: "club.silver", offerID: "spring",
      at: Timestamp(milliseconds: Int64(issued) * 1000))
  }

  // MARK: What is judged

  private func members(of json: [UInt8]) throws -> [String: String] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let object = try #require(try JSONDocument(parsing: json).root.object)
    return try Dictionary(
      uniqueKeysWithValues: object.members.map {
        ($0.key, String(decoding: try encoder.encode($0.value), as: UTF8.self))
      })
  }

  private static func token(
    _ change: (inout SignedTransaction) -> Void = { _ in }, by chain: SigningKeys.Chain = Sample.keys.tokens
  ) throws -> String {
    var transaction = Sample.transaction
    change(&transaction)
    return try TokenIssuer(chain).issue(transaction)
  }

  private static func token(algorithm: String = "ES256", certificates: [String]) throws -> String {
    var header = JSONLineWriter()
    header.member("alg", algorithm)
    header.member("x5c", certificates)
    return try TokenIssuer(key: Sample.keys.tokens.key, header: header.bytes).issue(Sample.transaction)
  }

  private static func notification(_ environment: AppStoreEnvironment) -> SignedNotification {
    var notification = SignedNotification()
    (notification.type, notification.subtype) = ("SUBSCRIBED", "INITIAL_BUY")
    (notification.version, notification.signedDate) = ("2.0", Sample.now)
    notification.uuid = Sample.device.uuidString.lowercased()
    notification.data = SignedNotification.Details()
    notification.data?.environment = environment
    notification.data?.bundleID = Sample.bundleID
    notification.data?.appAppleID = Int64(Conformance.app)
    notification.data?.bundleVersion = "4"
    notification.data?.status = 1
    return notification
  }

  /// What the store signs of purchases in its books, and of the app.
  private static func tokensOfBooks() throws -> [(name: String, judge: String, token: String)] {
    typealias Books = SampleBooks
    var tokens: [(name: String, judge: String, token: String)] = []
    for (name, transaction, others, day) in Books.stories {
      let now = Books.at(day: day)
      let offer = Books.silver.subscription?.offers.first { $0.id == transaction.offerID }
      let renewal = try #require(Books.renewal(of: transaction, among: [transaction] + others, day: day))
      let signed = try SignedTokens(
        try #require(SignedTransaction(of: transaction, offer: offer, for: Books.holder, at: now)),
        renewalInfo: SignedRenewalInfo(of: renewal, for: Books.holder, at: now), for: Books.holder,
        by: Sample.keys)
      tokens.append((name, "transaction", try #require(signed[TokenKind.transaction]).compact))
      tokens.append((name, "renewalInfo", try #require(signed[TokenKind.renewalInfo]).compact))
    }
    let told = Books.bought(7)
    let notification = try SignedTokens(
      SignedNotification(
        .subscribed, .initialBuy, status: .active, of: EventID(rawValue: 12), at: Sample.now,
        for: Books.holder),
      of: try #require(SignedTransaction(of: told, offer: nil, for: Books.holder, at: Sample.now)),
      renewalInfo: SignedRenewalInfo(
        of: try #require(Books.renewal(of: told, day: 0)), for: Books.holder, at: Sample.now),
      for: Books.holder, by: Sample.keys)
    let sent = try TokenVerifier(roots: [Sample.keys.tokens.root]).notification(
      try #require(notification[TokenKind.notification]).compact, expecting: Books.holder.tokenExpectation)
    tokens.append(("told", "notification", try #require(notification[TokenKind.notification]).compact))
    // As a server finds them in it.
    tokens.append(("told", "transaction", try #require(sent.data?.signedTransaction)))
    tokens.append(("told", "renewalInfo", try #require(sent.data?.signedRenewalInfo)))
    let app = try SignedTokens(
      SignedAppTransaction(for: Books.holder, at: Sample.now), for: Books.holder, by: Sample.keys)
    tokens.append(("the app", "appTransaction", try #require(app[TokenKind.appTransaction]).compact))
    return tokens
  }

  private static func tokens(_ environment: AppStoreEnvironment) throws -> [(judge: String, token: String)] {
    let issuer = try TokenIssuer(Sample.keys)
    var renewal = SignedRenewalInfo()
    (renewal.environment, renewal.signedDate, renewal.willAutoRenew) = (environment, Sample.now, .on)
    (renewal.originalTransactionID, renewal.autoRenewProductID) = ("1002", "club.silver")
    (renewal.productID, renewal.renewalDate) = ("club.silver", Sample.now)
    (renewal.recentSubscriptionStartDate, renewal.renewalPrice, renewal.currency) = (Sample.now, 4990, "USD")
    var app = SignedAppTransaction()
    (app.receiptType, app.bundleID, app.appAppleID) = (environment, Sample.bundleID, Int64(Conformance.app))
    (app.applicationVersion, app.originalApplicationVersion, app.originalPlatform) = ("4", "1.0", "iOS")
    (app.receiptCreationDate, app.originalPurchaseDate) = (Sample.now, Sample.now)
    return [
      ("transaction", try token { $0.environment = environment }), ("renewalInfo", try issuer.issue(renewal)),
      ("appTransaction", try issuer.issue(app)),
      ("notification", try issuer.issue(notification(environment))),
    ]
  }
}
