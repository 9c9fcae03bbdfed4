/// The themes that come with the program; the raw value is what people write.
public enum ThemeName: String, CaseIterable, Sendable {
  /// Dark or light as the terminal's background is; neutral when it does not say.
  case auto
  /// Readable on any background.
  case neutral
  case dark
  case light
  /// No faint text, and messages on strong backgrounds of their own.
  case highContrast = "high-contrast"
  /// No meaning rests on red against green.
  case colorBlind = "color-blind"
  /// Attributes only.
  case mono

  /// Whether the theme is another one on another background, so that the terminal should be asked.
  public var dependsOnBackground: Bool { self == .auto || self == .colorBlind }
}

extension Theme {
  /// One of the themes of the program, for what the terminal can show.
  ///
  /// Text is the terminal's own on its own background in each of them, and the selection is
  /// reversed, so both are readable whatever people have set. Other colours have a contrast of
  /// at least 4.5:1 on the backgrounds that the theme is for. With 16 colours, which are the
  /// person's own, only those are used that are readable on the background in xterm's palette.
  public static func named(
    _ name: ThemeName, tier: ColorTier = .indexed256, background: TerminalBackground = .unknown
  ) -> Theme {
    if name == .highContrast { return strong(tier > .ansi16 ? .strong : .none) }
    return accented(name.rawValue, tier == .mono ? .none : accents(name, background, few: tier == .ansi16))
  }

  private static func accents(_ name: ThemeName, _ background: TerminalBackground, few: Bool) -> Accents {
    switch (name, background) {
    case (.mono, _), (.highContrast, _): .none
    case (.neutral, _), (.auto, .unknown): few ? .none : .anywhere
    case (.light, _), (.auto, .light): few ? .onLight16 : .onLight
    case (.dark, _), (.auto, .dark): few ? .onDark16 : .onDark
    case (.colorBlind, .light): few ? .safeOnLight16 : .safeOnLight
    case (.colorBlind, _): few ? .safeOnDark16 : .safeOnDark
    }
  }

  private static func accented(_ name: String, _ accents: Accents) -> Theme {
    Theme(name: name) { role in
      switch role {
      // The border of the pane with the keys has heavier lines; a colour for each cell of it would double
      // the bytes of a frame.
      case .text, .price, .hint, .border, .focusedBorder, .progressTrack: .plain
      case .secondary, .disabled: accents.faint
      case .title, .heading, .inactiveSelection: .bold
      case .link: Style(foreground: accents.accent, attributes: .underline)
      case .selection, .bar: .reverse
      case .progress: Style(foreground: accents.accent)
      case .hintKey: Style(foreground: accents.accent, attributes: .bold)
      case .success: Style(foreground: accents.success)
      case .warning: Style(foreground: accents.warning, attributes: .bold)
      case .error: Style(foreground: accents.error, attributes: .bold)
      }
    }
  }

  /// No dim text; what matters stands on a background of its own.
  private static func strong(_ accents: Accents) -> Theme {
    func message(_ background: Color, _ foreground: Color) -> Style {
      accents == .none
        ? Style(attributes: [.bold, .reverse])
        : Style(foreground: foreground, background: background, attributes: .bold)
    }
    return Theme(name: ThemeName.highContrast.rawValue) { role in
      switch role {
      case .text, .secondary, .hint, .border, .disabled, .progressTrack: .plain
      case .title, .heading, .price, .focusedBorder, .progress: .bold
      case .link: Style(attributes: .underline)
      case .hintKey, .inactiveSelection: Style(attributes: [.bold, .underline])
      case .selection, .bar: Style(attributes: [.bold, .reverse])
      case .success: message(accents.success, .hex(0xffffff))
      case .warning: message(accents.warning, .hex(0x000000))
      case .error: message(accents.error, .hex(0xffffff))
      }
    }
  }
}

/// The few colours of a theme. All of them are in the palette of 256, so that they stay as they
/// are on a terminal with no more.
private struct Accents: Equatable {
  var faint = Style.dim
  var accent = Color.default
  var success = Color.default
  var warning = Color.default
  var error = Color.default

  init() {}

  init(faint: Color, accent: Color, success: Color, warning: Color, error: Color) {
    self.faint = faint == .default ? .dim : Style(foreground: faint)
    self.accent = accent
    self.success = success
    self.warning = warning
    self.error = error
  }

  static let none = Accents()

  /// Between black and white there is little room: these are at least 4.5:1 on both.
  static let anywhere = Accents(
    faint: .hex(0x767676), accent: .hex(0x5f5fff), success: .hex(0x00875f), warning: .hex(0xaf5f5f),
    error: .hex(0xd700af))
  static let onDark = Accents(
    faint: .hex(0xa8a8a8), accent: .hex(0x5fd7ff), success: .hex(0x5fd787), warning: .hex(0xffd75f),
    error: .hex(0xff8787))
  static let onLight = Accents(
    faint: .hex(0x5f5f5f), accent: .hex(0x005faf), success: .hex(0x005f00), warning: .hex(0x875f00),
    error: .hex(0xaf0000))
  // Blue against orange and yellow is seen as two colours by nearly everybody.
  static let safeOnDark = Accents(
    faint: .hex(0xa8a8a8), accent: .hex(0xd7d7ff), success: .hex(0x5fafff), warning: .hex(0xffd75f),
    error: .hex(0xff8700))
  static let safeOnLight = Accents(
    faint: .hex(0x5f5f5f), accent: .hex(0x5f00af), success: .hex(0x005faf), warning: .hex(0x875f00),
    error: .hex(0xaf0000))
  /// Backgrounds of messages.
  static let strong = Accents(
    faint: .default, accent: .default, success: .hex(0x005f00), warning: .hex(0xffd700),
    error: .hex(0x870000))

  static let onDark16 = Accents(
    faint: .default, accent: .cyan, success: .green, warning: .yellow, error: .palette(9))
  static let onLight16 = Accents(
    faint: .default, accent: .blue, success: .default, warning: .default, error: .red)
  static let safeOnDark16 = Accents(
    faint: .default, accent: .default, success: .cyan, warning: .yellow, error: .yellow)
  static let safeOnLight16 = Accents(
    faint: .default, accent: .default, success: .blue, warning: .default, error: .red)
}
