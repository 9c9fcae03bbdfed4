import Foundation
import TerminalKit
import TerminalTesting
import Testing

extension ProgramTests {
  /// What comes in besides plain keys, on the real program: the mouse, Escape, sequences cut in pieces.
  @Suite struct Input {
    /// The row of the screen on which the selection stands.
    private static func selectedRow(_ screen: ScreenModel) -> Int? {
      (0..<screen.size.rows).first { screen.line($0).contains("\u{25B8}") }
    }

    /// One notch of the wheel over a cell, as the kind of terminal reports it; cells count from 1.
    private static func wheel(down: Bool, column: Int, row: Int, isSGR: Bool) -> [UInt8] {
      let button = down ? 65 : 64
      return isSGR
        ? Array("\u{1b}[<\(button);\(column);\(row)M".utf8)
        : [0x1b, UInt8(ascii: "["), UInt8(ascii: "M")] + [button, column, row].map { UInt8($0 + 32) }
    }

    @Test(arguments: [("xterm-256color", true), ("screen", false)])
    func `X22: the wheel scrolls list and terms both ways, in both forms of report`(term: String, isSGR: Bool)
      throws
    {
      let home = try Home()
      let terminal = try home.open(
        try BuiltInCopy.write(to: home), environment: ["TERM": term, "LC_ALL": nil])
      #expect(terminal.screen.modes.contains(1000) && terminal.screen.modes.contains(1006) == isSGR)
      // The other pane may follow what is selected: only the one under the pointer is looked at.
      for (name, column, pane) in [("list", 10, 0..<44), ("terms", 60, 44..<80)] {
        func top(_ screen: ScreenModel) -> String { pane.map { screen.grid[2][$0].text }.joined() }
        let first = top(terminal.screen)
        terminal.send(Self.wheel(down: true, column: column, row: 8, isSGR: isSGR))
        try terminal.wait("the \(name), scrolled down") { top($0) != first }
        terminal.send(Self.wheel(down: false, column: column, row: 8, isSGR: isSGR))
        try terminal.wait("the \(name), scrolled back") { top($0) == first }
      }
      try terminal.expectCleanQuit()
      #expect(try home.eventNames().isEmpty)
    }

    @Test func `X22: without the mouse, the arrows that a terminal makes of the wheel move the selection`()
      throws
    {
      let home = try Home()
      let terminal = try home.openSmallShop("--no-mouse")
      let row = try #require(Self.selectedRow(terminal.screen))
      terminal.type("\u{1b}OB\u{1b}OB\u{1b}OB")
      try terminal.wait("a selection further down") { (Self.selectedRow($0) ?? 0) > row + 2 }
      terminal.type("\u{1b}OA\u{1b}OA\u{1b}OA")
      try terminal.wait("the selection where it was") { Self.selectedRow($0) == row }
      try terminal.expectCleanQuit()
    }

    @Test func `X23: --no-mouse never takes the mouse, and m takes and leaves it and says so`() throws {
      let home = try Home()
      let terminal = try home.openSmallShop("--no-mouse")
      #expect(!String(decoding: terminal.bytes, as: UTF8.self).contains("1000h"))
      terminal.type("m")
      try terminal.wait("the mouse") { $0.modes.contains(1000) && !$0.text.contains("mouse off") }
      let before = terminal.bytes.count
      terminal.type("m")
      try terminal.wait("no mouse") { !$0.modes.contains(1000) && $0.text.contains("mouse off") }
      #expect(String(decoding: terminal.bytes[before...], as: UTF8.self).contains("1000l"))
      try terminal.expectCleanQuit()
    }

    @Test func `K8: Escape closes a dialog at once`() throws {
      let home = try Home()
      let terminal = try home.openSmallShop()
      var fastest = Duration.seconds(10)
      // The fastest of some: on a busy machine a test may have to wait for its own turn.
      for _ in 0..<5 {
        terminal.type("l")
        try terminal.wait("the picker") { $0.text.contains("Find:") }
        let begin = ContinuousClock.now
        terminal.press(.escape)
        try terminal.wait("the list") { !$0.text.contains("Find:") }
        fastest = min(fastest, ContinuousClock.now - begin)
      }
      #expect(fastest < .milliseconds(120))
      try terminal.expectCleanQuit()
    }

    @Test func `K8: an arrow that comes in two pieces 60 ms apart moves down and triggers nothing else`()
      throws
    {
      let home = try Home()
      let terminal = try home.openSmallShop()
      let row = try #require(Self.selectedRow(terminal.screen))
      terminal.type("\u{1b}")
      _ = terminal.bytesWithin(.milliseconds(60))
      terminal.type("[B")
      try terminal.wait("a selection further down") { (Self.selectedRow($0) ?? 0) > row }
      #expect(!terminal.screen.text.contains("App Store, simulated"))
      try terminal.expectCleanQuit()
      #expect(try home.eventNames().isEmpty)
    }

