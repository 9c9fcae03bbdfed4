import COpenSSL

/// Why bytes are no signed message that can be read.
public enum SignedMessageError: Error, Hashable, Sendable {
  /// Not a PKCS#7 container at all, or one that breaks off.
  case notAContainer(reason: String)
  /// A container of another kind, named as libcrypto names it.
  case notSigned(type: String)
  /// What is signed is not plain data.
  case contentIsNotData(type: String)
  /// The signature stands apart from what it signs.
  case noContent
  /// The certificate of a signer is not in the message, or there is no signer.
  case noSigner
  /// The signature does not match the content.
  case badSignature(reason: String)
}

/// A PKCS#7 (CMS) message of the kind SignedData that holds what it signs.
///
/// Belongs to whoever made it; not to be shared between tasks.
public final class SignedMessage {
  private let handle: OpaquePointer
  /// What is signed.
  public let content: [UInt8]

  /// Reads BER or DER; nothing may stand behind it. Nothing is verified yet.
  public init(_ bytes: [UInt8]) throws(SignedMessageError) {
    let handle: OpaquePointer
    do {
      handle = try decoded(bytes, "read the container", free: CMS_ContentInfo_free) {
        d2i_CMS_ContentInfo(nil, $0, $1)
      }
    } catch {
      throw .notAContainer(reason: error.reason)
    }
    do throws(SignedMessageError) {
      content = try Self.content(of: handle)
    } catch {
      CMS_ContentInfo_free(handle)
      throw error
    }
    self.handle = handle
  }

  deinit { CMS_ContentInfo_free(handle) }

  /// Signs `content` with SHA-256, without signed attributes, in DER: an RSA key gives the same bytes every time.
  ///
  /// The message carries the signer's certificate and `others`.
  public static func sign(
    _ content: [UInt8], by signer: Certificate, with key: PrivateKey, including others: [Certificate]
  ) throws(CryptoError) -> [UInt8] {
    guard let certificates = OPENSSL_sk_new_null() else { throw .last("sign a message") }
    defer { OPENSSL_sk_free(certificates) }
    for other in others { OPENSSL_sk_push(certificates, UnsafeRawPointer(other.handle)) }
    let bio = MemoryBIO(content)
    let flags = UInt32(CMS_BINARY | CMS_NOATTR)
    let made = withExtendedLifetime(others) {
      CMS_sign(signer.handle, key.handle, certificates, bio.handle, flags)
    }
    guard let made else { throw .last("sign a message") }
    defer { CMS_ContentInfo_free(made) }
    return try encodedBytes("write a signed message") { i2d_CMS_ContentInfo(made, $0) }
  }

  /// Every certificate that the message carries, trusted or not.
  public func certificates() -> [Certificate] {
    guard let stack = CMS_get1_certs(handle) else { return [] }
    defer { OPENSSL_sk_free(stack) }
    return (0..<OPENSSL_sk_num(stack)).compactMap { index in
      // The list gave us a reference to each.
      OPENSSL_sk_value(stack, index).map { Certificate(owning: OpaquePointer($0)) }
    }
  }

  /// Checks that every signer named in the message signed the content, with a certificate that the message
  /// carries; whether those certificates are trusted is another question. The signers, at least one.
  public func verifySignatures() throws(SignedMessageError) -> [Certificate] {
    defer { ERR_clear_error() }
    let flags = UInt32(CMS_BINARY | CMS_NO_SIGNER_CERT_VERIFY)
    guard CMS_verify(handle, nil, nil, nil, nil, flags) == 1 else {
      let code = ERR_peek_last_error()
      let reason = ERR_reason_error_string(code).map { String(cString: $0) } ?? ""
      switch ERR_GET_REASON(code) {
      case CMS_R_NO_SIGNERS, CMS_R_SIGNER_CERTIFICATE_NOT_FOUND: throw .noSigner
      default: throw .badSignature(reason: reason)
      }
    }
    guard let stack = CMS_get0_signers(handle) else { throw .noSigner }
    defer { OPENSSL_sk_free(stack) }
    let signers = (0..<OPENSSL_sk_num(stack)).compactMap { index -> Certificate? in
      guard let signer = OPENSSL_sk_value(stack, index) else { return nil }
      X509_up_ref(OpaquePointer(signer))
      return Certificate(owning: OpaquePointer(signer))
    }
    if signers.isEmpty { throw .noSigner }
    return signers
  }

  private static func content(of handle: OpaquePointer) throws(SignedMessageError) -> [UInt8] {
    let type = CMS_get0_type(handle)
    guard OBJ_obj2nid(type) == NID_pkcs7_signed else { throw .notSigned(type: name(of: type)) }
    let contentType = CMS_get0_eContentType(handle)
    guard OBJ_obj2nid(contentType) == NID_pkcs7_data else {
      throw .contentIsNotData(type: name(of: contentType))
    }
    guard let text = CMS_get0_content(handle)?.pointee else { throw .noContent }
    let count = Int(ASN1_STRING_length(text))
    return Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(text), count: count))
  }

  private static func name(of object: OpaquePointer?) -> String {
    var text = [CChar](repeating: 0, count: 80)
    let count = OBJ_obj2txt(&text, Int32(text.count), object, 0)
    guard count > 0 else { return "unknown" }
    return String(decoding: text.prefix(while: { $0 != 0 }).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
