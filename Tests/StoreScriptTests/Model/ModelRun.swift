import Purchasing
import StoreLedger
import StoreModel
import StoreReceipts
import StoreTesting

@testable import StoreScript

/// Plays acts on a device of its own, and keeps everything that passed between queue and handler.
///
/// Acts that the store refuses change nothing and are no failure. After the last one everything is cleared and let go,
/// until nothing goes on by itself, and then started again.
struct ModelRun {
  /// One app, from its start to its end.
  typealias Life = [PurchaseCall]

  private let machine: StoreMachine
  private let seed: UInt64
  /// What was played, and whether the store said no to it.
  private var played: [(act: Act, isRefused: Bool)] = []
  /// How often the app did not end when it was told to.
  private var hangs = 0
  private(set) var lives: [Life] = [[]]
  /// Taken back and given again by the store, which tells of them once more.
  private(set) var reversed: Set<TransactionID> = []

  /// Plays, calms down, and ends.
  static func played(_ acts: [Act], seed: UInt64, keys: KeyRing) throws -> (
    run: ModelRun, verdict: ModelVerdict
  ) {
    var run = try ModelRun(seed: seed, keys: keys)
    try run.machine.launch()
    for act in acts + calm { try run.play(act) }
    try run.closeSheets()
    for act in patience { try run.play(act) }
    let left = try run.machine.ledger.read { try $0.unfinishedTransactions().map(\.value.id) }
    for act in [.relaunch] + patience { try run.play(act) }
    var verdict = try run.verdict()
    verdict.left = Set(left)
    if !run.machine.ends() { run.hangs += 1 }
    verdict.hangs = run.hangs
    return (run, verdict)
  }

  /// What lets everything go.
  private static let calm: [Act] = [
    .network(.on), .payments(allowed: true), .receipts(.normal), .clear(nil), .signIn,
  ]
  /// What brings it to its end.
  private static let patience: [Act] = [
    .refreshReceipt, .wait(.time(milliseconds: 600_000)), .download(SampleCatalog.atlas, .resume),
    .wait(.time(milliseconds: 600_000)),
  ]

  init(seed: UInt64, keys: KeyRing) throws {
    machine = StoreMachine(
      StoreMachine.Parts(
        catalog: SampleCatalog.catalog, ledger: try SQLiteLedger.inMemory(),
        settings: SampleCatalog.settings, seed: seed, rate: 100_000, keys: keys))
    self.seed = seed
  }

  /// How many acts were played, with those that calm everything down.
  var stepCount: Int { played.count }

  /// A script that repeats this run.
  var lines: [String] {
    let vocabulary = Vocabulary(catalog: SampleCatalog.catalog)
    return ["start seed \(seed) rate 100000"]
      + played.flatMap { [$0.act.text(in: vocabulary)] + ($0.isRefused ? ["expect refused"] : []) }
  }

  private func verdict() throws -> ModelVerdict {
    let transactions = try machine.ledger.read { try $0.transactions(after: nil, limit: .max) }
    let queued = machine.call { [machine] in await machine.session.queue.transactions }
    return ModelVerdict(
      journal: machine.journal(), transactions: transactions, queued: queued, lives: lives, reversed: reversed
    )
  }

  /// Closes every sheet that is open, or opens when what is slow has come.
  private mutating func closeSheets() throws {
    repeat {
      try play(.wait(.time(milliseconds: 600_000)))
      while !machine.session.desk.sheets.isEmpty { try play(.cancel(nil)) }
    } while machine.clock.nextDeadline != nil
  }

  // MARK: - One act

  private mutating func play(_ act: Act) throws {
    switch act {
    case .relaunch: try restart()
    case .crash(nil): machine.app.kill()
    case .crash(let event?): machine.app.kill(after: event)
    case .wait(.time(let milliseconds)): try pass(.milliseconds(milliseconds))
    default:
      // Nothing to confirm, no such transaction: the line would end a script.
      guard let command = try command(act) else { return }
      machine.ask(command)
      machine.executor.drain()
    }
    try reviveIfKilled()
    played.append((act, machine.takeRefusal() != nil))
    collect()
  }

  private mutating func restart() throws {
    if !machine.ends() { hangs += 1 }
    collect()
    lives.append([])
    machine.reinstall()
    try machine.launch()
  }

  private mutating func reviveIfKilled() throws {
    if machine.app.isKilled { try restart() }
  }

  private mutating func collect() {
    lives[lives.count - 1] += machine.tape.all
    machine.tape.rewind()
  }

  private mutating func pass(_ duration: Duration) throws {
    let end = machine.clock.uptime + duration
    while true {
      if let next = machine.clock.nextDeadline, next <= end {
        machine.clock.wakeNext()
      } else if machine.clock.uptime < end {
        machine.clock.advance(by: end - machine.clock.uptime)
      } else {
        return
      }
      machine.executor.drain()
      try reviveIfKilled()
    }
  }

  /// What an act asks of the app; nil when it names what is not there.
  private mutating func command(_ act: Act) throws -> Command? {
    switch act {
    case .buy(let payment): return .buy(payment)
    case .confirm: return machine.session.desk.sheets.first.map { .confirm($0.transaction.id) }
    case .cancel: return machine.session.desk.sheets.first.map { .cancel($0.transaction.id) }
    case .restore: return .restore
    case .finish(let name): return try id(name).map { .finish($0) }
    case .download(let product, let action): return .download(product, action)
    case .storefront(let id): return .storefront(id)
    case .account(let id): return .account(id)
    case .network(let state): return .network(state)
    case .payments(let allowed): return .payments(allowed: allowed)
    case .receipts(let condition): return .receipts(condition)
    case .refreshReceipt: return .refreshReceipt
    case .signIn: return .signIn
    case .signOut: return .signOut
    case .declineSignIn: return .declineSignIn
    case .condition(let condition): return .setCondition(condition)
    case .clear(let stage): return .clearConditions(stage)
    case .release(let stage, _): return .release(stage, nil)
    case .transaction(let action, let name):
      guard let id = try id(name) else { return nil }
      if action == .reverse { reversed.insert(id) }
      return .store(action.on(id))
    case .store(let action): return .store(action)
    default: return nil
    }
  }

  private func id(_ name: TransactionName) throws -> TransactionID? {
    try ConditionCheck(machine: machine, mark: nil, refusal: nil).transaction(name)?.id
  }
}
