import COpenSSL
import Glibc

/// An X.509 certificate.
///
/// May be used by several threads at once.
// Unchecked: a certificate never changes once it is made, and libcrypto locks what it remembers about one.
public final class Certificate: @unchecked Sendable {
  /// Whether an extension is there.
  public enum ExtensionState: Sendable {
    case absent, present, critical
  }

  let handle: OpaquePointer

  init(owning handle: OpaquePointer) { self.handle = handle }

  deinit { X509_free(handle) }

  /// Reads one certificate in DER, with nothing behind it.
  public convenience init(der: [UInt8]) throws(CryptoError) {
    self.init(
      owning: try decoded(der, "read the certificate", free: X509_free) { d2i_X509(nil, $0, $1) })
  }

  /// The certificates of a file: one in DER, or any number in PEM.
  public static func all(in file: [UInt8]) throws(CryptoError) -> [Certificate] {
    if file.first == 0x30 { return [try Certificate(der: file)] }
    var all: [Certificate] = []
    for block in PEMBlock.blocks(in: file) where block.label == "CERTIFICATE" {
      all.append(try Certificate(der: block.der))
    }
    guard !all.isEmpty else { throw CryptoError("find a certificate", reason: "neither DER nor PEM") }
    return all
  }

  public func der() throws(CryptoError) -> [UInt8] {
    try encodedBytes("write the certificate") { i2d_X509(handle, $0) }
  }

  public func pem() throws(CryptoError) -> [UInt8] {
    let bio = MemoryBIO()
    guard PEM_write_bio_X509(bio.handle, handle) == 1 else { throw .last("write the certificate") }
    return bio.contents()
  }

  /// SHA-256 over the DER encoding.
  public func fingerprint() throws(CryptoError) -> [UInt8] { Hash.sha256(try der()) }

  public func publicKey() throws(CryptoError) -> PublicKey {
    guard let key = X509_get_pubkey(handle) else { throw .last("read the certificate's key") }
    return PublicKey(owning: key)
  }

  /// Whether the key of `issuer` signed this certificate; says nothing of dates and of what the issuer may do.
  public func isSigned(by issuer: Certificate) -> Bool {
    defer { ERR_clear_error() }
    guard let key = X509_get0_pubkey(issuer.handle) else { return false }
    return X509_verify(handle, key) == 1
  }

  /// The whole name, the most particular part first: `CN=Leaf,O=Example,C=US`.
  public var subject: String { Self.text(X509_get_subject_name(handle)) }
  public var issuer: String { Self.text(X509_get_issuer_name(handle)) }

  /// The common name of the subject; the whole subject when it has none.
  public var name: String {
    guard let subject = X509_get_subject_name(handle) else { return "" }
    let index = X509_NAME_get_index_by_NID(subject, NID_commonName, -1)
    guard index >= 0, let entry = X509_NAME_get_entry(subject, index) else { return self.subject }
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = ASN1_STRING_to_UTF8(&bytes, X509_NAME_ENTRY_get_data(entry))
    guard count >= 0, let bytes else { return self.subject }
    defer { CRYPTO_free(bytes, #file, #line) }
    return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
  }

  /// Seconds since 1970 in UTC, both inclusive.
  public var validity: ClosedRange<Int64> {
    let start = Self.seconds(X509_get0_notBefore(handle)) ?? .min
    return start...max(start, Self.seconds(X509_get0_notAfter(handle)) ?? .max)
  }

  /// Whether the extension of this object identifier (`1.2.840.…`) is there.
  public func state(ofExtension identifier: String) -> ExtensionState {
    guard let object = OBJ_txt2obj(identifier, 1) else { return .absent }
    defer { ASN1_OBJECT_free(object) }
    let index = X509_get_ext_by_OBJ(handle, object, -1)
    guard index >= 0 else { return .absent }
    return X509_EXTENSION_get_critical(X509_get_ext(handle, index)) == 1 ? .critical : .present
  }

  private static func text(_ name: OpaquePointer?) -> String {
    let bio = MemoryBIO()
    // Names are others' text: as UTF-8, with what could drive a terminal escaped.
    let text = ASN1_STRFLGS_ESC_2253 | ASN1_STRFLGS_ESC_CTRL | ASN1_STRFLGS_UTF8_CONVERT
    X509_NAME_print_ex(bio.handle, name, 0, UInt(text) | UInt(XN_FLAG_SEP_COMMA_PLUS | XN_FLAG_DN_REV))
    return String(decoding: bio.contents(), as: UTF8.self)
  }

  private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
    var parts = tm()
    guard ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
    return Int64(timegm(&parts))
  }
}

// MARK: - Equatable

extension Certificate: Equatable {
  /// Same bytes.
  public static func == (left: Certificate, right: Certificate) -> Bool {
    X509_cmp(left.handle, right.handle) == 0
  }
}
