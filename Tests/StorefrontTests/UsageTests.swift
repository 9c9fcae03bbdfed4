import Foundation
import Testing

extension ProgramTests {
  /// How the program is called, and what it says when it is called wrongly.
  @Suite struct Usage {
    static let commands = [
      "products", "show", "buy", "restore", "transactions", "downloads", "events", "receipt", "config",
      "doctor",
      "help", "completions", "version",
    ]

    @Test(arguments: commands)
    func `every command explains itself, an example first`(command: String) throws {
      let home = try Home()
      for arguments in [[command, "--help"], ["help", command]] {
        let run = try home.start(arguments).waitForEnd()
        #expect(run.code == 0 && run.errors.isEmpty, "\(run)")
        #expect(run.output.hasPrefix("storefront \(command)"), "\(run)")
        let examples = try #require(run.output.range(of: "EXAMPLES\n  storefront \(command)"))
        let options = try #require(run.output.range(of: "OPTIONS\n"))
        #expect(examples.upperBound < options.lowerBound)
        #expect(run.lines.allSatisfy { $0.count <= 120 })
      }
    }

    @Test func `the help names every command, the exit codes and the files`() throws {
      let home = try Home()
      let text = try home.expect(0, "--help").output
      for command in Self.commands { #expect(text.contains("\n  \(command) "), "\(command)") }
      #expect(text.contains("EXIT CODES") && text.contains("XDG_STATE_HOME"))
      #expect(try home.expect(0, "-h").output == text)
      #expect(try home.expect(0, "help").output == text)
      #expect(try home.expect(0, "help", "catalog").output.contains("bundleId"))
      #expect(try home.expect(0, "--version").output == home.expect(0, "version").output)
      #expect(try home.expect(0, "version", "--json").object()["SQLite"] is String)
    }

    @Test(arguments: [
      (["prodcts"], "Did you mean 'storefront products'?"),
      (["byu", "x"], "Did you mean 'buy'?"),
      (["products", "--storefrnt", "USA"], "Did you mean --storefront? Run 'storefront products --help'"),
      (["products", "--nothing-like-it"], "Run 'storefront products --help'"),
      (["products", "-x"], "has no option '-x'"),
      (["products", "a", "b"], "one word too many"),
      (["products", "--storefront", "DE"], "Did you mean DEU?"),
      (["products", "--storefront", "Japan"], "Did you mean JPN?"),
      (["products", "--storefront"], "--storefront needs a value."),
      (["products", "--locale", "!"], "--locale cannot be '!'."),
      (["products", "--json=yes"], "--json takes no value."),
      (["products", "--json", "--json"], "--json is given twice."),
      (["products", "x.json", "--catalog", "y.json"], "The catalogue is given twice."),
      (["buy", "--yes"], "Which product?"),
      (["buy", "app.stargarden.seeds.10", "--yes", "--network", "maybe"], "--network cannot be 'maybe'."),
      (["buy", "app.stargarden.seeds.10", "--yes", "--payments", "yes"], "--payments cannot be 'yes'."),
      (["buy", "app.stargarden.seeds.10", "--yes", "--rate", "fast"], "--rate cannot be 'fast'."),
      (["buy", "app.stargarden.seeds.10", "--yes", "--seed", "x"], "--seed cannot be 'x'."),
      (["events", "--limit", "0"], "--limit cannot be '0'."),
      (["events", "--now", "yesterday"], "--now cannot be 'yesterday'."),
      (["help", "prodcts"], "Did you mean 'products'?"),
    ])
    func `a call that is wrong ends with 2, says what and what to do`(words: [String], message: String) throws
    {
      let home = try Home()
      let run = try home.start(words).waitForEnd()
      #expect(run.code == 2 && run.output.isEmpty, "\(run)")
      #expect(run.errors.hasPrefix("storefront: ") && run.errors.contains(message), "\(run)")
      #expect(run.errors.filter { $0 == "\n" }.count == 1, "\(run)")
      #expect(!run.errors.hasSuffix(" \n"), "\(run)")
    }

    @Test(arguments: [
      ["buy", "app.stargarden.seeds.10", "--yes", "--storefront", "XXX"],
      ["buy", "app.stargarden.seeds.10", "--yes", "--locale", "!"],
      ["buy", "app.stargarden.seeds.10", "--yes", "--now", "yesterday"],
      ["buy", "app.stargarden.seeds.10", "--yes", "--quantity", "many"],
      ["buy", "nothing", "--yes"],
      ["restore", "--storefront", "XXX"], ["restore", "--locale", "!"], ["restore", "--rate", "fast"],
      ["restore", "--network", "maybe"], ["restore", "--payments", "maybe"], ["restore", "--seed", "x"],
      ["restore", "--catalog", "missing.json"],
      ["downloads", "--storefront", "XXX"], ["downloads", "strat", "x"], ["downloads", "start"],
      ["transactions", "--limit", "0"], ["transactions", "--now", "yesterday"],
      ["events", "--limit", "0"], ["events", "--now", "yesterday"], ["events", "--seed", "x"],
      ["--plain", "--storefront", "XXX"], ["--plain", "--locale", "!"], ["--plain", "--now", "yesterday"],
    ])
    func `a call that is wrong opens no ledger and makes no file`(words: [String]) throws {
      let home = try Home()
      let run = try home.start(words).waitForEnd()
      #expect(run.code == 2, "\(run)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
    }

    @Test func `a wrong call changes nothing that was kept`() throws {
      let home = try Home()
      try home.expect(0, "buy", "app.stargarden.seeds.10", "--yes")
      let before = try home.expect(0, "events", "--json").output
      try home.expect(2, "buy", "app.stargarden.seeds.10", "--yes", "--network", "maybe")
      try home.expect(2, "buy", "app.stargarden.seeds.10", "--yes", "--payments", "refused", "--network", "x")
      try home.expect(2, "buy", "app.stargarden.seeds.10", "--yes", "--storefront", "DEU", "--network", "x")
      #expect(try home.expect(0, "events", "--json").output == before)
    }
  }
}
