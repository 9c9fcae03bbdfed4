import COpenSSL

/// One block between BEGIN and END of a PEM text.
public struct PEMBlock: Sendable {
  /// What the block says it is: `CERTIFICATE`, `PRIVATE KEY`.
  public let label: String
  public let der: [UInt8]

  /// Every block of `text` in order; what stands between blocks is passed over, as is everything from the first
  /// damaged block on.
  public static func blocks(in text: [UInt8]) -> [PEMBlock] {
    let bio = MemoryBIO(text)
    defer { ERR_clear_error() }
    var blocks: [PEMBlock] = []
    while true {
      var name: UnsafeMutablePointer<CChar>?
      var header: UnsafeMutablePointer<CChar>?
      var data: UnsafeMutablePointer<UInt8>?
      var count = 0
      guard PEM_read_bio(bio.handle, &name, &header, &data, &count) == 1 else { return blocks }
      defer {
        CRYPTO_free(name, #file, #line)
        CRYPTO_free(header, #file, #line)
        CRYPTO_free(data, #file, #line)
      }
      guard let name, let data else { return blocks }
      blocks.append(
        PEMBlock(
          label: String(cString: name), der: Array(UnsafeBufferPointer(start: data, count: count))))
    }
  }
}
