import CContent
import StoreCrypto
import StoreModel

/// The bytes of one product's hosted content, made from the seed, the product and the version.
///
/// Any offset costs the same, and nothing is kept.
struct HostedContentStream: Hashable, Sendable {
  let size: Int64
  private let key: UInt64

  init(seed: UInt64, product: ProductID, content: HostedContent) {
    size = content.size
    // FNV-1a, with a zero byte between the parts so that no two pairs of texts are one.
    var hash = 0xcbf2_9ce4_8422_2325 ^ seed
    for byte in Array(product.rawValue.utf8) + [0] + Array(content.version.utf8) {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    key = hash
  }

  /// The bytes from `offset`; fewer than `length` only at the end, none outside the content.
  func bytes(from offset: Int64, length: Int) -> [UInt8] {
    guard offset >= 0, offset < size, length > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(min(Int64(length), size - offset)))
    storefront_content_fill(&bytes, bytes.count, UInt64(offset), key)
    return bytes
  }

  /// SHA-256 of the whole content; takes time in proportion to its size.
  func checksum() -> String {
    let digest = SHA256Digest()
    var offset: Int64 = 0
    while offset < size {
      let piece = bytes(from: offset, length: 1 << 20)
      digest.update(piece)
      offset += Int64(piece.count)
    }
    return digest.finish()
  }
}
