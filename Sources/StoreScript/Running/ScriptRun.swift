import FoundationEssentials
import Purchasing
import StoreCatalog
import StoreLedger
import StoreModel

/// Plays one script on a stage.
///
/// A statement is over when nothing goes on any more without time going by; time goes by in `wait` alone. A command
/// that the store refuses ends the script, unless the next statement looks at what came of it: an `expect`.
public struct ScriptRun {
  private let script: Script
  private let stage: any Stage
  private let stopsAtFailure: Bool
  private let closes: Bool
  private var machine: StoreMachine { stage.machine }

  /// The journal's end when the last command began.
  private var mark: EventID?
  /// A refusal that nobody has looked at yet, and the statement that met it.
  private var refusal: (error: StoreError, statement: Statement)?
  /// What the last command was refused for, for `expect refused`.
  private var lastRefusal: StoreError?
  /// A `crash after` that has not come yet.
  private var pendingCrash: Statement?

  /// The longest that `wait` waits for something, on the store's clock, and how often it looks.
  private static let patience = Duration.seconds(10 * 366 * 86_400)
  private static let looks = 1_000_000
  /// How long it waits for other processes with the same ledger, each time nothing happens by itself.
  private static let patienceWithOthers = Duration.seconds(60)

  /// Opens the stage, plays, and closes it in every case. With `stopsAtFailure` false it goes on behind failures and
  /// tells the first one; with `closes` false the stage stays open for somebody who goes on.
  public static func play(
    _ script: Script, on stage: any Stage, stopsAtFailure: Bool = true, closes: Bool = true
  ) async -> ScriptResult {
    var run = ScriptRun(script: script, stage: stage, stopsAtFailure: stopsAtFailure, closes: closes)
    return await run.play()
  }

  private init(script: Script, stage: any Stage, stopsAtFailure: Bool, closes: Bool) {
    self.script = script
    self.stage = stage
    self.stopsAtFailure = stopsAtFailure
    self.closes = closes
  }

  private mutating func play() async -> ScriptResult {
    var done = 0
    var failure: ScriptFailure?
    do throws(ScriptFailure) {
      try await opened()
      for (index, statement) in script.statements.enumerated() {
        guard await stage.begin(statement, number: index + 1, of: script.statements.count) else { break }
        do throws(ScriptFailure) {
          try checkRefusal(before: statement)
          try await perform(statement)
        } catch {
          if stopsAtFailure { throw error }
          failure = failure ?? error
        }
        done += 1
      }
      if done == script.statements.count { try checkRefusal(before: nil) }
      if let pendingCrash, done == script.statements.count {
        throw fail(
          pendingCrash, wanted: pendingCrash.text, found: "no such event came, so the app was not killed")
      }
    } catch {
      failure = failure ?? error
    }
    if closes { await stage.close() }
    return ScriptResult(name: script.name, statements: script.statements.count, done: done, failure: failure)
  }

  private func opened() async throws(ScriptFailure) {
    do throws(StageError) {
      try await stage.open()
    } catch {
      let place = ScriptPlace(file: script.name, line: 1, column: 1)
      throw ScriptFailure(
        place: place, statement: "", wanted: "a store that opens", found: error.message, events: [])
    }
  }

  private mutating func checkRefusal(before next: Statement?) throws(ScriptFailure) {
    guard let refusal, next?.act.isQuestion != true else { return }
    self.refusal = nil
    let text = [refusal.error.errorDescription, refusal.error.recoverySuggestion].compactMap(\.self)
    throw fail(
      refusal.statement, wanted: refusal.statement.text,
      found: "refused (\(refusal.error.reason.rawValue)). \(text.joined(separator: " "))")
  }

  // MARK: - Statements

