import FoundationEssentials

/// What is wrong with the text of a theme. What stands in its place stays as it was.
public enum ThemeError: Error, Equatable, Sendable {
  /// There is no role of this name.
  case unknownRole(String)
  /// The word is no attribute and no colour.
  case unknownWord(String)
  /// After "on" a colour is missing.
  case missingBackground
  /// The style names a second colour for the text.
  case secondColor(String)

  /// The words of which the nearest may have been meant; empty when none can be named.
  public var candidates: [String] {
    switch self {
    case .unknownRole: Theme.Role.allCases.map(\.name)
    case .unknownWord: Style.words
    case .missingBackground, .secondColor: []
    }
  }
}

extension Style {
  /// All words that a style may be written with; besides them numbers 0-255 and `#rrggbb`.
  public static let words = attributeWords.map(\.0) + ["on", "plain", "default"] + colorWords

  private static let attributeWords: [(String, Attributes)] = [
    ("bold", .bold), ("dim", .dim), ("reverse", .reverse), ("underline", .underline),
  ]
  /// In the order of the palette; with `bright-` before them its entries 8-15.
  private static let ansiWords = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
  private static let colorWords = ansiWords + ansiWords.map { "bright-" + $0 }

  /// Reads a style as people write it: `bold #ff8800 on default`.
  ///
  /// Attributes in any order, the colour of the text, then `on` and the colour of the background.
  /// Colours are the ANSI names with or without `bright-`, numbers of the palette of 256, `#rrggbb`,
  /// `#rgb`, and `default`. Capital letters count as small ones; nothing at all is plain.
  ///
  /// - Throws: `ThemeError`, which names the word; take the theme's own style instead.
  public init(text: String) throws(ThemeError) {
    var style = Style.plain
    var hasForeground = false
    var expectsBackground = false
    for word in text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init) {
      if expectsBackground {
        guard let color = Self.color(word) else { throw .unknownWord(word) }
        style.background = color
        expectsBackground = false
      } else if let attribute = Self.attributeWords.first(where: { $0.0 == word }) {
        style.attributes.insert(attribute.1)
      } else if word == "on" {
        expectsBackground = true
      } else if let color = Self.color(word) {
        if hasForeground { throw .secondColor(word) }
        style.foreground = color
        hasForeground = true
      } else if word != "plain" {
        throw .unknownWord(word)
      }
    }
    if expectsBackground { throw .missingBackground }
    self = style
  }

  private static func color(_ word: String) -> Color? {
    if word == "default" { return .default }
    if let index = colorWords.firstIndex(of: word) { return .palette(UInt8(index)) }
    guard word.hasPrefix("#") else {
      return word.allSatisfy { $0.isASCII && $0.isNumber } ? UInt8(word).map(Color.palette) : nil
    }
    let digits = word.dropFirst()
    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    switch digits.count {
    case 6: return UInt32(digits, radix: 16).map(Color.hex)
    case 3: return UInt32(digits.map { "\($0)\($0)" }.joined(), radix: 16).map(Color.hex)
    default: return nil
    }
  }
}

extension Theme {
  /// A person's own theme: styles as text by the names of their roles, over a theme for the rest.
  ///
  /// Show it as `adapted(to:)` the terminal's colours.
  ///
  /// - Throws: The first error in the order of the roles' names. To report all of them, read each
  ///   entry with `Role(name:)` and `Style(text:)`.
  public init(name: String, roles: [String: String], over base: Theme = .neutral) throws(ThemeError) {
    var own: [Role: Style] = [:]
    for (key, text) in roles.sorted(by: { $0.key < $1.key }) {
      guard let role = Role(name: key) else { throw .unknownRole(key) }
      own[role] = try Style(text: text)
    }
    self.init(name: name) { own[$0] ?? base[$0] }
  }
}

// MARK: - LocalizedError

extension ThemeError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .unknownRole(let name): "'\(name)' is not a part of the screen that a theme can style."
    case .unknownWord(let word): "'\(word)' is neither a colour nor an attribute."
    case .missingBackground: "The colour of the background is missing after 'on'."
    case .secondColor(let word): "'\(word)' is a second colour for the text."
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .unknownRole: "Use one of: \(candidates.joined(separator: ", "))."
    case .unknownWord:
      "Write a style like 'bold #ff8800 on default', with bold, dim, reverse, underline, an ANSI colour, "
        + "a number 0-255 or #rrggbb."
    case .missingBackground: "Write the colour after it, or remove 'on'."
    case .secondColor: "Write 'on' before the colour of the background."
    }
  }
}
