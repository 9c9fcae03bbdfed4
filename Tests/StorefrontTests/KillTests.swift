import Foundation
import StoreCatalog
import StoreLedger
import StoreModel
import StoreSimulator
import TerminalTesting
import Testing

extension ProgramTests {
  /// The crash proof: the program is killed without warning, again and again.
  ///
  /// `STOREFRONT_KILLS` sets how often (`make soak` does it longer), `STOREFRONT_KILL_SEED` when.
  @Suite struct Kills {
    @Test func `killed at any instant of a purchase, a restore or a download, nothing is lost or doubled`()
      async throws
    {
      let variables = ProcessInfo.processInfo.environment
      let kills = variables["STOREFRONT_KILLS"].flatMap { Int($0) } ?? 100
      let seed = variables["STOREFRONT_KILL_SEED"].flatMap { UInt64($0) } ?? 30
      var killer = Killer(seed: seed, checksums: try await Self.checksums())
      var lives = 0
      while killer.kills < kills {
        lives += 1
        guard lives <= kills else {
          Issue.record("Only \(killer.kills) of \(kills) kills came before the program's end.")
          break
        }
        let failures = try killer.live(kills: min(12, kills - killer.kills))
        if !failures.isEmpty {
          Issue.record("Seed \(seed), life \(lives):\n\(failures.joined(separator: "\n"))\n\(killer.report)")
          break
        }
      }
      print(killer.report)
      // Kills that all fall into one moment would prove little.
      #expect(killer.moments.count >= min(kills / 20, 5), "\(killer.report)")
    }

    private static func checksums() async throws -> [ProductID: String] {
      let catalog = try CatalogReader.read([UInt8](SmallShop.text.utf8), file: "small.json").catalog
      let store = AppStore(
        ledger: try SQLiteLedger.inMemory(), catalog: catalog, storefronts: [], environment: .live(),
        defaults: StoreSettings(storefront: "USA"))
      var checksums: [ProductID: String] = [:]
      for id in [ProductID(SmallShop.atlas), ProductID(SmallShop.globe)] {
        checksums[id] = try await store.checksum(of: id)
      }
      return checksums
    }
  }
}

/// Kills the program at moments of a seeded generator and looks at what is left.
///
/// A moment is counted from the run's first write to the ledger, over the time that such runs take from
/// there to their end; some kills come before the first write. So start-up time, which varies most,
/// does not decide where the kills fall.
struct Killer {
  /// What the program is doing when it is killed.
  enum Act: String, CaseIterable {
    case buy, buyWithContent, restore, download, screen
  }

  private(set) var kills = 0
  /// How often each event was the journal's last at a kill.
  private(set) var moments: [String: Int] = [:]
  /// How often the program had ended before its kill came.
  private var late = 0
  private var runs = 0
  private var random: KillMoments
  private let checksums: [ProductID: String]
  /// From the start to the first write, and from there to the end, as measured last.
  private var times: [Act: (start: Duration, work: Duration)] = [:]

  init(seed: UInt64, checksums: [ProductID: String]) {
    random = KillMoments(seed: seed)
    self.checksums = checksums
  }

  var report: String {
    let acts = times.sorted { $0.key.rawValue < $1.key.rawValue }.map { act, time in
      "  \(act.rawValue): first write after \(time.start), end \(time.work) later"
    }
    let rows = moments.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { moment, count in
      "  \(String(repeating: " ", count: max(0, 4 - "\(count)".count)))\(count)  \(moment)"
    }
    return
      (["\(kills) kills, \(late) came late, \(runs) runs to the end. The journal's last entry at the kill:"]
      + rows + acts).joined(separator: "\n")
  }

