import Foundation
import StoreCatalog
import StoreModel
import StorefrontUI
import TerminalKit
import TerminalTesting
import Testing

extension Home {
  /// Opens the screen of the program on a terminal of its own and waits for the first frame.
  func open(
    _ catalog: String, _ options: [String] = [], columns: Int = 80, rows: Int = 24,
    environment more: [String: String?] = [:]
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    try terminal.run(
      try PseudoTerminal.builtProgram("storefront"), [catalog] + options,
      environment: (environment as [String: String?]).merging(more) { $1 })
    try terminal.wait("the first frame") { $0.isAlternate && $0.text.contains("queue 0") }
    return terminal
  }

  func openSmallShop(_ options: String...) throws -> PseudoTerminal {
    try open(try write(SmallShop.text, to: "small.json"), options)
  }

  /// As a person opens it who is in the home: what the program saves goes there.
  func openSmallShopInside() throws -> PseudoTerminal {
    _ = try write(SmallShop.text, to: "small.json")
    let program = try PseudoTerminal.builtProgram("storefront")
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    try terminal.run(
      "/bin/sh", ["-c", "cd '\(path)' && exec '\(program)' small.json"],
      environment: environment as [String: String?])
    try terminal.wait("the first frame") { $0.isAlternate && $0.text.contains("queue 0") }
    return terminal
  }
}

extension PseudoTerminal {
  /// The line of the list that is marked.
  private static func marked(_ screen: ScreenModel) -> Substring? {
    screen.text.split(separator: "\n").first { $0.contains("\u{25B8}") }
  }

  /// Moves down the list until the product is marked.
  func select(_ title: String) throws {
    for _ in 0..<20 {
      let before = Self.marked(screen)
      if before?.contains(title) == true { return }
      type("j")
      try wait("the product before '\(title)' or itself") { Self.marked($0) != before }
    }
  }

  /// Presses `b` and waits until the purchase sheet is open.
  func openSheet() throws {
    type("b")
    try wait("the purchase sheet") { $0.text.contains("App Store, simulated") }
  }

  /// Reads the sheet to the end, then agrees.
  func agree() throws {
    for _ in 0..<20 where screen.text.contains("Read to the end") {
      let before = screen.text
      type(" ")
      try wait("the next lines of the sheet") { $0.text != before }
    }
    try wait("the end of the sheet") { !$0.text.contains("Read to the end") }
    type("y")
  }

  /// Quits and expects the terminal as it was.
  func expectCleanQuit(sourceLocation: SourceLocation = #_sourceLocation) throws {
    type("q")
    #expect(try waitForEnd() == .exited(0), sourceLocation: sourceLocation)
    #expect(damage == [], sourceLocation: sourceLocation)
    #expect(screen.unknown.isEmpty, sourceLocation: sourceLocation)
  }
}

extension ProgramTests {
  /// The real program on a real terminal: keys in, bytes out.
  @Suite struct Screens {
    @Test func `a person reads the sheet to the end, buys, and finds it in the library`() throws {
      let home = try Home()
      let terminal = try home.openSmallShop()
      #expect(terminal.screen.text.contains("Coins") && terminal.screen.text.contains("$0.99"))
      try terminal.select("Coins")
      try terminal.openSheet()
      try terminal.agree()
      try terminal.wait("the purchase") { $0.text.contains("was bought") && $0.text.contains("queue 0") }
      terminal.type("2")
      try terminal.wait("the library") { $0.text.contains("[2 Library]") && $0.text.contains("Coins") }
      terminal.type("3")
      try terminal.wait("the transactions") { $0.text.contains("[3 Transactions]") }
      terminal.type("4")
      try terminal.wait("the feed") { $0.text.contains("[4 Activity]") && $0.text.contains("finished") }
      try terminal.expectCleanQuit()
      #expect(
        try home.eventNames() == [
          "command", "purchasing", "command", "purchased", "contentDelivered", "finished",
        ])
    }

    @Test func `Esc cancels the sheet, and nothing is charged`() throws {
      let home = try Home()
      let terminal = try home.openSmallShop()
      try terminal.openSheet()
      terminal.press(.escape)
      try terminal.wait("the sheet to close") {
        !$0.text.contains("App Store, simulated") && $0.text.contains("ancelled")
          && $0.text.contains("queue 0")
      }
      try terminal.expectCleanQuit()
      let names = try home.eventNames()
      #expect(names.contains("failed") && !names.contains("purchased"))
    }

