/// What a terminal draws text on.
public enum TerminalBackground: Hashable, Sendable {
  case dark, light
  /// It did not say.
  case unknown

  /// The question: OSC 11, and then the primary device attributes, which every terminal answers.
  ///
  /// When the second answer is there, the first will not come any more.
  package static let question = "\u{1b}]11;?\u{1b}\\\u{1b}[c"

  /// Whether the bytes hold the answer to the second half of the question: `ESC [ ? numbers c`.
  package static func isAnswered(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while rest.skip(past: "\u{1b}[?") {
      if rest.drop(while: { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }).first
        == UInt8(ascii: "c")
      {
        return true
      }
    }
    return false
  }

  /// Reads the answer `rgb:R/G/B`, each part one to four hexadecimal digits.
  package init(answer bytes: [UInt8]) {
    self = .unknown
    var rest = bytes[...]
    guard rest.skip(past: "\u{1b}]11;rgb") else { return }
    if rest.first == UInt8(ascii: "a") { rest.removeFirst() }
    guard rest.first == UInt8(ascii: ":") else { return }
    rest.removeFirst()
    var parts: [UInt8] = []
    for position in 0..<3 {
      if position > 0 {
        guard rest.popFirst() == UInt8(ascii: "/") else { return }
      }
      let digits = rest.prefix(4).prefix { $0.hexadecimal != nil }
      guard !digits.isEmpty else { return }
      rest = rest.dropFirst(digits.count)
      let value = digits.reduce(0) { $0 << 4 | Int($1.hexadecimal ?? 0) }
      // "f" and "ffff" are both the most.
      parts.append(UInt8((Double(value) / Double(1 << (4 * digits.count) - 1) * 255).rounded()))
    }
    self = Color.rgb(parts[0], parts[1], parts[2]).luminance ?? 0 > 0.18 ? .light : .dark
  }

  /// Reads the variable COLORFGBG of rxvt and its relatives: `15;0`, `0;default;15`.
  ///
  /// The last part is the palette entry of the background; 0-6 and 8 are the dark ones.
  package init(colorFGBG value: String?) {
    self = .unknown
    guard let value, value.contains(";"), let part = value.split(separator: ";").last,
      let index = UInt8(part), index < 16
    else { return }
    self = index < 7 || index == 8 ? .dark : .light
  }
}

extension ArraySlice<UInt8> {
  /// Goes on after the next `mark`; false, and then nothing is left, when there is none.
  fileprivate mutating func skip(past mark: StaticString) -> Bool {
    let count = mark.utf8CodeUnitCount
    let mark = UnsafeBufferPointer(start: mark.utf8Start, count: count)
    while self.count >= count {
      if self.prefix(count).elementsEqual(mark) {
        self = dropFirst(count)
        return true
      }
      removeFirst()
    }
    self = []
    return false
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit in ASCII.
  fileprivate var hexadecimal: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
