import FoundationEssentials
import JSONSyntax
import StoreCrypto
import StoreModel
import Synchronization

/// What a token has to fit; nil is not compared.
public struct TokenExpectation: Hashable, Sendable {
  public var bundleID: String?
  /// Compared in production only, as stores leave it out elsewhere.
  public var appAppleID: Int64?
  public var environment: AppStoreEnvironment?
  /// Compared when the token carries a device verification; then the token must be for this device.
  public var device: UUID?

  public init(
    bundleID: String? = nil, appAppleID: Int64? = nil, environment: AppStoreEnvironment? = nil,
    device: UUID? = nil
  ) {
    self.bundleID = bundleID
    self.appAppleID = appAppleID
    self.environment = environment
    self.device = device
  }
}

/// Verifies tokens of a store, ours and others'.
///
/// May be used by several tasks at once. Never traps, whatever the bytes. A chain that was judged once is known by
/// its header and is not judged again while it is valid; the signature is checked every time.
public final class TokenVerifier: Sendable {
  /// A leaf that was trusted, and while its whole chain is valid.
  private struct KnownChain {
    /// The header's part of the tokens that bring this chain along.
    let header: String
    let key: PublicKey
    let chain: [Certificate]
    let validity: ClosedRange<Int64>
  }

  /// More headers than a store ever has; beyond it all are forgotten.
  private static let knownLimit = 32

  private let roots: TrustedRoots
  private let trustsApple: Bool
  // A list: comparing a header with the few that there are is faster than hashing its 3 KB. What looks alike but has
  // other bytes gains nothing, since the signature covers them.
  private let known = Mutex<[KnownChain]>([])

  /// Trusts `roots`; with `trustsApple` also Apple's own, which tokens bring along.
  public init(roots: [Certificate], trustsApple: Bool = false) {
    self.roots = TrustedRoots(roots)
    self.trustsApple = trustsApple
  }

  public func transaction(
    _ token: String, expecting expectation: TokenExpectation
  ) throws(TokenError) -> SignedTransaction {
    let payload: SignedTransaction = try verified(token, expectation)
    try check(payload.bundleID, "bundleId", expectation)
    try check(payload.environment, "environment", expectation)
    try check(payload.deviceVerification, payload.deviceVerificationNonce, expectation)
    return payload
  }

  /// Renewal info names no app.
  public func renewalInfo(
    _ token: String, expecting expectation: TokenExpectation
  ) throws(TokenError) -> SignedRenewalInfo {
    let payload: SignedRenewalInfo = try verified(token, expectation)
    try check(payload.environment, "environment", expectation)
    try check(payload.deviceVerification, payload.deviceVerificationNonce, expectation)
    return payload
  }

  public func appTransaction(
    _ token: String, expecting expectation: TokenExpectation
  ) throws(TokenError) -> SignedAppTransaction {
    let payload: SignedAppTransaction = try verified(token, expectation)
    try check(payload.bundleID, "bundleId", expectation)
    try check(payload.appAppleID, expectation)
    try check(payload.receiptType, "receiptType", expectation)
    try check(payload.deviceVerification, payload.deviceVerificationNonce, expectation)
    return payload
  }

  /// The tokens inside are not verified: ask for each by itself.
  public func notification(
    _ token: String, expecting expectation: TokenExpectation
  ) throws(TokenError) -> SignedNotification {
    let payload: SignedNotification = try verified(token, expectation)
    let app = payload.app
    try check(app.bundleID, "bundleId", expectation)
    try check(app.appAppleID, expectation)
    try check(app.environment, "environment", expectation)
    return payload
  }

  /// Signature and certificates alone, whatever the payload; the chain that was trusted, leaf first.
  ///
  /// A store's token brings three certificates. One alone counts when it is itself among the roots, as Xcode's is
  /// for who trusts it.
  public func chain(of token: SignedToken) throws(TokenError) -> [Certificate] {
    let judged = try judgedChain(of: token)
    guard judged.key.accepts(token.signature, of: token.signedBytes, as: .raw) else { throw .badSignature }
    return judged.chain
  }

  private func verified<Payload: TokenPayload>(
    _ text: String, _ expectation: TokenExpectation
  ) throws(TokenError) -> Payload {
    let token = try SignedToken(text.utf8)
    // No store signs for Xcode and for tests. Only the caller may say that it expects such a token, never the
    // token itself.
    if expectation.environment?.isSigned ?? true { _ = try chain(of: token) }
    return try Payload(token.payload)
  }

  private func judgedChain(of token: SignedToken) throws(TokenError) -> KnownChain {
    let instant = try Self.instant(of: token.payload)
    if let seconds = instant,
      let chain = known.withLock({ known in
        known.first { $0.validity.contains(seconds) && $0.header == token.headerText }
      })
    {
      return chain
    }
    let chain = try judge(token, at: instant)
    known.withLock { known in
      if known.count >= Self.knownLimit { known.removeAll() }
      known.removeAll { $0.header == chain.header }
      known.append(chain)
    }
    return chain
  }

