import FoundationEssentials
import JSONSyntax
import StoreCrypto
import StoreModel

/// What the first format of a promotional offer's signature covers.
public struct OfferTerms: Hashable, Sendable {
  public var bundleID: String
  /// Names the key: see `SigningKeys.offerKeyID`.
  public var keyID: String
  public var productID: String
  public var offerID: String
  /// The application user name or app account token; may be empty. Signed in lower case.
  public var applicationUsername: String
  /// Used once.
  public var nonce: UUID
  /// When it was signed; good for 24 hours.
  public var timestamp: Timestamp

  public init(
    bundleID: String, keyID: String, productID: String, offerID: String, applicationUsername: String = "",
    nonce: UUID, timestamp: Timestamp
  ) {
    self.bundleID = bundleID
    self.keyID = keyID
    self.productID = productID
    self.offerID = offerID
    self.applicationUsername = applicationUsername
    self.nonce = nonce
    self.timestamp = timestamp
  }

  /// The parts in the order of the format, with an invisible separator between them.
  fileprivate var signedBytes: [UInt8] {
    let parts = [
      bundleID, keyID, productID, offerID, applicationUsername.lowercased(), nonce.uuidString.lowercased(),
      String(timestamp.milliseconds),
    ]
    return Array(parts.joined(separator: "\u{2063}").utf8)
  }
}

/// Why a promotional offer's signature does not count.
public enum OfferSignatureError: Error, Hashable, Sendable {
  /// It is not this key's over these terms.
  case badSignature
  /// More than 24 hours old, or from the future.
  case expired(signed: Timestamp)
  /// A claim of the second format is missing or another than it should be.
  case wrongClaim(String)
  case badToken(TokenError)
}

/// Signs promotional offers, as an app's server does with the key that the store gave it.
public struct OfferSigner: Sendable {
  public let keyID: String
  private let key: PrivateKey

  public init(_ keys: SigningKeys) throws(CryptoError) {
    key = keys.offers
    keyID = try keys.offerKeyID()
  }

  /// The first format: base64 of a DER signature. Another one each time.
  public func signature(for terms: OfferTerms) throws(CryptoError) -> String {
    Data(try key.signature(of: terms.signedBytes, as: .der)).base64EncodedString()
  }

  /// The second format: a compact JWS.
  public func token(for claims: OfferClaims) throws(CryptoError) -> String {
    var header = JSONLineWriter()
    header.member("alg", "ES256")
    header.member("typ", "JWT")
    header.member("kid", keyID)
    return try TokenIssuer(key: key, header: header.bytes).issue(claims)
  }
}

/// What the second format of a promotional offer's signature says.
public struct OfferClaims: TokenPayload {
  /// The team that signs.
  public var issuer: String?
  public var audience: String? = Self.promotionalOffer
  /// In whole seconds.
  public var issuedAt: Int64?
  public var nonce: UUID?
  public var bundleID: String?
  public var productID: String?
  public var offerID: String?
  /// Any transaction of the customer, or the app transaction.
  public var transactionID: String?

  public static let promotionalOffer = "promotional-offer"

  public init() {}

  public static let table = PayloadTable<OfferClaims>([
    .text("iss", \.issuer), .text("aud", \.audience), .integer("iat", \.issuedAt), .uuid("nonce", \.nonce),
    .text("bid", \.bundleID), .text("productId", \.productID), .text("offerIdentifier", \.offerID),
    .text("transactionId", \.transactionID),
  ])
}

/// Checks promotional offers' signatures, as the store does. Whether a nonce was used before is the store's to know.
public struct OfferSignatureChecker: Sendable {
  /// How long a signature is good for.
  static let lifetime: Int64 = 24 * 60 * 60 * 1000

  private let key: PublicKey

  public init(_ keys: SigningKeys) throws(CryptoError) { key = try keys.offers.publicKey() }

  /// Throws when `signature`, base64 of DER, does not cover exactly these terms, or no longer does.
  public func check(_ signature: String, for terms: OfferTerms, at now: Timestamp) throws(OfferSignatureError)
  {
    guard let der = Data(base64Encoded: signature), key.accepts(Array(der), of: terms.signedBytes, as: .der)
    else {
      throw .badSignature
    }
    try checkAge(of: terms.timestamp, at: now)
  }

  /// The claims of a compact JWS that this key signed for this app, product and offer.
  public func check(
    _ token: String, bundleID: String, productID: String, offerID: String, at now: Timestamp
  ) throws(OfferSignatureError) -> OfferClaims {
    let parsed: SignedToken
    let claims: OfferClaims
    do throws(TokenError) {
      parsed = try SignedToken(token.utf8)
      let algorithm = try parsed.algorithm()
      guard algorithm == "ES256" else { throw TokenError.wrongAlgorithm(found: algorithm) }
      claims = try OfferClaims(parsed.payload)
    } catch {
      throw .badToken(error)
    }
    guard key.accepts(parsed.signature, of: parsed.signedBytes, as: .raw) else { throw .badSignature }
    if parsed.payload["aud"]?.string != OfferClaims.promotionalOffer { throw .wrongClaim("aud") }
    if claims.bundleID != bundleID { throw .wrongClaim("bid") }
    if claims.productID != productID { throw .wrongClaim("productId") }
    if claims.offerID != offerID { throw .wrongClaim("offerIdentifier") }
    if claims.nonce == nil { throw .wrongClaim("nonce") }
    guard let seconds = claims.issuedAt, seconds.magnitude < 1 << 40 else { throw .wrongClaim("iat") }
    try checkAge(of: Timestamp(milliseconds: seconds * 1000), at: now)
    return claims
  }

  private func checkAge(of signed: Timestamp, at now: Timestamp) throws(OfferSignatureError) {
    let age = now.milliseconds.subtractingReportingOverflow(signed.milliseconds)
    guard !age.overflow, (0...Self.lifetime).contains(age.partialValue) else {
      throw .expired(signed: signed)
    }
  }
}

extension OfferSignatureError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .badSignature: "The offer's signature does not match what it should cover."
    case .expired(let signed): "The offer's signature of \(signed) is not good at this time."
    case .wrongClaim(let claim): "The offer's signature has another '\(claim)' than it should, or none."
    case .badToken(let error): error.errorDescription
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .badSignature: "Check key id, product, offer, user name, nonce and timestamp, in this order."
    case .expired: "Sign the offer again: a signature is good for 24 hours."
    case .wrongClaim: "Sign for the app, product and offer that are bought."
    case .badToken(let error): error.recoverySuggestion
    }
  }
}
