/// What the environment says about the terminal, and where stray output goes.
public struct TerminalOptions: Sendable {
  /// The process's environment: `TERM`, `NO_COLOR`, `ESCDELAY`, `LC_ALL`, `LC_CTYPE`, `LANG` are read.
  public var environment: [String: String]
  /// The file that takes what libraries print while the screen is open; `nil` drops it.
  public var logFile: String?
  /// One line, without its end, for the person after a crash, below the restored screen.
  public var crashMessage: String

  public init(environment: [String: String], logFile: String? = nil, crashMessage: String = "") {
    self.environment = environment
    self.logFile = logFile
    self.crashMessage = crashMessage
  }

  var crashLine: String { crashMessage.isEmpty ? "" : crashMessage + "\n" }

  /// NO_COLOR counts when it is set and not empty.
  var wantsColor: Bool { (environment["NO_COLOR"] ?? "").isEmpty }

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

  /// The character set that is asked for: the name given to setlocale, and whether ASCII is meant.
  var localeName: String? {
    for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
      if let value = environment[variable], !value.isEmpty { return value }
    }
    return nil
  }
}
