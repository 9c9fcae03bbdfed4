import Foundation

extension String {
  /// Without case, accents and width, so that `Österreich` is found by `oster`.
  package var foldedForSearch: String {
    // Taken apart first, half-width kana and their voicing marks become what full-width ones do.
    let parts = decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
      $0.properties.generalCategory != .nonspacingMark
    }
    return String(String.UnicodeScalarView(parts)).folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }

  /// Adds the bytes of the folded text. Most text is ASCII, which needs no tables.
  package func appendFolded(to bytes: inout [UInt8]) {
    guard utf8.allSatisfy({ $0 < 0x80 }) else {
      bytes.append(contentsOf: foldedForSearch.utf8)
      return
    }
    for byte in utf8 { bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) }
  }
}
