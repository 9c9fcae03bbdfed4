/// Why plain mode is on; its first line says so.
public enum PlainReason: Hashable, Sendable {
  /// `--plain` was given.
  case option
  /// A variable asks for it, such as `ACCESSIBLE`.
  case environment(String)
  /// The settings file asks for it.
  case settings
  /// This terminal cannot show the screen, for the reason in this sentence.
  case terminal(String)

  var sentence: String {
    switch self {
    case .option: "Plain mode is on, because --plain was given."
    case .environment(let name): "Plain mode is on, because \(name) is set. --no-plain opens the screen."
    case .settings: "Plain mode is on, because the settings say so. --no-plain opens the screen."
    case .terminal(let problem): "Plain mode is on, because the screen cannot be shown. \(problem)"
    }
  }
}
