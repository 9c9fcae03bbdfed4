import FoundationEssentials
import StoreModel

/// Why a signed token is not valid. Checks go in the order of the cases; the first failure stops.
public enum TokenError: Error, Hashable, Sendable {
  case tooLarge(bytes: Int, limit: Int)
  /// A compact JWS is three parts with points between them.
  case notThreeParts(count: Int)
  /// A part is not base64url.
  case badEncoding(part: String)
  /// A part is not a JSON object.
  case badJSON(part: String, reason: String)
  /// Only ES256 may sign.
  case wrongAlgorithm(found: String)
  case missingCertificates
  case wrongChainLength(count: Int)
  /// Places count from the leaf, which is 0.
  case badCertificate(place: Int, reason: String)
  /// Nothing to trust was given, and the token is not Apple's.
  case noRoot
  case untrusted(reason: String, certificate: String, isRevoked: Bool)
  /// A certificate was not valid when the token was signed.
  case outsideValidity(certificate: String, instant: Timestamp)
  case markerMissing(certificate: String, marker: String)
  case badSignature
  /// A member has another JSON type than it must have.
  case wrongType(member: String, expected: String)
  /// A member that the check needs is not there.
  case missingMember(String)
  case wrongBundle(found: String, expected: String)
  case wrongApp(found: Int64?, expected: Int64)
  case wrongEnvironment(found: String, expected: AppStoreEnvironment)
  /// The token was issued for another device.
  case wrongDevice
}

/// StoreKit's `VerificationResult.VerificationError`.
public enum VerificationError: String, Sendable, CaseIterable {
  case revokedCertificate, invalidCertificateChain, invalidDeviceVerification, invalidEncoding,
    invalidSignature, missingRequiredProperties
}

extension TokenError {
  /// StoreKit's name for this failure. Nil where StoreKit has none: the token is sound, but for another app or
  /// environment.
  public var verificationError: VerificationError? {
    switch self {
    case .tooLarge, .notThreeParts, .badEncoding, .badJSON, .wrongType: .invalidEncoding
    case .wrongAlgorithm, .badSignature: .invalidSignature
    case .untrusted(_, _, isRevoked: true): .revokedCertificate
    case .missingCertificates, .wrongChainLength, .badCertificate, .noRoot, .untrusted, .outsideValidity,
      .markerMissing:
      .invalidCertificateChain
    case .missingMember: .missingRequiredProperties
    case .wrongDevice: .invalidDeviceVerification
    case .wrongBundle, .wrongApp, .wrongEnvironment: nil
    }
  }

  /// One word for programs; stays the same.
  public var name: String {
    switch self {
    case .tooLarge: "tooLarge"
    case .notThreeParts: "notThreeParts"
    case .badEncoding: "badEncoding"
    case .badJSON: "badJSON"
    case .wrongAlgorithm: "wrongAlgorithm"
    case .missingCertificates: "missingCertificates"
    case .wrongChainLength: "wrongChainLength"
    case .badCertificate: "badCertificate"
    case .noRoot: "noRoot"
    case .untrusted: "untrusted"
    case .outsideValidity: "outsideValidity"
    case .markerMissing: "markerMissing"
    case .badSignature: "badSignature"
    case .wrongType: "wrongType"
    case .missingMember: "missingMember"
    case .wrongBundle: "wrongBundle"
    case .wrongApp: "wrongApp"
    case .wrongEnvironment: "wrongEnvironment"
    case .wrongDevice: "wrongDevice"
    }
  }
}

// MARK: - LocalizedError

extension TokenError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .tooLarge(let bytes, let limit):
      "The token has \(bytes) bytes; more than \(limit >> 10) KiB is not read."
    case .notThreeParts(let count):
      "A token is three parts with points between them; this has \(count)."
    case .badEncoding(let part): "The token's \(part) is not base64url."
    case .badJSON(let part, let reason): "The token's \(part) is not a JSON object: \(reason)."
    case .wrongAlgorithm(let found): "The token is signed with '\(found)'; only ES256 counts."
    case .missingCertificates: "The token's header holds no certificates in 'x5c'."
    case .wrongChainLength(let count): "The token's header should hold 3 certificates, not \(count)."
    case .badCertificate(let place, let reason):
      "Certificate \(place) of the token's header cannot be used: \(reason)."
    case .noRoot: "There is no root certificate to judge the token by."
    case .untrusted(let reason, let certificate, _):
      "The token's signer is not trusted: \(reason) (certificate '\(certificate)')."
    case .outsideValidity(let certificate, let instant):
      "The certificate '\(certificate)' was not valid when the token was signed, at \(instant)."
    case .markerMissing(let certificate, let marker):
      "The certificate '\(certificate)' may not sign tokens: it lacks the extension \(marker)."
    case .badSignature: "The token's signature does not match its content."
    case .wrongType(let member, let expected): "The token's '\(member)' is not \(expected)."
    case .missingMember(let member): "The token lacks '\(member)'."
    case .wrongBundle(let found, let expected): "The token is for the app \(found), not \(expected)."
    case .wrongApp(let found, let expected):
      "The token is for the app with the id \(found.map(String.init) ?? "(none)"), not \(expected)."
    case .wrongEnvironment(let found, let expected): "The token is from \(found), not from \(expected)."
    case .wrongDevice: "The token was issued for another device."
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .tooLarge, .notThreeParts, .badEncoding, .badJSON: "Check that the whole token was copied."
    case .wrongAlgorithm, .missingCertificates, .wrongChainLength, .badCertificate, .markerMissing:
      "Use a token as the store issued it."
    case .noRoot, .untrusted: "Give the root that the token is signed under with --root FILE."
    case .outsideValidity: "Check the clock of the store that signed it."
    case .badSignature: "The token was damaged or changed: ask the store for it again."
    case .wrongType, .missingMember: "Check what made the token: strict clients refuse it."
    case .wrongBundle, .wrongApp: "Use a token of the app that you check for."
    case .wrongEnvironment(_, let expected): "Use a token from \(expected)."
    case .wrongDevice: "Ask the store for the token again on this device."
    }
  }
}
