import FoundationEssentials
import StoreModel

/// Why a receipt is not valid. The first failure stops, in the order of the cases (R184).
public enum ReceiptError: Error, Hashable, Sendable {
  // Load (R185).
  /// There is no file. On a fresh install that is a normal state, not a fault of the receipt (R27).
  case missing(path: String)
  case unreadable(path: String, reason: String)
  /// A new receipt could not be put in its place.
  case unwritable(path: String, reason: String)
  case tooLarge(bytes: Int, limit: Int)
  /// Neither a binary container nor base64 of one.
  case notBase64
  case notAContainer(reason: String)
  case notSigned(type: String)
  case contentIsNotData(type: String)
  case noContent

  // Signature (R186, R187, R198).
  /// Nothing to trust was given, and the receipt is not Apple's.
  case noRoot
  case noSigner
  case badSignature(reason: String)
  case untrusted(reason: String, certificate: String)
  /// A certificate was not valid when the receipt was created.
  case outsideValidity(certificate: String, instant: Timestamp)
  /// The certificate is of another purpose: Apple's marker is missing.
  case markerMissing(certificate: String, marker: String)

  // Read (R188).
  case malformedPayload(reason: String, offset: Int)

  // Validate (R191 to R194).
  case missingAttribute(number: Int64)
  case wrongBundle(found: String, expected: String)
  case wrongVersion(found: String, expected: String)
  case wrongHash
  case wrongEnvironment(found: String, expected: AppStoreEnvironment)
  case expired(at: Timestamp)

  /// The step that failed.
  public enum Step: String, Sendable, CaseIterable {
    case load, signature, read, validate
  }

  public var step: Step {
    switch self {
    case .missing, .unreadable, .unwritable, .tooLarge, .notBase64, .notAContainer, .notSigned,
      .contentIsNotData,
      .noContent:
      .load
    case .noRoot, .noSigner, .badSignature, .untrusted, .outsideValidity, .markerMissing: .signature
    case .malformedPayload: .read
    case .missingAttribute, .wrongBundle, .wrongVersion, .wrongHash, .wrongEnvironment, .expired: .validate
    }
  }

  /// One word for programs; stays the same.
  public var name: String {
    switch self {
    case .missing: "missing"
    case .unreadable: "unreadable"
    case .unwritable: "unwritable"
    case .tooLarge: "tooLarge"
    case .notBase64: "notBase64"
    case .notAContainer: "notAContainer"
    case .notSigned: "notSigned"
    case .contentIsNotData: "contentIsNotData"
    case .noContent: "noContent"
    case .noRoot: "noRoot"
    case .noSigner: "noSigner"
    case .badSignature: "badSignature"
    case .untrusted: "untrusted"
    case .outsideValidity: "outsideValidity"
    case .markerMissing: "markerMissing"
    case .malformedPayload: "malformedPayload"
    case .missingAttribute: "missingAttribute"
    case .wrongBundle: "wrongBundle"
    case .wrongVersion: "wrongVersion"
    case .wrongHash: "wrongHash"
    case .wrongEnvironment: "wrongEnvironment"
    case .expired: "expired"
    }
  }
}

// MARK: - LocalizedError

extension ReceiptError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .missing(let path): "There is no receipt at \(path)."
    case .unreadable(let path, let reason): "The receipt at \(path) cannot be read: \(reason)."
    case .unwritable(let path, let reason): "The receipt at \(path) cannot be written: \(reason)."
    case .tooLarge(let bytes, let limit):
      "The receipt has \(bytes) bytes; more than \(limit >> 20) MiB is not read."
    case .notBase64: "The receipt is neither binary nor base64."
    case .notAContainer(let reason): "The receipt is no whole PKCS#7 container\(Self.clause(reason))."
    case .notSigned(let type): "The receipt's container is not signed: it is of type \(type)."
    case .contentIsNotData(let type): "What the receipt signs is not plain data but \(type)."
    case .noContent: "The receipt holds a signature, but not what it signs."
    case .noRoot: "There is no root certificate to judge the receipt by."
    case .noSigner: "The receipt does not hold the certificate of who signed it."
    case .badSignature(let reason):
      "The receipt's signature does not match its content\(Self.clause(reason))."
    case .untrusted(let reason, let certificate):
      "The receipt's signer is not trusted: \(reason) (certificate '\(certificate)')."
    case .outsideValidity(let certificate, let instant):
      "The certificate '\(certificate)' was not valid when the receipt was created, at \(instant)."
    case .markerMissing(let certificate, let marker):
      "The certificate '\(certificate)' may not sign receipts: it lacks the extension \(marker)."
    case .malformedPayload(let reason, let offset):
      "The receipt's payload cannot be read at byte \(offset): \(reason)."
    case .missingAttribute(let number): "The receipt lacks attribute \(number), the \(Self.name(of: number))."
    case .wrongBundle(let found, let expected): "The receipt is for the app \(found), not \(expected)."
    case .wrongVersion(let found, let expected):
      "The receipt is for version \(found) of the app, not \(expected)."
    case .wrongHash: "The receipt belongs to another device: its hash does not match."
    case .wrongEnvironment(let found, let expected): "The receipt is from \(found), not from \(expected)."
    case .expired(let instant): "The receipt expired at \(instant)."
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .missing: "A purchase, a restore or a refresh writes one."
    case .unreadable: "Check that the file can be read."
    case .unwritable: "Free some disk space, or check that the folder can be written."
    case .tooLarge: "Check that this file is a receipt."
    case .notBase64:
      "Give the bytes of the receipt, or standard base64 of them: not base64url, and no PEM lines around it."
    case .notAContainer, .notSigned, .contentIsNotData, .noContent:
      "Check that the whole receipt was copied, as it was in appStoreReceiptURL."
    case .noRoot, .untrusted: "Give the root that the receipt is signed under with --root FILE."
    case .noSigner, .badSignature, .malformedPayload: "The receipt was damaged or changed: refresh it."
    case .outsideValidity: "Check the clock of the store that signed it."
    case .markerMissing: "Sign receipts with a certificate of the store."
    case .missingAttribute: "Refresh the receipt; a store's receipt has attributes 2, 3, 4 and 5."
    case .wrongBundle, .wrongVersion: "Refresh the receipt in the app that it is meant for."
    case .wrongHash: "Refresh the receipt on this device."
    case .wrongEnvironment(_, let expected): "Use a receipt from \(expected)."
    case .expired: "Refresh the receipt."
    }
  }

  private static func clause(_ reason: String) -> String { reason.isEmpty ? "" : ": \(reason)" }

  private static func name(of attribute: Int64) -> String {
    ReceiptAttribute(number: attribute, version: 1, value: []).name ?? "one without a name"
  }
}
