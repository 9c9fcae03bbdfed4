import Foundation
import StoreModel
import TerminalKit
import TerminalTesting
import Testing

extension ProgramTests {
  /// What happens to the real program from outside: stopping, hanging up, crashing, odd surroundings.
  @Suite struct LifeCycles {
    /// A shell with job control in which the program is started with `arguments`.
    private func shell(
      _ home: Home, starting arguments: String, environment: [String: String?] = [:]
    ) throws -> PseudoTerminal {
      let terminal = try PseudoTerminal()
      let program = try PseudoTerminal.builtProgram("storefront")
      try terminal.run(
        "/bin/bash", ["--norc", "--noprofile", "-i"],
        environment: (home.environment as [String: String?]).merging(["PS1": "ready> "]) { $1 }
          .merging(environment) { $1 })
      try terminal.wait("the prompt") { $0.text.contains("ready>") }
      terminal.type("'\(program)' \(arguments)\r")
      try terminal.wait("the first frame") { $0.isAlternate && $0.text.contains("queue 0") }
      return terminal
    }

    private func leaveShell(_ terminal: PseudoTerminal) throws {
      try terminal.wait("the shell again") { !$0.isAlternate }
      terminal.type("exit 0\r")
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(terminal.damage == [])
    }

    // MARK: - Stopping

    @Test func `row 29: Ctrl-Z says what goes on only while running; fg follows a resize and repaints`()
      throws
    {
      let home = try Home()
      let catalog = try home.write(SmallShop.text, to: "small.json")
      let terminal = try shell(home, starting: "'\(catalog)' --rate 10000")
      try terminal.select("Atlas")
      try terminal.openSheet()
      try terminal.agree()
      try terminal.wait("the download") { $0.text.contains("1 download") }
      terminal.press(.ctrl("z"))
      try terminal.wait("the shell") { !$0.isAlternate && $0.text.contains("Stopped") }
      #expect(terminal.screen.text.contains("storefront stopped; 1 download goes on only while running."))
      #expect(terminal.screen.isCursorVisible)
      #expect(terminal.screen.modes.isDisjoint(with: [1000, 1006]))
      terminal.resize(columns: 100, rows: 30)
      terminal.type("fg\r")
      try terminal.wait("the screen in the new size") {
        $0.isAlternate && $0.line(28).contains("help") && $0.line(29).contains("1 download")
      }
      #expect(terminal.screen.modes.contains(2004) && !terminal.screen.isCursorVisible)
      terminal.press(.ctrl("c"))
      try leaveShell(terminal)
    }

    @Test func `row 29: Ctrl-Z without a download only says how to come back`() throws {
      let home = try Home()
      let catalog = try home.write(SmallShop.text, to: "small.json")
      let terminal = try shell(home, starting: "'\(catalog)'")
      terminal.press(.ctrl("z"))
      try terminal.wait("the shell") { !$0.isAlternate && $0.text.contains("Stopped") }
      #expect(terminal.screen.text.contains("storefront stopped. Type fg to come back."))
      terminal.type("fg\r")
      try terminal.wait("the screen again") { $0.isAlternate && $0.text.contains("Coins") }
      terminal.type("q")
      try leaveShell(terminal)
    }

    @Test func `X21: in the background it leaves the terminal to the shell`() throws {
      let home = try Home()
      let catalog = try home.write(SmallShop.text, to: "small.json")
      let terminal = try shell(home, starting: "'\(catalog)'")
      terminal.press(.ctrl("z"))
      try terminal.wait("the shell") { !$0.isAlternate && $0.text.contains("Stopped") }
      terminal.type("bg\recho a'l'ive\r")
      try terminal.wait("the shell's answer") { $0.text.contains("\nalive") }
      #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible)
      terminal.type("fg\r")
      try terminal.wait("the screen again") { $0.isAlternate && $0.text.contains("Coins") }
      terminal.type("q")
      try leaveShell(terminal)
    }

