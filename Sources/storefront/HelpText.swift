/// The help, made from the table of subcommands and options.
enum HelpText {
  /// What `storefront --help` prints.
  static var overview: String {
    let screen = Subcommand.screen
    var lines = [
      "storefront sells in-app purchases in a terminal: browse, buy, restore, download, and watch it happen."
    ]
    lines += ["", "EXAMPLES"] + examples(screen)
    lines += ["", "COMMANDS"]
    lines += table(
      Subcommand.Name.allCases.map {
        (Subcommand.named($0).name?.rawValue ?? "", Subcommand.named($0).summary)
      })
    lines += ["", "OPTIONS"] + options(screen)
    lines += [
      "", "FILES",
      "  Catalogue: the argument or --catalog, else ./catalog.json, else the built-in sample.",
      "  Settings: $XDG_CONFIG_HOME/storefront/config.json (~/.config if unset).",
      "  Ledger: --state, else $XDG_STATE_HOME/storefront/ledger.sqlite (~/.local/state if unset).",
      "", "EXIT CODES",
      "  " + ExitStatus.meanings.map { "\($0.code) \($0.meaning)" }.joined(separator: "; ") + ".",
      "",
      "'storefront COMMAND --help' explains a command; 'storefront help script' the language of exec and run,",
      "'storefront help catalog' and 'storefront help config' the files.",
    ]
    return lines.joined(separator: "\n")
  }

  /// What `storefront COMMAND --help` prints, an example first.
  static func text(for subcommand: Subcommand) -> String {
    guard subcommand.name != nil else { return overview }
    var lines = ["\(subcommand.usage): \(subcommand.summary)", "", "EXAMPLES"] + examples(subcommand)
    if !subcommand.notes.isEmpty { lines += ["", subcommand.notes] }
    lines += ["", "OPTIONS"] + options(subcommand)
    return lines.joined(separator: "\n")
  }

  private static func examples(_ subcommand: Subcommand) -> [String] {
    subcommand.examples.flatMap { ["  \($0.line)", "      \($0.meaning)"] }
  }

  private static func options(_ subcommand: Subcommand) -> [String] {
    table(subcommand.options.map { ($0.usage, $0.help) })
  }

  private static func table(_ rows: [(name: String, meaning: String)]) -> [String] {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { "  " + $0.name + String(repeating: " ", count: width - $0.name.count + 2) + $0.meaning }
  }
}
