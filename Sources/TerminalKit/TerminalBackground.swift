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
    bytes.text.contains(/\u{1b}\[\?[0-9;]*c/)
  }

  /// Reads the answer `rgb:R/G/B`, each part one to four hexadecimal digits.
  package init(answer bytes: [UInt8]) {
    self = .unknown
    let answer = /\u{1b}\]11;rgba?:([0-9a-fA-F]{1,4})\/([0-9a-fA-F]{1,4})\/([0-9a-fA-F]{1,4})/
    guard let match = bytes.text.firstMatch(of: answer) else { return }
    let parts = [match.1, match.2, match.3].map { digits in
      // "f" and "ffff" are both the most.
      Double(Int(digits, radix: 16) ?? 0) / Double((1 << (4 * digits.count)) - 1)
    }
    let byte = parts.map { UInt8(($0 * 255).rounded()) }
    self = Color.rgb(byte[0], byte[1], byte[2]).luminance ?? 0 > 0.18 ? .light : .dark
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

extension [UInt8] {
  /// The bytes as text, each one a scalar: answers are ASCII, and keys in between do not matter.
  fileprivate var text: String {
    String(String.UnicodeScalarView(map { Unicode.Scalar($0) }))
  }
}
