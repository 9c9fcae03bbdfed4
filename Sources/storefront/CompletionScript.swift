import StoreCatalog
import StoreModel
import StoreScript
import TerminalKit

/// A shell that storefront completes its command line in.
enum CompletionShell: String, CaseIterable {
  case bash, zsh, fish

  /// The script, made from the tables of subcommands and options.
  var script: String {
    switch self {
    case .bash: CompletionScript.bash
    case .zsh: CompletionScript.zsh
    case .fish: CompletionScript.fish
    }
  }
}

/// What can be completed, and the scripts that do it; each shell has a file of its own.
enum CompletionScript {
  /// What may stand for a value or an argument.
  enum Words: Equatable {
    case file
    case words([String])
    /// Nothing that can be listed.
    case anything
  }

  static let subcommands = [Subcommand.screen] + Subcommand.Name.allCases.map { Subcommand.named($0) }
  static let names = Subcommand.Name.allCases.map(\.rawValue)

  /// What may stand behind an option; nil for a switch.
  static func words(for option: Option) -> Words? {
    guard let value = option.value else { return nil }
    if option == .storefront { return .words(StorefrontTable.all.map(\.id.rawValue)) }
    if option == .locale { return .words(SupportedLanguage.allCases.map(\.locale.rawValue)) }
    if option == .theme { return .words(ThemeName.allCases.map(\.rawValue)) }
    if option == .color { return .words(ColorChoice.allCases.map(\.rawValue)) }
    if value.contains("|") { return .words(value.split(separator: "|").map(String.init)) }
    return value == "FILE" ? .file : .anything
  }

  /// What the first argument of a command may be; nil when it takes none.
  static func words(forArgumentOf subcommand: Subcommand) -> Words? {
    switch subcommand.name {
    case .downloads: .words(Command.DownloadAction.allCases.map(\.rawValue))
    case .receipt: .words(ReceiptAction.allCases.map(\.rawValue))
    case .keys: .words(["export"])
    case .exec: .words(Verb.Name.allCases.map(\.rawValue))
    case .config: .words(ConfigAction.allCases.map(\.rawValue))
    case .completions: .words(CompletionShell.allCases.map(\.rawValue))
    case .help: .words(Shell.helpTopics)
    default:
      switch subcommand.arguments.first {
      case "[CATALOG]", "FILE...": .file
      case nil: nil
      default: .anything
      }
    }
  }
}
