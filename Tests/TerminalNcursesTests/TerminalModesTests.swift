import Foundation
import TerminalKit
import TerminalSamples
import TerminalTesting
import Testing

/// Mouse, colours, background, clipboard: what is asked of a terminal besides its screen.
@Suite(.serialized) struct TerminalModesTests {
  private func start(
    _ options: String = "", columns: Int = 120, environment: [String: String?] = [:], typedAhead: String = ""
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(columns: columns, rows: 24)
    terminal.type(typedAhead)
    try terminal.run(
      try PseudoTerminal.builtProgram("terminal-demo"), ["1"],
      environment: environment.merging(["DEMO_OPTIONS": options]) { $1 })
    try terminal.wait("the first frame") { $0.line(0).hasSuffix(".") && $0.line(0).contains("seed") }
    return terminal
  }

  private func expect(_ events: String, on terminal: PseudoTerminal) throws {
    try terminal.wait("events '\(events)'") { $0.line(0).contains(" \(events) .") }
  }

  private func quit(_ terminal: PseudoTerminal) throws {
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.damage == [])
  }

  // MARK: - Mouse

  @Test func `X22: clicks and both ways of the wheel arrive, in columns beyond 223 as well`() throws {
    let terminal = try start(columns: 300)
    #expect(terminal.screen.modes.isSuperset(of: [1000, 1006]))
    terminal.type("\u{1b}[<0;3;4M\u{1b}[<0;3;4m\u{1b}[<64;250;2M\u{1b}[<65;250;2M")
    try expect("left 2,3, wheelUp 249,1, wheelDown 249,1", on: terminal)
    try quit(terminal)
  }

  @Test func `X22: a terminal that reports in the old way is asked in the old way`() throws {
    let terminal = try start(environment: ["TERM": "screen-256color"])
    #expect(terminal.screen.modes.contains(1000) && !terminal.screen.modes.contains(1006))
    terminal.type("\u{1b}[M #$\u{1b}[M###\u{1b}[M`#$\u{1b}[Ma#$")
    try expect("left 2,3, wheelUp 2,3, wheelDown 2,3", on: terminal)
    try quit(terminal)
  }

  @Test func `X23: with the mouse off the terminal selects text, and it can be switched at any time`() throws
  {
    let terminal = try start("no-mouse")
    #expect(!terminal.text.contains("?1000h"))
    terminal.type("\u{1b}[<0;3;4Mk")
    try expect("k", on: terminal)
    terminal.type("M")
    try expect("k, mouse true", on: terminal)
    #expect(terminal.screen.modes.isSuperset(of: [1000, 1006]))
    terminal.type("M")
    try expect("k, mouse true, mouse false", on: terminal)
    #expect(terminal.screen.modes.isDisjoint(with: [1000, 1006]))
    try quit(terminal)
  }

  @Test func `X23: a terminal without a mouse is not asked for one`() throws {
    let terminal = try start(environment: ["TERM": "vt220"])
    terminal.type("M")
    try expect("mouse false", on: terminal)
    #expect(!terminal.text.contains("?1000"))
    try quit(terminal)
  }

  // MARK: - Frames

  @Test func `X31: every frame is marked as a whole, and only then`() throws {
    let terminal = try start()
    for count in 1...5 {
      terminal.type("j")
      try expect("moves=\(count)", on: terminal)
    }
    try terminal.wait("the end of the frame") { !$0.modes.contains(2026) }
    let starts = terminal.text.ranges(of: "\u{1b}[?2026h").count
    #expect(starts >= 6 && starts == terminal.text.ranges(of: "\u{1b}[?2026l").count)
    try quit(terminal)
    let plain = try start("no-sync")
    #expect(!plain.text.contains("?2026"))
    try quit(plain)
  }

  @Test func `K15: the terminal is told to leave the order of text alone, and that it may order again`()
    throws
  {
    let terminal = try start()
    #expect(terminal.text.contains("\u{1b}[8l"))
    try quit(terminal)
    #expect(terminal.ordersAgain)
    let logical = try start("logical")
    try quit(logical)
    #expect(!logical.text.contains("\u{1b}[8l") && !logical.text.contains("\u{1b}[8h"))
  }

  // MARK: - Clipboard

  @Test func `X32: a copied text is one sequence that cannot act, outside of the frames`() throws {
    let terminal = try start()
    terminal.type("Y")
    try expect("sent(bytes: 12)", on: terminal)
    #expect(terminal.text.contains("\u{1b}]52;c;R3LDvMOfZSAbWzJK\u{7}"))
    try quit(terminal)
  }

  // MARK: - Background

  @Test(arguments: [
    ("\u{1b}]11;rgb:1e1e/1e1e/1e1e\u{1b}\\\u{1b}[?62;22c", "dark"),
    ("\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\\u{1b}[?62;22c", "light"), ("\u{1b}[?62;22c", "unknown"),
  ])
  func `the background is what the terminal answers, and the answer is no key`(
    answer: String, background: String
  ) throws {
    // The answer waits already; keys around it are not lost.
    let terminal = try start("ask", typedAhead: "k\(answer)")
    terminal.type("B")
    try expect("k, \(background) indexed256 xterm-256color", on: terminal)
    #expect(terminal.text.contains("\u{1b}]11;?\u{1b}\\\u{1b}[c"))
    try quit(terminal)
  }

  @Test func `a terminal that does not answer is waited for a moment only, and its late answer is no key`()
    throws
  {
    let terminal = try start("ask", environment: ["COLORFGBG": "0;15"])
    terminal.type("\u{1b}]11;rgb:0000/0000/0000\u{1b}\\\u{1b}[?62;22cB")
    try expect("light indexed256 xterm-256color", on: terminal)
    try quit(terminal)
  }

  @Test func `K6: a console is not asked what it would print`() throws {
    let terminal = try start("ask", environment: ["TERM": "linux"])
    terminal.type("B")
    try expect("dark ansi16 linux", on: terminal)
    #expect(!terminal.text.contains("]11"))
    try quit(terminal)
  }

  // MARK: - Colours

  @Test(
    arguments: [
      ("", "xterm-256color", [:], "indexed256"), ("16", "xterm-256color", [:], "ansi16"),
      ("never", "xterm-256color", [:], "mono"), ("", "xterm-256color", ["NO_COLOR": "1"], "mono"),
      ("always", "xterm-256color", ["NO_COLOR": "1"], "indexed256"), ("256", "xterm", [:], "ansi16"),
      ("truecolor", "vt220", [:], "mono"), ("", "linux", ["COLORTERM": "truecolor"], "ansi16"),
    ] as [(String, String, [String: String], String)])
  func `K12: as many colours are used as were asked for and as there are`(
    choice: String, term: String, environment: [String: String], tier: String
  ) throws {
    let terminal = try start(choice, environment: environment.merging(["TERM": term]) { $1 })
    terminal.type("B")
    try expect("unknown \(tier) \(term)", on: terminal)
    let most = ["mono": -1, "ansi16": 15, "indexed256": 255][tier] ?? 0
    for style in terminal.screen.grid.joined().map(\.style) {
      #expect(Int(style.foreground.paletteIndex.map(Int.init) ?? -1) <= most)
      #expect(Int(style.background.paletteIndex.map(Int.init) ?? -1) <= most)
    }
    try quit(terminal)
  }

  @Test func `direct colour is used when there is an entry for it, with the palette's eight as they are`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("terminfo-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    guard try Self.compileDirectEntry(into: folder) else {
      print("skipped: tic, which compiles entries of the terminal database, is not installed")
      return
    }
    let terminal = try start(environment: ["COLORTERM": "truecolor", "TERMINFO": folder.path])
    terminal.type("B")
    try expect("unknown direct xterm-direct", on: terminal)
    var wanted = DemoScreen.draw(
      seed: 1, size: terminal.screen.size, status: terminal.screen.line(0))
    let direct = { (color: Color) in
      color.paletteIndex ?? 0 < 8
        ? color
        : color.nominalRGB.map { Color.rgb(UInt8($0 >> 16), UInt8($0 >> 8 & 255), UInt8($0 & 255)) } ?? color
    }
    wanted.restyle(wanted.bounds) {
      Style(foreground: direct($0.foreground), background: direct($0.background), attributes: $0.attributes)
    }
    try terminal.wait("the frame in direct colour") { $0.differences(from: wanted).isEmpty }
    #expect(terminal.screen.grid.joined().contains { $0.style.foreground == .rgb(0xff, 0x87, 0) })
    try quit(terminal)
  }

  /// The entry as ncurses-term has it, made here since the package is often not installed.
  private static func compileDirectEntry(into folder: URL) throws -> Bool {
    guard access("/usr/bin/tic", X_OK) == 0 else { return false }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let color = { (plain: String, rich: String) in
      #"\E[%?%p1%{8}%<%t\#(plain)%p1%d%e\#(rich):2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%d%;m"#
    }
    let source = folder.appendingPathComponent("direct.ti")
    try """
    xterm-direct|xterm with direct colour,
    \tRGB, colors#0x1000000, pairs#0x10000, ccc@, initc@,
    \tsetaf=\(color("3", "38")),
    \tsetab=\(color("4", "48")),
    \tuse=xterm-256color,

    """.write(to: source, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/tic")
    process.arguments = ["-x", "-o", folder.path, source.path]
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  // MARK: - ASCII

  @Test func `K13: ASCII can be asked for in any locale`() throws {
    let terminal = try start("ascii", columns: 80)
    let wanted = DemoScreen.draw(seed: 1, size: terminal.screen.size, status: "seed 1 80x24  .")
    let lines = (0..<24).map { String(decoding: wanted.row($0).map(\.ascii), as: UTF8.self) }
    try terminal.wait("the ASCII form") { screen in screen.grid.map { $0.map(\.text).joined() } == lines }
    #expect(terminal.bytes.allSatisfy { $0 < 0x80 })
    try quit(terminal)
  }
}

extension PseudoTerminal {
  /// All bytes that the program has written, as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the last that it was told is to put right-to-left text in order by itself.
  var ordersAgain: Bool {
    guard let off = text.ranges(of: "\u{1b}[8l").last, let on = text.ranges(of: "\u{1b}[8h").last else {
      return false
    }
    return off.lowerBound < on.lowerBound
  }
}
