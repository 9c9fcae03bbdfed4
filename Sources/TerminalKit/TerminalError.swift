import FoundationEssentials

/// Why a screen cannot be opened; the caller prints it and leaves with exit code 3.
public enum TerminalError: Error, Equatable, Sendable {
  /// Standard output is a file or a pipe.
  case outputIsNotATerminal
  /// Standard input is not a terminal, and the process has none of its own.
  case noKeyboard
  /// `TERM` is not set.
  case unnamedTerminal
  /// The terminal database does not know the name in `TERM`.
  case unknownTerminal(String)
  /// The terminal cannot place its cursor, such as `dumb`.
  case incapableTerminal(String)
  /// The terminal refused, for the reason that the system gives.
  case unusable(String)
}

// MARK: - LocalizedError

extension TerminalError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .outputIsNotATerminal: "The screen needs a terminal, and standard output is not one."
    case .noKeyboard: "The screen needs a keyboard, and there is no terminal to read keys from."
    case .unnamedTerminal: "The kind of this terminal is not known: TERM is not set."
    case .unknownTerminal(let name): "The terminal database does not know '\(name)', which TERM names."
    case .incapableTerminal(let name):
      "The terminal '\(name)' cannot show a screen: it cannot place its cursor."
    case .unusable(let reason): "The terminal cannot be used: \(reason)."
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .outputIsNotATerminal, .noKeyboard:
      "Run it in a terminal, or use a subcommand, which works in pipes and scripts; --help lists them."
    case .unnamedTerminal, .unknownTerminal:
      "Set TERM to what your terminal is compatible with, such as TERM=xterm-256color."
    case .incapableTerminal:
      "Use another terminal, or a subcommand, which prints plain lines; --help lists them."
    case .unusable: "Close it, open a new terminal and try again."
    }
  }
}
