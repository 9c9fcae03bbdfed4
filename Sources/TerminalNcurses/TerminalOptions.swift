import TerminalKit

/// What the environment says about the terminal, what the person asked for, and where stray output goes.
public struct TerminalOptions: Sendable {
  /// The process's environment: `TERM`, `COLORTERM`, `NO_COLOR`, `COLORFGBG`, `ESCDELAY`, `LC_ALL`, `LC_CTYPE`,
  /// `LANG` are read.
  public var environment: [String: String]
  /// The file that takes what libraries print while the screen is open; `nil` drops it.
  public var logFile: String?
  /// One line, without its end, for the person after a crash, below the restored screen.
  public var crashMessage: String
  /// How many colours may be used; never more than the terminal has.
  public var color = ColorChoice.auto
  /// Draws with ASCII only, whatever the locale says.
  public var ascii = false
  /// Takes the mouse at the start, on a terminal that has one.
  public var mouse = true
  /// Asks the terminal for its background before the first frame; waits at most 150 ms for the answer.
  ///
  /// Ask only when the theme depends on it: `ThemeName.dependsOnBackground`.
  public var asksBackground = false
  /// Who reorders right-to-left text; has to be what the canvases are drawn with.
  public var bidi = BidiMode.visual
  /// Marks frames, so that the terminal shows each as a whole (mode 2026).
  public var synchronizesFrames = true

  public init(environment: [String: String], logFile: String? = nil, crashMessage: String = "") {
    self.environment = environment
    self.logFile = logFile
    self.crashMessage = crashMessage
  }

  var crashLine: String { crashMessage.isEmpty ? "" : crashMessage + "\n" }

  /// The time for a lone Escape; held to what a person would bear.
  var escapeDelay: Duration {
    let asked = environment["ESCDELAY"].flatMap { Int($0) } ?? 75
    return .milliseconds(min(max(asked, 10), 1_000))
  }

  /// The names to look up for `TERM`, the best first.
  ///
  /// Debian's base database lacks many terminals that understand what xterm does.
  var terminalNames: [String] {
    guard let name = environment["TERM"], !name.isEmpty else { return [] }
    let likeXterm = [
      "xterm-", "alacritty", "foot", "wezterm", "ghostty", "kitty", "rio", "contour", "st-", "vte", "konsole",
    ]
    if likeXterm.contains(where: { name.hasPrefix($0) }) { return [name, "xterm-256color"] }
    if name.hasPrefix("tmux") { return [name, "screen-256color", "screen"] }
    return [name]
  }

  /// The entry that sends colours as red, green and blue, for an entry that does not.
  ///
  /// It is in a package that is often not installed.
  static func directName(for name: String) -> String {
    name.hasPrefix("tmux") || name.hasPrefix("screen") ? "tmux-direct" : "xterm-direct"
  }

  /// Whether a terminal knows the questions and modes of xterm, or at least passes over them.
  ///
  /// Old ones print what they do not know, or show half of it.
  static func isLikeXterm(_ name: String) -> Bool {
    !["linux", "vt", "ansi", "screen", "cons", "dumb"].contains { name.hasPrefix($0) }
  }

  /// The character set that is asked for: the name given to setlocale, and whether ASCII is meant.
  var localeName: String? {
    for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
      if let value = environment[variable], !value.isEmpty { return value }
    }
    return nil
  }
}