  private mutating func perform(_ statement: Statement) async throws(ScriptFailure) {
    // What other processes did meanwhile comes first.
    if machine.isPaced { await stage.settle() }
    if !statement.act.isQuestion {
      mark = newestEvent()
      machine.tape.rewind()
      lastRefusal = nil
    }
    refusal = nil
    do throws(StageError) {
      try await perform(statement.act, statement)
      try await reviveIfKilled()
    } catch {
      throw fail(statement, wanted: statement.text, found: error.message)
    }
    if let error = machine.takeRefusal() {
      lastRefusal = error
      refusal = (error, statement)
    }
    if case .expect(let condition, let isNegated) = statement.act {
      try await expect(condition, isNegated: isNegated, statement)
    }
    if case .wait(.until(let condition, let isNegated)) = statement.act {
      try await wait(for: condition, isNegated: isNegated, statement)
    }
  }

  private mutating func perform(_ act: Act, _ statement: Statement) async throws(StageError) {
    switch act {
    case .buy(let payment): try await stage.ask(.buy(payment))
    case .confirm(let name): try await stage.ask(.confirm(try sheet(name)))
    case .cancel(let name): try await stage.ask(.cancel(try sheet(name)))
    case .restore: try await stage.ask(.restore)
    case .finish(let name): try await stage.ask(.finish(try transaction(name)))
    case .download(let product, let action): try await stage.ask(.download(product, action))
    case .storefront(let id): try await stage.ask(.storefront(id))
    case .account(let id): try await stage.ask(.account(id))
    case .signIn: try await stage.ask(.signIn)
    case .signOut: try await stage.ask(.signOut)
    case .declineSignIn: try await stage.ask(.declineSignIn)
    case .network(let state): try await stage.ask(.network(state))
    case .payments(let allowed): try await stage.ask(.payments(allowed: allowed))
    case .receipts(let condition): try await stage.ask(.receipts(condition))
    case .refreshReceipt: try await stage.ask(.refreshReceipt)
    case .condition(let condition): try await stage.ask(.setCondition(condition))
    case .clear(let place): try await stage.ask(.clearConditions(place))
    case .release(let place, let name):
      try await stage.ask(
        .release(place, try name.map { (name) throws(StageError) in try transaction(name) }))
    case .transaction(let action, let name): try await stage.ask(.store(action.on(try transaction(name))))
    case .store(let action): try await stage.ask(.store(action))
    case .locale(let locale): try await stage.show(locale: locale)
    case .price(let product, let amount): try await setPrice(of: product, to: amount)
    case .handler(let style, let beside): machine.app.use(style, beside: beside)
    case .relaunch: try await stage.restart()
    case .crash(nil):
      machine.app.kill()
    case .crash(let event?):
      machine.app.kill(after: event)
      pendingCrash = statement
    case .crashNever:
      machine.app.kill(after: nil)
      pendingCrash = nil
    case .wait(.time(let milliseconds)): try await pass(.milliseconds(milliseconds))
    case .key(let keys): try await stage.press(keys)
    case .screen(let name): try await stage.show(screen: name)
    case .expect, .wait(.until): break
    }
  }

  /// The open sheet that a `confirm` or `cancel` means.
  private func sheet(_ name: TransactionName?) throws(StageError) -> TransactionID {
    if let name { return try transaction(name) }
    let sheets = machine.session.desk.sheets
    guard let first = sheets.first else {
      throw StageError("No purchase sheet is open. Write 'buy PRODUCT' above.")
    }
    return first.transaction.id
  }

  private func transaction(_ name: TransactionName) throws(StageError) -> TransactionID {
    if case .id(let id) = name { return id }
    guard let transaction = try look({ (check) throws(StoreError) in try check.transaction(name) }) else {
      throw StageError("There is no such transaction.")
    }
    return transaction.id
  }

  private func look<Value>(_ body: (ConditionCheck) throws(StoreError) -> Value) throws(StageError) -> Value {
    do throws(StoreError) { return try body(check) } catch { throw StageError(error) }
  }

  private func setPrice(of product: ProductID, to amount: Decimal) async throws(StageError) {
    guard machine.catalog.product(product) != nil else {
      throw StageError("The catalogue has no product '\(product)'.")
    }
    let storefront = try look { (check) throws(StoreError) in try check.settings().storefront }
    await stage.sell(machine.catalog.setting(price: amount, of: product, in: storefront))
  }

