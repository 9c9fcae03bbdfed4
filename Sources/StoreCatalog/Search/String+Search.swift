import UnicodeForms

extension String {
  /// Adds the bytes of the folded text. Most text is ASCII, which needs no tables.
  package func appendFolded(to bytes: inout [UInt8]) {
    guard utf8.allSatisfy({ $0 < 0x80 }) else {
      bytes.append(contentsOf: foldedForSearch.utf8)
      return
    }
    for byte in utf8 { bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) }
  }
}
