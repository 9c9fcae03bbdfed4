import StoreCrypto

/// What a store signs with: one chain for tokens, one for receipts, one key for offers.
///
/// Made once for each store. Only the keys that sign are kept: those of roots and intermediates are forgotten as
/// soon as they have issued, so that nothing can ever be signed in their name again.
public struct SigningKeys: Sendable {
  /// A leaf with its key, and who vouches for it.
  public struct Chain: Sendable {
    public let root: Certificate
    public let intermediate: Certificate
    public let leaf: Certificate
    let key: PrivateKey
  }

  /// P-384, P-384, P-256: signed transactions, renewal info, app transactions, notifications.
  public let tokens: Chain
  /// RSA 2048, as real receipts are; P-256 in a store that keeps nothing.
  public let receipts: Chain
  /// P-256: promotional offers, which the app's server signs and the store checks.
  let offers: PrivateKey

  /// Certificates are valid from 1970 to 9999, so that no simulated clock leaves their validity.
  static let validity: ClosedRange<Int64> = 0...253_402_300_799

  /// New keys from libcrypto's random source; takes up to a second, for RSA.
  public static func generate() throws(CryptoError) -> SigningKeys {
    SigningKeys(
      tokens: try .issue(for: "Token", authority: .p384, leaf: .p256),
      receipts: try .issue(for: "Receipt", authority: .rsa2048, leaf: .rsa2048),
      offers: try .generate(.p256))
  }

  /// New keys for a store that keeps nothing: P-256 throughout, which every verifier known to us accepts, and which
  /// takes a few milliseconds where RSA takes up to a second.
  public static func ephemeral() throws(CryptoError) -> SigningKeys {
    SigningKeys(
      tokens: try .issue(for: "Token", authority: .p256, leaf: .p256),
      receipts: try .issue(for: "Receipt", authority: .p256, leaf: .p256),
      offers: try .generate(.p256))
  }

  /// Names the offer key: ten characters of the kind that App Store Connect gives.
  public func offerKeyID() throws(CryptoError) -> String {
    let hash = Hash.sha256(try offers.publicKey().der())
    return hash.hexadecimal.prefix(10).uppercased()
  }

  /// What an app's server proves itself with when it sends a receipt: 32 hexadecimal digits, the same for these keys
  /// each time. It comes from a key that is never exported.
  public func sharedSecret() throws(CryptoError) -> String {
    let hash = Hash.sha256(Array("shared secret".utf8) + (try offers.publicKey().der()))
    return String(hash.hexadecimal.prefix(32))
  }
}

extension SigningKeys.Chain {
  /// The profiles that every verifier known to us accepts and that equal Apple's.
  static func issue(
    for purpose: String, authority: PrivateKey.Kind, leaf: PrivateKey.Kind,
    adjust: (inout CertificateProfile) -> Void = { _ in }
  ) throws(CryptoError) -> SigningKeys.Chain {
    func profile(_ name: String, _ role: CertificateProfile.Role, _ markers: [String]) -> CertificateProfile {
      var profile = CertificateProfile(
        commonName: "Storefront \(purpose) \(name)", organization: "storefront", role: role,
        markers: markers, validity: SigningKeys.validity)
      adjust(&profile)
      return profile
    }
    let rootKey = try PrivateKey.generate(authority)
    let intermediateKey = try PrivateKey.generate(authority)
    let leafKey = try PrivateKey.generate(leaf)
    let root = try Certificate.issue(profile("Root", .root, []), for: rootKey)
    let intermediate = try Certificate.issue(
      profile("Authority", .intermediate, [AppleMarks.intermediateMarker]), for: intermediateKey,
      by: (root, rootKey))
    let leafCertificate = try Certificate.issue(
      profile("Signing", .leaf, [AppleMarks.leafMarker]), for: leafKey, by: (intermediate, intermediateKey))
    return SigningKeys.Chain(root: root, intermediate: intermediate, leaf: leafCertificate, key: leafKey)
  }
}
