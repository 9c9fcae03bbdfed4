import StoreLedger
import StoreModel

/// What is set to go wrong, and what is held.
///
/// Conditions are in the ledger, so that every process with it meets the same ones, and they outlive a crash. What is
/// held waits in its own process: after a relaunch it comes again, and is held again.
extension AppStore {
  /// What is set, in the order in which it was.
  public func conditions() throws(StoreError) -> [StoreCondition] {
    try read { try self.board(in: $0).conditions }
  }

  /// What is held in this process, in the order in which it came.
  public var heldItems: [HeldItem] { waiting.values.map(\.item).sorted { $0.number < $1.number } }

  func board(in ledger: any LedgerReader) throws -> ConditionBoard {
    ConditionBoard(kept: try ledger.settings()[ConditionBoard.key])
  }

  public func isObstructed(at stage: StoreStage) -> Bool {
    if let obstructed { return obstructed.contains(stage) }
    let stages = (try? read { try self.board(in: $0).stages }) ?? []
    obstructed = stages
    return stages.contains(stage)
  }

  // MARK: Setting

  func set(_ condition: StoreCondition, command: Command) async throws(StoreError) {
    if let refusal = condition.refusal { throw refusal }
    try await write { ledger in
      let now = environment.now()
      let cause = try ledger.append(.command(command), at: now, cause: nil)
      var board = try board(in: ledger)
      let number = Int(try ledger.settings()["conditionCount"] ?? "0").map { $0 + 1 } ?? 1
      let set = board.set(condition, number: number)
      try ledger.set("conditionCount", to: String(number))
      try keep(board, in: ledger)
      _ = try ledger.append(.conditionSet(set), at: now, cause: cause)
    }
  }

  /// Ends conditions and lets go what they hold.
  func clear(_ stage: StoreStage?, command: Command) async throws(StoreError) {
    let cause = try await clearConditions(command: command) { stage == nil || $0.stage == stage }
    try await release(cause: cause) { stage == nil || $0.stage == stage }
  }

  func release(_ stage: StoreStage, _ id: TransactionID?, command: Command) async throws(StoreError) {
    func isMeant(_ item: HeldItem) -> Bool {
      item.stage == stage && (id == nil || item.item.transaction == id)
    }
    let set = id == nil ? try conditions() : []
    let isHolding = set.contains { $0.stage == stage && $0.effect == .hold }
    // What another process holds, only that one knows.
    guard
      isHolding || waiting.values.contains(where: { isMeant($0.item) }) || ledger.isListenedTo
    else {
      throw StoreError(.clientInvalid, .nothingHeld, subject: stage.rawValue)
    }
    let cause = try await clearConditions(command: command) {
      id == nil && $0.stage == stage && $0.effect == .hold
    }
    try await release(cause: cause, isMeant)
  }

  private func clearConditions(command: Command, where isCleared: (StoreCondition) -> Bool)
    async throws(StoreError) -> EventID
  {
    try await write { ledger in
      let now = environment.now()
      let cause = try ledger.append(.command(command), at: now, cause: nil)
      var board = try board(in: ledger)
      let cleared = board.clear(where: isCleared)
      guard !cleared.isEmpty else { return cause }
      try keep(board, in: ledger)
      for condition in cleared { _ = try ledger.append(.conditionCleared(condition), at: now, cause: cause) }
      return cause
    }
  }

  private func keep(_ board: ConditionBoard, in ledger: any LedgerWriter) throws {
    try ledger.set(ConditionBoard.key, to: board.text)
    // Read again when next asked: what is written here may be undone.
    obstructed = nil
  }

  /// Forgets what it knows of the board, since somebody else may have changed it.
  func lookAtConditionsAgain() { obstructed = nil }

  // MARK: Passing

  /// Takes a command through a stage. The command is on disk before anything can hold it up, and then is answered as
  /// `entry`; where nothing is set it is the caller's to journal.
  func admit(_ command: Command, _ item: StageItem, at stage: StoreStage) async throws(StoreError)
    -> (entry: EventID?, outcome: StageOutcome)
  {
    guard isObstructed(at: stage) else { return (nil, .pass) }
    let (pass, entry) = try await write { ledger in
      let entry = try ledger.append(.command(command), at: environment.now(), cause: nil)
      return (try meet(item, at: stage, cause: entry, in: ledger).pass, entry)
    }
    return switch pass {
    case .through(let outcome): (entry, outcome)
    case .waits(let ticket): (entry, await wait(for: ticket))
    }
  }