    @Test(arguments: [
      "\u{1b}[?1;2c", "\u{1b}]11;rgb:1111/2222/3333\u{1b}\\", "\u{1b}[I", "\u{1b}[27u", "\u{1b}[97;1:3u",
      "\u{1b}P1$r0m\u{1b}\\",
    ])
    func `K10: an answer that nobody asked for, cut at any byte, is no key and no text`(answer: String) throws
    {
      let home = try Home()
      let terminal = try home.openSmallShop()
      terminal.type("/")
      try terminal.wait("the filter") { $0.text.contains("title, id or kind") }
      let bytes = Array(answer.utf8)
      for cut in 0..<bytes.count {
        terminal.send(Array(bytes[..<cut]))
        // A piece that comes by itself is read by itself.
        if cut > 0 { _ = terminal.bytesWithin(.milliseconds(2)) }
        terminal.send(Array(bytes[cut...]))
      }
      terminal.type("atl")
      try terminal.wait("what was typed after it, and nothing else") { $0.text.contains("/ atl ") }
      terminal.press(.escape)
      try terminal.wait("the whole list") { !$0.text.contains("/ atl") }
      try terminal.expectCleanQuit()
      #expect(try home.eventNames().isEmpty)
    }

    // MARK: - The monkey

    /// `STOREFRONT_MONKEY_PTY` sets how many moves (`make soak` does 2,000), `STOREFRONT_MONKEY_SEED` which.
    @Test func `whatever is typed at the real program, it lives, leaves cleanly and keeps sound books`()
      throws
    {
      let variables = ProcessInfo.processInfo.environment
      let count = variables["STOREFRONT_MONKEY_PTY"].flatMap { Int($0) } ?? 200
      let seed = variables["STOREFRONT_MONKEY_SEED"].flatMap { UInt64($0) } ?? 30
      var random = KillMoments(seed: seed)
      let home = try Home()
      // A pager would take what is typed next.
      let terminal = try home.open(
        try home.write(SmallShop.text, to: "small.json"), ["--rate", "2000000"],
        environment: ["PAGER": "true"])
      var done: [String] = []
      for _ in 0..<count {
        let move = Typing.next(&random)
        done.append(move.name)
        if let size = move.size { terminal.resize(columns: size.columns, rows: size.rows) }
        terminal.send(move.bytes)
        _ = terminal.bytesWithin(.milliseconds(1))
        guard terminal.isRunning, terminal.screen.unknown.isEmpty else {
          Issue.record(
            "Seed \(seed) after \(done.count): \(terminal.screen.unknown)\n\(done.suffix(30))\n\(terminal.portrait)"
          )
          return
        }
      }
      terminal.resize(columns: 80, rows: 24)
      // Whatever was begun is ended, then Esc leads to the screens and `q` out.
      terminal.type("\u{1b}[201~")
      for _ in 0..<12 {
        terminal.press(.escape)
        _ = terminal.bytesWithin(.milliseconds(250))
      }
      try terminal.wait("a screen after \(done.suffix(30))") {
        $0.line(22).contains("q quit") && !$0.text.contains("┏━ Help")
      }
      // A `q` right behind an Esc that a busy machine has not read yet is Alt-q, which does nothing: once more then.
      for _ in 0..<5 where terminal.isRunning {
        terminal.type("q")
        _ = terminal.bytesWithin(.milliseconds(500))
        guard terminal.isRunning, terminal.screen.text.contains("Quit now?") else { continue }
        terminal.type("y")
        _ = terminal.bytesWithin(.milliseconds(500))
      }
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(terminal.damage == [])
      #expect(try Books(path: home.ledger).violations == [])
    }
  }
}

/// What the monkey types at the real program: all but what ends or stops it.
private enum Typing {
  struct Move {
    var name: String
    var bytes: [UInt8] = []
    var size: Size?
  }

  static func next(_ random: inout KillMoments) -> Move {
    switch random.number(below: 20) {
    case 0:
      let size = Size(columns: 1 + random.number(below: 140), rows: 1 + random.number(below: 50))
      return Move(name: "\(size)", size: size)
    case 1, 2: return Move(name: "80x24", size: Size(columns: 80, rows: 24))
    case 3:
      let text = random.element(of: ["buy\nyq", "x\u{1b}[201~", "日本語", "atlas"])
      return Move(name: "paste", bytes: Array("\u{1b}[200~\(text)\u{1b}[201~".utf8))
    case 4, 5:
      let button = random.element(of: [0, 0, 2, 64, 65])
      let place = "\(1 + random.number(below: 100));\(1 + random.number(below: 40))"
      return Move(name: "mouse \(button);\(place)", bytes: Array("\u{1b}[<\(button);\(place)M".utf8))
    case 6: return Move(name: "answer", bytes: Array("\u{1b}[?62;4c".utf8))
    case 7: return Move(name: "noise", bytes: [0xff, 0xc3, 0x28, 0x00, 0x1c & 0x0f])
    case 8...10:
      let habit = random.element(of: ["b", "gb", "            y", "yyyy", "2d", "r", "/at\r", "ldeut\r"])
      return Move(name: habit, bytes: Array(habit.utf8))
    default:
      let keys =
        "jkghGbrdxDslnNywmz 123456?!:/.ö\r\t\u{7f}\u{1b}".map(String.init) + [
          "\u{1b}OA", "\u{1b}OB", "\u{1b}[5~", "\u{1b}[6~", "\u{1b}OH", "\u{1b}OF", "\u{1b}[Z",
        ]
      let key = random.element(of: keys)
      return Move(name: key.debugDescription, bytes: Array(key.utf8))
    }
  }
}
