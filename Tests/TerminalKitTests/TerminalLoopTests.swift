import Foundation
import Testing

@testable import TerminalKit

@MainActor struct TerminalLoopTests {
  /// Time that stands still until a test moves it.
  @MainActor private final class ManualTime {
    nonisolated(unsafe) var now = Duration.zero
    var waiting: [(at: Duration, work: @MainActor @Sendable () -> Void)] = []

    var clock: FrameClock {
      FrameClock(
        now: { self.now },
        after: { delay, work in
          // The loop asks on the main actor only.
          MainActor.assumeIsolated { self.waiting.append((self.now + delay, work)) }
        })
    }

    func advance(_ time: Duration) {
      now += time
      let due = waiting.filter { $0.at <= now }
      waiting.removeAll { $0.at <= now }
      for item in due { item.work() }
    }
  }

  private let terminal = MemoryTerminal(columns: 20, rows: 2)
  private let time = ManualTime()

  private func loop(_ handle: @escaping @MainActor (InputEvent) -> Void = { _ in }) -> TerminalLoop {
    TerminalLoop(terminal: terminal, clock: time.clock, handle: handle) { Canvas(size: $0) }
  }

  @Test func `P5: keys that arrive together are one frame, and it is not delayed`() {
    var keys: [Key] = []
    let loop = loop { event in if case .key(let key) = event { keys.append(key) } }
    loop.start()
    #expect(terminal.frames.count == 1)
    terminal.send((0..<500).map { _ in .key(.down) })
    #expect(keys.count == 500)
    #expect(terminal.frames.count == 2)
  }

  @Test func `P14: a thousand changes a second are at most sixty-three frames, and the last is shown`() {
    let loop = loop()
    loop.start()
    for _ in 0..<1_000 {
      loop.requestFrame()
      time.advance(.milliseconds(1))
    }
    #expect(terminal.frames.count >= 60 && terminal.frames.count <= 64)
    time.advance(.milliseconds(16))
    let settled = terminal.frames.count
    time.advance(.seconds(10))
    #expect(terminal.frames.count == settled && time.waiting.isEmpty)
  }

  @Test func `P6: a change during a key is drawn with it and arms no timer`() {
    var asked: (@MainActor () -> Void)?
    let loop = loop { _ in asked?() }
    asked = { loop.requestFrame() }
    loop.start()
    terminal.press("x")
    #expect(terminal.frames.count == 2 && time.waiting.isEmpty)
  }

  @Test func `a resize is drawn in the new size`() {
    let loop = loop()
    loop.start()
    terminal.resize(columns: 0, rows: 0)
    terminal.resize(columns: 33, rows: 7)
    #expect(terminal.screen.size == Size(columns: 33, rows: 7))
    withExtendedLifetime(loop) {}
  }

  @Test func `run returns after stop, and nothing is drawn after it`() async {
    var stop: (@MainActor () -> Void)?
    let loop = loop { event in if event == .end(.interrupt) { stop?() } }
    stop = { loop.stop() }
    let run = Task { await loop.run() }
    while terminal.onEvents == nil { await Task.yield() }
    terminal.send([.end(.interrupt), .key("x")])
    await run.value
    loop.requestFrame()
    time.advance(.seconds(1))
    #expect(terminal.frames.count == 1 && terminal.onEvents == nil)
  }
}
