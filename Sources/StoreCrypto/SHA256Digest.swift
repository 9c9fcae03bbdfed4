import COpenSSL

/// SHA-256 of bytes that arrive piece by piece.
///
/// Not safe to share between tasks; make one where it is used.
public final class SHA256Digest {
  /// The version of the OpenSSL library, such as `3.0.19`.
  public static var libraryVersion: String { String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }

  private let context: OpaquePointer

  /// Ready for the first byte.
  public init() {
    guard let context = EVP_MD_CTX_new() else { preconditionFailure("No memory for a SHA-256 context.") }
    self.context = context
    start()
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Adds `bytes` to what is hashed.
  public func update(_ bytes: some Sequence<UInt8>) {
    let isAdded: Void? = bytes.withContiguousStorageIfAvailable { add($0) }
    if isAdded == nil { Array(bytes).withUnsafeBufferPointer { add($0) } }
  }

  /// The hash of all that was added, as 64 lower-case hex digits; then begins anew.
  public func finish() -> String {
    var hash = [UInt8](repeating: 0, count: 32)
    guard EVP_DigestFinal_ex(context, &hash, nil) == 1 else { preconditionFailure("SHA-256 did not end.") }
    start()
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private func add(_ buffer: UnsafeBufferPointer<UInt8>) {
    guard EVP_DigestUpdate(context, buffer.baseAddress, buffer.count) == 1 else {
      preconditionFailure("SHA-256 took no bytes.")
    }
  }

  private func start() {
    guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      preconditionFailure("This libcrypto has no SHA-256.")
    }
  }
}