    @Test func `D44: y before the end of a long sheet buys nothing`() throws {
      let home = try Home()
      let catalog = try BuiltInCopy.write(to: home)
      let terminal = try home.open(catalog)
      terminal.type("b")
      try terminal.wait("a sheet that is longer than the screen") { $0.text.contains("Read to the end") }
      terminal.type("y")
      try terminal.wait("the reason") { $0.text.contains("Scroll to the end first") }
      try terminal.agree()
      try terminal.wait("the purchase") { $0.text.contains("queue 0") && !$0.text.contains("simulated") }
      try terminal.expectCleanQuit()
      #expect(try home.eventNames().count { $0 == "purchased" } == 1)
    }

    @Test func `K19: y five times at once buys once`() throws {
      let home = try Home()
      let terminal = try home.openSmallShop()
      try terminal.select("Coins")
      try terminal.openSheet()
      try terminal.wait("the end of the sheet") { !$0.text.contains("Read to the end") }
      terminal.type("yyyyy")
      try terminal.wait("the purchase") { $0.text.contains("was bought") && $0.text.contains("queue 0") }
      try terminal.expectCleanQuit()
      #expect(try home.eventNames().count { $0 == "purchased" } == 1)
    }

    @Test func `a download shows its way and ends`() throws {
      let home = try Home()
      let terminal = try home.openSmallShop("--rate", "150000")
      try terminal.select("Atlas")
      try terminal.openSheet()
      try terminal.agree()
      terminal.type("2")
      try terminal.wait("the download on its way") { $0.text.contains("%") && $0.text.contains("1 download") }
      try terminal.wait("the download to end") {
        $0.text.contains("on this device") && $0.text.contains("queue 0") && !$0.text.contains("1 download")
      }
      try terminal.expectCleanQuit()
      #expect(try home.eventNames().last == "finished")
    }

    @Test func `storefront and language change live`() throws {
      let home = try Home()
      let terminal = try home.open(try BuiltInCopy.write(to: home))
      terminal.type("s")
      try terminal.wait("the picker") { $0.text.contains("Find:") }
      terminal.type("japan\r")
      try terminal.wait("prices in yen") { $0.text.contains("Japan JPY") && $0.text.contains("¥1,500") }
      terminal.type("l")
      try terminal.wait("the picker") { $0.text.contains("Find:") }
      terminal.type("deutsch\r")
      try terminal.wait("German words") { $0.text.contains("Sternwarte") && $0.text.contains("¥1,500") }
      try terminal.expectCleanQuit()
      #expect(try home.eventNames() == ["command", "storefrontChanged"])
    }

    @Test func `a saved catalogue appears, a broken one keeps the last and says why`() throws {
      let home = try Home()
      let terminal = try home.openSmallShop()
      // A sheet opens only once the store runs, and by then the file is watched.
      try terminal.openSheet()
      terminal.press(.escape)
      try terminal.wait("the list") { !$0.text.contains("App Store, simulated") }
      _ = try home.write(SmallShop.text.replacing("\"Coins\"", with: "\"Gems\""), to: "small.json")
      try terminal.wait("the new title") { $0.text.contains("Gems") }
      _ = try home.write("{ broken", to: "small.json")
      try terminal.wait("the reason") { $0.text.contains("catalogue broken") && $0.text.contains("Gems") }
      try terminal.expectCleanQuit()
    }

    // MARK: - Ends

