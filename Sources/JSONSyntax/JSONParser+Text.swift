// Text and keys.
extension JSONParser {
  /// Reads text from its opening quote to its closing one.
  mutating func parseText() throws(JSONSyntaxError) -> String {
    let opening = index
    let quote = bytes[index]
    let start = index + 1
    index = endOfPlainText(from: start, quote)
    var decoded: [UInt8]?
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case quote:
        let end = index
        index += 1
        if let decoded { return String(decoding: decoded, as: UTF8.self) }
        return String(decoding: bytes[start..<end], as: UTF8.self)
      case UInt8(ascii: "\\"):
        var buffer = decoded ?? Array(bytes[start..<index])
        // The buffer is held once, so that appending to it never copies it.
        decoded = nil
        try appendEscape(to: &buffer)
        decoded = buffer
      case 0x0A, 0x0D:
        throw failure(
          "this text has no closing quote on its line; a line break inside text is \\n", at: opening)
      case 0..<0x20 where dialect == .strict:
        throw failure("U+\(hexadecimal(UInt32(byte))) inside text must be written as an escape")
      default:
        decoded?.append(byte)
        index += 1
      }
    }
    throw failure("this text has no closing quote", at: opening)
  }

  /// Where text stops meaning itself: at its quote, an escape or a control.
  private func endOfPlainText(from start: Int, _ quote: UInt8) -> Int {
    let bytes = bytes.span
    var end = start
    while end < bytes.count, bytes[end] != quote, bytes[end] != UInt8(ascii: "\\"), bytes[end] >= 0x20 {
      end += 1
    }
    return end
  }

  private mutating func appendEscape(to text: inout [UInt8]) throws(JSONSyntaxError) {
    let start = index
    guard index + 1 < bytes.count else { throw failure("the text ends inside an escape") }
    let letter = bytes[index + 1]
    index += 2
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: Array(String(try parseUnicodeEscape(from: start)).utf8))
    default:
      index = start
      guard dialect == .json5 else {
        throw failure("\(found(at: start + 1)) cannot follow '\\' in JSON text")
      }
      try appendJSON5Escape(to: &text)
    }
  }

  private mutating func appendJSON5Escape(to text: inout [UInt8]) throws(JSONSyntaxError) {
    let letter = bytes[index + 1]
    index += 2
    switch letter {
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "0") where peek().map { !(48...57).contains($0) } ?? true: text.append(0)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      throw failure("a digit cannot follow '\\' in text", at: index - 1)
    case UInt8(ascii: "x"):
      let value = try parseHexadecimal(digits: 2)
      text.append(contentsOf: Array(String(Unicode.Scalar(UInt8(value))).utf8))
    // An escaped line break is no part of the text.
    case 0x0D: if peek() == 0x0A { index += 1 }
    case 0x0A: break
    case 0xE2 where peek() == 0x80 && index + 1 < bytes.count && (0xA8...0xA9).contains(bytes[index + 1]):
      index += 2
    default: text.append(letter)
    }
  }

  /// Reads the four digits after `\u`, and the second escape of a surrogate pair.
  private mutating func parseUnicodeEscape(from start: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
    let first = try parseHexadecimal(digits: 4)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, peek() == UInt8(ascii: "\\"), index + 1 < bytes.count,
      bytes[index + 1] == UInt8(ascii: "u")
    else {
      throw failure("\\u\(hexadecimal(first)) is half of a surrogate pair without the other half", at: start)
    }
    index += 2
    let second = try parseHexadecimal(digits: 4)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else {
      throw failure("\\u\(hexadecimal(first)) is half of a surrogate pair without the other half", at: start)
    }
    return scalar
  }

  private mutating func parseHexadecimal(digits count: Int) throws(JSONSyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("expected \(count) hexadecimal digits in the escape, found \(found)")
      }
      value = value << 4 + UInt32(digit)
      index += 1
    }
    return value
  }

  /// Reads an unquoted JSON5 key; nil when none begins here.
  mutating func parseIdentifier() throws(JSONSyntaxError) -> String? {
    var key = String.UnicodeScalarView()
    while let byte = peek() {
      let start = index
      let scalar: Unicode.Scalar
      if byte == UInt8(ascii: "\\") {
        guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u") else { break }
        index += 2
        scalar = try parseUnicodeEscape(from: start)
      } else {
        guard let next = self.scalar(at: index) else { break }
        scalar = next
        index += UTF8.width(scalar)
      }
      guard key.isEmpty ? scalar.startsIdentifier : scalar.continuesIdentifier else {
        index = start
        break
      }
      key.append(scalar)
    }
    return key.isEmpty ? nil : String(key)
  }
}

extension Unicode.Scalar {
  fileprivate var startsIdentifier: Bool { self == "$" || self == "_" || properties.isIDStart }

  fileprivate var continuesIdentifier: Bool {
    self == "$" || self == "\u{200C}" || self == "\u{200D}" || properties.isIDContinue
  }
}
