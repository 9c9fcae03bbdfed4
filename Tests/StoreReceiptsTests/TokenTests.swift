import Foundation
import JSONSyntax
import StoreCrypto
import StoreModel
import Testing

@testable import StoreReceipts

/// Signed tokens: written, read, verified.
@Suite struct Tokens {
  private let verifier = TokenVerifier(roots: [Sample.keys.tokens.root])
  private let expectation = TokenExpectation(
    bundleID: Sample.bundleID, appAppleID: 41234, environment: .sandbox)

  private func failure(
    _ token: String, _ verifier: TokenVerifier? = nil, _ expectation: TokenExpectation? = nil
  ) -> TokenError? {
    do {
      _ = try (verifier ?? self.verifier).transaction(token, expecting: expectation ?? self.expectation)
      return nil
    } catch {
      return error
    }
  }

  private func token(
    _ change: (inout SignedTransaction) -> Void = { _ in }, by chain: SigningKeys.Chain = Sample.keys.tokens
  ) throws -> String {
    var transaction = Sample.transaction
    change(&transaction)
    return try TokenIssuer(chain).issue(transaction)
  }

  @Test func `a transaction is read back, value for value`() throws {
    #expect(try verifier.transaction(try token(), expecting: expectation) == Sample.transaction)
  }