  /// One home from its first purchase on, with `count` kills; what was found wrong.
  mutating func live(kills count: Int) throws -> [String] {
    let home = try Home()
    _ = try home.write(SmallShop.text, to: "catalog.json")
    for id in [SmallShop.theme, SmallShop.plan] { try complete(home, ["buy", id, "--yes"]) }
    var owed: Set<TransactionID> = []
    var seen = 0
    for number in 1...count {
      try kill(home)
      kills += 1
      let books = try Books.copy(of: home.ledger, in: home.path)
      moments[books.lastMoment, default: 0] += 1
      if !books.violations.isEmpty {
        return ["Kill \(number), \(books.lastMoment):"] + books.violations + books.story
      }
      owed.formUnion(books.owed)
      seen = owed.isEmpty ? books.journal.count : min(seen, books.journal.count)
      // Half of the kills hit a program that has the last one's remains to clear up.
      if number < count, random.number(below: 2) == 0 { continue }
      let settled = try settle(home)
      let lost = owed.subtracting(settled.redelivered(after: seen))
        .subtracting(settled.transactions.filter { $0.isFinished }.map(\.id))
      let wrong =
        settled.violations + settled.openEnds(checksums: checksums)
        + lost.map { "Transaction \($0) was paid for and never came back." }
      if !wrong.isEmpty { return ["After kill \(number), \(books.lastMoment):"] + wrong + settled.story }
      owed = []
      seen = settled.journal.count
    }
    return []
  }

  // MARK: - One run

  private mutating func complete(_ home: Home, _ arguments: [String]) throws {
    let run = try home.start(arguments).waitForEnd()
    runs += 1
    guard run.code == 0 else { throw RunFailure("\(arguments): \(run)") }
  }

  /// Lets the program end what is open. One run does it: it lasts until all that earlier runs left is
  /// finished. Downloads that no purchase waits for go on by themselves only while a run lasts.
  private mutating func settle(_ home: Home) throws -> Books {
    try complete(home, ["restore", "--rate", "0"])
    for download in try Books(path: home.ledger).downloads where download.state != .finished {
      _ = try home.start(["downloads", "start", download.productID.rawValue, "--rate", "0"]).waitForEnd()
      runs += 1
    }
    return try Books(path: home.ledger)
  }

  /// Runs until a kill has come before the program's end.
  private mutating func kill(_ home: Home) throws {
    for _ in 0..<20 {
      let act = random.element(of: Act.allCases)
      let arguments = try prepare(act, home)
      let wasKilled =
        act == .screen
        ? try killScreen(home) : try killRun(act, home, arguments)
      if wasKilled { return }
      late += 1
    }
    throw RunFailure("Twenty runs in a row ended before their kill came. \(report)")
  }

  /// The command line of an act, with everything in place that it needs.
  private mutating func prepare(_ act: Act, _ home: Home) throws -> [String] {
    let content = random.element(of: [SmallShop.atlas, SmallShop.globe])
    // Fast enough to end soon, slow enough to be hit on the way.
    let rate = ["--rate", "2000000"]
    switch act {
    case .buy: return ["buy", SmallShop.coins, "--yes", "--quantity", "\(1 + random.number(below: 9))"]
    case .buyWithContent: return ["buy", content, "--yes"] + rate
    case .restore: return ["restore"] + rate
    case .screen: return []
    case .download:
      let id = ProductID(content)
      if try Books(path: home.ledger).transactions.contains(where: { $0.productID == id && $0.isFinished }) {
        // Harmless when there is nothing to delete.
        _ = try home.start(["downloads", "delete", content]).waitForEnd()
        runs += 1
      }
      return ["downloads", "start", content] + rate
    }
  }

  private mutating func killRun(_ act: Act, _ home: Home, _ arguments: [String]) throws -> Bool {
    let before = LedgerMark(home)
    let begin = ContinuousClock.now
    let program = try home.start(arguments)
    var firstWrite: Duration?
    let plan = moment(of: act)
    while true {
      if firstWrite == nil, LedgerMark(home) != before { firstWrite = ContinuousClock.now - begin }
      let now = ContinuousClock.now - begin
      if let due = plan.due(firstWrite: firstWrite), now >= due { break }
      let left = plan.due(firstWrite: firstWrite).map { $0 - now } ?? .milliseconds(1)
      if program.read(for: min(left, .milliseconds(1))) {
        let run = try program.waitForEnd()
        measure(act, firstWrite: firstWrite, end: ContinuousClock.now - begin)
        // A subscription, a download or a restore may rightly be refused; a crash may not.
        guard run.code <= 1 else { throw RunFailure("\(arguments): \(run)") }
        return false
      }
    }
    program.kill(SIGKILL)
    return try program.waitForEnd().code == 128 + SIGKILL
  }

