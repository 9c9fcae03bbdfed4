// What stands between values, and how to speak of what stands where it should not.
extension JSONParser {
  /// Steps over white space and, in JSON5, comments.
  mutating func skipSpace() throws(JSONSyntaxError) {
    while index < bytes.count {
      if let gap, index == gap.lowerBound { index = gap.upperBound }
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case UInt8(ascii: "/"): try skipComment()
      case 0x0B, 0x0C, 0x80...0xFF:
        guard dialect == .json5, let scalar = scalar(at: index),
          scalar == "\u{FEFF}" || scalar.properties.isWhitespace
        else { return }
        index += UTF8.width(scalar)
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONSyntaxError) {
    let start = index
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    guard next == UInt8(ascii: "/") || next == UInt8(ascii: "*") else {
      throw failure("expected a value or punctuation, found '/'")
    }
    guard dialect == .json5 else { throw failure("a comment is not allowed in JSON: remove it") }
    index += 2
    if next == UInt8(ascii: "/") {
      while let byte = peek(), byte != 0x0A, byte != 0x0D { index += 1 }
      return
    }
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
        index += 2
        return
      }
      index += 1
    }
    throw failure("this comment is never closed: end it with */", at: start)
  }

  /// Refuses what is not UTF-8, once for the whole source, so that no later step can meet half a scalar.
  mutating func checkEncoding() throws(JSONSyntaxError) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || bytes.count >= 2 && (bytes[0] == 0) != (bytes[1] == 0)
    {
      throw failure("the text is UTF-16 or UTF-32: save it as UTF-8", at: 0)
    }
    if (try? UTF8Span(validating: bytes.span)) != nil { return }
    var position = 0
    while let scalar = scalar(at: position) { position += UTF8.width(scalar) }
    guard position < bytes.count else { return }
    let byte = String(bytes[position], radix: 16, uppercase: true)
    throw failure("byte \(byte) is not UTF-8: save the file as UTF-8", at: position)
  }

  /// The scalar at `position`; nil at the end and where no well-formed UTF-8 begins.
  func scalar(at position: Int) -> Unicode.Scalar? {
    guard position < bytes.count else { return nil }
    let first = bytes[position]
    let (width, low, high): (Int, UInt8, UInt8)
    switch first {
    case 0..<0x80: return Unicode.Scalar(first)
    case 0xC2...0xDF: (width, low, high) = (2, 0x80, 0xBF)
    case 0xE0: (width, low, high) = (3, 0xA0, 0xBF)
    case 0xED: (width, low, high) = (3, 0x80, 0x9F)
    case 0xE1...0xEF: (width, low, high) = (3, 0x80, 0xBF)
    case 0xF0: (width, low, high) = (4, 0x90, 0xBF)
    case 0xF4: (width, low, high) = (4, 0x80, 0x8F)
    case 0xF1...0xF3: (width, low, high) = (4, 0x80, 0xBF)
    default: return nil
    }
    guard position + width <= bytes.count, (low...high).contains(bytes[position + 1]) else { return nil }
    var value = UInt32(first) & (0xFF >> UInt32(width + 1))
    for byte in bytes[(position + 1)..<(position + width)] {
      guard (0x80...0xBF).contains(byte) else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return Unicode.Scalar(value)
  }

  /// What stands at the current place, in words.
  var found: String { found(at: index) }

  func found(at position: Int) -> String {
    guard let scalar = scalar(at: position) else { return "the end of the text" }
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      return "U+\(hexadecimal(scalar.value))"
    default: return scalar == "'" ? "\"'\"" : "'\(scalar)'"
    }
  }

  /// An error at `offset`, or at the current place; a merge conflict there is what is really wrong.
  func failure(_ message: String, at offset: Int? = nil) -> JSONSyntaxError {
    let offset = offset ?? index
    let position = SourceMap(bytes).position(at: offset)
    if position.column == 1, let marker = mergeMarker(at: offset) {
      return JSONSyntaxError(
        message: "an unresolved merge conflict begins or ends here ('\(marker)'): resolve it",
        position: position)
    }
    return JSONSyntaxError(message: message, position: position)
  }

  private func mergeMarker(at offset: Int) -> String? {
    for mark in ["<<<<<<<", "=======", ">>>>>>>", "|||||||"] where bytes[offset...].starts(with: mark.utf8) {
      return mark
    }
    return nil
  }

  /// At least four digits, as Unicode writes its code points.
  func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
