import Foundation
import StorefrontSettings
import TerminalKit
import Testing

struct DefaultSettingsFileTests {
  private let commands = [
    DefaultSettingsFile.Command(id: "buy", title: "Buy", keys: ["b", .ctrl("b"), .pageDown, " "]),
    DefaultSettingsFile.Command(id: "restore", title: "Restore", keys: ["R", "\\", "\"", .backTab]),
    DefaultSettingsFile.Command(id: "quit", title: "Quit", keys: []),
  ]

  @Test func `it reads back without a finding and changes nothing`() throws {
    let settings = try SettingsFolder(DefaultSettingsFile.text(commands: commands)).read()
    #expect(settings.findings.isEmpty && settings.bindings.isEmpty && settings.themes.isEmpty)
    for setting in Setting.all { #expect(settings.origin(of: setting.name) == .standard) }
  }

  /// The lines behind `//` are what a person will use: they must hold, and be the defaults.
  @Test func `with every line switched on it holds the defaults`() throws {
    let text = DefaultSettingsFile.text(commands: commands).replacing(
      /(?m)^( +)\/\/ (?=[a-zA-Z]+: ["\[{0-9tf])/, with: { "\($0.output.1)" })
    let settings = try SettingsFolder(text).read()
    #expect(settings.findings.map { "\($0)" } == [])
    for setting in Setting.all {
      #expect(settings.origin(of: setting.name) != .standard, "\(setting.name) is in the file.")
      if let standard = setting.standard { #expect(settings[setting.name] == standard) }
    }
    #expect(settings.bindings.map(\.command) == commands.map(\.id))
    #expect(settings.bindings.map(\.keys) == commands.map(\.keys))
    #expect(settings.themes.map(\.name) == ["evening"])
  }

  @Test func `it names every setting, value and role, in lines that fit`() {
    let text = DefaultSettingsFile.text(commands: commands)
    for setting in Setting.all { #expect(text.contains("// \(setting.name.rawValue): ")) }
    for word in Theme.Role.allCases.map(\.name) + ThemeName.allCases.map(\.rawValue)
      + ColorChoice.allCases.map(\.rawValue)
    {
      #expect(text.contains(word))
    }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  @Test func `a key is written as it is read`() {
    let keys: [Key] = [
      "b", "D", "?", " ", "-", .ctrl("c"), .alt("x"), .backTab, .pageUp, .function(12),
      Key(.up, [.control, .shift]), "ö",
      .alt("D"), .ctrl(" "), "\\",
    ]
    for key in keys { #expect(Key(key.settingName) == key, "\(key.settingName)") }
    #expect(Key.ctrl("b").settingName == "ctrl-b" && Key.pageDown.settingName == "pgdn")
  }
}

struct ReadmeTests {
  @Test func `the README tells every setting, its default and its values`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
    let text = try String(contentsOf: file.standardized, encoding: .utf8)
    for setting in Setting.all {
      let row = try #require(
        text.split(separator: "\n").first { $0.hasPrefix("| `\(setting.name.rawValue)` |") })
      if let standard = setting.standard { #expect(row.contains("\(standard)")) }
    }
    for word in ThemeName.allCases.map(\.rawValue) + ColorChoice.allCases.map(\.rawValue) {
      #expect(text.contains("`\(word)`"), "\(word)")
    }
  }
}
