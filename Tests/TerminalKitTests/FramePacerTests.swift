import StoreModel
import StoreTesting
import Testing

@testable import TerminalKit

@MainActor struct FramePacerTests {
  private final class Counter { var frames = 0 }

  private let clock = ManualClock()
  private let counter = Counter()

  private func pacer() -> FramePacer {
    let environment = clock.environment()
    return FramePacer(now: environment.uptime, sleep: environment.sleep) { [counter] in counter.frames += 1 }
  }

  @Test func `P3: input is drawn at once, even just after another frame`() {
    let pacer = pacer()
    pacer.drawNow()
    pacer.drawNow()
    #expect(counter.frames == 2)
  }

  @Test func `P3: news after a quiet time is drawn at once`() {
    let pacer = pacer()
    pacer.drawNow()
    clock.advance(by: .milliseconds(16))
    pacer.requestFrame()
    #expect(counter.frames == 2 && clock.sleeperCount == 0)
  }

  @Test func `P14: a thousand changes a second are at most sixty-three frames, and the last is shown`() async
  {
    let pacer = pacer()
    pacer.drawNow()
    for _ in 0..<1_000 {
      let before = counter.frames
      pacer.requestFrame()
      // A frame that was put off sleeps on the clock before time goes on.
      if counter.frames == before { await clock.waitForSleepers() }
      clock.advance(by: .milliseconds(1))
      if clock.sleeperCount == 0 { while counter.frames == before { await Task.yield() } }
    }
    #expect(counter.frames >= 60 && counter.frames <= 64)
    let settled = counter.frames
    if clock.sleeperCount > 0 {
      clock.advance(by: .milliseconds(16))
      while counter.frames == settled { await Task.yield() }
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `P6: a key does the work of a frame that was put off, and nothing is left armed`() async {
    let pacer = pacer()
    pacer.drawNow()
    pacer.requestFrame()
    pacer.requestFrame()
    await clock.waitForSleepers()
    pacer.drawNow()
    #expect(counter.frames == 2 && clock.sleeperCount == 0)
    clock.advance(by: .seconds(10))
    for _ in 0..<20 { await Task.yield() }
    #expect(counter.frames == 2)
  }

  @Test func `nothing is drawn after the end`() async {
    let pacer = pacer()
    pacer.drawNow()
    pacer.requestFrame()
    await clock.waitForSleepers()
    pacer.stop()
    #expect(clock.sleeperCount == 0)
    pacer.requestFrame()
    pacer.drawNow()
    #expect(counter.frames == 1)
  }
}
