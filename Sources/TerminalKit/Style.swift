/// How a cell is drawn: two colours and attributes.
public struct Style: Hashable, Sendable {
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let bold = Attributes(rawValue: 1)
    public static let dim = Attributes(rawValue: 2)
    public static let reverse = Attributes(rawValue: 4)
    public static let underline = Attributes(rawValue: 8)
  }

  public var foreground: Color
  public var background: Color
  public var attributes: Attributes

  public init(
    foreground: Color = .default, background: Color = .default, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's own text on its own background.
  public static let plain = Style()
  public static let bold = Style(attributes: .bold)
  public static let dim = Style(attributes: .dim)
  public static let reverse = Style(attributes: .reverse)

  /// This style with further attributes.
  public func adding(_ attributes: Attributes) -> Style {
    Style(
      foreground: foreground, background: background, attributes: self.attributes.union(attributes))
  }

  /// This style laid over another: own colours win where they are set, attributes add up.
  public func over(_ other: Style) -> Style {
    Style(
      foreground: foreground == .default ? other.foreground : foreground,
      background: background == .default ? other.background : background,
      attributes: attributes.union(other.attributes))
  }
}

// MARK: - CustomStringConvertible

extension Style: CustomStringConvertible {
  /// For the legend of a style snapshot: `bold fg2`.
  public var description: String {
    var words: [String] = []
    if attributes.contains(.bold) { words.append("bold") }
    if attributes.contains(.dim) { words.append("dim") }
    if attributes.contains(.reverse) { words.append("reverse") }
    if attributes.contains(.underline) { words.append("underline") }
    if foreground != .default { words.append("fg\(foreground)") }
    if background != .default { words.append("bg\(background)") }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}