  public func arrive(_ item: StageItem, at stage: StoreStage) async -> StagePass {
    do throws(StoreError) {
      return try await write { ledger in
        let cause = try item.transaction.flatMap { try ledger.transaction($0)?.lastEvent }
        // Whether an item of a restore fails was decided when it was read.
        return try meet(
          item, at: stage, cause: cause, in: ledger, where: { stage != .restoreItem || $0.effect != .fail }
        ).pass
      }
    } catch {
      return .through(.pass)
    }
  }

  /// What a stage does to an item, with its journal entries; answers the last of them too, else `cause`.
  func meet(
    _ item: StageItem, at stage: StoreStage, cause: EventID?, in ledger: any LedgerWriter,
    where isAsked: (StoreCondition) -> Bool = { _ in true }
  ) throws -> (pass: StagePass, cause: EventID?) {
    var board = try board(in: ledger)
    let verdict = board.meet(item, at: stage, seed: environment.seed, where: isAsked)
    guard verdict.hasChanged else { return (.through(.pass), cause) }
    try keep(board, in: ledger)
    let now = environment.now()
    var cause = cause
    for condition in verdict.hits {
      cause = try ledger.append(.conditionMet(condition, item), at: now, cause: cause)
    }
    for condition in verdict.spent {
      _ = try ledger.append(.conditionCleared(condition), at: now, cause: cause)
    }
    if verdict.isHeld { cause = try ledger.append(.held(stage, item), at: now, cause: cause) }
    if let cause, let id = item.transaction, let row = try ledger.transaction(id), row.lastEvent != cause {
      try ledger.update(row.value, lastEvent: cause)
    }
    guard let entry = cause, verdict.isHeld || verdict.delay > .zero else {
      return (.through(verdict.outcome), cause)
    }
    ticketCount += 1
    try keep(Stall(entry: entry, stage: stage, item: item), ticketCount, in: ledger)
    let ticket = StageTicket(
      number: ticketCount, stage: stage, item: item, delay: verdict.delay, isHeld: verdict.isHeld,
      outcome: verdict.outcome)
    if verdict.isHeld {
      waiting[ticket.number] = WaitingItem(
        item: HeldItem(number: ticket.number, stage: stage, item: item, since: now))
    }
    return (.waits(ticket), cause)
  }

  public func wait(for ticket: StageTicket) async -> StageOutcome {
    if ticket.delay > .zero {
      do { try await environment.sleep(ticket.delay) } catch {
        waiting[ticket.number] = nil
        return .drop
      }
      if !ticket.isHeld { await end(stall: ticket.number) }
    }
    guard ticket.isHeld else { return ticket.outcome }
    guard !Task.isCancelled else {
      waiting[ticket.number] = nil
      return .drop
    }
    // Released before it began to wait.
    guard waiting[ticket.number] != nil else { return ticket.outcome }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting[ticket.number]?.resume = { isReleased in
          continuation.resume(returning: isReleased ? ticket.outcome : .drop)
        }
      }
    } onCancel: {
      Task(executorPreference: environment.executor) { await self.abandon(ticket) }
    }
  }

  private func abandon(_ ticket: StageTicket) {
    waiting.removeValue(forKey: ticket.number)?.resume?(false)
  }

  func release(cause: EventID, _ isMeant: (HeldItem) -> Bool) async throws(StoreError) {
    let released = heldItems.filter(isMeant)
    guard !released.isEmpty else { return }
    try await write { ledger in
      for held in released {
        let event = try ledger.append(.released(held.stage, held.item), at: environment.now(), cause: cause)
        if let id = held.item.transaction, let row = try ledger.transaction(id) {
          try ledger.update(row.value, lastEvent: event)
        }
      }
      try forget(stalls: released.map(\.number), in: ledger)
    }
    letGo(ofStalls: released.map(\.number))
    for held in released { waiting.removeValue(forKey: held.number)?.resume?(true) }
  }
}

/// What is held, and how it is let go: with true it goes on, with false its app has ended.
struct WaitingItem {
  let item: HeldItem
  var resume: (@Sendable (Bool) -> Void)?
}