  // MARK: - Time

  private mutating func pass(_ duration: Duration) async throws(StageError) {
    let end = machine.clock.uptime + duration
    while let next = machine.clock.nextDeadline, next <= end { try await move(to: next) }
    try await move(to: end)
  }

  /// Goes on to an instant, at which at most one sleeper wakes.
  private mutating func move(to instant: Duration) async throws(StageError) {
    let left = instant - machine.clock.uptime
    if left > .zero { await stage.spend(left) }
    if let next = machine.clock.nextDeadline, next <= instant {
      machine.clock.wakeNext()
    } else if left > .zero {
      machine.clock.advance(by: left)
    }
    await stage.settle()
    try await reviveIfKilled()
  }

  private mutating func wait(for condition: Condition, isNegated: Bool, _ statement: Statement)
    async throws(ScriptFailure)
  {
    let end = machine.clock.uptime + Self.patience
    for _ in 0..<Self.looks {
      let answer = try await answer(condition, statement)
      if answer.holds != isNegated { return }
      let next: Duration?
      do throws(StoreError) {
        next = try machine.nextDue()
      } catch {
        throw fail(statement, wanted: statement.text, found: StageError(error).message)
      }
      if machine.isPaced {
        let left = next.map { $0 - machine.clock.uptime } ?? Self.patienceWithOthers
        let span = min(left, Self.patienceWithOthers)
        if span > .zero, machine.waitForOthers(for: span) || span < left {
          await stage.settle()
          continue
        }
      }
      guard let next, next <= end else {
        throw fail(
          statement, wanted: statement.text,
          found: "\(answer.found); and nothing more happens by itself")
      }
      do throws(StageError) {
        try await move(to: next)
      } catch {
        throw fail(statement, wanted: statement.text, found: error.message)
      }
    }
    throw fail(statement, wanted: statement.text, found: "it never came")
  }

  /// A killed app starts again at once, whatever was going on.
  private mutating func reviveIfKilled() async throws(StageError) {
    guard machine.app.isKilled else { return }
    pendingCrash = nil
    try await stage.restart()
  }

  // MARK: - Expectations

  private var check: ConditionCheck {
    ConditionCheck(machine: machine, mark: mark, refusal: lastRefusal)
  }

  private func answer(_ condition: Condition, _ statement: Statement) async throws(ScriptFailure)
    -> ConditionCheck.Answer
  {
    do throws(StoreError) {
      return try check.answer(condition, screen: condition.needsScreen ? await stage.screenText() : nil)
    } catch {
      throw fail(statement, wanted: statement.text, found: StageError(error).message)
    }
  }

  private func expect(_ condition: Condition, isNegated: Bool, _ statement: Statement)
    async throws(ScriptFailure)
  {
    // Nothing of these patterns may have come, which is more than that all of it did not.
    if isNegated, case .events(let patterns) = condition {
      let found = events().first { entry in
        patterns.contains { if case .entry = $0 { entry.matches($0) } else { false } }
      }
      guard let found else { return }
      throw fail(statement, wanted: statement.text, found: found.pattern)
    }
    let answer = try await answer(condition, statement)
    guard answer.holds == isNegated else { return }
    throw fail(statement, wanted: statement.text, found: answer.found)
  }

  private func newestEvent() -> EventID? { (try? machine.ledger.read { try $0.lastEventID() }) ?? nil }

  /// What came to the journal since the last command.
  private func events() -> [EntryDetails] {
    let entries = (try? machine.ledger.read { [mark] in try $0.journal(after: mark, limit: 10_000) }) ?? []
    return entries.map { EntryDetails($0.event) }
  }

  private func fail(_ statement: Statement, wanted: String, found: String) -> ScriptFailure {
    ScriptFailure(
      place: statement.place, statement: statement.text, wanted: wanted, found: found,
      events: events().map(\.pattern))
  }
}
