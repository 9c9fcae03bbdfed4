import COpenSSL

/// libcrypto with nothing of ours around it: the floor of all that is signed and verified.
final class BareOpenSSL {
  /// A key with its chain, leaf first, as libcrypto holds them.
  struct Chain {
    let key: OpaquePointer
    let certificates: [OpaquePointer]
  }

  let tokens: Chain
  let receipts: Chain

  /// Reads the file in which a store keeps its keys.
  init(keyFile: String) throws {
    guard let bio = BIO_new_file(keyFile, "r") else { throw BenchFailure("\(keyFile) cannot be opened") }
    defer { BIO_free(bio) }
    func chain() throws -> Chain {
      guard let key = PEM_read_bio_PrivateKey(bio, nil, nil, nil) else {
        throw BenchFailure("no key in the file")
      }
      let certificates = (0..<3).compactMap { _ in PEM_read_bio_X509(bio, nil, nil, nil) }
      guard certificates.count == 3 else { throw BenchFailure("no three certificates in the file") }
      return Chain(key: key, certificates: certificates)
    }
    tokens = try chain()
    receipts = try chain()
  }

  deinit {
    for chain in [tokens, receipts] {
      EVP_PKEY_free(chain.key)
      chain.certificates.forEach(X509_free)
    }
  }

  /// `content` as a signed message in DER.
  func message(_ content: [UInt8]) -> [UInt8] {
    let others = OPENSSL_sk_new_null()
    defer { OPENSSL_sk_free(others) }
    for certificate in receipts.certificates.dropFirst() {
      OPENSSL_sk_push(others, UnsafeRawPointer(certificate))
    }
    return content.withUnsafeBufferPointer { buffer in
      let bio = BIO_new_mem_buf(buffer.baseAddress, Int32(buffer.count))
      defer { BIO_free(bio) }
      let message = CMS_sign(
        receipts.certificates[0], receipts.key, others, bio, UInt32(CMS_BINARY | CMS_NOATTR))
      defer { CMS_ContentInfo_free(message) }
      var start: UnsafeMutablePointer<UInt8>?
      let count = i2d_CMS_ContentInfo(message, &start)
      defer { CRYPTO_free(start, #file, #line) }
      return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }
  }

  /// Reads a signed message, checks signature and chain, and copies the content out.
  func content(of message: [UInt8], trusting store: OpaquePointer) -> [UInt8] {
    message.withUnsafeBufferPointer { buffer in
      var position = buffer.baseAddress
      let parsed = d2i_CMS_ContentInfo(nil, &position, buffer.count)
      defer { CMS_ContentInfo_free(parsed) }
      let output = BIO_new(BIO_s_mem())
      defer { BIO_free(output) }
      guard CMS_verify(parsed, nil, store, nil, output, UInt32(CMS_BINARY)) == 1 else { return [] }
      let count = BIO_ctrl_pending(output)
      return [UInt8](unsafeUninitializedCapacity: count) { bytes, used in
        used = Int(BIO_read(output, bytes.baseAddress, Int32(count)))
      }
    }
  }

  /// A DER signature with the key of the tokens.
  func signature(of bytes: [UInt8]) -> [UInt8] {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    EVP_DigestSignInit(context, nil, EVP_sha256(), nil, tokens.key)
    var count = 80
    var signature = [UInt8](repeating: 0, count: count)
    EVP_DigestSign(context, &signature, &count, bytes, bytes.count)
    signature.removeLast(80 - count)
    return signature
  }

  func accepts(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, tokens.key)
    return EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
  }

  /// Certificates from DER, and their chain judged at an instant.
  func acceptsChain(_ encoded: [[UInt8]], trusting store: OpaquePointer, at instant: Int) -> Bool {
    let certificates = encoded.map { bytes in
      bytes.withUnsafeBufferPointer { buffer in
        var position = buffer.baseAddress
        return d2i_X509(nil, &position, buffer.count)
      }
    }
    let others = OPENSSL_sk_new_null()
    let context = X509_STORE_CTX_new()
    defer {
      X509_STORE_CTX_free(context)
      OPENSSL_sk_free(others)
      certificates.forEach(X509_free)
    }
    for certificate in certificates.dropFirst() {
      OPENSSL_sk_push(others, certificate.map(UnsafeRawPointer.init))
    }
    X509_STORE_CTX_init(context, store, certificates[0], others)
    X509_STORE_CTX_set_time(context, 0, instant)
    return X509_verify_cert(context) == 1
  }

  /// A store that trusts one root; the caller frees it.
  func store(trusting chain: Chain) -> OpaquePointer? {
    let store = X509_STORE_new()
    X509_STORE_add_cert(store, chain.certificates[2])
    return store
  }

  /// The certificates of the tokens in DER.
  func encodedTokenChain() -> [[UInt8]] {
    tokens.certificates.map { certificate in
      var start: UnsafeMutablePointer<UInt8>?
      let count = i2d_X509(certificate, &start)
      defer { CRYPTO_free(start, #file, #line) }
      return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }
  }
}
