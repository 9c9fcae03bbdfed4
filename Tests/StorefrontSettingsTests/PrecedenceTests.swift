import StorefrontSettings
import Testing

struct PrecedenceTests {
  /// Who says something, from the strongest on, and who counts.
  @Test(
    arguments: [
      (flag: "light", variable: "dark", file: "mono", value: "light", origin: "--theme"),
      (flag: nil, variable: "dark", file: "mono", value: "dark", origin: "STOREFRONT_THEME"),
      (flag: nil, variable: nil, file: "mono", value: "mono", origin: "1:10"),
      (flag: nil, variable: "", file: "mono", value: "mono", origin: "1:10"),
      (flag: nil, variable: nil, file: nil, value: "auto", origin: "default"),
      (flag: "light", variable: nil, file: nil, value: "light", origin: "--theme"),
      (flag: nil, variable: "dakr", file: "mono", value: "mono", origin: "1:10"),
      (flag: nil, variable: "dakr", file: "momo", value: "auto", origin: "default"),
    ] as [(flag: String?, variable: String?, file: String?, value: String, origin: String)])
  func `an option comes before the environment, that before the file, that before the default`(
    flag: String?, variable: String?, file: String?, value: String, origin: String
  ) throws {
    let folder = try SettingsFolder(file.map { "{ theme: \"\($0)\" }" })
    let settings = try folder.read(
      flags: flag.map { ["theme": $0] } ?? [:], environment: variable.map { ["STOREFRONT_THEME": $0] } ?? [:])
    #expect(settings.text(.theme) == value)
    #expect("\(settings.origin(of: .theme))".replacing(folder.file + ":", with: "") == origin)
    #expect(settings.findings.isEmpty == (variable != "dakr" && file != "momo"))
  }

  @Test(arguments: Setting.all)
  func `every setting has a variable and an option, by one rule`(setting: Setting) throws {
    let word =
      switch setting.kind {
      case .flag: setting.standard == .flag(true) ? "off" : "on"
      case .choice: "never"
      case .theme: "dark"
      case .number: "12"
      case .storefront: "JPN"
      case .language: "ja"
      case .path: "/x.json"
      }
    let folder = try SettingsFolder()
    let variable = "STOREFRONT_" + setting.name.rawValue.uppercased()
    let fromVariable = try folder.read(environment: [variable: word])
    #expect(fromVariable[setting.name] != setting.standard && fromVariable.findings.isEmpty)
    #expect("\(fromVariable.origin(of: setting.name))" == variable)
    let option = try #require(setting.optionNames.first)
    let fromFlag = try folder.read(flags: [
      option: setting.kind == .flag && setting.name != .motion ? "" : word
    ])
    #expect(fromFlag[setting.name] == fromVariable[setting.name])
    #expect("\(fromFlag.origin(of: setting.name))" == "--\(option)")
  }

  @Test func `X34: ACCESSIBLE counts after the file, since other programs know it, too`() throws {
    #expect(try SettingsFolder().read(environment: ["ACCESSIBLE": "1"]).isOn(.plain))
    #expect(try !SettingsFolder("{ plain: false }").read(environment: ["ACCESSIBLE": "1"]).isOn(.plain))
    #expect(
      try !SettingsFolder().read(flags: ["no-plain": ""], environment: ["ACCESSIBLE": "1"]).isOn(.plain))
    #expect(
      try !SettingsFolder().read(environment: ["ACCESSIBLE": "1", "STOREFRONT_PLAIN": "off"]).isOn(.plain))
  }

  @Test(arguments: [
    ("1", true), ("true", true), ("ON", true), ("yes", true), ("0", false), ("off", false), ("no", false),
  ])
  func `a flag of the environment is said in any of the usual ways`(word: String, isOn: Bool) throws {
    #expect(try SettingsFolder().read(environment: ["STOREFRONT_ASCII": word]).isOn(.ascii) == isOn)
  }

  @Test func `a mistake in the environment is told and the next source counts`() throws {
    let settings = try SettingsFolder("{ mouse: false }").read(
      environment: [
        "STOREFRONT_MOUSE": "perhaps", "STOREFRONT_TEME": "dark", "STOREFRONT_UNRELATED_THING": "1",
      ])
    #expect(!settings.isOn(.mouse))
    #expect(
      settings.findings.map { "\($0)" } == [
        "STOREFRONT_MOUSE: mouse cannot be 'perhaps'. Write on or off.",
        "STOREFRONT_TEME: there is no such setting. Did you mean STOREFRONT_THEME?",
      ])
  }

  @Test func `a mistake in an option is thrown, since the person is there to mend it`() throws {
    let folder = try SettingsFolder()
    #expect(throws: SettingMistake("--rate cannot be 'fast'", advice: "Write a whole number, 0 or more.")) {
      try folder.read(flags: ["rate": "fast"])
    }
  }

  @Test func `two options for one setting exclude each other`() throws {
    #expect(throws: SettingMistake("--plain and --no-plain exclude each other", advice: "Give one of them."))
    {
      try SettingsFolder().read(flags: ["plain": "", "no-plain": ""])
    }
  }

  @Test func `a theme of the file can be chosen by an option`() throws {
    let folder = try SettingsFolder("{ themes: { evening: {} } }")
    #expect(try folder.read(flags: ["theme": "evening"]).text(.theme) == "evening")
    #expect(throws: SettingMistake.self) { try folder.read(flags: ["theme": "morning"]) }
  }
}
