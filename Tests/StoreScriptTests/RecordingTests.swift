import StoreLedger
import StoreModel
import StoreTesting
import Testing

@testable import StoreScript

/// A session is recorded as a script, and the script leaves the same journal.
@Suite struct RecordingTests {
  /// The script that is recorded of a journal.
  private func recording(of ledger: SQLiteLedger, until end: Timestamp) throws -> String {
    var recorder = SessionRecorder(
      vocabulary: Vocabulary(catalog: SampleCatalog.catalog), clock: .scriptStart)
    let entries = try ledger.read { try $0.journal(after: nil, limit: .max) }
    let lines = entries.flatMap { recorder.take($0) } + recorder.end(at: end)
    return lines.map { $0 + "\n" }.joined()
  }

  /// Plays `source` as a person would, and gives what was recorded of it with the journal.
  private func session(_ source: String, seed: UInt64 = 1) async throws -> (
    recording: String, journal: [String]
  ) {
    let ledger = try SQLiteLedger.inMemory()
    let machine = try Play.machine(ledger: ledger, seed: seed)
    _ = await ScriptRun.play(try Play.script(source), on: SessionStage(machine), stopsAtFailure: false)
    return (try recording(of: ledger, until: machine.clock.now), try ledger.journalText())
  }

  @Test func `a purchase is written down with what held after each command`() async throws {
    let session = try await session("buy coins quantity 3\nwait 2s250ms\nconfirm\nwait 1s")
    #expect(
      session.recording == """
        buy coins quantity 3
        expect events purchasing(product=coins,quantity=3)
        expect transaction last purchasing unfinished quantity 3
        wait 2s250ms
        confirm
        expect events purchased(product=coins,quantity=3) contentDelivered(product=coins,quantity=3) finished(product=coins)
        expect transaction last purchased finished quantity 3 price 2.97
        expect balance coins 3
        wait 1s

        """)
    let replay = try await Play.run(session.recording)
    #expect(replay.result.failure == nil)
    #expect(replay.journal == session.journal)
  }

  @Test func `what comes with time is expected behind the wait, what is refused is looked at`() async throws {
    let session = try await session(
      """
      buy atlas
      confirm
      wait 20s
      payments refused
      buy coins
      network off
      restore
      account ada
      download atlas delete
      wait 3s
      """)
    for line in [
      "expect download atlas finished", "expect transaction last failed finished error paymentsRefused",
      "account ada",
    ] {
      #expect(session.recording.contains(line + "\n"), "\(line) is not in\n\(session.recording)")
    }
    let replay = try await Play.run(session.recording)
    #expect(replay.result.failure == nil, "\(session.recording)")
    #expect(replay.journal == session.journal)
  }

  @Test func `a random session of a thousand commands is replayed byte for byte`() async throws {
    for seed in [3] as [UInt64] {
      let source = RandomSession.source(seed: seed, commands: 1000)
      let session = try await session(source, seed: seed)
      #expect(
        session.recording.split(separator: "\n").count { !$0.hasPrefix("expect") && !$0.hasPrefix("wait") }
          > 500)
      let replay = try await Play.run(session.recording, seed: seed)
      #expect(replay.result.failure == nil, "\(replay.result)")
      #expect(replay.result.done == replay.result.statements)
      #expect(replay.journal == session.journal)
      #expect(replay.journal.count > 1000)
    }
  }

  @Test func `what waits when the app ends is left behind in the session and in its replay`() async throws {
    // A held request, a late one and a held delivery; the release comes too late for the first two.
    let session = try await session(
      """
      hold products once
      buy coins
      delay products 5s once
      buy theme
      hold delivery once
      buy season
      confirm
      wait 1s
      relaunch
      wait 10s
      release products
      wait 10s
      clear
      """)
    #expect(session.recording.split(separator: "\n").count { $0 == "relaunch" } == 1)
    #expect(session.journal.count { $0.contains(" abandoned ") } == 3, "\(session.journal)")
    let replay = try await Play.run(session.recording)
    #expect(replay.result.failure == nil, "\(session.recording)")
    #expect(replay.journal == session.journal)
    // Without the relaunch the first two would have gone on.
    #expect(!replay.journal.contains { $0.contains(" purchasing ") && $0.contains("coins") })
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a random session over restarts is replayed byte for byte`(_ seed: UInt64) async throws {
    let session = try await session(
      RandomSession.source(seed: seed, commands: 200, restarts: true), seed: seed)
    let replay = try await Play.run(session.recording, seed: seed)
    #expect(replay.result.failure == nil, "\(seed): \(replay.result)")
    let first = zip(replay.journal, session.journal).first { $0 != $1 }
    #expect(replay.journal == session.journal, "\(seed): \(first as Any)")
  }

  @Test func `a session by a real clock is written down as if its commands were done at once`() async throws {
    // The same purchase, with everything some moments late and a download in between.
    let ledger = try SQLiteLedger.inMemory()
    _ = await ScriptRun.play(
      try Play.script("buy atlas\nconfirm\nwait 20s\nbuy coins\nrelaunch\nwait 1s\nbuy coins\nconfirm"),
      on: SessionStage(try Play.machine(ledger: ledger)), stopsAtFailure: false)
    let late = try ledger.read { try $0.journal(after: nil, limit: .max) }.map { entry in
      JournalEntry(
        id: entry.id, time: entry.time.advanced(byMilliseconds: entry.id.rawValue), cause: entry.cause,
        event: entry.event)
    }
    var recorder = SessionRecorder(
      vocabulary: Vocabulary(catalog: SampleCatalog.catalog), clock: .scriptStart, isExact: false)
    let lines =
      SessionRecorder.settled(late).flatMap { recorder.take($0) }
      + recorder.end(at: .scriptStart.advanced(byMilliseconds: 60_000))
    #expect(lines.contains("relaunch"))
    #expect(lines.contains("wait download atlas finished"))
    #expect(lines.contains { $0.hasPrefix("expect transaction last purchased finished") })
    let replay = try await Play.run(lines.joined(separator: "\n"))
    #expect(replay.result.failure == nil, "\(lines.joined(separator: "\n"))")
    #expect(replay.journal.count == late.count)
  }
}

/// What a person might do, by chance: the same seed gives the same.
enum RandomSession {
  static func source(seed: UInt64, commands: Int, restarts: Bool = false) -> String {
    var random = ActGenerator(seed: seed, products: SampleCatalog.catalog.products.map(\.id))
    var lines: [String] = []
    while lines.count < 2 * commands {
      switch random.number(0...3) {
      case 0: lines.append("wait \(random.number(1...90_000))ms")
      case 1: lines.append(random.number(0...4) == 0 ? "cancel" : "confirm")
      default: break
      }
      if restarts, random.number(0...9) == 0 { lines.append("relaunch") }
      let act = random.command()
      switch act {
      // These are no commands of the store: its journal does not hold them.
      case .handler, .relaunch, .crash, .locale, .price: continue
      default: lines.append(act.text(in: Vocabulary(catalog: SampleCatalog.catalog)))
      }
    }
    return lines.joined(separator: "\n")
  }
}
