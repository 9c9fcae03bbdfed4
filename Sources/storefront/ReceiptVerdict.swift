import FoundationEssentials
import JSONSyntax
import StoreCrypto
import StoreModel
import StoreReceipts

/// What `receipt verify` found out.
struct ReceiptVerdict: Encodable {
  struct Failure: Encodable {
    /// The step of a receipt that failed; nil for a token.
    let step: String?
    let error: String
    /// StoreKit's own name for the failure of a token, where it has one.
    let verificationError: String?
    let message: String
    let advice: String
  }

  /// `receipt`, or the kind of token.
  let kind: String
  let isValid: Bool
  /// What a valid one says, and with which of it something was compared; nil when it is not valid.
  let says: Statement?
  /// Nil when it is valid.
  let failure: Failure?
  /// Leaf first; empty when it is not valid.
  let chain: [CertificateCard]
  let text: String

  struct Statement: Encodable {
    let bundleId: String?
    let environment: String?
    /// When it was signed.
    let created: Timestamp?
    /// Of a receipt.
    let purchases: Int?
    /// What was given to compare with, and is as expected: `bundle`, `device`.
    let compared: [String]
  }

  private enum CodingKeys: String, CodingKey {
    case kind
    case isValid = "valid"
    case says, failure, chain
  }

  init(
    receipt bytes: [UInt8], roots: [Certificate], trustsApple: Bool, expecting expectation: ReceiptExpectation
  ) {
    kind = "receipt"
    do throws(ReceiptError) {
      let verified = try ReceiptVerifier(roots: roots, trustsApple: trustsApple)
        .verify(bytes, expecting: expectation)
      isValid = true
      says = Statement(
        bundleId: verified.receipt.bundleID, environment: verified.receipt.environment?.rawValue,
        created: verified.receipt.creationDate, purchases: verified.receipt.purchases.count,
        compared: Self.compared(expectation.bundleID != nil, expectation.device != nil))
      failure = nil
      chain = verified.chain.map(CertificateCard.init)
      text = Self.lines(
        "the app receipt of \(verified.receipt.bundleID ?? "")", chain: chain,
        details: [
          ["from", verified.receipt.environment?.rawValue ?? "", ""],
          ["created", verified.receipt.creationDate?.description ?? "", ""],
          ["purchases", String(verified.receipt.purchases.count), ""],
          ["bundle id", verified.receipt.bundleID ?? "", expectation.bundleID.checked("bundle ID")],
          [
            "device", expectation.device.map { "its hash matches \(Self.text(ofDevice: $0))" } ?? "",
            expectation.device.checked("device GUID"),
          ],
        ])
    } catch {
      isValid = false
      says = nil
      chain = []
      failure = Failure(
        step: error.step.rawValue, error: error.name, verificationError: nil,
        message: error.errorDescription ?? "", advice: error.recoverySuggestion ?? "")
      text = error.sentences.singleLine
    }
  }

  init(
    token bytes: [UInt8], roots: [Certificate], trustsApple: Bool, expecting expectation: TokenExpectation
  ) {
    let token = try? SignedToken(bytes)
    kind = token?.kind?.rawValue ?? "token"
    do throws(TokenError) {
      let trusted = try TokenVerifier(roots: roots, trustsApple: trustsApple)
        .verify(String(decoding: bytes, as: UTF8.self), expecting: expectation)
      isValid = true
      let payload = token?.payload
      says = Statement(
        bundleId: payload?["bundleId"]?.string,
        environment: (payload?["environment"] ?? payload?["receiptType"])?.string,
        created: (payload?["signedDate"] ?? payload?["receiptCreationDate"])?.integer
          .map { Timestamp(milliseconds: Int64($0)) }, purchases: nil,
        compared: Self.compared(
          expectation.bundleID != nil,
          expectation.device != nil && payload?["deviceVerification"] != nil))
      failure = nil
      chain = trusted.map(CertificateCard.init)
      text = Self.lines(
        "the \(token?.kind?.name ?? "token")", chain: chain,
        // Renewal info names no app, and what a server gets no device.
        details: [
          payload?["deviceVerification"].map { _ in ["device", "", expectation.device.checked("device GUID")]
          },
          ["bundle id", expectation.bundleID ?? "", expectation.bundleID.checked("bundle ID")],
        ].compactMap(\.self))
    } catch {
      isValid = false
      says = nil
      chain = []
      failure = Failure(
        step: nil, error: error.name, verificationError: error.verificationError?.rawValue,
        message: error.errorDescription ?? "", advice: error.recoverySuggestion ?? "")
      text = error.sentences.singleLine
    }
  }

  private static func compared(_ bundle: Bool, _ device: Bool) -> [String] {
    [(bundle, "bundle"), (device, "device")].filter(\.0).map(\.1)
  }

  /// A UUID's 16 bytes in its usual form, other bytes in hexadecimal.
  private static func text(ofDevice bytes: [UInt8]) -> String {
    let digits = Array(bytes.hexadecimal)
    guard digits.count == 32 else { return String(digits) }
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }

  private static func lines(_ what: String, chain: [CertificateCard], details: [[String]]) -> String {
    let signers = chain.enumerated().map { [$0 == 0 ? "signed by" : "issued by", $1.name, ""] }
    return (["Valid: \(what.singleLine)."] + TextTable(signers + details).lines).joined(separator: "\n")
  }
}

/// One certificate, for people and programs.
struct CertificateCard: Encodable {
  let name: String
  let subject: String
  let issuer: String
  let key: String
  let validFrom: Timestamp
  let validUntil: Timestamp
  /// SHA-256, in hexadecimal.
  let fingerprint: String

  init(_ certificate: Certificate) {
    name = certificate.name
    subject = certificate.subject
    issuer = certificate.issuer
    key = (try? certificate.publicKey().kind) ?? "unknown"
    validFrom = certificate.validFrom
    validUntil = certificate.validUntil
    fingerprint = (try? certificate.fingerprint().hexadecimal) ?? ""
  }
}

extension Optional {
  /// What a reader should know about a comparison that was or was not made.
  fileprivate func checked(_ option: String) -> String {
    let words = option.split(separator: " ")
    return self == nil ? "not compared: give --\(words[0]) \(words[1])" : "as expected"
  }
}
