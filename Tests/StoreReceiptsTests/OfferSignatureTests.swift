import Foundation
import StoreCrypto
import StoreModel
import Testing

@testable import StoreReceipts

/// Signatures of promotional offers, in both formats.
@Suite struct OfferSignatures {
  private let signer: OfferSigner
  private let checker: OfferSignatureChecker

  init() throws {
    signer = try OfferSigner(Sample.keys)
    checker = try OfferSignatureChecker(Sample.keys)
  }

  private var terms: OfferTerms {
    OfferTerms(
      bundleID: Sample.bundleID, keyID: signer.keyID, productID: "club.silver", offerID: "spring",
      applicationUsername: "Someone", nonce: Sample.device, timestamp: Sample.now)
  }

  private var claims: OfferClaims {
    var claims = OfferClaims()
    claims.issuer = "team"
    claims.issuedAt = Sample.now.milliseconds / 1000
    claims.nonce = Sample.device
    claims.bundleID = Sample.bundleID
    claims.productID = "club.silver"
    claims.offerID = "spring"
    return claims
  }

  @Test func `the first format covers every term, the user name in any case`() throws {
    let signature = try signer.signature(for: terms)
    try checker.check(signature, for: terms, at: Sample.now)
    var lower = terms
    lower.applicationUsername = "sOMEONE"
    try checker.check(signature, for: lower, at: Sample.now)
    let changes: [(inout OfferTerms) -> Void] = [
      { $0.bundleID += "x" }, { $0.keyID += "x" }, { $0.productID += "x" }, { $0.offerID += "x" },
      { $0.applicationUsername = "" }, { $0.nonce = UUID() },
      { $0.timestamp = Sample.now.advanced(byMilliseconds: -1) },
      // What moves from one part to the next is another text.
      { ($0.productID, $0.offerID) = ("club.silvers", "pring") },
    ]
    for change in changes {
      var other = terms
      change(&other)
      #expect(throws: OfferSignatureError.badSignature) {
        try checker.check(signature, for: other, at: Sample.now)
      }
    }
    #expect(throws: OfferSignatureError.badSignature) { try checker.check("?", for: terms, at: Sample.now) }
  }

  @Test func `a signature is good for 24 hours, and not before it was made`() throws {
    let signature = try signer.signature(for: terms)
    let day: Int64 = 86_400_000
    try checker.check(signature, for: terms, at: Sample.now.advanced(byMilliseconds: day))
    for late in [day + 1, -1, .min + Sample.now.milliseconds] {
      #expect(throws: OfferSignatureError.expired(signed: Sample.now)) {
        try checker.check(signature, for: terms, at: Sample.now.advanced(byMilliseconds: late))
      }
    }
  }

  @Test func `the second format is a token whose every claim is compared`() throws {
    func verdict(_ change: (inout OfferClaims) -> Void = { _ in }) throws -> OfferSignatureError? {
      var claims = claims
      change(&claims)
      do {
        _ = try checker.check(
          try signer.token(for: claims), bundleID: Sample.bundleID, productID: "club.silver",
          offerID: "spring",
          at: Sample.now)
        return nil
      } catch let error as OfferSignatureError {
        return error
      }
    }
    #expect(try verdict() == nil)
    #expect(try verdict { $0.transactionID = "1" } == nil)
    #expect(try verdict { $0.audience = "introductory-offer-eligibility" } == .wrongClaim("aud"))
    #expect(try verdict { $0.audience = nil } == .wrongClaim("aud"))
    #expect(try verdict { $0.bundleID = "x" } == .wrongClaim("bid"))
    #expect(try verdict { $0.productID = nil } == .wrongClaim("productId"))
    #expect(try verdict { $0.offerID = "x" } == .wrongClaim("offerIdentifier"))
    #expect(try verdict { $0.nonce = nil } == .wrongClaim("nonce"))
    #expect(try verdict { $0.issuedAt = nil } == .wrongClaim("iat"))
    for instant in [Int64.max, .min] { #expect(try verdict { $0.issuedAt = instant } == .wrongClaim("iat")) }
    #expect(try verdict { $0.issuedAt? += 1 } == .expired(signed: Sample.now.advanced(byMilliseconds: 1000)))
  }

  @Test func `a token of another key or algorithm does not count`() throws {
    let foreign = TokenIssuer(key: try PrivateKey.generate(.p256), header: Array(#"{"alg":"ES256"}"#.utf8))
    let plain = TokenIssuer(key: Sample.keys.offers, header: Array(#"{"alg":"none"}"#.utf8))
    for (issuer, error) in [
      (foreign, OfferSignatureError.badSignature), (plain, .badToken(.wrongAlgorithm(found: "none"))),
    ] {
      let token = try issuer.issue(claims)
      #expect(throws: error) {
        try checker.check(
          token, bundleID: Sample.bundleID, productID: "club.silver", offerID: "spring", at: Sample.now)
      }
    }
  }
}
