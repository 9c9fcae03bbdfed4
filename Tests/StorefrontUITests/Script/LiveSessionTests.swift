import StoreCatalog
import StoreLedger
import StoreModel
import StoreScript
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

/// Sessions of a person that are recorded while they happen, and scripts that play in front of a person.
@MainActor @Suite(.serialized) struct LiveSessionTests {
  @Test func `a session at the screen is recorded, and replayed with and without a screen it is the same`()
    async throws
  {
    let person = try await RecordedPerson()
    try await person.buy("app.stargarden.cocoa", after: .milliseconds(1234))
    try await person.press(["w"], after: .milliseconds(17))
    try await person.press(["b"], after: .seconds(2))
    try await person.press(["w"], after: .milliseconds(800))
    try await person.press(["l", "d", "e", "u", .enter], after: .seconds(1))
    try await person.buy("app.stargarden.atlas.moon", after: .milliseconds(333))
    try await person.press(["d"], after: .milliseconds(2500))
    try await person.press(["2"], after: .milliseconds(1))
    try await person.press(["d"], after: .seconds(60))
    try await person.press(["r"], after: .seconds(40))
    #expect(try await person.quit(after: .milliseconds(5)) == 0)
    for line in ["network off", "locale de", "screen library", "restore", "confirm"] {
      #expect(person.lines.contains(line), "\(line) is not in\n\(person.lines.joined(separator: "\n"))")
    }
    #expect(person.lines.contains { $0.hasPrefix("expect transaction last purchased") })
    try await person.expectSameOnReplay()
  }

  @Test func `whatever a monkey does is recorded, and replayed byte for byte`() async throws {
    let person = try await RecordedPerson()
    for move in MonkeyMoves.first(400, seed: 12) {
      switch move {
      case .keys(let keys): try await person.press(keys.filter { $0 != "q" }, after: .milliseconds(70))
      case .tick(let milliseconds): try await person.press([.down], after: .milliseconds(milliseconds))
      default: break
      }
    }
    #expect(try await person.quit(after: .seconds(1)) == 0)
    #expect(person.lines.contains("confirm") && person.lines.count > 50)
    try await person.expectSameOnReplay()
  }

  @Test func `R47, R74: handlers, crashes and starts of the app are recorded, and replayed byte for byte`()
    async throws
  {
    let person = try await RecordedPerson()
    try await person.run("handler manual", after: .milliseconds(700))
    try await person.run("relaunch", after: .milliseconds(250))
    try await person.buy("app.stargarden.cocoa", after: .seconds(1))
    try await person.run("crash", after: .seconds(3))
    try await person.press(["3", "f"], after: .seconds(1))
    try await person.run("handler immediately", after: .milliseconds(900))
    try await person.run("crash after purchased", after: .milliseconds(10))
    try await person.buy("app.stargarden.atlas.moon", after: .seconds(2))
    try await person.press(["b"], after: .seconds(30))
    try await person.run("relaunch", after: .seconds(2))
    try await person.run("crash after restored", after: .seconds(1))
    #expect(try await person.quit(after: .seconds(1)) == 0)
    for line in [
      "handler manual", "handler immediately", "relaunch", "crash", "crash after purchased", "crash never",
    ] {
      #expect(person.lines.contains(line), "\(line) is not in\n\(person.lines.joined(separator: "\n"))")
    }
    #expect(person.lines.count { $0 == "relaunch" } == 2)
    #expect(person.lines.count { $0 == "crash" } == 1)
    try await person.expectSameOnReplay()
  }

  // MARK: - Replays

  private func replay(_ source: String, pace: ReplayStage.Pace, real: ManualClock = ManualClock()) throws -> (
    stage: ScreenStage, terminal: MemoryTerminal, play: @MainActor () async -> ScriptResult
  ) {
    let terminal = MemoryTerminal(columns: 100, rows: 30)
    let stage = ScreenStage(
      try RecordedPerson.machine(try SQLiteLedger.inMemory()), look: ScreenStage.Look()
    ) { terminal }
    let script = try ScriptParser(vocabulary: Vocabulary(screen: RecordedPerson.catalog)).parse(
      source, name: "a")
    let replay = ReplayStage(stage, pace: pace, real: real.environment())
    return (stage, terminal, { await ScriptRun.play(script, on: replay, closes: false) })
  }