  private func judge(_ token: SignedToken, at instant: Int64?) throws(TokenError) -> KnownChain {
    let algorithm = try token.algorithm()
    guard algorithm == "ES256" else { throw .wrongAlgorithm(found: algorithm) }
    let texts = try token.certificateTexts()
    let leaf = try Self.certificate(texts[0], place: 0)
    let chain: [Certificate]
    if texts.count == 1, roots.certificates.contains(leaf) {
      chain = try Self.chain(from: leaf, through: [], to: roots, at: instant)
    } else {
      guard texts.count == 3 else { throw .wrongChainLength(count: texts.count) }
      let intermediate = try Self.certificate(texts[1], place: 1)
      let trusted = roots(broughtAlong: texts[2])
      chain = try Self.chain(from: leaf, through: [intermediate], to: trusted, at: instant)
      try Self.checkMarkers(chain)
    }
    guard let key = try? leaf.publicKey(), key.isP256 else {
      throw .badCertificate(place: 0, reason: "its key is not on P-256")
    }
    let start = chain.map(\.validity.lowerBound).max() ?? .min
    let end = chain.map(\.validity.upperBound).min() ?? .max
    return KnownChain(
      header: token.headerText, key: key, chain: chain, validity: start...max(start, end))
  }

  /// The root that a token brings along proves nothing, unless it is one of Apple's.
  private func roots(broughtAlong text: String) -> TrustedRoots {
    guard trustsApple, let root = try? Self.certificate(text, place: 2), AppleMarks.isAppleRoot(root) else {
      return roots
    }
    return TrustedRoots(roots.certificates + [root])
  }

  private static func chain(
    from leaf: Certificate, through others: [Certificate], to roots: TrustedRoots, at instant: Int64?
  ) throws(TokenError) -> [Certificate] {
    if roots.certificates.isEmpty { throw .noRoot }
    // Without a date the leaf's own first day is as good as any: what counts then is who issued it.
    let seconds = instant ?? leaf.validity.lowerBound
    do throws(ChainError) {
      return try roots.chain(from: leaf, through: others, at: seconds)
    } catch {
      switch error.kind {
      case .expired, .notYetValid:
        throw .outsideValidity(certificate: error.certificate, instant: Timestamp(seconds: seconds))
      case .untrusted, .revoked, .other:
        throw .untrusted(
          reason: error.reason, certificate: error.certificate, isRevoked: error.kind == .revoked)
      }
    }
  }

  private static func checkMarkers(_ chain: [Certificate]) throws(TokenError) {
    guard chain.count == 3 else { throw .wrongChainLength(count: chain.count) }
    for (certificate, marker) in zip(chain, [AppleMarks.leafMarker, AppleMarks.intermediateMarker])
    where certificate.state(ofExtension: marker) == .absent {
      throw .markerMissing(certificate: certificate.name, marker: marker)
    }
  }

  static func certificate(_ text: String, place: Int) throws(TokenError) -> Certificate {
    // Standard base64, unlike the rest of a token.
    guard let der = Data(base64Encoded: text) else {
      throw .badCertificate(place: place, reason: "it is not base64")
    }
    do throws(CryptoError) {
      return try Certificate(der: Array(der))
    } catch {
      throw .badCertificate(place: place, reason: "\(error)")
    }
  }

  /// When the token says that it was signed, in seconds; nil when it does not say.
  private static func instant(of payload: JSONObject) throws(TokenError) -> Int64? {
    for member in ["signedDate", "receiptCreationDate"] {
      guard let value = payload[member], !value.isNull else { continue }
      if let whole = value.integer { return Int64(whole) / 1000 }
      guard let number = value.decimal else {
        throw .wrongType(member: member, expected: "a number of milliseconds")
      }
      guard let milliseconds = Int64(cuttingOff: number), milliseconds.magnitude < 1_000_000_000_000_000
      else {
        throw .wrongType(member: member, expected: "a number of milliseconds")
      }
      return milliseconds / 1000
    }
    return nil
  }

  // MARK: What a token has to fit

  private func check(_ found: String?, _ member: String, _ expectation: TokenExpectation) throws(TokenError) {
    guard let expected = expectation.bundleID else { return }
    guard let found else { throw .missingMember(member) }
    if found != expected { throw .wrongBundle(found: found, expected: expected) }
  }

  private func check(
    _ found: AppStoreEnvironment?, _ member: String, _ expectation: TokenExpectation
  ) throws(TokenError) {
    guard let expected = expectation.environment else { return }
    guard let found else { throw .missingMember(member) }
    if found != expected { throw .wrongEnvironment(found: found.rawValue, expected: expected) }
  }

  private func check(_ found: Int64?, _ expectation: TokenExpectation) throws(TokenError) {
    guard expectation.environment == .production, let expected = expectation.appAppleID else { return }
    if found != expected { throw .wrongApp(found: found, expected: expected) }
  }

  private func check(
    _ found: String?, _ nonce: UUID?, _ expectation: TokenExpectation
  ) throws(TokenError) {
    guard let device = expectation.device, let found else { return }
    guard let nonce else { throw .missingMember("deviceVerificationNonce") }
    if found != DeviceVerification.value(nonce: nonce, device: device) { throw .wrongDevice }
  }
}

extension SignedNotification {
  /// Which app and environment it is about, from the first part that is there.
  fileprivate var app: (bundleID: String?, appAppleID: Int64?, environment: AppStoreEnvironment?) {
    if let data { return (data.bundleID, data.appAppleID, data.environment) }
    if let summary { return (summary.bundleID, summary.appAppleID, summary.environment) }
    if let token = externalPurchaseToken {
      let isSandbox = token.id?.hasPrefix("SANDBOX") == true
      return (token.bundleID, token.appAppleID, isSandbox ? .sandbox : .production)
    }
    return (appData?.bundleID, appData?.appAppleID, appData?.environment)
  }
}