  private mutating func killScreen(_ home: Home) throws -> Bool {
    let terminal = try home.open(home.path + "/catalog.json", ["--rate", "2000000"])
    try terminal.select("Coins")
    try openSheet(on: terminal)
    try terminal.wait("the end of the sheet") { !$0.text.contains("Read to the end") }
    // Before the agreement or after it.
    if random.number(below: 5) > 0 { terminal.type("y") }
    let begin = ContinuousClock.now
    let due = random.moment(upTo: (times[.buy]?.work ?? .milliseconds(40)) * 1.5)
    while ContinuousClock.now - begin < due { _ = terminal.bytesWithin(.milliseconds(1)) }
    terminal.signal(SIGKILL)
    return try terminal.waitForEnd() == .signaled(SIGKILL)
  }

  /// The last run's purchase of the same may have to be finished first, and the store says so.
  private func openSheet(on terminal: PseudoTerminal) throws {
    let (sheet, refusal) = ("App Store, simulated", "product is not finished yet")
    for _ in 0..<100 {
      terminal.type("b")
      try terminal.wait("the purchase sheet") { $0.text.contains(sheet) || $0.text.contains(refusal) }
      if terminal.screen.text.contains(sheet) { return }
      // What was refused in the last run may be told at the start, and this refusal after it.
      for _ in 0..<100 where terminal.screen.text.contains(refusal) {
        terminal.type("\u{1B}")
        _ = terminal.bytesWithin(.milliseconds(100))
      }
    }
    throw RunFailure("A hundred times in a row the last purchase was not finished.")
  }

  // MARK: - When

  /// When a run is to be killed, counted from its start.
  private struct Moment {
    let beforeFirstWrite: Duration?
    let afterFirstWrite: Duration

    func due(firstWrite: Duration?) -> Duration? {
      if let beforeFirstWrite { return beforeFirstWrite }
      return firstWrite.map { $0 + afterFirstWrite }
    }
  }

  private mutating func moment(of act: Act) -> Moment {
    // The first run of an act is not killed but measured.
    guard let time = times[act] else { return Moment(beforeFirstWrite: nil, afterFirstWrite: .seconds(60)) }
    let isEarly = random.number(below: 8) == 0
    return Moment(
      beforeFirstWrite: isEarly ? random.moment(upTo: time.start) : nil,
      afterFirstWrite: random.moment(upTo: time.work))
  }

  private mutating func measure(_ act: Act, firstWrite: Duration?, end: Duration) {
    guard let firstWrite else { return }
    // A short run, of something owned already, must not spare the long ones.
    let (work, last) = (end - firstWrite, times[act]?.work ?? .zero)
    times[act] = (firstWrite, work > last ? work : (last * 3 + work) / 4)
  }
}

/// What changes at each write to a home's ledger.
private struct LedgerMark: Equatable {
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  init(_ home: Home) {
    var status = stat()
    // An empty log is only made ready, nothing is written yet.
    let isThere = stat(home.ledger + "-wal", &status) == 0 && status.st_size > 0
    size = isThere ? Int(status.st_size) : 0
    seconds = isThere ? status.st_mtim.tv_sec : 0
    nanoseconds = isThere ? status.st_mtim.tv_nsec : 0
  }
}

/// Random numbers from a seed (SplitMix64), so that a failure's kills can be ordered again.
struct KillMoments {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }

  mutating func number(below limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }

  mutating func element<Element>(of list: [Element]) -> Element { list[number(below: list.count)] }

  mutating func moment(upTo limit: Duration) -> Duration {
    limit * (Double(number(below: 1_000_001)) / 1_000_000)
  }
}
