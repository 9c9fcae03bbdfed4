import TerminalKit

/// One thing that a person can set: its name, what it may be, and what it means.
///
/// The one table `Setting.all` is what the file, the environment and the options are read by, and what
/// `config default`, the manual and the completions are made from.
public struct Setting: Hashable, Sendable {
  public enum Name: String, CaseIterable, Hashable, Sendable {
    case catalog, storefront, locale, theme, color, ascii, mouse, motion, plain, welcome, rate
  }

  /// What a value may be.
  public enum Kind: Hashable, Sendable {
    /// `true` or `false` in the file; `on` or `off` elsewhere.
    case flag
    /// One of a few words.
    case choice([String])
    /// A theme that comes with storefront, or one of the file's own.
    case theme
    /// A whole number.
    case number(ClosedRange<Int>)
    /// Three letters of the App Store's table.
    case storefront
    /// A language, such as `de` or `pt-BR`.
    case language
    /// The path of a file. In the settings file it counts from its folder; `~/` is the home folder.
    case path
  }

  /// How it is given on the command line.
  public enum Flag: Hashable, Sendable {
    /// `--theme NAME`; the text stands for the value in the help.
    case value(String)
    /// `--no-mouse`: options without a value, each with a meaning of its own.
    case switches([Switch])
  }

  /// An option without a value that sets a flag.
  public struct Switch: Hashable, Sendable {
    /// Without its dashes.
    public let name: String
    public let isOn: Bool
    public let help: String
  }

  public let name: Name
  public let kind: Kind
  /// What counts when nobody says anything; nil when it is worked out, as `meaningOfNone` says.
  public let standard: SettingValue?
  /// What happens without a value, as a clause.
  public let meaningOfNone: String
  /// What it sets, as a clause for the help.
  public let help: String
  public let flag: Flag
  /// A value to show when there is no standard one.
  let example: SettingValue?
  /// A variable that other programs know, too; it counts after the file.
  public let sharedVariable: String?

  init(
    _ name: Name, _ kind: Kind, standard: SettingValue? = nil, none: String = "", help: String, flag: Flag,
    example: SettingValue? = nil, sharedVariable: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.standard = standard
    meaningOfNone = none
    self.help = help
    self.flag = flag
    self.example = example
    self.sharedVariable = sharedVariable
  }

  /// The variable of the environment: one rule for all names.
  public var variable: String { "STOREFRONT_\(name.rawValue.uppercased())" }

  /// The names of its options, without their dashes.
  public var optionNames: [String] {
    switch flag {
    case .value: [name.rawValue]
    case .switches(let switches): switches.map(\.name)
    }
  }

  /// The option among those given that sets it, and what it says; nil when none does.
  func flag(in options: [String: String]) throws(SettingMistake) -> (option: String, word: String)? {
    switch flag {
    case .value: return options[name.rawValue].map { (name.rawValue, $0) }
    case .switches(let switches):
      let given = switches.filter { options[$0.name] != nil }
      guard given.count < 2 else {
        throw SettingMistake(
          given.map { "--\($0.name)" }.joined(separator: " and ") + " exclude each other",
          advice: "Give one of them.")
      }
      return given.first.map { ($0.name, $0.isOn ? "on" : "off") }
    }
  }
}

// MARK: - The table

extension Setting {
  /// Every setting, in the order of the file.
  public static let all: [Setting] = Name.allCases.map(named)

  /// So that a download can be watched.
  private static let usualRate = 2_000_000

  public static func named(_ name: Name) -> Setting {
    switch name {
    case .catalog:
      Setting(
        .catalog, .path, none: "./catalog.json if there is one, else the built-in sample",
        help: "the catalogue: catalog.json or any Xcode .storekit file", flag: .value("FILE"),
        example: .text("~/shop/catalog.json"))
    case .storefront:
      Setting(
        .storefront, .storefront, none: "what the ledger remembers, else the catalogue's own, else USA",
        help: "the country that sells, as three letters: USA, DEU, JPN", flag: .value("CODE"),
        example: .text("DEU"))
    case .locale:
      Setting(
        .locale, .language, none: "LC_ALL, LC_MESSAGES or LANG, else the catalogue's default",
        help: "the language of the texts: en, de, pt-BR", flag: .value("LANGUAGE"), example: .text("de"))
    case .theme:
      Setting(
        .theme, .theme, standard: .text(ThemeName.auto.rawValue),
        help: "theme: \(ThemeName.allCases.map(\.rawValue).joined(separator: ", ")), or one of your own",
        flag: .value("NAME"))
    case .color:
      Setting(
        .color, .choice(ColorChoice.allCases.map(\.rawValue)), standard: .text(ColorChoice.auto.rawValue),
        help: "colours: \(ColorChoice.allCases.map(\.rawValue).inWords); auto asks NO_COLOR and the terminal",
        flag: .value("COLORS"))
    case .ascii:
      Setting(
        .ascii, .flag, standard: .flag(false),
        help: "draw with ASCII alone, whatever the terminal's character set is",
        flag: .switches([
          Switch(name: "ascii", isOn: true, help: "draw with ASCII alone, whatever the character set is")
        ]))
    case .mouse:
      Setting(
        .mouse, .flag, standard: .flag(true),
        help: "whether clicks and the wheel come here; without, the terminal selects text with them",
        flag: .switches([
          Switch(name: "no-mouse", isOn: false, help: "leave the mouse to the terminal, to select text")
        ]))
    case .motion:
      Setting(
        .motion, .flag, standard: .flag(true),
        help: "whether bars move as bytes come; if not, they move in tenths",
        flag: .value("on|off"))
    case .plain:
      Setting(
        .plain, .flag, standard: .flag(false),
        help: "lines and numbered choices in place of the screen, for screen readers",
        flag: .switches([
          Switch(name: "plain", isOn: true, help: "lines and numbered choices in place of the screen"),
          Switch(name: "no-plain", isOn: false, help: "the screen, whatever settings and ACCESSIBLE say"),
        ]), sharedVariable: "ACCESSIBLE")
    case .welcome:
      Setting(
        .welcome, .flag, standard: .flag(true),
        help: "whether the first start says how to buy something",
        flag: .switches([
          Switch(name: "no-welcome", isOn: false, help: "leave out what the first start says")
        ]))
    case .rate:
      Setting(
        .rate, .number(0...Int.max), standard: .number(usualRate),
        help: "download speed in bytes a second, \(usualRate) if not given; 0 for no limit",
        flag: .value("BYTES"))
    }
  }
}
