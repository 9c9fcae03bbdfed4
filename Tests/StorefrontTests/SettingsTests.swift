import Foundation
import TerminalTesting
import Testing

extension ProgramTests {
  /// Settings of the real program: the file, the environment, options, and `storefront config`.
  @Suite struct SettingsOfTheProgram {
    private func home(settings: String? = nil) throws -> Home {
      let home = try Home()
      if let settings {
        try FileManager.default.createDirectory(
          atPath: home.path + "/.config/storefront", withIntermediateDirectories: true)
        _ = try home.write(settings, to: ".config/storefront/config.json")
      }
      return home
    }

    @Test func `config path names the file of this environment`() throws {
      let home = try home()
      #expect(try home.expect(0, "config", "path").output == home.path + "/.config/storefront/config.json\n")
      let elsewhere = try home.expect(0, "config", "path", environment: ["XDG_CONFIG_HOME": "/elsewhere"])
      #expect(elsewhere.output == "/elsewhere/storefront/config.json\n")
    }

    @Test func `config default is a file without mistakes that changes nothing`() throws {
      let plain = try home().expect(0, "config", "show", "--json").object()
      let text = try home().expect(0, "config", "default").output
      let home = try home(settings: text)
      #expect(try home.expect(0, "config", "check").output.hasSuffix("no mistakes.\n"))
      let shown = try home.expect(0, "config", "show", "--json").object()
      for key in ["settings", "keys", "themes"] {
        #expect(shown[key] as? NSObject == plain[key] as? NSObject, "\(key)")
      }
      // Every line that a person may switch on holds, the keys of all commands together.
      let lifted = text.replacing(/(?m)^( +)\/\/ (?=[a-zA-Z]+: ["\[{0-9tf])/, with: { "\($0.output.1)" })
      #expect(
        try self.home(settings: lifted).expect(0, "config", "check", "--json").output.contains("[\n\n  ]"))
    }

    @Test func `X36: config check tells every mistake with its place and ends with 2`() throws {
      let home = try home(settings: "{ them: \"dark\",\n  color: \"blue\",\n  keys: { buy: [\"r\"] } }")
      let run = try home.expect(2, "config", "check")
      let file = home.path + "/.config/storefront/config.json"
      #expect(
        run.lines.map(String.init) == [
          "\(file):1:3: there is no setting 'them'. Did you mean theme?",
          "\(file):2:10: color cannot be 'blue'. Choose auto, always, never, 16, 256 or truecolor.",
          "\(file):3:16: r is also a key of restore, so buy keeps its own. "
            + "Choose another key, or give restore others.",
        ])
      let findings = try home.expect(2, "config", "check", "--json").object()["findings"] as? [[String: Any]]
      #expect(findings?.count == 3)
    }

    @Test(arguments: [
      "{", "{ themes: 1 }", "\u{0}", "{ storefront: 'XXX', locale: 3, rate: 'fast', catalog: [] }",
    ])
    func `X36: whatever is in the file, commands work and say where the mistake is`(text: String) throws {
      let home = try home(settings: text)
      let run = try home.expect(0, "products")
      #expect(run.output == (try self.home().expect(0, "products").output))
      #expect(
        run.errors.contains("config.json:1:") && run.errors.contains("storefront config check"), "\(run)")
    }

    @Test func `an option comes before the environment, and that before the file`() throws {
      let home = try home(settings: "{ storefront: \"JPN\", locale: \"ja\" }")
      func place(_ arguments: String..., environment: [String: String] = [:]) throws -> [String?] {
        let listing = try home.start(["products", "--json"] + arguments, environment: environment)
          .waitForEnd()
        return try ["storefront", "locale"].map { try listing.object()[$0] as? String }
      }
      #expect(try place() == ["JPN", "ja"])
      let variables = ["STOREFRONT_STOREFRONT": "POL", "STOREFRONT_LOCALE": "pl", "LC_ALL": "fr_FR.UTF-8"]
      #expect(try place(environment: variables) == ["POL", "pl"])
      #expect(try place("--locale", "de", environment: variables) == ["POL", "de"])
      #expect(try place("--storefront", "usa", "--locale", "en", environment: variables) == ["USA", "en"])
      #expect(try place(environment: ["LC_ALL": "fr_FR.UTF-8"]) == ["JPN", "ja"])
      let shown = try home.expect(0, "config", "show", environment: variables).output
      #expect(shown.contains(/storefront +POL +STOREFRONT_STOREFRONT/))
      #expect(shown.contains(/mouse +on +default/))
    }