  @Test func `renewal info, app transaction and notification are read back and compared`() throws {
    let issuer = try TokenIssuer(Sample.keys)
    var renewal = SignedRenewalInfo()
    (renewal.environment, renewal.signedDate, renewal.willAutoRenew) = (.sandbox, Sample.now, .on)
    renewal.eligibleWinBackOfferIDs = ["a", "b"]
    #expect(try verifier.renewalInfo(try issuer.issue(renewal), expecting: expectation) == renewal)

    var app = SignedAppTransaction()
    (app.receiptType, app.bundleID, app.receiptCreationDate) = (.sandbox, Sample.bundleID, Sample.now)
    #expect(try verifier.appTransaction(try issuer.issue(app), expecting: expectation) == app)

    var notification = SignedNotification()
    (notification.type, notification.subtype, notification.version) = ("SUBSCRIBED", "INITIAL_BUY", "2.0")
    notification.signedDate = Sample.now
    notification.data = SignedNotification.Details()
    notification.data?.environment = .production
    notification.data?.bundleID = Sample.bundleID
    notification.data?.signedTransaction = try token()
    let text = try issuer.issue(notification)
    var production = expectation
    production.environment = .production
    #expect(throws: TokenError.wrongApp(found: nil, expected: 41234)) {
      try verifier.notification(text, expecting: production)
    }
    production.appAppleID = nil
    #expect(try verifier.notification(text, expecting: production) == notification)
    #expect(throws: TokenError.wrongEnvironment(found: "Production", expected: .sandbox)) {
      try verifier.notification(text, expecting: expectation)
    }
  }

  @Test(arguments: ["-9223372036854775808.5", "9223372036854775807.5", "1e30", "1e-9223372036854775808"])
  func `a date beyond all calendars is refused, whatever its digits`(number: String) throws {
    let parts = [#"{"alg":"ES256"}"#, #"{"signedDate":\#(number)}"#, "?"].map {
      Base64URL.text(Array($0.utf8))
    }
    #expect(throws: TokenError.wrongType(member: "signedDate", expected: "a number of milliseconds")) {
      try verifier.verify(parts.joined(separator: "."), expecting: TokenExpectation())
    }
  }

  @Test func `every member of a published payload survives`() throws {
    guard Fixtures.areThere else { return }
    func check<Payload: TokenPayload>(_ name: String, as type: Payload.Type) throws {
      let published = try JSONDocument(parsing: try Fixtures.bytes("app-store-server/models/\(name).json"))
      let object = try #require(published.root.object)
      let written = try JSONDocument(parsing: try Payload(object).json())
      #expect(sorted(written.root) == sorted(published.root), "\(name)")
    }
    try check("signedTransaction", as: SignedTransaction.self)
    try check("signedTransactionWithRevocation", as: SignedTransaction.self)
    try check("signedRenewalInfo", as: SignedRenewalInfo.self)
    try check("appTransaction", as: SignedAppTransaction.self)
    for name in [
      "Notification", "ConsumptionRequestNotification", "SummaryNotification",
      "ExternalPurchaseTokenNotification",
      "ExternalPurchaseTokenSandboxNotification", "RescindConsentNotification",
    ] {
      try check("signed\(name)", as: SignedNotification.self)
    }
  }

  /// The value with its members in the order of their names.
  private func sorted(_ value: JSONValue) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  @Test func `published tokens are accepted and refused as they should be`() throws {
    guard Fixtures.areThere else { return }
    let published = TokenVerifier(roots: [
      try Certificate(der: try Fixtures.bytes("app-store-server/testCA.der"))
    ])
    let folder = "app-store-server/mock_signed_data/"
    let expected = TokenExpectation(bundleID: "com.example", appAppleID: 1234, environment: .sandbox)
    let notification = try published.notification(
      try Fixtures.text(folder + "testNotification"), expecting: expected)
    #expect(notification.type == "TEST")
    _ = try published.renewalInfo(try Fixtures.text(folder + "renewalInfo"), expecting: expected)
    _ = try published.transaction(try Fixtures.text(folder + "transactionInfo"), expecting: expected)
    #expect(throws: TokenError.wrongBundle(found: "com.example.wrong", expected: "com.example")) {
      try published.notification(try Fixtures.text(folder + "wrongBundleId"), expecting: expected)
    }
    #expect(throws: TokenError.missingCertificates) {
      try published.notification(try Fixtures.text(folder + "missingX5CHeaderClaim"), expecting: expected)
    }
  }

  @Test func `Xcode's tokens are read where Xcode is expected and refused elsewhere`() throws {
    guard Fixtures.areThere else { return }
    let text = try Fixtures.text("app-store-server/xcode/xcode-signed-transaction")
    let xcode = TokenExpectation(environment: .xcode)
    let transaction = try verifier.transaction(text, expecting: xcode)
    #expect(transaction.environment == .xcode && transaction.signedDate != nil)
    #expect(failure(text) == .wrongChainLength(count: 1))
    #expect(failure(text, nil, TokenExpectation()) == .wrongChainLength(count: 1))
    _ = try verifier.renewalInfo(
      try Fixtures.text("app-store-server/xcode/xcode-signed-renewal-info"), expecting: xcode)
    _ = try verifier.appTransaction(
      try Fixtures.text("app-store-server/xcode/xcode-signed-app-transaction"), expecting: xcode)
    // Whoever trusts Xcode's own certificate can check the signature as well.
    let token = try SignedToken(text.utf8)
    #expect(try TokenVerifier(roots: token.certificates()).chain(of: token).count == 1)
  }

  @Test func `a token that only calls itself Xcode's is not believed`() throws {
    let forged = try token { $0.environment = .xcode }
    let unsigned = forged.prefix { $0 != "." } + "." + forged.split(separator: ".")[1] + "." + "AAAA"
    #expect(failure(String(unsigned), nil, TokenExpectation()) == .badSignature)
  }

  @Test func `a changed header, payload or signature is refused`() throws {
    let parts = try token().split(separator: ".").map(String.init)
    let other = try token { $0.productID = "club.gold" }.split(separator: ".").map(String.init)
    #expect(failure([parts[0], other[1], parts[2]].joined(separator: ".")) == .badSignature)
    #expect(failure([parts[0], parts[1], other[2]].joined(separator: ".")) == .badSignature)
    #expect(failure([parts[0], parts[1], ""].joined(separator: ".")) == .badSignature)
    let signature = try #require(Base64URL.bytes(parts[2].utf8))
    for index in signature.indices {
      var changed = signature
      changed[index] ^= 1
      #expect(failure([parts[0], parts[1], Base64URL.text(changed)].joined(separator: ".")) == .badSignature)
    }
    let der = try Sample.keys.tokens.key.signature(of: Array((parts[0] + "." + parts[1]).utf8), as: .der)
    #expect(failure([parts[0], parts[1], Base64URL.text(der)].joined(separator: ".")) == .badSignature)
  }

  @Test func `what is no token is refused by what is wrong with it`() throws {
    let parts = try token().split(separator: ".").map(String.init)
    #expect(failure("") == .notThreeParts(count: 1))
    #expect(failure("a.b") == .notThreeParts(count: 2))
    #expect(failure("a.b.c.d") == .notThreeParts(count: 4))
    #expect(failure("a.!.c") == .badEncoding(part: "payload"))
    #expect(failure([parts[0], parts[1], "="].joined(separator: ".")) == .badEncoding(part: "signature"))
    #expect(failure(["!", parts[1], parts[2]].joined(separator: ".")) == .badEncoding(part: "header"))
    #expect(
      failure([parts[0], Base64URL.text(Array("[]".utf8)), "AA"].joined(separator: "."))?.name == "badJSON")
    #expect(failure(String(repeating: "a", count: SignedToken.sizeLimit + 1))?.name == "tooLarge")
    let twice = try issue(#"{"signedDate":1796040000000,"bundleId":"a","bundleId":"b"}"#)
    #expect(failure(twice)?.name == "badJSON")
  }

  @Test func `only ES256 with three certificates counts`() throws {
    let chain = Sample.keys.tokens
    let texts = try [chain.leaf, chain.intermediate, chain.root].map {
      Data(try $0.der()).base64EncodedString()
    }
    func verdict(_ algorithm: String, _ certificates: [String]) throws -> TokenError? {
      var header = JSONLineWriter()
      header.member("alg", algorithm)
      header.member("x5c", certificates)
      return failure(try TokenIssuer(key: chain.key, header: header.bytes).issue(Sample.transaction))
    }
    #expect(try verdict("ES256", texts) == nil)
    #expect(try verdict("none", texts) == .wrongAlgorithm(found: "none"))
    #expect(try verdict("HS256", texts) == .wrongAlgorithm(found: "HS256"))
    #expect(try verdict("ES256", []) == .missingCertificates)
    #expect(try verdict("ES256", Array(texts.prefix(2))) == .wrongChainLength(count: 2))
    #expect(try verdict("ES256", texts + [texts[2]]) == .wrongChainLength(count: 4))
    #expect(
      try verdict("ES256", [texts[1], texts[1], texts[2]])?.verificationError == .invalidCertificateChain)
    #expect(try verdict("ES256", ["?", texts[1], texts[2]])?.name == "badCertificate")
    // The root in the token is never looked at.
    #expect(try verdict("ES256", [texts[0], texts[1], "?"]) == nil)
  }

  @Test func `foreign roots, foreign keys and certificates of other purposes are refused`() throws {
    let foreign = try SigningKeys.Chain.issue(for: "Token", authority: .p256, leaf: .p256)
    #expect(failure(try token(by: foreign))?.name == "untrusted")
    #expect(failure(try token(), TokenVerifier(roots: [])) == .noRoot)
    let stolen = SigningKeys.Chain(
      root: Sample.keys.tokens.root, intermediate: Sample.keys.tokens.intermediate,
      leaf: Sample.keys.tokens.leaf,
      key: foreign.key)
    #expect(failure(try token(by: stolen)) == .badSignature)
    let plain = try SigningKeys.Chain.issue(for: "Token", authority: .p256, leaf: .p256) { $0.markers = [] }
    #expect(failure(try token(by: plain), TokenVerifier(roots: [plain.root]))?.name == "markerMissing")
    let critical = try SigningKeys.Chain.issue(for: "Token", authority: .p256, leaf: .p256) {
      $0.areMarkersCritical = true
    }
    #expect(failure(try token(by: critical), TokenVerifier(roots: [critical.root]))?.name == "untrusted")
    let wide = try SigningKeys.Chain.issue(for: "Token", authority: .p256, leaf: .p384)
    #expect(failure(try token(by: wide), TokenVerifier(roots: [wide.root]))?.name == "badCertificate")
  }

  @Test func `certificates are judged at the date of signing, also when their chain is known`() throws {
    let signed = Sample.now.milliseconds / 1000
    let chain = try SigningKeys.Chain.issue(for: "Token", authority: .p256, leaf: .p256) {
      if $0.role == .leaf { $0.validity = signed - 10...signed + 10 }
    }
    let verifier = TokenVerifier(roots: [chain.root])
    #expect(failure(try token(by: chain), verifier) == nil)
    let late = try token({ $0.signedDate = Sample.now.advanced(byMilliseconds: 11_000) }, by: chain)
    #expect(failure(late, verifier)?.name == "outsideValidity")
    let early = try token({ $0.signedDate = Sample.now.advanced(byMilliseconds: -11_000) }, by: chain)
    #expect(failure(early, verifier)?.name == "outsideValidity")
    #expect(failure(try token(by: chain), verifier) == nil)
    let odd = try issue(#"{"signedDate":"today","bundleId":"a"}"#)
    #expect(failure(odd)?.name == "wrongType")
  }

  @Test func `app, environment and device are compared`() throws {
    #expect(failure(try token { $0.bundleID = "com.example.x" })?.name == "wrongBundle")
    #expect(failure(try token { $0.bundleID = nil }) == .missingMember("bundleId"))
    #expect(failure(try token { $0.environment = .production })?.name == "wrongEnvironment")
    let nonce = UUID(uuidString: "48CCFA42-7431-4F22-9908-7E88983E105A")
    let bound = try token {
      $0.deviceVerificationNonce = nonce
      $0.deviceVerification = DeviceVerification.value(nonce: nonce!, device: Sample.device)
    }
    #expect(failure(bound, nil, TokenExpectation(device: Sample.device)) == nil)
    #expect(failure(bound, nil, TokenExpectation(device: UUID())) == .wrongDevice)
  }

  @Test(arguments: [
    #""price":"9990""#, #""price":9990.5"#, #""transactionId":5"#, #""quantity":"1""#,
    #""quantity":2147483648"#,
    #""isUpgraded":"false""#, #""offerType":"1""#, #""appAccountToken":"no""#,
    #""purchaseDate":"2026-11-30""#,
    #""webOrderLineItemId":1"#, #""appTransactionId":1"#, #""commitmentInfo":{"commitmentPrice":"1"}"#,
  ])
  func `a wrong JSON type makes the token invalid, as strict clients have it`(member: String) throws {
    let error = failure(try issue("{\"signedDate\":1796040000000,\(member)}"), nil, TokenExpectation())
    #expect(error?.name == "wrongType" && error?.verificationError == .invalidEncoding)
  }

  @Test func `unknown members and names, and null, are tolerated`() throws {
    let text = try issue(
      #"{"signedDate":1796040000000.5,"type":"New","offerType":9,"more":[1],"price":null,"productId":"p"}"#)
    let transaction = try verifier.transaction(text, expecting: TokenExpectation())
    #expect(transaction.type?.rawValue == "New" && transaction.offerType?.rawValue == 9)
    #expect(transaction.price == nil && transaction.signedDate == Sample.now)
  }

  @Test func `base64url without padding is one text for each value`() {
    for count in 0..<100 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      #expect(Base64URL.bytes(Base64URL.text(bytes).utf8) == bytes)
    }
    #expect(Base64URL.bytes("AB".utf8) == nil && Base64URL.bytes("A".utf8) == nil)
    #expect(Base64URL.bytes("AA==".utf8) == nil && Base64URL.bytes("+/".utf8) == nil)
  }

  private func issue(_ json: String) throws -> String {
    try TokenIssuer(Sample.keys).issue(Array(json.utf8))
  }
}
