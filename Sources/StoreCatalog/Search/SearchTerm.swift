/// A text as it is searched for: without case, accents and width, as bytes.
package struct SearchTerm: Hashable, Sendable {
  package let bytes: [UInt8]

  /// Blanks at the ends do not count.
  package init(_ text: String) {
    var bytes: [UInt8] = []
    let isBlank: (Character) -> Bool = { $0 == " " }
    String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed()).appendFolded(to: &bytes)
    self.bytes = bytes
  }

  package var isEmpty: Bool { bytes.isEmpty }

  /// True when whatever holds this holds `other` too, because this only goes on where `other` ends.
  package func extends(_ other: SearchTerm) -> Bool { bytes.starts(with: other.bytes) }

  /// Where `wanted` stands first within `from..<to`.
  package static func position(of wanted: [UInt8], in bytes: Span<UInt8>, from: Int, to: Int) -> Int? {
    guard let first = wanted.first else { return from }
    let last = to - wanted.count
    var start = from
    while start <= last {
      if bytes[start] == first {
        var length = 1
        while length < wanted.count, bytes[start + length] == wanted[length] { length += 1 }
        if length == wanted.count { return start }
      }
      start += 1
    }
    return nil
  }
}
