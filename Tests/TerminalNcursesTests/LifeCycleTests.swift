import Foundation
import TerminalKit
import TerminalSamples
import TerminalTesting
import Testing

/// However the program ends, the terminal is as it was.
@Suite(.serialized) struct LifeCycleTests {
  private func start(environment: [String: String?] = [:]) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try terminal.run(try PseudoTerminal.builtProgram("terminal-demo"), ["1"], environment: environment)
    try terminal.wait("the first frame") { $0.line(0).contains("seed 1") }
    #expect(terminal.screen.isAlternate && !terminal.screen.isCursorVisible)
    #expect(!terminal.isRestored)
    return terminal
  }

  @Test(arguments: [
    (SIGTERM, PseudoTerminal.End.exited(143)), (SIGINT, .exited(130)), (SIGHUP, .exited(129)),
    (SIGQUIT, .signaled(SIGQUIT)), (SIGABRT, .signaled(SIGABRT)), (SIGSEGV, .signaled(SIGSEGV)),
  ])
  func `K4: the terminal is given back on a signal`(signal: Int32, end: PseudoTerminal.End) throws {
    let terminal = try start()
    terminal.signal(signal)
    #expect(try terminal.waitForEnd() == end)
    #expect(terminal.damage == [])
  }

  @Test func `K4: Ctrl-C leaves at once and cleanly`() throws {
    let terminal = try start()
    terminal.press(.ctrl("c"))
    #expect(try terminal.waitForEnd() == .exited(130))
    #expect(terminal.damage == [])
  }

  @Test func `K4: a second Ctrl-C ends a program that no longer answers`() throws {
    let terminal = try start()
    terminal.type("H")
    #expect(terminal.bytesWithin(.milliseconds(100)) == 0)
    terminal.press(.ctrl("c"))
    #expect(terminal.bytesWithin(.milliseconds(100)) == 0)
    terminal.press(.ctrl("c"))
    #expect(try terminal.waitForEnd() == .signaled(SIGINT))
    #expect(terminal.damage == [])
  }

  @Test(arguments: [("A", SIGABRT), ("T", SIGILL), ("V", SIGSEGV), ("O", SIGSEGV)])
  func `K4: the terminal is given back on a crash, with a message below`(key: String, signal: Int32) throws {
    let log = FileManager.default.temporaryDirectory.appendingPathComponent("terminal-\(UUID()).log").path
    defer { try? FileManager.default.removeItem(atPath: log) }
    let terminal = try start(environment: ["DEMO_LOG": log])
    terminal.type(key)
    let end = try terminal.waitForEnd()
    #if arch(x86_64)
      #expect(end == .signaled(signal))
    #else
      #expect(end != .exited(0))
    #endif
    #expect(terminal.damage == [])
    #expect(terminal.ordersAgain)
    #expect(terminal.screen.text.contains("terminal-demo has crashed."))
    if key == "T" {
      let text = try String(contentsOfFile: log, encoding: .utf8)
      #expect(text.contains("the demo was told to trap"))
    }
  }

  @Test func `K4: the terminal is given back when something calls exit`() throws {
    let terminal = try start()
    terminal.type("E")
    #expect(try terminal.waitForEnd() == .exited(7))
    #expect(terminal.damage == [])
  }

  @Test func `K5: when its terminal is gone the program leaves, even if it ignores the signal`() throws {
    let terminal = try PseudoTerminal()
    let program = try PseudoTerminal.builtProgram("terminal-demo")
    try terminal.run("/bin/sh", ["-c", "trap '' HUP; '\(program)' 1; exit $?"])
    try terminal.wait("the first frame") { $0.line(0).contains("seed 1") }
    terminal.hangUp()
    #expect(try terminal.waitForEnd() == .exited(129))
  }

  @Test func `K20: stray output goes to the log and not to the screen`() throws {
    let log = FileManager.default.temporaryDirectory.appendingPathComponent("terminal-\(UUID()).log").path
    defer { try? FileManager.default.removeItem(atPath: log) }
    let terminal = try start(environment: ["DEMO_LOG": log])
    terminal.type("Pj")
    try terminal.wait("the next frame") { $0.line(0).contains("moves=1") }
    #expect(!terminal.screen.text.contains("stray"))
    let text = try String(contentsOfFile: log, encoding: .utf8)
    #expect(text.contains("stray line 199") && text.contains("stray error"))
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test(arguments: ["A", "E"])
  func `K20: after a crash or an exit with an error the last lines of the log are shown`(key: String) throws {
    let log = FileManager.default.temporaryDirectory.appendingPathComponent("terminal-\(UUID()).log").path
    defer { try? FileManager.default.removeItem(atPath: log) }
    try "an older run\n".write(toFile: log, atomically: true, encoding: .utf8)
    let terminal = try start(environment: ["DEMO_LOG": log])
    terminal.type("P\(key)")
    #expect(try terminal.waitForEnd() != .exited(0))
    #expect(terminal.damage == [])
    let text = terminal.screen.text
    #expect(text.contains("The last lines of its log:") && text.contains("stray line 199"))
    #expect(!text.contains("stray line 150") && !text.contains("an older run"))
  }

  @Test(arguments: [true, false])
  func `X21: Ctrl-Z gives the terminal to the shell, fg takes it again as it was`(mouse: Bool) throws {
    let terminal = try PseudoTerminal()
    let program = try PseudoTerminal.builtProgram("terminal-demo")
    try terminal.run("/bin/bash", ["--norc", "--noprofile", "-i"], environment: ["PS1": "ready> "])
    try terminal.wait("the prompt") { $0.text.contains("ready>") }
    terminal.type("'\(program)' 1\r")
    try terminal.wait("the first frame") { $0.isAlternate && $0.line(0).contains("seed 1") }
    #expect(terminal.screen.modes.isSuperset(of: [1000, 1006, 2004]))
    // Switched off by hand, the mouse stays off.
    if !mouse {
      terminal.type("M")
      try terminal.wait("the mouse off") { $0.line(0).contains("mouse false") }
    }
    terminal.press(.ctrl("z"))
    try terminal.wait("the shell") { !$0.isAlternate && $0.text.contains(/Stopped(.|\n)*ready>/) }
    #expect(terminal.screen.isCursorVisible)
    // The shell has a paste mode of its own.
    #expect(terminal.screen.modes.isDisjoint(with: [1000, 1006, 2026]))
    let sent = String(decoding: terminal.bytes, as: UTF8.self)
    #expect(sent.contains(/\u{1b}\[\?2004l.{0,40}\u{1b}\[\?1049l/))
    terminal.resize(columns: 100, rows: 30)
    terminal.type("fg\r")
    let wanted = DemoScreen.draw(seed: 1, size: Size(columns: 100, rows: 30), status: "")
    try terminal.wait("the screen in the new size") { screen in
      screen.isAlternate && (1..<30).allSatisfy { screen.line($0) == wanted.line($0) }
    }
    try terminal.wait("its modes") { $0.modes.contains(2004) && $0.modes.contains(1000) == mouse }
    #expect(!terminal.screen.isCursorVisible && terminal.screen.modes.contains(1006) == mouse)
    terminal.type("q")
    try terminal.wait("the shell again") { !$0.isAlternate && $0.text.contains(/fg\n(.|\n)*ready>/) }
    #expect(terminal.screen.modes.isDisjoint(with: [1000, 1006, 2026]))
    terminal.type("exit\r")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  // MARK: - Terminals that cannot be used

  @Test(
    arguments: [
      (nil, "TERM is not set"), ("", "TERM is not set"), ("nosuch", "does not know 'nosuch'"),
      ("dumb", "'dumb' cannot show a screen"),
    ] as [(String?, String)])
  func `K6: a terminal that cannot be used is refused in one line`(term: String?, text: String) throws {
    let terminal = try PseudoTerminal(columns: 200, rows: 5)
    try terminal.run(try PseudoTerminal.builtProgram("terminal-demo"), environment: ["TERM": term])
    #expect(try terminal.waitForEnd() == .exited(3))
    #expect(terminal.screen.text.contains(text))
    #expect(!terminal.bytes.contains(0x1b))
    #expect(terminal.damage == [])
  }

  @Test(arguments: ["xterm-ghostty", "alacritty", "vt100", "linux", "ansi"])
  func `K6: a terminal that is known or like a known one works`(term: String) throws {
    let terminal = try PseudoTerminal()
    try terminal.run(try PseudoTerminal.builtProgram("terminal-demo"), ["1"], environment: ["TERM": term])
    try terminal.wait("the first frame") { $0.line(0).contains("seed 1") }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func `K7: without a terminal for its output it is refused with exit code 3`() throws {
    let terminal = try PseudoTerminal(columns: 200, rows: 5)
    try terminal.run(try PseudoTerminal.builtProgram("terminal-demo"), output: .file("/dev/null"))
    #expect(try terminal.waitForEnd() == .exited(3))
    #expect(terminal.screen.text.contains("standard output is not one"))
  }
}
