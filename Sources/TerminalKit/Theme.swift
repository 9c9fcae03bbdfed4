/// Which style each meaning on the screen has.
///
/// Screens ask for a role, never for a colour, so that a theme can change all of them.
/// No role is told from another by colour alone: screens add a word or a symbol.
public struct Theme: Sendable {
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
  }

  public let name: String
  private let styles: [Style]

  /// A theme from a style for each role.
  public init(name: String, style: (Role) -> Style) {
    self.name = name
    styles = Role.allCases.map(style)
  }

  public subscript(role: Role) -> Style { styles[role.rawValue] }

  /// The default: readable on light and dark backgrounds, since text and background are the
  /// terminal's own and colours come from the eight that its palette is made for.
  public static let neutral = Theme(name: "neutral") { role in
    switch role {
    case .text, .price, .hint, .border, .progressTrack: .plain
    case .secondary, .disabled: .dim
    case .title, .heading, .inactiveSelection: .bold
    case .link: Style(attributes: .underline)
    case .selection, .bar: .reverse
    case .focusedBorder, .progress: Style(foreground: .cyan)
    case .hintKey: Style(foreground: .cyan, attributes: .bold)
    case .success: Style(foreground: .green)
    case .warning: Style(foreground: .yellow, attributes: .bold)
    case .error: Style(foreground: .red, attributes: .bold)
    }
  }
}
