/// Finds one list of the root object by its brackets alone, without reading any value.
///
/// It knows strings and comments, and no more: whoever reads the list finds out whether it is sound.
struct ListScanner {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Where the items of the list `key` stand, from behind its `[` to its `]`.
  ///
  /// Nil when there is none, when the key stands in the root object twice, and when it is written with escapes.
  func items(of key: String) -> Range<Int>? {
    let wanted = Array(key.utf8)
    guard let first = wanted.first else { return nil }
    let bytes = bytes.span
    var found: Range<Int>?
    var count = 0
    var depth = 0
    /// Behind the key that was read last in the root object.
    var isAfterKey = false
    var open: Int?
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let end = Self.endOfText(from: index, in: bytes)
        if depth == 1, Self.holds(wanted, in: bytes, from: index + 1, to: end - 1) {
          let value = Self.valueOfKey(from: end, in: bytes)
          if let value {
            count += 1
            isAfterKey = bytes[value] == UInt8(ascii: "[")
            index = value
            continue
          }
        }
        index = end
      case UInt8(ascii: "/"): index = Self.endOfComment(from: index, in: bytes)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        index += 1
        if depth == 2, isAfterKey { open = index }
        isAfterKey = false
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 2, let start = open {
          guard byte == UInt8(ascii: "]") else { return nil }
          found = start..<index
          open = nil
        }
        depth -= 1
        index += 1
      case first where depth == 1 && Self.isWord(wanted, at: index, in: bytes):
        let end = index + wanted.count
        if let value = Self.valueOfKey(from: end, in: bytes) {
          count += 1
          isAfterKey = bytes[value] == UInt8(ascii: "[")
          index = value
        } else {
          index = end
        }
      default: index += 1
      }
    }
    return count == 1 && depth == 0 ? found : nil
  }

  /// Where the value stands when a colon follows at `start`; nil when none does: it was no key.
  private static func valueOfKey(from start: Int, in bytes: Span<UInt8>) -> Int? {
    let colon = skipSpace(from: start, in: bytes)
    guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { return nil }
    let value = skipSpace(from: colon + 1, in: bytes)
    return value < bytes.count ? value : nil
  }

  private static func skipSpace(from start: Int, in bytes: Span<UInt8>) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case UInt8(ascii: "/"): index = endOfComment(from: index, in: bytes)
      default: return index
      }
    }
    return index
  }

  private static func endOfText(from start: Int, in bytes: Span<UInt8>) -> Int {
    let quote = bytes[start]
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == quote { return index + 1 }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return bytes.count
  }

  private static func endOfComment(from start: Int, in bytes: Span<UInt8>) -> Int {
    let next = start + 1 < bytes.count ? bytes[start + 1] : 0
    var index = start + 2
    switch next {
    case UInt8(ascii: "/"):
      while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      return index
    case UInt8(ascii: "*"):
      while index + 1 < bytes.count {
        if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
        index += 1
      }
      return bytes.count
    default: return start + 1
    }
  }

  private static func holds(_ wanted: [UInt8], in bytes: Span<UInt8>, from: Int, to: Int) -> Bool {
    guard to - from == wanted.count, to <= bytes.count else { return false }
    for offset in wanted.indices where bytes[from + offset] != wanted[offset] { return false }
    return true
  }

  /// True when the bare word `wanted` begins at `index`, with nothing of a word before or behind it.
  private static func isWord(_ wanted: [UInt8], at index: Int, in bytes: Span<UInt8>) -> Bool {
    guard holds(wanted, in: bytes, from: index, to: min(index + wanted.count, bytes.count)) else {
      return false
    }
    let end = index + wanted.count
    return (index == 0 || !isWordByte(bytes[index - 1])) && (end == bytes.count || !isWordByte(bytes[end]))
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "\\"), 0x80...: true
    default: false
    }
  }
}
