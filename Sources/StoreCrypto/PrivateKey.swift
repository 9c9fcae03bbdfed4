import COpenSSL

/// How an ECDSA signature is written.
public enum SignatureFormat: Sendable {
  /// r and s, each in as many bytes as the curve needs, one after the other: JSON Web Signatures.
  case raw
  /// SEQUENCE { r, s }, as X.509 and the first format of offer signatures have it. RSA signatures, which have no
  /// other form, belong here too.
  case der
}

/// A private key. It describes itself by its type alone, so that no log ever holds it.
///
/// May be used by several threads at once.
// Unchecked: libcrypto counts references atomically and only reads a key that signs.
public final class PrivateKey: @unchecked Sendable {
  public enum Kind: Sendable {
    case p256, p384, rsa2048
  }

  let handle: OpaquePointer

  private init(owning handle: OpaquePointer) { self.handle = handle }

  deinit { EVP_PKEY_free(handle) }

  /// A new key from libcrypto's own random source; RSA takes about 0.2 s.
  public static func generate(_ kind: Kind) throws(CryptoError) -> PrivateKey {
    let name = kind == .rsa2048 ? "RSA" : "EC"
    guard let context = EVP_PKEY_CTX_new_from_name(nil, name, nil) else { throw .last("make a key") }
    defer { EVP_PKEY_CTX_free(context) }
    var handle: OpaquePointer?
    let isSet: Int32
    guard EVP_PKEY_keygen_init(context) == 1 else { throw .last("make a key") }
    switch kind {
    case .p256: isSet = EVP_PKEY_CTX_set_group_name(context, "P-256")
    case .p384: isSet = EVP_PKEY_CTX_set_group_name(context, "P-384")
    case .rsa2048: isSet = EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2048)
    }
    guard isSet == 1, EVP_PKEY_generate(context, &handle) == 1, let handle else { throw .last("make a key") }
    return PrivateKey(owning: handle)
  }

  /// Reads PKCS#8 or the older forms, in DER.
  public convenience init(der: [UInt8]) throws(CryptoError) {
    let handle = try decoded(der, "read the private key", free: EVP_PKEY_free) {
      d2i_AutoPrivateKey(nil, $0, $1)
    }
    self.init(owning: handle)
  }

  /// PKCS#8 in PEM without a password, for the one file that keeps it.
  public func pem() throws(CryptoError) -> [UInt8] {
    let bio = MemoryBIO()
    guard PEM_write_bio_PKCS8PrivateKey(bio.handle, handle, nil, nil, 0, nil, nil) == 1 else {
      throw .last("write the private key")
    }
    return bio.contents()
  }

  public func publicKey() throws(CryptoError) -> PublicKey {
    // By way of its encoding: a handle that is shared would still hold the private half.
    try PublicKey(der: try encodedBytes("read the public key") { i2d_PUBKEY(handle, $0) })
  }

  /// Signs `message` with SHA-256. ECDSA gives other bytes each time, RSA the same.
  public func signature(of message: [UInt8], as format: SignatureFormat) throws(CryptoError) -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { throw .last("sign") }
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestSignInit(context, nil, SignatureHash.shared.handle, nil, handle) == 1 else {
      throw .last("sign")
    }
    var count = Int(EVP_PKEY_get_size(handle))
    var signature = [UInt8](repeating: 0, count: count)
    guard EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else {
      throw .last("sign")
    }
    signature.removeLast(signature.count - count)
    return format == .der ? signature : try ECDSASignature.raw(from: signature, width: coordinateWidth)
  }

  private var coordinateWidth: Int { (Int(EVP_PKEY_get_bits(handle)) + 7) / 8 }
}

/// Turns ECDSA signatures from one form into the other.
enum ECDSASignature {
  static func raw(from der: [UInt8], width: Int) throws(CryptoError) -> [UInt8] {
    let pair = try decoded(der, "read the signature", free: ECDSA_SIG_free) { d2i_ECDSA_SIG(nil, $0, $1) }
    defer { ECDSA_SIG_free(pair) }
    var raw = [UInt8](repeating: 0, count: 2 * width)
    let isWritten = raw.withUnsafeMutableBufferPointer { buffer in
      BN_bn2binpad(ECDSA_SIG_get0_r(pair), buffer.baseAddress, Int32(width)) == width
        && BN_bn2binpad(ECDSA_SIG_get0_s(pair), buffer.baseAddress?.advanced(by: width), Int32(width))
          == width
    }
    guard isWritten else { throw .last("write the signature") }
    return raw
  }

  static func der(from raw: [UInt8]) throws(CryptoError) -> [UInt8] {
    let width = raw.count / 2
    guard let pair = ECDSA_SIG_new() else { throw .last("read the signature") }
    defer { ECDSA_SIG_free(pair) }
    let r = BN_bin2bn(raw, Int32(width), nil)
    let s = raw.withUnsafeBufferPointer { BN_bin2bn($0.baseAddress?.advanced(by: width), Int32(width), nil) }
    guard ECDSA_SIG_set0(pair, r, s) == 1 else {
      BN_free(r)
      BN_free(s)
      throw .last("read the signature")
    }
    return try encodedBytes("read the signature") { i2d_ECDSA_SIG(pair, $0) }
  }
}
