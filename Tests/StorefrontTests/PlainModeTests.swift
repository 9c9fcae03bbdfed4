import Foundation
import TerminalTesting
import Testing

extension ProgramTests {
  /// Plain mode of the real program.
  @Suite struct PlainMode {
    /// Runs a script of lines through a pipe's stand-in, a file.
    private func run(
      _ home: Home, _ options: [String], script: [String], environment: [String: String] = [:],
      expecting code: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Run {
      let catalog = try home.write(SmallShop.text, to: "small.json")
      let input = try home.write(script.map { $0 + "\n" }.joined(), to: "script.txt")
      let run = try home.start([catalog] + options, environment: environment, input: input).waitForEnd()
      #expect(run.code == code, "\(run)", sourceLocation: sourceLocation)
      #expect(run.errors == "", sourceLocation: sourceLocation)
      let odd = run.output.unicodeScalars.filter {
        ($0.properties.generalCategory == .control && $0 != "\n") || (0x2500...0x259f).contains($0.value)
          || (0x2800...0x28ff).contains($0.value)
      }
      #expect(odd.isEmpty, "\(odd)", sourceLocation: sourceLocation)
      return run
    }

    @Test func `X34: a script buys, and the output is lines without an escape`() throws {
      let home = try Home()
      let run = try run(home, ["--plain"], script: ["1", "1", "coins", "1", "1", "2", "quit"])
      #expect(run.lines.first == "Plain mode is on, because --plain was given.")
      #expect(run.lines.contains("Coins was bought for $0.99."))
      #expect(
        try home.eventNames() == [
          "command", "purchasing", "command", "purchased", "contentDelivered", "finished",
        ])
    }

    @Test func `X34: the sheet of a subscription tells everything before it can be agreed to`() throws {
      let home = try Home()
      let run = try run(home, ["--plain"], script: ["buy \(SmallShop.plan)", "", "quit"])
      let sheet = run.output.components(separatedBy: "Purchase sheet: ").last ?? ""
      let told = sheet.components(separatedBy: "1. Cancel").first ?? ""
      for text in [
        "Plan", "$2.99 per month", "Renews automatically", "https://small.shop/terms",
        "https://small.shop/privacy",
      ] {
        #expect(told.contains(text), "\(text) in \(told)")
      }
      #expect(try home.eventNames().contains("purchased") == false)
    }

    @Test func `ACCESSIBLE=1 asks for plain mode, and a flag beats it`() throws {
      let home = try Home()
      let accessible = try run(home, [], script: ["quit"], environment: ["ACCESSIBLE": "1"])
      #expect(accessible.lines.first?.contains("ACCESSIBLE=1") == true)
      let products = try run(home, ["--no-plain"], script: [], environment: ["ACCESSIBLE": "1"])
      #expect(products.output.contains("5 products") && !products.output.contains("Plain mode"))
      let flag = try run(home, ["--plain"], script: ["quit"], environment: ["ACCESSIBLE": "1"])
      #expect(flag.lines.first?.contains("--plain") == true)
      let both = try home.expect(2, "--plain", "--no-plain")
      #expect(both.errors.contains("--no-plain"))
    }

    @Test func `a download tells its tenths, can be paused, and ends`() throws {
      let home = try Home()
      let run = try run(
        home, ["--plain", "--rate", "600000"], script: ["buy \(SmallShop.atlas)", "2", "wait", "quit"])
      let tenths = run.lines.filter { $0.hasPrefix("Atlas: ") && $0.contains(" %, ") }
      #expect((1...10).contains(tenths.count), "\(tenths)")
      #expect(run.lines.contains("Atlas is downloaded."))
      #expect(try home.eventNames().last == "finished")
    }

    @Test func `the end of the input pauses a download for the next time, and a restore finds the purchase`()
      throws
    {
      let home = try Home()
      let broken = try run(
        home, ["--plain", "--rate", "20000"], script: ["buy \(SmallShop.atlas)", "2"])
      #expect(broken.lines.suffix(2).first == "The input has ended, so storefront ends too.")
      #expect(broken.lines.last?.contains("1 download not finished.") == true)
      let again = try run(home, ["--plain", "--rate", "0"], script: ["wait", "r", "quit"])
      #expect(again.lines.contains("Atlas is downloaded."))
      #expect(again.lines.contains("Restored 1 item: Atlas."))
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func `a signal ends plain mode with its code and leaves nothing behind`(signal: Int32, code: Int32) throws
    {
      let home = try Home()
      let catalog = try home.write(SmallShop.text, to: "small.json")
      let terminal = try PseudoTerminal(columns: 120, rows: 60)
      try terminal.run(
        try PseudoTerminal.builtProgram("storefront"), [catalog, "--plain"],
        environment: home.environment)
      try terminal.wait("the menu") { $0.text.contains("Choose 0 to") }
      terminal.type("buy \(SmallShop.coins)\r")
      try terminal.wait("the sheet") { $0.text.contains("Choose 1 to 2.") }
      terminal.signal(signal)
      #expect(try terminal.waitForEnd() == .exited(code))
      #expect(terminal.damage == [] && !terminal.bytes.contains(0x1b))
      #expect(try home.eventNames().contains("purchased") == false)
    }

    @Test func `X34: in a terminal, too, no byte moves the cursor; Japanese and Arabic are whole`() throws {
      let home = try Home()
      let terminal = try PseudoTerminal(columns: 200, rows: 100)
      try terminal.run(
        try PseudoTerminal.builtProgram("storefront"),
        [try BuiltInCopy.write(to: home), "--plain", "--storefront", "JPN", "--locale", "ar"],
        environment: home.environment)
      try terminal.wait("the menu") { $0.text.contains("Choose 0 to") }
      terminal.type("l\rja\r")
      try terminal.wait("the languages") { $0.text.contains("found for 'ja'") }
      terminal.type("1\r")
      try terminal.wait("the language") { $0.text.contains("The language is 日本語 now.") }
      terminal.type("1\r1\r")
      try terminal.wait("the products") { $0.text.contains("¥1,500") }
      terminal.type("quit\r")
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(!terminal.bytes.contains(0x1b))
    }
  }
}
