/// The id of a language, with or without script and region: `en`, `pt-BR`, `zh-Hans`.
///
/// Underscores are read as hyphens (`.storekit` files write `en_US`), and letter case is set the
/// usual way, so that equal languages are equal values.
public struct LocaleID: Hashable, Sendable, Comparable {
  public let rawValue: String

  public init(_ text: String) {
    let parts = text.split { $0 == "-" || $0 == "_" }
    rawValue = parts.enumerated().map { index, part in
      switch (index, part.count) {
      case (0, _): part.lowercased()
      case (_, 4): part.prefix(1).uppercased() + part.dropFirst().lowercased()
      case (_, 2): part.uppercased()
      default: String(part)
      }
    }.joined(separator: "-")
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