    @Test func `K19: Enter that was typed while stopped buys nothing`() throws {
      let home = try Home()
      let catalog = try home.write(SmallShop.text, to: "small.json")
      let terminal = try shell(home, starting: "'\(catalog)'")
      try terminal.select("Coins")
      try terminal.openSheet()
      terminal.press(.ctrl("z"))
      try terminal.wait("the shell") { !$0.isAlternate && $0.text.contains("Stopped") }
      terminal.type("\r\r\rfg\r")
      try terminal.wait("the sheet again") { $0.isAlternate && $0.text.contains("App Store, simulated") }
      terminal.press(.escape)
      try terminal.wait("the list") {
        !$0.text.contains("App Store, simulated") && $0.text.contains("queue 0")
      }
      terminal.type("q")
      try leaveShell(terminal)
      #expect(try home.eventNames().contains("purchased") == false)
    }

    // MARK: - Ending

    @Test func `K5: it leaves when its window is gone even if it ignores the signal, and goes on later`()
      throws
    {
      let home = try Home()
      let catalog = try home.write(SmallShop.text, to: "small.json")
      let program = try PseudoTerminal.builtProgram("storefront")
      let terminal = try PseudoTerminal()
      try terminal.run(
        "/bin/sh", ["-c", "trap '' HUP; '\(program)' '\(catalog)' --rate 20000; exit $?"],
        environment: home.environment)
      try terminal.wait("the first frame") { $0.isAlternate && $0.text.contains("queue 0") }
      try terminal.select("Atlas")
      try terminal.openSheet()
      try terminal.agree()
      try terminal.wait("the download") { $0.text.contains("1 download") }
      let gone = ContinuousClock.now
      terminal.hangUp()
      #expect(try terminal.waitForEnd() == .exited(129))
      #expect(ContinuousClock.now - gone < .seconds(5))
      let transactions = try home.expect(0, "transactions").output
      #expect(transactions.contains("unfinished"))
    }

    @Test func `K4: SIGQUIT gives the terminal back and still ends by itself`() throws {
      let home = try Home()
      let terminal = try home.openSmallShop()
      terminal.signal(SIGQUIT)
      #expect(try terminal.waitForEnd() == .signaled(SIGQUIT))
      #expect(terminal.damage == [])
    }

    @Test(arguments: [("trap", SIGILL), ("abort", SIGABRT)] as [(String, Int32)])
    func `K4, K20: a crash gives the terminal back and says what the library said last`(
      fault: String, signal: Int32
    ) throws {
      let home = try Home()
      let terminal = try home.open(
        try home.write(SmallShop.text, to: "small.json"), environment: ["STOREFRONT_CRASH": fault])
      try terminal.select("Coins")
      try terminal.openSheet()
      terminal.signal(SIGUSR1)
      let end = try terminal.waitForEnd()
      #if arch(x86_64)
        #expect(end == .signaled(signal))
      #else
        #expect(end != .exited(0))
      #endif
      #expect(terminal.damage == [])
      let text = terminal.screen.text
      #expect(text.contains("storefront ended unexpectedly. What was bought is safe."))
      #expect(text.contains("STOREFRONT_CRASH is \(fault)"))
      #expect(try home.expect(0, "doctor").output.contains("sound"))
      #expect(try home.eventNames().contains("purchased") == false)
    }

    @Test func `K20: 200 stray lines go to the log, the screen is as it was`() throws {
      let home = try Home()
      let terminal = try home.open(
        try home.write(SmallShop.text, to: "small.json"), environment: ["STOREFRONT_CRASH": "stray"])
      let before = terminal.screen.text
      _ = terminal.bytesWithin(.milliseconds(200))
      terminal.signal(SIGUSR1)
      #expect(terminal.bytesWithin(.milliseconds(500)) == 0)
      #expect(terminal.screen.text == before)
      let log = String(decoding: try home.bytes(home.ledger + ".log"), as: UTF8.self)
      #expect(log.contains("stray output 199") && log.contains("stray error 199"))
      try terminal.expectCleanQuit()
      #expect(!terminal.screen.text.contains("stray"))
    }