    @Test func `the storefront of the file is for a new ledger: later the ledger remembers`() throws {
      let home = try home(settings: "{ storefront: \"DEU\" }")
      try home.expect(0, "buy", "app.stargarden.seeds.10", "--yes")
      try home.expect(0, "buy", "app.stargarden.seeds.10", "--yes", "--storefront", "JPN")
      try home.expect(0, "buy", "app.stargarden.seeds.10", "--yes")
      let bought = try home.expect(0, "transactions", "--json").output
      #expect(bought.ranges(of: "\"DEU\"").count == 1 && bought.ranges(of: "\"JPN\"").count == 2, "\(bought)")
    }

    @Test(arguments: [
      (["config", "chekc"], "Did you mean 'check'?"), (["completions"], "Which shell?"),
      (["completions", "bahs"], "Did you mean 'bash'?"), (["--theme", "drak"], "Did you mean dark?"),
      (["--color", "512"], "--color cannot be '512'."), (["--motion", "perhaps"], "Write on or off."),
      (["help", "version", "--man"], "storefront(1)"),
    ])
    func `a call that is wrong ends with 2 and says what to do`(words: [String], message: String) throws {
      let home = try home()
      let run = try home.start(words).waitForEnd()
      #expect(run.code == 2 && run.errors.contains(message), "\(run)")
    }

    // MARK: - Manual and completions

    /// Every option of every command, as the help tells them.
    private func options(_ home: Home) throws -> [String: [String]] {
      var options: [String: [String]] = [:]
      for command in Usage.commands + [""] {
        let help = try home.start([command, "--help"].filter { !$0.isEmpty }).waitForEnd().output
        options[command] = help.matches(of: /(?m)^  --([a-z-]+)/).map { String($0.output.1) }
      }
      return options
    }

    @Test func `the manual names every command, option, setting, variable and exit code`() throws {
      let home = try home()
      let program = try home.expect(0, "help", "--man").output.replacing("\\-", with: "-")
      let files = try home.expect(0, "help", "config", "--man").output.replacing("\\-", with: "-")
      #expect(try home.expect(0, "help", "catalog", "--man").output.replacing("\\-", with: "-") == files)
      #expect(
        program.hasPrefix(".\\\"") && program.contains("\n.TH STOREFRONT 1 ")
          && files.contains("\n.TH STOREFRONT 5 "))
      for (command, names) in try options(home) {
        #expect(
          names.count > 0 && program.contains(".SS \"storefront \(command)") || command.isEmpty, "\(command)")
        for name in names { #expect(program.contains(".B \"--\(name)"), "\(name)") }
      }
      let shown = try home.expect(0, "config", "show", "--json").object()
      for setting in try #require(shown["settings"] as? [[String: Any]]).compactMap({ $0["name"] as? String })
      {
        #expect(files.contains(".B \"\(setting)\""))
        #expect(program.contains(".B \"STOREFRONT_\(setting.uppercased())\""))
      }
      for command in try #require(shown["keys"] as? [String: Any]).keys {
        #expect(files.contains(".B \"\(command)\"") && program.contains("(\(command))"))
      }
      for code in ["0", "1", "2", "3", "128+n"] { #expect(program.contains(".B \"\(code)\"")) }
      #expect(files.contains("bundleId"))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `completions know every command and every option`(shell: String) throws {
      let home = try home()
      let script = try home.expect(0, "completions", shell).output
      for (command, names) in try options(home) {
        #expect(command.isEmpty || script.contains(command))
        for name in names {
          #expect(script.contains(shell == "fish" ? "-l \(name) " : "--\(name)"), "\(name)")
        }
      }
    }

    @Test func `what is installed can be read by groff and the shells that are here`() throws {
      let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Packaging/check-install").standardized.path
      let home = try home()
      let check = try RunningProgram(
        script, [try PseudoTerminal.builtProgram("storefront")], in: home.path,
        environment: home.environment.merging(["PATH": "/usr/local/bin:/usr/bin:/bin"]) { $1 }
      ).waitForEnd()
      #expect(check.code == 0 && check.output.hasSuffix("check-install: good\n"), "\(check)")
      for line in check.lines where line.hasPrefix("skipped") { print(line) }
    }
  }
}
