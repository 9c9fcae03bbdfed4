/// Which style each meaning on the screen has.
///
/// Screens ask for a role, never for a colour, so that a theme can change all of them.
/// No role is told from another by colour alone: screens add a word or a symbol.
public struct Theme: Equatable, Sendable {
  /// What a piece of the screen means.
  public enum Role: Int, CaseIterable, Sendable {
    /// Ordinary text.
    case text
    /// Text of less weight: ids, captions, empty states.
    case secondary
    /// The name of a screen, pane or sheet.
    case title
    /// A heading inside a pane.
    case heading
    case price
    /// A link or address, shown in full.
    case link
    /// The selected row of the pane that has the keys.
    case selection
    /// The selected row of another pane.
    case inactiveSelection
    case border
    /// The border of the pane that has the keys; its glyphs are heavier, too.
    case focusedBorder
    /// The key in a hint, such as `b`.
    case hintKey
    /// The words of a hint.
    case hint
    /// A command that cannot be used now.
    case disabled
    case success
    case warning
    case error
    /// The done part of a progress bar.
    case progress
    /// The part of a progress bar still to come.
    case progressTrack
    /// The bar that says where one is.
    case bar

    /// As a theme in a settings file names it: `focusedBorder`.
    public var name: String { "\(self)" }

    /// The role of a name; `nil` when there is none.
    public init?(name: String) {
      guard let role = Self.allCases.first(where: { $0.name == name }) else { return nil }
      self = role
    }
  }

  public let name: String
  private let styles: [Style]

  /// A theme from a style for each role.
  public init(name: String, style: (Role) -> Style) {
    self.name = name
    styles = Role.allCases.map(style)
  }

  public subscript(role: Role) -> Style { styles[role.rawValue] }

  /// The default: readable on light and dark backgrounds.
  public static let neutral = named(.neutral)

  /// The same theme for a terminal with fewer colours.
  ///
  /// With few of them the selection and the bar are reversed, since a coloured background could
  /// come out as the colour of the text. Without any, only attributes are left.
  public func adapted(to tier: ColorTier) -> Theme {
    Theme(name: name) { role in
      var style = self[role]
      style.foreground = style.foreground.reduced(to: tier)
      style.background = style.background.reduced(to: tier)
      if tier <= .ansi16, role == .selection || role == .bar {
        style = Style(attributes: style.attributes.union(.reverse))
      }
      return style
    }
  }
}
