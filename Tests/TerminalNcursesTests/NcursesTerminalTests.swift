import Foundation
import TerminalKit
import TerminalSamples
import TerminalTesting
import Testing

/// The real terminal code on a pty of its own; see `Tests/TerminalDemo`.
@Suite(.serialized) struct NcursesTerminalTests {
  private func start(
    columns: Int = 80, rows: Int = 24, seed: Int = 1, environment: [String: String?] = [:]
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    try terminal.run(try PseudoTerminal.builtProgram("terminal-demo"), ["\(seed)"], environment: environment)
    try terminal.wait("the first frame") { $0.line(0).hasSuffix(".") && $0.line(0).contains("seed") }
    return terminal
  }

  /// Waits until the program names the events in row 0.
  private func expect(_ events: String, on terminal: PseudoTerminal) throws {
    let size = terminal.screen.size
    try terminal.wait("events '\(events)'") { $0.line(0).contains("\(size) \(events) .") }
  }

  // MARK: - What is shown

  @Test(arguments: ["xterm-256color", "screen-256color", "linux", "vt220"])
  func `K1, X31: the bytes make a terminal show exactly the grid, and the screen is erased once`(term: String)
    throws
  {
    let terminal = try start(seed: 1, environment: ["TERM": term])
    let size = Size(columns: 80, rows: 24)
    for seed in 1...25 as ClosedRange<UInt64> {
      let wanted = DemoScreen.draw(seed: seed, size: size, status: "seed \(seed) \(size)  .")
      if term == "xterm-256color" {
        try terminal.wait("screen \(seed)") { $0.differences(from: wanted).isEmpty }
      } else {
        // With fewer colours the text must still be the same.
        try terminal.wait("screen \(seed)") { screen in
          // A wide character in or beside the corner is a blank where it could not be put.
          (0..<23).allSatisfy { screen.line($0) == wanted.line($0) }
            && screen.grid[23].prefix(77).map(\.text) == wanted.row(23).prefix(77).map(\.text)
        }
      }
      terminal.type(" ")
    }
    #expect(terminal.screen.unknown.isEmpty)
    #expect(terminal.screen.clears <= 1)
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.damage == [])
  }

  @Test func `K3, K6: the screen follows every change of size`() throws {
    let terminal = try start(seed: 2)
    for (columns, rows) in [(120, 36), (20, 5), (1, 1), (300, 100), (40, 12), (80, 24)] {
      terminal.resize(columns: columns, rows: rows)
      let size = Size(columns: columns, rows: rows)
      // The list of events grows, so it is compared from row 1.
      let wanted = DemoScreen.draw(seed: 2, size: size, status: "")
      try terminal.wait("\(size)") { screen in
        (1..<max(1, rows)).allSatisfy { screen.line($0) == wanted.line($0) } && screen.line(0).first == "s"
      }
    }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.damage == [])
  }

  @Test func `X37: LINES and COLUMNS of a stale shell do not freeze the size`() throws {
    let terminal = try start(environment: ["LINES": "10", "COLUMNS": "40"])
    #expect(terminal.screen.line(0).contains("80x24"))
    terminal.resize(columns: 100, rows: 30)
    try terminal.wait("the new size") { $0.line(0).contains("100x30") }
  }

  @Test func `K12: NO_COLOR sends no colour and keeps attributes`() throws {
    let terminal = try start(seed: 3, environment: ["NO_COLOR": "1"])
    let wanted = DemoScreen.draw(seed: 3, size: terminal.screen.size, status: "seed 3 80x24  .")
    try terminal.wait("the whole frame") { $0.text == wanted.text }
    let styles = Set(terminal.screen.grid.joined().map(\.style))
    #expect(styles.allSatisfy { $0.foreground == .default && $0.background == .default })
    #expect(styles.contains { $0.attributes.contains(.reverse) })
    let colored = try start(seed: 3, environment: ["NO_COLOR": ""])
    try colored.wait("the frame in colour") { $0.differences(from: wanted).isEmpty }
  }

  @Test func `K13: a locale without Unicode gets only ASCII bytes, and rows keep their width`() throws {
    let terminal = try start(seed: 4, environment: ["LC_ALL": "C"])
    let wanted = DemoScreen.draw(seed: 4, size: terminal.screen.size, status: "seed 4 80x24  .")
    let lines = (0..<24).map { String(decoding: wanted.row($0).map(\.ascii), as: UTF8.self) }
    try terminal.wait("the ASCII form") { screen in
      screen.grid.map { $0.map(\.text).joined() } == lines
    }
    #expect(terminal.bytes.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: [["LC_ALL": "xx_YY.UTF-8"], ["LANG": nil], ["LANG": ""]] as [[String: String?]])
  func `K13: a UTF-8 locale that is missing, or none at all, is UTF-8`(environment: [String: String?]) throws
  {
    let terminal = try start(seed: 5, environment: environment)
    let wanted = DemoScreen.draw(seed: 5, size: terminal.screen.size, status: "seed 5 80x24  .")
    try terminal.wait("the screen") { $0.text == wanted.text }
  }

  // MARK: - Work

  @Test func `P4: a key sends few bytes, and a frame that changes nothing sends none`() throws {
    let terminal = try start(seed: 6)
    terminal.type("j")
    try expect("moves=1", on: terminal)
    let before = terminal.bytes.count
    terminal.type("j")
    try expect("moves=2", on: terminal)
    // Half of them mark the frame.
    #expect(terminal.bytes.count - before <= 50)
  }

  @Test func `P5: five hundred keys at once are few frames and none is lost`() throws {
    let terminal = try start(seed: 7)
    terminal.type(String(repeating: "j", count: 500))
    try expect("moves=500", on: terminal)
    terminal.type("F")
    try terminal.wait("the count of frames") { $0.line(0).contains("frames=") }
    let frames = terminal.screen.line(0).split(separator: "frames=").last?.prefix { $0.isNumber }
    #expect(try #require(frames.flatMap { Int($0) }) <= 50)
  }

  @Test func `P6, X30: nothing happens while nothing happens`() throws {
    let terminal = try start(seed: 8)
    terminal.type("j")
    try expect("moves=1", on: terminal)
    // The rest of the last frame may still be on its way.
    _ = terminal.bytesWithin(.milliseconds(300))
    let (wakes, ticks) = (terminal.wakeUps, terminal.processorTicks)
    #expect(wakes >= 0 && ticks >= 0)
    #expect(terminal.bytesWithin(.seconds(2)) == 0)
    #expect(terminal.wakeUps == wakes)
    #expect(terminal.processorTicks - ticks <= 1)
  }

  // MARK: - Keys

  @Test func `keys of both cursor modes arrive as keys`() throws {
    let terminal = try start(columns: 120)
    terminal.type("\u{1b}[A\u{1b}OB\u{1b}[1~\u{1b}OF\u{1b}[5~\u{1b}[Z\r\t\u{7f}é日")
    try expect("Up, Down, Home, End, PgUp, Shift-Tab, Enter, Tab, Backspace, é, 日", on: terminal)
  }

  @Test func `K8: Escape alone is a key, and soon`() throws {
    let terminal = try start()
    let start = ContinuousClock.now
    terminal.press(.escape)
    try expect("Esc", on: terminal)
    #expect(ContinuousClock.now - start < .milliseconds(600))
  }

  @Test func `K8: an Escape that is split from its sequence is not a key`() throws {
    // Long enough for a busy machine.
    let terminal = try start(environment: ["ESCDELAY": "1000"])
    _ = terminal.bytesWithin(.milliseconds(50))
    terminal.type("\u{1b}")
    #expect(terminal.bytesWithin(.milliseconds(60)) == 0)
    terminal.type("[")
    #expect(terminal.bytesWithin(.milliseconds(60)) == 0)
    terminal.type("B")
    try expect("Down", on: terminal)
  }

  @Test func `K10: answers and reports that nobody asked for act as nothing`() throws {
    let terminal = try start()
    let noise = [
      "\u{1b}[?1;2c", "\u{1b}]11;rgb:1111/2222/3333\u{1b}\\", "\u{1b}]11;rgb:1/2/3\u{7}", "\u{1b}[I",
      "\u{1b}[O", "\u{1b}[27u",
      "\u{1b}[97;1:3u", "\u{1b}P1+r544e=7\u{1b}\\", "\u{1b}[<0;10;10m", "\u{1b}[<35;9;9M", "\u{1b}[24;80R",
      "\u{1b}_Gi=1\u{1b}\\",
    ]
    for sequence in noise { terminal.type(sequence) }
    terminal.type("j")
    try expect("moves=1", on: terminal)
  }

  @Test func `K9: pasted text arrives as a whole and runs no command`() throws {
    let terminal = try start()
    terminal.paste("buy\r\nyq\u{1b}[2J\u{7}")
    try expect("paste \"buy\\nyq[2J\"", on: terminal)
    #expect(terminal.screen.modes.contains(2004))
  }

  @Test func `K7: with standard input in a file, keys come from the terminal`() throws {
    let terminal = try PseudoTerminal()
    try terminal.run(
      try PseudoTerminal.builtProgram("terminal-demo"), ["1"], input: .file("/dev/null"))
    try terminal.wait("the first frame") { $0.line(0).contains("seed 1") }
    terminal.press(.down)
    try expect("Down", on: terminal)
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.damage == [])
  }
}
