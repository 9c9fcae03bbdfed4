import Foundation
import StorefrontSettings
import TerminalKit
import Testing

struct SettingsFileTests {
  @Test func `every kind of value is read`() throws {
    let folder = try SettingsFolder(
      """
      // Mine.
      {
        catalog: "shop/catalog.json", storefront: "deu", locale: "pt-BR", theme: "evening", color: "256",
        ascii: true, mouse: false, motion: false, plain: true, rate: 5000,
        keys: { buy: ["B", "ctrl-b"], restore: "f5", quit: [] },
        themes: { evening: { price: "bold #ff8800 on black", text: "dim" } },
      }
      """)
    let settings = try folder.read()
    #expect(settings.findings == [] && settings.fileExists)
    #expect(settings.text(.catalog) == folder.path + "/storefront/shop/catalog.json")
    #expect(settings.text(.storefront) == "DEU" && settings.text(.locale) == "pt-BR")
    #expect(settings.text(.theme) == "evening" && settings.text(.color) == "256")
    #expect(
      settings.isOn(.ascii) && settings.isOn(.plain) && !settings.isOn(.mouse) && !settings.isOn(.motion))
    #expect(settings.number(.rate) == 5000)
    #expect(settings.bindings.map(\.command) == ["buy", "restore", "quit"])
    #expect(settings.bindings.map(\.keys) == [["B", .ctrl("b")], [.function(5)], []])
    let theme = try #require(settings.themes.first)
    #expect(theme[.price] == Style(foreground: .rgb(255, 136, 0), background: .black, attributes: .bold))
    #expect(theme[.text] == .dim && theme[.error] == Theme.neutral[.error])
  }

  /// X36: path:line:column, what is wrong, what to do; the default counts; nothing else is lost.
  static let mistakes: [(text: String, finding: String)] = [
    ("", ""),
    ("{", "1:1: "),
    ("[]", "1:1: the settings are a list. Write an object in braces."),
    ("nonsense", "1:1: "),
    ("{ colour: \"never\" }", "1:3: there is no setting 'colour'. Did you mean color?"),
    (
      "{ qwertyuiop: 1 }",
      "1:3: there is no setting 'qwertyuiop'. 'storefront config default' lists them all."
    ),
    ("{\n  theme: \"drak\" }", "2:10: theme cannot be 'drak'. Did you mean dark? Choose "),
    ("{ theme: 1 }", "1:10: theme cannot be a number. Write text in quotes, such as \"auto\"."),
    ("{ color: \"512\" }", "1:10: color cannot be '512'. Choose auto, always, never, 16, 256 or truecolor."),
    ("{ mouse: \"off\" }", "1:10: mouse cannot be text. Write true or false, without quotes."),
    ("{ rate: -1 }", "1:9: rate cannot be '-1'. Write a whole number, 0 or more."),
    ("{ rate: 1e400 }", "1:9: rate cannot be '1e400'. Write a whole number, 0 or more."),
    ("{ rate: true }", "1:9: rate cannot be true. Write a whole number, 0 or more."),
    ("{ storefront: \"DE\" }", "1:15: storefront cannot be 'DE'. Did you mean DEU? Give three letters"),
    ("{ locale: \"!\" }", "1:11: locale cannot be '!'. Write a language such as"),
    ("{ catalog: \"\" }", "1:12: catalog cannot be ''. Write the path of a file."),
    (
      "{ ascii: true,\n ascii: false }",
      "2:2: the key is given twice; the last one counts. Remove one of them."
    ),
    ("{ keys: [] }", "1:9: keys is a list. Write an object in braces."),
    ("{ keys: { buuy: [\"B\"] } }", "1:11: there is no command 'buuy'. Did you mean buy?"),
    ("{ keys: { buy: 1 } }", "1:16: the keys of buy are a number. Write a list such as [\"b\", \"ctrl-b\"]."),
    (
      "{ keys: { buy: [\"B\", \"hyper-b\"] } }",
      "1:22: 'hyper-b' is no key, so buy keeps its own. Write one such as \"b\""
    ),
    ("{ keys: { buy: [null] } }", "1:17: null is no key, so buy keeps its own."),
    ("{ themes: 3 }", "1:11: themes is a number. Write an object in braces."),
    ("{ themes: { dark: {} } }", "1:13: a theme cannot be called 'dark'. Give it a name of its own."),
    ("{ themes: { mine: { prise: \"red\" } } }", "1:21: there is no role 'prise'. Did you mean price?"),
    (
      "{ themes: { mine: { price: \"redd\" } } }",
      "1:28: in the style of price, 'redd' is neither a colour nor an attribute. Did you mean red?"
    ),
    (
      "{ themes: { mine: { price: 7 } } }",
      "1:28: the style of price is a number. Write one such as \"bold green\"."
    ),
    (
      "{ themes: { mine: { price: \"red on\" } } }",
      "1:28: in the style of price, a colour is missing after 'on'."
    ),
    (
      "{ themes: { mine: { price: \"red blue\" } } }",
      "1:28: in the style of price, 'blue' is a second colour for the text."
    ),
    ("{ \"a\\u001b[2J\\u202e\": 1 }", "1:3: there is no setting 'a\u{FFFD}[2J\u{FFFD}'."),
  ]

  @Test(arguments: mistakes)
  func `X36: a mistake is told with its place, and the default counts`(text: String, finding: String) throws {
    let folder = try SettingsFolder(text)
    let findings = try folder.findings()
    #expect(findings.count == (finding.isEmpty ? 0 : 1), "\(findings)")
    #expect(
      findings.allSatisfy { $0.hasPrefix(finding) && ($0.hasSuffix(".") || $0.hasSuffix("?")) }, "\(findings)"
    )
    let settings = try folder.read()
    for setting in Setting.all where setting.name != .ascii {
      #expect(settings[setting.name] == setting.standard && settings.origin(of: setting.name) == .standard)
    }
    #expect(settings.bindings == [])
  }

  @Test func `X36: one mistake loses nothing of the rest, and findings come in the order of the file`() throws
  {
    let folder = try SettingsFolder(
      """
      { theme: "dakr", mouse: false,
        keys: { buy: ["??"], restore: ["R"] },
        themes: { mine: { prize: "red", price: "green" } }, ascii: 1, rate: 7 }
      """)
    let settings = try folder.read()
    #expect(
      try folder.findings().map { String($0.prefix { $0 != " " }) } == ["1:10:", "2:17:", "3:21:", "3:62:"])
    #expect(!settings.isOn(.mouse) && settings.number(.rate) == 7)
    #expect(settings.bindings.map(\.command) == ["restore"])
    #expect(settings.themes.first?[.price] == Style(foreground: .green))
  }

  @Test func `a file that is not there is no mistake; one that cannot be read is`() throws {
    let none = try SettingsFolder()
    #expect(try none.read().findings.isEmpty && !none.read().fileExists)

    let folder = try SettingsFolder()
    try FileManager.default.createDirectory(atPath: folder.file, withIntermediateDirectories: false)
    #expect(
      try folder.findings() == [
        "file: this is no ordinary file, so no settings are read from it. Put a file in its place; "
          + "'storefront config default' prints one."
      ])

    let large = try SettingsFolder(String(repeating: " ", count: 1 << 20) + "{}")
    #expect(try large.findings().first?.hasPrefix("file: the file is larger than 1 MiB") == true)

    let circle = try SettingsFolder()
    try FileManager.default.createSymbolicLink(atPath: circle.file, withDestinationPath: circle.file)
    #expect(try circle.findings().first?.hasPrefix("file: the file cannot be read: ") == true)
  }

  @Test func `a pipe in place of the file does not make anyone wait`() throws {
    let folder = try SettingsFolder()
    #expect(mkfifo(folder.file, 0o600) == 0)
    #expect(try folder.findings().count == 1)
  }

  @Test func `bytes that are no text are a mistake like others`() throws {
    let folder = try SettingsFolder()
    try Data([0x7B, 0xFF, 0xFE, 0x00, 0x7D]).write(to: URL(filePath: folder.file))
    #expect(try folder.findings().count == 1)
  }

  /// Each prefix of a good file, and each byte of it replaced: what is read may be wrong, but is read.
  @Test func `no damage to the file stops the reading`() throws {
    let good = Array(DefaultSettingsFile.text(commands: []).replacing("// ", with: "").utf8.prefix(1500))
    let folder = try SettingsFolder()
    for index in stride(from: 0, to: good.count, by: 3) {
      for bytes in [Array(good[..<index]), good[..<index] + [0x22] + good[index...], good[..<index] + [0x7B]]
      {
        try Data(bytes).write(to: URL(filePath: folder.file))
        let settings = try folder.read()
        #expect(settings.text(.color) != nil)
      }
    }
  }

  @Test func `paths of the file count from its folder, and ~ is the home folder`() throws {
    for (written, read) in [
      ("~/a.json", "/home/ann/a.json"), ("/b.json", "/b.json"), ("c.json", nil),
    ] as [(String, String?)] {
      let folder = try SettingsFolder("{ catalog: \"\(written)\" }")
      #expect(try folder.read().text(.catalog) == read ?? folder.path + "/storefront/c.json")
    }
  }

  @Test func `the usual place follows the XDG specification`() {
    #expect(SettingsFile.usual(["XDG_CONFIG_HOME": "/c", "HOME": "/h"])?.path == "/c/storefront/config.json")
    #expect(SettingsFile.usual(["HOME": "/h"])?.path == "/h/.config/storefront/config.json")
    // A relative path is to be ignored, says the specification.
    #expect(
      SettingsFile.usual(["XDG_CONFIG_HOME": "c", "HOME": "/h"])?.path == "/h/.config/storefront/config.json")
    #expect(SettingsFile.usual([:]) == nil)
  }
}
