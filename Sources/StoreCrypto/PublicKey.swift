import COpenSSL

/// A public key that checks signatures.
///
/// May be used by several threads at once.
// Unchecked: libcrypto counts references atomically and only reads a key that checks.
public final class PublicKey: @unchecked Sendable {
  let handle: OpaquePointer

  init(owning handle: OpaquePointer) { self.handle = handle }

  deinit { EVP_PKEY_free(handle) }

  /// Reads SubjectPublicKeyInfo.
  public convenience init(der: [UInt8]) throws(CryptoError) {
    self.init(
      owning: try decoded(der, "read the public key", free: EVP_PKEY_free) { d2i_PUBKEY(nil, $0, $1) })
  }

  /// SubjectPublicKeyInfo.
  public func der() throws(CryptoError) -> [UInt8] {
    try encodedBytes("write the public key") { i2d_PUBKEY(handle, $0) }
  }

  /// SubjectPublicKeyInfo in PEM.
  public func pem() throws(CryptoError) -> [UInt8] {
    let bio = MemoryBIO()
    guard PEM_write_bio_PUBKEY(bio.handle, handle) == 1 else { throw .last("write the public key") }
    return bio.contents()
  }

  /// True for a key on P-256, the only one that ES256 may use.
  public var isP256: Bool {
    EVP_PKEY_get_base_id(handle) == EVP_PKEY_EC && EVP_PKEY_get_bits(handle) == 256
  }

  /// What it is in words: `RSA 2048` or `EC 256`.
  public var kind: String {
    let name =
      switch EVP_PKEY_get_base_id(handle) {
      case EVP_PKEY_EC: "EC"
      case EVP_PKEY_RSA: "RSA"
      default: "another kind of key,"
      }
    return "\(name) \(EVP_PKEY_get_bits(handle))"
  }

  /// Whether `signature` is this key's, with SHA-256, over `message`. A signature of the wrong form or length is
  /// no signature.
  public func accepts(_ signature: [UInt8], of message: [UInt8], as format: SignatureFormat) -> Bool {
    var signature = signature
    if format == .raw {
      let width = (Int(EVP_PKEY_get_bits(handle)) + 7) / 8
      guard signature.count == 2 * width, let der = try? ECDSASignature.der(from: signature) else {
        return false
      }
      signature = der
    }
    guard let context = EVP_MD_CTX_new() else { return false }
    defer {
      EVP_MD_CTX_free(context)
      ERR_clear_error()
    }
    return EVP_DigestVerifyInit(context, nil, SignatureHash.shared.handle, nil, handle) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}
