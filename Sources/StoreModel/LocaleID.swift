/// The id of a language, with or without script and region: `en`, `pt-BR`, `zh-Hans`.
///
/// Underscores are read as hyphens (`.storekit` files write `en_US`), and letter case is set the
/// usual way, so that equal languages are equal values.
public struct LocaleID: Hashable, Sendable, Comparable {
  public let rawValue: String

  public init(_ text: String) {
    rawValue = Self.isWrittenTheUsualWay(text) ? text : Self.usual(text)
  }

  private static func usual(_ text: String) -> String {
    text.split { $0 == "-" || $0 == "_" }.enumerated().map { index, part in
      switch (index, part.count) {
      case (0, _): part.lowercased()
      case (_, 4): part.prefix(1).uppercased() + part.dropFirst().lowercased()
      case (_, 2): part.uppercased()
      default: String(part)
      }
    }.joined(separator: "-")
  }

  /// Nearly all are, and a catalogue has one for each text: looking costs a fraction of writing anew.
  private static func isWrittenTheUsualWay(_ text: String) -> Bool {
    // A language alone, as most are.
    if (2...3).contains(text.utf8.count), text.utf8.allSatisfy(\.isLower) { return true }
    guard text.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "_") }) else { return false }
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.enumerated().allSatisfy { index, part in
      switch (index, part.count) {
      case (_, 0): false
      case (0, _): !part.contains(where: \.isUpper)
      case (_, 4): !part.prefix(1).contains(where: \.isLower) && !part.dropFirst().contains(where: \.isUpper)
      case (_, 2): !part.contains(where: \.isLower)
      default: true
      }
    }
  }

  /// The language alone: `pt` of `pt-BR`.
  public var language: String { String(rawValue.prefix { $0 != "-" }) }

  /// True when the language is written from right to left.
  public var isRightToLeft: Bool { ["ar", "fa", "he", "ur"].contains(language) }

  public static func < (left: LocaleID, right: LocaleID) -> Bool { left.rawValue < right.rawValue }
}

extension LocaleID: ExpressibleByStringLiteral, CustomStringConvertible, Codable {
  public init(stringLiteral value: String) { self.init(value) }
  public var description: String { rawValue }
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension UInt8 {
  fileprivate var isUpper: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
  fileprivate var isLower: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
