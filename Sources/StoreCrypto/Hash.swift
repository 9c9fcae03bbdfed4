import COpenSSL

/// SHA-256 as signatures use it, looked up once: libcrypto would look it up anew for every signature.
// Unchecked: an algorithm never changes once it is there.
final class SignatureHash: @unchecked Sendable {
  static let shared = SignatureHash()

  let handle: OpaquePointer

  private init() {
    guard let handle = EVP_MD_fetch(nil, "SHA256", nil) else {
      preconditionFailure("This libcrypto has no SHA-256.")
    }
    self.handle = handle
  }

  deinit { EVP_MD_free(handle) }
}

/// Hashes of bytes that are all at hand; see `SHA256Digest` for those that arrive piece by piece.
public enum Hash {
  /// 20 bytes. For attribute 5 of a receipt only, whose format demands it.
  public static func sha1(_ bytes: [UInt8]) -> [UInt8] { digest(bytes, EVP_sha1()) }

  /// 32 bytes.
  public static func sha256(_ bytes: [UInt8]) -> [UInt8] { digest(bytes, EVP_sha256()) }

  /// 48 bytes.
  public static func sha384(_ bytes: [UInt8]) -> [UInt8] { digest(bytes, EVP_sha384()) }

  private static func digest(_ bytes: [UInt8], _ kind: OpaquePointer?) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, used in
      var count: UInt32 = 0
      let isDone = EVP_Digest(bytes, bytes.count, buffer.baseAddress, &count, kind, nil)
      precondition(isDone == 1, "This libcrypto lacks a hash that receipts need.")
      used = Int(count)
    }
  }
}
