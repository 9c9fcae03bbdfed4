import StorefrontSettings
import StorefrontUI
import TerminalKit

extension ManualPage {
  /// storefront(1): commands, options, keys, files, variables and exit codes.
  static var program: ManualPage {
    var page = ManualPage(name: "storefront", section: 1, title: "User Commands")
    let screen = Subcommand.screen
    page.section("NAME")
    page.paragraph("storefront - the App Store's in-app purchases in a terminal")
    page.section("SYNOPSIS")
    page.example(
      ([screen] + Subcommand.Name.allCases.map { Subcommand.named($0) }).map { "\($0.usage) [OPTIONS]" }
        .joined(separator: "\n"))
    page.section("DESCRIPTION")
    page.paragraph(
      """
      storefront opens a catalogue, its own or any Xcode StoreKit configuration, and lets you browse, buy, restore \
      and download, in any storefront and language, with every disclosure that must stand beside a subscription. \
      The store is simulated: no money moves.
      """)
    page.paragraph(screen.notes)
    page.section("EXAMPLES")
    page.addExamples(of: screen)
    page.section("OPTIONS")
    page.addOptions(of: screen)
    page.section("COMMANDS")
    for name in Subcommand.Name.allCases { page.add(Subcommand.named(name)) }
    page.addKeys()
    page.addSurroundings()
    return page
  }

  private mutating func add(_ subcommand: Subcommand) {
    subsection(subcommand.usage)
    paragraph("\(subcommand.summary.capitalizedFirst).")
    if !subcommand.notes.isEmpty { paragraph(subcommand.notes) }
    addExamples(of: subcommand)
    addOptions(of: subcommand)
  }

  private mutating func addExamples(of subcommand: Subcommand) {
    for (line, meaning) in subcommand.examples {
      paragraph("\(meaning.capitalizedFirst):")
      example(line)
    }
  }

  private mutating func addOptions(of subcommand: Subcommand) {
    for option in subcommand.options { entry(option.usage, "\(option.help.capitalizedFirst).") }
  }

  private mutating func addKeys() {
    section("KEYS")
    paragraph(
      "On the screen; '?' lists those of the place where you are. Other keys can be set: see storefront(5).")
    for command in ShopCommand.bindable where !command.keys.isEmpty {
      entry(command.keys.map(\.description).joined(separator: ", "), "\(command.title) (\(command.id)).")
    }
  }

  private mutating func addSurroundings() {
    section("FILES")
    entry("./catalog.json", "The catalogue when none is named; see storefront(5).")
    entry(
      "$XDG_CACHE_HOME/storefront/",
      "Indexed copies of catalogues, so that they open at once, and the prices and dates of the first screen as they were "
        + "printed; else in ~/.cache. They may be deleted at any time."
    )
    entry(
      "$XDG_CONFIG_HOME/storefront/config.json",
      "The settings, in ~/.config when XDG_CONFIG_HOME is not set; see storefront(5).")
    entry(
      "$XDG_STATE_HOME/storefront/ledger.sqlite",
      "The ledger of purchases, in ~/.local/state when XDG_STATE_HOME is not set. Beside it stand "
        + "ledger.sqlite-content with what was downloaded, ledger.sqlite.receipt with the app's receipt, "
        + "ledger.sqlite-keys with the store's keys and ledger.sqlite.log with what libraries printed.")
    section("ENVIRONMENT")
    for setting in Setting.all { entry(setting.variable, "\(setting.help.capitalizedFirst).") }
    for setting in Setting.all {
      guard let variable = setting.sharedVariable else { continue }
      entry(variable, "As \(setting.variable), but after the settings file.")
    }
    entry("NO_COLOR", "When it is set and not empty: no colours, unless --color asks for them.")
    entry("TERM, COLORTERM, COLORFGBG", "What the terminal can show, and on which background.")
    entry("LC_ALL, LC_CTYPE, LC_MESSAGES, LANG", "The character set and the language of the texts.")
    entry("XDG_CONFIG_HOME, XDG_STATE_HOME, HOME", "Where files are kept.")
    section("EXIT STATUS")
    for code in ExitStatus.meanings { entry(code.code, "\(code.meaning.capitalizedFirst).") }
    section("SEE ALSO")
    paragraph("storefront(5)")
  }
}
