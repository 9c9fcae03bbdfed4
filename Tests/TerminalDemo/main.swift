// A program that exists for the tests of the terminal: it shows screens from a seed, names the
// events that it gets, and ends in every way in which a program can end.
//
//     terminal-demo [SEED]
//
// Space shows the next seed; q quits; capital letters do or break things. DEMO_LOG names the log file,
// DEMO_OPTIONS sets options: ascii, ask, logical, no-mouse, no-sync, or a choice of colours.

import Foundation
import MainLoop
import TerminalKit
import TerminalNcurses
import TerminalSamples

@MainActor final class Demo {
  private let terminal: NcursesTerminal
  private var end: CheckedContinuation<Void, Never>?
  private var seed: UInt64
  private var events: [String] = []
  private var exitCode: Int32 = 0
  private var frames = 0
  private var moves = 0

  init(terminal: NcursesTerminal, seed: UInt64) {
    self.terminal = terminal
    self.seed = seed
  }

  func run() async -> Int32 {
    terminal.onEvents = { events in
      for event in events { self.handle(event) }
      self.terminal.present(self.draw(self.terminal.size))
    }
    terminal.present(draw(terminal.size))
    await withCheckedContinuation { end = $0 }
    terminal.onEvents = nil
    terminal.close()
    return exitCode
  }

  private func draw(_ size: Size) -> Canvas {
    frames += 1
    let status = "seed \(seed) \(size) \(events.joined(separator: ", ")) ."
    return DemoScreen.draw(seed: seed, size: size, status: status)
  }

  private func handle(_ event: InputEvent) {
    switch event {
    case .key("q"): stop()
    case .key(" "):
      seed += 1
      events = []
    case .key("j"):
      // A key that is held: counted, not named.
      moves += 1
      events = ["moves=\(moves)"]
    case .key("F"): events.append("frames=\(frames)")
    case .key(let key) where key.typed.map { Self.breaks[$0] != nil } ?? false:
      if let letter = key.typed { Self.breaks[letter]?() }
    case .key("H"): hang()
    case .key("M"):
      terminal.setMouse(!terminal.isMouseOn)
      events.append("mouse \(terminal.isMouseOn)")
    case .key("Y"): events.append("\(terminal.copy("Grüße \u{1b}[2J"))")
    case .key("B"): events.append("\(terminal.background) \(terminal.colorTier) \(terminal.terminalName)")
    case .key(let key): events.append("\(key)")
    case .mouse(let mouse): events.append("\(mouse)")
    case .paste(let text): events.append("paste \(text.debugDescription)")
    case .focus(let isHere): events.append("focus \(isHere)")
    case .resize: events.append("resize")
    case .end(let reason):
      exitCode = reason.exitCode
      stop()
    }
  }

  private func stop() {
    end?.resume()
    end = nil
  }

  private static let breaks: [Character: () -> Void] = [
    "A": { abort() },
    "T": { fatalError("the demo was told to trap") },
    "V": { raise(SIGSEGV) },
    "O": { print(overflow(1)) },
    "E": { exit(7) },
    "P": {
      for number in 0..<200 { print("stray line \(number)") }
      fflush(nil)
      FileHandle.standardError.write(Data("stray error\n".utf8))
    },
  ]

  private func hang() -> Never { while true { usleep(1_000_000) } }
}

func overflow(_ depth: Int) -> Int {
  withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { memory in
    memory[0] = UInt8(truncatingIfNeeded: depth)
    return overflow(depth + 1) + Int(memory[0])
  }
}

MainLoop.run {
  do throws(TerminalError) {
    let environment = ProcessInfo.processInfo.environment
    var options = TerminalOptions(
      environment: environment, logFile: environment["DEMO_LOG"], crashMessage: "terminal-demo has crashed.")
    for word in (environment["DEMO_OPTIONS"] ?? "").split(separator: " ") {
      switch word {
      case "ascii": options.ascii = true
      case "ask": options.asksBackground = true
      case "logical": options.bidi = .logical
      case "no-mouse": options.mouse = false
      case "no-sync": options.synchronizesFrames = false
      default: options.color = ColorChoice(rawValue: String(word)) ?? options.color
      }
    }
    let terminal = try NcursesTerminal.open(options)
    let seed = CommandLine.arguments.dropFirst().first.flatMap { UInt64($0) } ?? 1
    exit(await Demo(terminal: terminal, seed: seed).run())
  } catch {
    let text = [error.errorDescription, error.recoverySuggestion].compactMap(\.self).joined(separator: " ")
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    exit(3)
  }
}