  private func wait(_ condition: String, _ terminal: MemoryTerminal, _ isMet: @escaping @MainActor () -> Bool)
    async throws
  {
    try await waiting(for: condition) {
      while await !isMet() {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
  }

  @Test func `step by step each command is shown and waits for a key; Esc leaves the screen to the person`()
    async throws
  {
    let (stage, terminal, play) = try replay(
      "buy cocoa\nconfirm\nnetwork off\npayments refused", pace: .stepwise)
    let run = Task { await play() }
    try await wait("the first command", terminal) {
      terminal.screen.words.contains("1/4 buy cocoa (Enter next")
    }
    #expect(stage.state?.sheet == nil)
    terminal.press(.enter)
    try await wait("the second command", terminal) { terminal.screen.words.contains("2/4 confirm") }
    #expect(stage.state?.sheet != nil)
    terminal.press(.enter)
    try await wait("the third command", terminal) { terminal.screen.words.contains("3/4 network off") }
    terminal.press(.escape)
    let result = await run.value
    #expect(result.failure == nil && result.done == 2)
    #expect(stage.isOpen && stage.state?.facts.settings.network == .on)

    // Now it is the person's.
    stage.show(caption: nil)
    let session = LiveSession(stage, real: ManualClock().environment())
    let live = Task { await session.run() }
    try await wait("the session", terminal) { session.isResting }
    terminal.press("w")
    try await wait("the network to be off", terminal) { stage.state?.facts.settings.network == .off }
    terminal.press("q")
    #expect(await live.value == 0)
    #expect(terminal.isClosed)
  }

  @Test func `at a speed there is time to read each command, and waits take their part of it`() async throws {
    let real = ManualClock()
    let (stage, terminal, play) = try replay(
      "buy cocoa\ncancel\nwait 10s\nnetwork off", pace: .speed(2), real: real)
    let run = Task { await play() }
    try await wait("the first command", terminal) {
      terminal.screen.words.contains("1/4 buy cocoa (Space pause")
    }
    await real.waitForSleepers()
    #expect(stage.state?.sheet == nil)
    real.advance(by: .milliseconds(450))
    try await wait("the second command", terminal) { terminal.screen.words.contains("2/4 cancel") }
    // Everything else, as fast as somebody moves the clock.
    let ticker = Task {
      while !Task.isCancelled {
        real.advance(by: .milliseconds(50))
        await Task.yield()
      }
    }
    let result = await run.value
    ticker.cancel()
    #expect(result.failure == nil && result.done == 4)
    #expect(real.uptime >= .milliseconds(3 * 450 + 1000))
    #expect(stage.machine.clock.uptime == .seconds(10))
    await stage.close()
  }

  @Test func `the status line says that the session is recorded, and under what name`() async throws {
    let terminal = MemoryTerminal(columns: 100, rows: 30)
    var look = ScreenStage.Look()
    look.recording = "bug.storefront"
    let stage = ScreenStage(try RecordedPerson.machine(try SQLiteLedger.inMemory()), look: look) { terminal }
    try await stage.open()
    #expect(terminal.screen.words.contains("recording bug.storefront"))
    await stage.close()
  }
}

/// A person at a terminal whose session is recorded, by a clock that the test moves.
@MainActor private final class RecordedPerson {
  private let ledger: SQLiteLedger
  private let terminal: MemoryTerminal
  private let stage: ScreenStage
  private let session: LiveSession
  private let real = ManualClock()
  private let tape = Tape()
  private var run: Task<Int32, Never>?

  private final class Tape { var lines: [String] = [] }

  var lines: [String] { tape.lines }

  static let catalog = Gallery.reading.catalog

  static func machine(_ ledger: SQLiteLedger) throws -> StoreMachine {
    StoreMachine(
      StoreMachine.Parts(
        catalog: catalog, ledger: ledger, settings: SampleCatalog.settings, rate: 3_000_000))
  }

  init() async throws {
    ledger = try SQLiteLedger.inMemory()
    let terminal = MemoryTerminal(columns: 100, rows: 30)
    terminal.memory = 2
    self.terminal = terminal
    stage = ScreenStage(try Self.machine(ledger), look: ScreenStage.Look()) { terminal }
    try await stage.open()
    session = LiveSession(
      stage, real: real.environment(),
      recorder: SessionRecorder(vocabulary: Vocabulary(screen: Self.catalog), clock: .scriptStart),
      write: { [tape] in tape.lines += $0 })
    run = Task { [session] in await session.run() }
    try await rest()
  }

  /// Lets real time go by, then presses keys that arrive together, and waits until they are taken.
  func press(_ keys: [Key], after pause: Duration) async throws {
    real.advance(by: pause)
    terminal.send(keys.map(InputEvent.key))
    try await rest()
  }

  func buy(_ product: ProductID, after pause: Duration) async throws {
    try await press([.escape, .escape, "1", "g"], after: pause)
    for _ in 0..<100 where stage.state?.selectedProduct?.id != product {
      try await press(["j"], after: .milliseconds(30))
    }
    try await press(["b"], after: .milliseconds(250))
    for _ in 0..<40 where stage.state?.sheet?.isRead == false {
      try await press([.pageDown], after: .milliseconds(100))
    }
    try await press(["y"], after: .milliseconds(450))
  }

  /// Runs a line in the palette.
  func run(_ line: String, after pause: Duration) async throws {
    try await press([":"] + line.map(Key.character), after: pause)
    try await press([.enter], after: .milliseconds(40))
  }

  func quit(after pause: Duration) async throws -> Int32? {
    real.advance(by: pause)
    terminal.send([.end(.terminate)])
    let status = await run?.value
    return status.map { $0 == 143 ? 0 : $0 }
  }

  private func rest() async throws {
    try await waiting(for: "the session to have done what there is to do") {
      while await !self.isResting {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
  }

  private var isResting: Bool { session.isResting || !stage.isOpen }

  /// Plays the recording headless and behind a screen; both leave the journal of the session.
  func expectSameOnReplay() async throws {
    let source = lines.joined(separator: "\n")
    let script = try ScriptParser(vocabulary: Vocabulary(screen: Self.catalog)).parse(
      source, name: "recording")
    let recorded = try ledger.journalText()
    #expect(recorded.count > 10)
    for hasScreen in [true, false] {
      let again = try SQLiteLedger.inMemory()
      let machine = try Self.machine(again)
      let played =
        hasScreen
        ? script
        : try ScriptParser(vocabulary: Vocabulary(screen: Self.catalog)).parse(
          lines.filter { !$0.hasPrefix("screen ") }.joined(separator: "\n"), name: "recording")
      let stage: any Stage = hasScreen ? ScreenStage(machine) : SessionStage(machine)
      let result = await ScriptRun.play(played, on: stage)
      #expect(result.failure == nil, "\(source)")
      #expect(result.done == result.statements)
      let journal = try again.journalText()
      let first = zip(recorded, journal).first { $0 != $1 }
      #expect(journal == recorded, "first difference: \(String(describing: first)) in\n\(source)")
    }
  }
}