    @Test(arguments: [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129)] as [(Int32, Int32)])
    func `K4: a signal ends the program with its code; the terminal and the purchases are as they were`(
      signal: Int32, code: Int32
    ) throws {
      let home = try Home()
      let terminal = try home.openSmallShop()
      try terminal.openSheet()
      terminal.signal(signal)
      #expect(try terminal.waitForEnd() == .exited(code))
      #expect(terminal.damage == [])
      #expect(try home.eventNames().contains("purchased") == false)
      #expect(try home.expect(0, "doctor").output.contains("sound"))
    }

    @Test func `K4: Ctrl-C leaves cleanly, also from the sheet`() throws {
      for opensSheet in [false, true] {
        let home = try Home()
        let terminal = try home.openSmallShop()
        if opensSheet { try terminal.openSheet() }
        terminal.press(.ctrl("c"))
        #expect(try terminal.waitForEnd() == .exited(130))
        #expect(terminal.damage == [])
      }
    }

    @Test func `K5: when the window closes the program leaves, and a broken-off download goes on later`()
      throws
    {
      let home = try Home()
      let terminal = try home.openSmallShop("--rate", "20000")
      try terminal.select("Atlas")
      try terminal.openSheet()
      try terminal.agree()
      try terminal.wait("the download") { $0.text.contains("1 download") }
      terminal.hangUp()
      #expect(try terminal.waitForEnd() == .exited(129))
      let again = try home.openSmallShop("--rate", "0")
      again.type("2")
      try again.wait("the download to end") {
        $0.text.contains("on this device") && $0.text.contains("queue 0") && !$0.text.contains("1 download")
      }
      try again.expectCleanQuit()
      let names = try home.eventNames()
      #expect(names.count { $0 == "purchased" } == 1 && names.count { $0 == "contentDelivered" } == 1)
      #expect(names.contains("redelivered") && names.last == "finished")
    }

    @Test func `X21: Ctrl-Z gives the terminal back, and the screen comes again`() throws {
      let home = try Home()
      let catalog = try home.write(SmallShop.text, to: "small.json")
      let terminal = try PseudoTerminal()
      let program = try PseudoTerminal.builtProgram("storefront")
      try terminal.run(
        "/bin/bash", ["--norc", "--noprofile", "-i"],
        environment: (home.environment as [String: String?]).merging(["PS1": "ready> "]) { $1 })
      try terminal.wait("the prompt") { $0.text.contains("ready>") }
      terminal.type("'\(program)' '\(catalog)'\r")
      try terminal.wait("the first frame") { $0.isAlternate && $0.text.contains("Coins") }
      terminal.press(.ctrl("z"))
      try terminal.wait("the shell") { !$0.isAlternate && $0.text.contains("Stopped") }
      terminal.type("fg\r")
      try terminal.wait("the screen again") { $0.isAlternate && $0.text.contains("Coins") }
      terminal.type("q")
      try terminal.wait("the shell again") { !$0.isAlternate }
      terminal.type("exit\r")
      #expect(try terminal.waitForEnd() == .exited(0))
    }

    // MARK: - Terminals

    @Test(arguments: [nil, "dumb", "nosuch"] as [String?])
    func `K6: a terminal that cannot show a screen is refused in one line with 3`(term: String?) throws {
      let home = try Home()
      let terminal = try PseudoTerminal(columns: 240, rows: 5)
      try terminal.run(
        try PseudoTerminal.builtProgram("storefront"), ["--ephemeral", "--no-plain"],
        environment: (home.environment as [String: String?]).merging(["TERM": term]) { $1 })
      #expect(try terminal.waitForEnd() == .exited(3))
      let lines = terminal.screen.text.split(separator: "\n").filter { !$0.isEmpty }
      #expect(lines.count == 1 && lines.first?.hasPrefix("storefront: ") == true, "\(lines)")
      #expect(!terminal.bytes.contains(0x1b) && terminal.damage == [])
    }

    @Test func `K7: with output that is no terminal the products are printed, without an escape`() throws {
      let home = try Home()
      let catalog = try home.write(SmallShop.text, to: "small.json")
      let file = home.path + "/output"
      let terminal = try PseudoTerminal()
      try terminal.run(
        try PseudoTerminal.builtProgram("storefront"), [catalog], environment: home.environment,
        output: .file(file))
      #expect(try terminal.waitForEnd() == .exited(0))
      let output = String(decoding: try home.bytes(file), as: UTF8.self)
      #expect(output.contains("Coins") && !output.contains("\u{1b}"))
    }

    @Test func `K7: with input from elsewhere the keys still come from the terminal`() throws {
      let home = try Home()
      let catalog = try home.write(SmallShop.text, to: "small.json")
      let terminal = try PseudoTerminal()
      try terminal.run(
        try PseudoTerminal.builtProgram("storefront"), [catalog], environment: home.environment,
        input: .file("/dev/null"))
      try terminal.wait("the first frame") { $0.text.contains("Coins") }
      try terminal.expectCleanQuit()
    }

    @Test func `K13: without UTF-8 every byte is ASCII`() throws {
      let home = try Home()
      let terminal = try home.open(
        try BuiltInCopy.write(to: home), ["--locale", "de", "--storefront", "DEU"],
        environment: ["LC_ALL": "C"])
      terminal.type("?")
      try terminal.wait("the help") { $0.text.contains(" Help ") }
      terminal.press(.escape)
      try terminal.wait("the list") { !$0.text.contains(" Help ") }
      for (key, title) in [("2", "Library"), ("3", "Transactions"), ("4", "Activity"), ("1", "Store")] {
        terminal.type(key)
        try terminal.wait(title) { $0.text.contains("[\(key) \(title)]") }
      }
      try terminal.expectCleanQuit()
      #expect(terminal.bytes.allSatisfy { $0 < 0x80 })
    }

    @Test func `K9: pasted text does not buy`() throws {
      let home = try Home()
      let terminal = try home.openSmallShop()
      terminal.paste("b\nyy\nq")
      terminal.type("?")
      try terminal.wait("the help") { $0.text.contains("Help") }
      terminal.press(.escape)
      try terminal.wait("the list") { !$0.text.contains(" Help ") }
      try terminal.expectCleanQuit()
      #expect(try home.eventNames().isEmpty)
    }

    @Test func `K3: any size is drawn, and the state survives`() throws {
      let home = try Home()
      let terminal = try home.openSmallShop()
      try terminal.select("Theme")
      try terminal.openSheet()
      for (columns, rows) in [(20, 5), (1, 1), (200, 60), (40, 12), (3, 40)] {
        let before = terminal.bytes.count
        terminal.resize(columns: columns, rows: rows)
        try terminal.wait("a frame of \(columns)x\(rows)") { _ in terminal.bytes.count > before }
      }
      terminal.resize(columns: 80, rows: 24)
      try terminal.wait("the sheet again") {
        $0.text.contains("App Store, simulated") && $0.text.contains("Theme")
      }
      terminal.press(.escape)
      try terminal.wait("the list") { $0.text.contains("queue 0") && !$0.text.contains("simulated") }
      try terminal.expectCleanQuit()
    }

    @Test(arguments: ["1", "2", "3", "4"])
    func `X30: with nothing going on no screen writes or does anything`(screen: String) throws {
      let home = try Home()
      let terminal = try home.openSmallShop()
      // Whatever belongs to the start is over when a key has been answered.
      terminal.type("j\(screen)")
      try terminal.wait("the screen") { $0.line(0).contains("[\(screen) ") }
      _ = terminal.bytesWithin(.milliseconds(300))
      let (ticks, wakeUps) = (terminal.processorTicks, terminal.wakeUps)
      #expect(terminal.bytesWithin(.seconds(1)) == 0)
      #expect(terminal.processorTicks - ticks <= 1)
      #expect(terminal.wakeUps - wakeUps <= 5)
      try terminal.expectCleanQuit()
    }

    // MARK: - The oracle

    @Test(arguments: [
      // Below 30 rows there is no strip of activity, which would show how the storefront was chosen.
      ("USA", "en", 80, 24), ("DEU", "de", 120, 29), ("JPN", "ja", 80, 24), ("SAU", "ar", 120, 29),
    ])
    func `what the bytes show is what the state draws, cell by cell`(
      storefront: String, locale: String, columns: Int, rows: Int
    ) throws {
      let home = try Home()
      let catalog = try BuiltInCopy.write(to: home)
      let now = "2026-11-30T12:00:00Z"
      let terminal = try home.open(
        catalog, ["--storefront", storefront, "--locale", locale, "--now", now], columns: columns, rows: rows)
      var state = ShopState(
        reading: try CatalogFile(catalog).read(), settings: StoreSettings(storefront: .init(storefront)),
        locale: LocaleID(locale), now: try #require(Timestamp(now)),
        clock: ClockText(timeZone: .gmt), size: Size(columns: columns, rows: rows))
      state.canSave = true
      _ = state.start()
      let keys: [(bytes: String, key: Key)] = [
        ("j", "j"), ("G", "G"), ("s", "s"), ("\u{1b}", .escape), ("?", "?"), ("\u{1b}[6~", .pageDown),
        ("\u{1b}", .escape), (":", ":"), ("\u{1b}", .escape), ("2", "2"), ("3", "3"),
      ]
      for (bytes, key) in [("", nil)] + keys.map({ ($0.bytes, Optional($0.key)) }) {
        if let key {
          terminal.type(bytes)
          _ = state.update(.input(.key(key)))
        }
        _ = state.update(.frameShown)
        let canvas = ShopView(theme: Theme.neutral.adapted(to: .indexed256)).draw(state, size: state.size)
        var differences: [String] = []
        do {
          try terminal.wait("the screen after '\(bytes)'") { screen in
            differences = screen.differences(from: canvas)
            return differences.isEmpty
          }
        } catch {
          Issue.record("After '\(bytes)':\n\(differences.joined(separator: "\n"))\n\(error)")
          return
        }
      }
      try terminal.expectCleanQuit()
    }
  }
}

/// The sample catalogue as a file, for programs that must not find another one.
enum BuiltInCopy {
  static func write(to home: Home) throws -> String {
    let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../catalog.json")
    return try home.write(
      try String(contentsOf: source.standardized, encoding: .utf8), to: "stargarden.json")
  }
}
