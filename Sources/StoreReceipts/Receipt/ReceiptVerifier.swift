import StoreCrypto
import StoreModel
import Synchronization

/// What a receipt has to fit; nil is not compared.
public struct ReceiptExpectation: Hashable, Sendable {
  public var bundleID: String?
  /// CFBundleVersion, compared exactly (R192).
  public var version: String?
  /// 16 bytes of identifierForVendor, or 6 of a MAC address.
  public var device: [UInt8]?
  public var environment: AppStoreEnvironment?
  /// When a receipt that expires has to be still valid (R194). Certificates are never judged by it (R198).
  public var now: Timestamp?

  public init(
    bundleID: String? = nil, version: String? = nil, device: [UInt8]? = nil,
    environment: AppStoreEnvironment? = nil, now: Timestamp? = nil
  ) {
    self.bundleID = bundleID
    self.version = version
    self.device = device
    self.environment = environment
    self.now = now
  }
}

/// A receipt that was found valid.
public struct VerifiedReceipt: Sendable {
  public let receipt: AppReceipt
  /// Who signed it, from the leaf to the trusted root.
  public let chain: [Certificate]
}

/// Verifies app receipts, ours and others', in the order load, signature, read, validate; the first failure stops
/// (R184).
///
/// May be used by several tasks at once. Never traps, whatever the bytes. A chain that was judged once is known by its
/// certificates and is not judged again while it is valid; the signature is checked every time.
public final class ReceiptVerifier: Sendable {
  /// A signer that was trusted, the certificates that came along, and while its whole chain is valid.
  private struct KnownChain {
    let signer: [UInt8]
    let others: [[UInt8]]
    let chain: [Certificate]
    let validity: ClosedRange<Int64>
  }

  /// More than a store ever has; beyond it all are forgotten.
  private static let knownLimit = 32

  private let roots: TrustedRoots
  private let trustsApple: Bool
  private let known = Mutex<[KnownChain]>([])

  /// Trusts `roots`; with `trustsApple` also Apple's own, which receipts bring along.
  public init(roots: [Certificate], trustsApple: Bool = false) {
    self.roots = TrustedRoots(roots)
    self.trustsApple = trustsApple
  }

  /// Throws the first reason why the receipt, binary or base64, is not valid.
  public func verify(
    _ bytes: [UInt8], expecting expectation: ReceiptExpectation
  ) throws(ReceiptError) -> VerifiedReceipt {
    try verify(try ReceiptContainer(bytes), expecting: expectation)
  }

  /// As `verify`, for a receipt that is open already.
  public func verify(
    _ container: ReceiptContainer, expecting expectation: ReceiptExpectation
  ) throws(ReceiptError) -> VerifiedReceipt {
    let signers: [Certificate]
    do throws(SignedMessageError) {
      signers = try container.message.verifySignatures()
    } catch {
      throw ReceiptError(error)
    }
    // The payload names the instant at which its signer is judged (R198). A payload that cannot be read is told
    // of only after the signer is known to be trusted, so that a changed byte fails as a signature (R187).
    let reading = Result { () throws(ReceiptError) in try container.receipt() }
    let instant = (try? reading.get())?.creationDate
    var chain: [Certificate] = []
    for signer in signers {
      chain = try trustedChain(from: signer, in: container.certificates, at: instant)
    }
    let receipt = try reading.get()
    try validate(receipt, expectation)
    return VerifiedReceipt(receipt: receipt, chain: chain)
  }

  private func trustedChain(
    from signer: Certificate, in certificates: [Certificate], at instant: Timestamp?
  ) throws(ReceiptError) -> [Certificate] {
    // Without a date the signer's own first day is as good as any: what counts then is who issued it.
    let seconds = instant.map { $0.milliseconds / 1000 } ?? signer.validity.lowerBound
    guard let encoding = try? signer.der() else {
      return try judgedChain(from: signer, in: certificates, at: seconds)
    }
    // All that the verdict depends on: a message without the intermediate is not trusted because another had it.
    let others = certificates.compactMap { try? $0.der() }
    let remembered = known.withLock { known in
      known.first { $0.validity.contains(seconds) && $0.signer == encoding && $0.others == others }?.chain
    }
    if let remembered { return remembered }
    let chain = try judgedChain(from: signer, in: certificates, at: seconds)
    let start = chain.map(\.validity.lowerBound).max() ?? .min
    let end = chain.map(\.validity.upperBound).min() ?? .max
    known.withLock { known in
      if known.count >= Self.knownLimit { known.removeAll() }
      known.append(
        KnownChain(signer: encoding, others: others, chain: chain, validity: start...max(start, end)))
    }
    return chain
  }

  private func judgedChain(
    from signer: Certificate, in certificates: [Certificate], at seconds: Int64
  ) throws(ReceiptError) -> [Certificate] {
    let apple = trustsApple ? certificates.filter(AppleMarks.isAppleRoot) : []
    let trusted = apple.isEmpty ? roots : TrustedRoots(roots.certificates + apple)
    if trusted.certificates.isEmpty { throw .noRoot }
    let chain: [Certificate]
    do throws(ChainError) {
      chain = try trusted.chain(from: signer, through: certificates, at: seconds)
    } catch {
      switch error.kind {
      case .expired, .notYetValid:
        throw .outsideValidity(certificate: error.certificate, instant: Timestamp(seconds: seconds))
      case .untrusted, .revoked, .other:
        throw .untrusted(reason: error.reason, certificate: error.certificate)
      }
    }
    try checkMarkers(chain)
    return chain
  }

  /// A signer that is itself trusted, as Xcode's is, needs no marker; any other chain does.
  private func checkMarkers(_ chain: [Certificate]) throws(ReceiptError) {
    guard chain.count > 1 else { return }
    for (certificate, marker) in zip(chain, [AppleMarks.leafMarker, AppleMarks.intermediateMarker])
    where certificate.state(ofExtension: marker) == .absent {
      throw .markerMissing(certificate: certificate.name, marker: marker)
    }
  }

  private func validate(_ receipt: AppReceipt, _ expectation: ReceiptExpectation) throws(ReceiptError) {
    typealias Number = ReceiptAttribute.Number
    guard let bundleID = receipt.bundleID else { throw .missingAttribute(number: Number.bundleID) }
    guard let version = receipt.applicationVersion else {
      throw .missingAttribute(number: Number.applicationVersion)
    }
    guard let opaqueValue = receipt.opaqueValue else { throw .missingAttribute(number: Number.opaqueValue) }
    guard let hash = receipt.hash else { throw .missingAttribute(number: Number.hash) }
    if let expected = expectation.bundleID, expected != bundleID {
      throw .wrongBundle(found: bundleID, expected: expected)
    }
    if let expected = expectation.version, expected != version {
      throw .wrongVersion(found: version, expected: expected)
    }
    if let device = expectation.device {
      let expected = DeviceHash.hash(
        device: device, opaqueValue: opaqueValue, bundleIDEncoding: receipt.bundleIDEncoding)
      if expected != hash { throw .wrongHash }
    }
    if let expected = expectation.environment, expected != receipt.environment {
      throw .wrongEnvironment(found: receipt.environment?.rawValue ?? "no store", expected: expected)
    }
    if let now = expectation.now, let end = receipt.expirationDate, end <= now { throw .expired(at: end) }
  }
}