    @Test func `K20: when a library ends the program with an error its last lines are shown`() throws {
      let home = try Home()
      let terminal = try home.open(
        try home.write(SmallShop.text, to: "small.json"), environment: ["STOREFRONT_CRASH": "exit"])
      terminal.signal(SIGUSR1)
      let end = try terminal.waitForEnd()
      #expect(end == .exited(1))
      #expect(terminal.damage == [])
      #expect(terminal.screen.text.contains("stray error 199"))
      #expect(!terminal.screen.text.contains("stray error 100"))
      #expect(!terminal.bytes.contains(0x07))
    }

    // MARK: - Surroundings

    @Test(arguments: ["xterm-ghostty", "alacritty", "vt100", "linux", "ansi", "screen"])
    func `K6: a terminal that is known, or like a known one, shows the screen`(term: String) throws {
      let home = try Home()
      let catalog = try home.write(SmallShop.text, to: "small.json")
      let terminal = try PseudoTerminal()
      try terminal.run(
        try PseudoTerminal.builtProgram("storefront"), [catalog],
        environment: (home.environment as [String: String?]).merging(["TERM": term, "LC_ALL": "C"]) { $1 })
      // Not all of them have a screen beside the shell's.
      try terminal.wait("the first frame") {
        $0.line(0).contains("Small Shop") && $0.line(22).contains("help") && $0.line(23).contains("queue 0")
      }
      terminal.type("q")
      #expect(try terminal.waitForEnd() == .exited(0))
    }

    @Test(arguments: [nil, "", "dumb", "nosuch"] as [String?])
    func `K6: where the screen cannot be shown plain mode is, and its first line says why`(term: String?)
      throws
    {
      let home = try Home()
      let catalog = try home.write(SmallShop.text, to: "small.json")
      let terminal = try PseudoTerminal(columns: 200, rows: 60)
      try terminal.run(
        try PseudoTerminal.builtProgram("storefront"), [catalog],
        environment: (home.environment as [String: String?]).merging(["TERM": term]) { $1 })
      try terminal.wait("the menu") { $0.text.contains("Choose 0 to") }
      #expect(terminal.screen.line(0).hasPrefix("Plain mode is on, because the screen cannot be shown."))
      terminal.type("buy \(SmallShop.coins)\r")
      try terminal.wait("the sheet") { $0.text.contains("Choose 1 to 2.") }
      terminal.type("2\r")
      try terminal.wait("the purchase") { $0.text.contains("Coins was bought for $0.99.") }
      terminal.type("quit\r")
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(!terminal.bytes.contains(0x1b) && terminal.damage == [])
    }

    @Test func `K6: a dumb terminal that nobody types at is refused with 3`() throws {
      let home = try Home()
      let terminal = try PseudoTerminal(columns: 200, rows: 5)
      try terminal.run(
        try PseudoTerminal.builtProgram("storefront"), ["--ephemeral"],
        environment: (home.environment as [String: String?]).merging(["TERM": "dumb"]) { $1 },
        input: .file("/dev/null"))
      #expect(try terminal.waitForEnd() == .exited(3))
      #expect(!terminal.bytes.contains(0x1b))
    }

    @Test(arguments: ["en_US.UTF-8", "xx_XX", "nonsense", "POSIX"])
    func `K13: any locale starts; one that is not installed but says UTF-8 is UTF-8`(locale: String) throws {
      let home = try Home()
      let terminal = try home.open(
        try home.write(SmallShop.text, to: "small.json"), environment: ["LC_ALL": locale])
      let isUnicode = locale.contains("UTF-8")
      #expect(terminal.screen.text.contains(isUnicode ? "\u{25B8}" : ">"))
      try terminal.expectCleanQuit()
      #expect(isUnicode || terminal.bytes.allSatisfy { $0 < 0x80 })
    }

    @Test func `X37: stale LINES and COLUMNS count for nothing`() throws {
      let home = try Home()
      let terminal = try home.open(
        try home.write(SmallShop.text, to: "small.json"), environment: ["LINES": "10", "COLUMNS": "40"])
      #expect(terminal.screen.line(22).contains("help"))
      terminal.resize(columns: 100, rows: 30)
      try terminal.wait("the new size") { $0.line(28).contains("help") }
      try terminal.expectCleanQuit()
    }
  }
}
