// Numbers and the words true, false, null, Infinity and NaN.
extension JSONParser {
  /// Checks a number's form and gives its source text.
  mutating func parseNumber() throws(JSONSyntaxError) -> String {
    let start = index
    if peek() == UInt8(ascii: "+") {
      guard dialect == .json5 else { throw failure("a number cannot begin with '+' in JSON: remove it") }
      index += 1
    } else if peek() == UInt8(ascii: "-") {
      index += 1
    }
    if try !parseSpecialNumber() {
      try parseIntegerPart()
      try parseFraction()
      try parseExponent()
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Hexadecimal digits, `Infinity` and `NaN`, after the sign.
  private mutating func parseSpecialNumber() throws(JSONSyntaxError) -> Bool {
    // Nearly every number is plain digits: look no further.
    guard let byte = peek(), byte == UInt8(ascii: "0") || !(46...57).contains(byte) else { return false }
    let word = self.word(at: index)
    if word == "Infinity" || word == "NaN" {
      guard dialect == .json5 else { throw failure("\(word) is not a number in JSON") }
      index += word.utf8.count
      return true
    }
    guard dialect == .json5, word.hasPrefix("0x") || word.hasPrefix("0X") else { return false }
    guard word.utf8.count > 2, word.dropFirst(2).allSatisfy(\.isHexDigit) else {
      throw failure("expected hexadecimal digits after 0x")
    }
    index += word.utf8.count
    return true
  }

  private mutating func parseIntegerPart() throws(JSONSyntaxError) {
    let start = index
    let count = skipDigits()
    if count > 1, bytes[start] == UInt8(ascii: "0") {
      throw failure("a number cannot begin with 0: remove the zero, or put the number in quotes", at: start)
    }
    // JSON5 lets either side of the point be empty, not both.
    let pointMayLead =
      dialect == .json5 && peek() == UInt8(ascii: ".") && index + 1 < bytes.count
      && (48...57).contains(bytes[index + 1])
    guard count > 0 || pointMayLead else { throw failure("expected a digit, found \(found)") }
  }

  private mutating func parseFraction() throws(JSONSyntaxError) {
    guard peek() == UInt8(ascii: ".") else { return }
    index += 1
    guard skipDigits() > 0 || dialect == .json5 else {
      throw failure("expected a digit after the point, found \(found)")
    }
  }

  private mutating func parseExponent() throws(JSONSyntaxError) {
    guard peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") else { return }
    index += 1
    if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { index += 1 }
    guard skipDigits() > 0 else { throw failure("expected a digit in the exponent, found \(found)") }
  }

  private mutating func skipDigits() -> Int {
    let start = index
    while let byte = peek(), (48...57).contains(byte) { index += 1 }
    return index - start
  }

  mutating func parseWord() throws(JSONSyntaxError) -> JSONValue.Content {
    let word = self.word(at: index)
    let content: JSONValue.Content
    switch word {
    case "true": content = .bool(true)
    case "false": content = .bool(false)
    case "null": content = .null
    case "Infinity" where dialect == .json5, "NaN" where dialect == .json5: content = .number(word)
    case "": throw failure("expected a value, found \(found)")
    default:
      let shown = word.utf8.count <= 16 ? "'\(word)'" : found
      throw failure("expected a value, found \(shown): text is written in quotes")
    }
    index += word.utf8.count
    return content
  }

  /// The ASCII letters and digits from `start` on.
  private func word(at start: Int) -> String {
    let end = bytes[start...].firstIndex { !$0.isASCIILetterOrDigit } ?? bytes.count
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    switch self {
    case 48...57, 65...90, 97...122: true
    default: false
    }
  }
}
