import StoreModel

/// Writes a session down as a script, from its journal: the commands, the time between them, and what was the case
/// after each.
///
/// The journal is the one that a store had from its first entry on, so that the script begins with an empty store as
/// well. What is expected is only what the journal tells, so it holds on replay when the replay leaves the same
/// journal.
///
///     buy coins
///     expect events purchasing(product=coins)
///     expect transaction last purchasing unfinished
///     wait 2s250ms
///     confirm
///
/// A value: it performs nothing. Each call gives whole lines, to be added to the file at once, so that a crash loses
/// nothing but what was still to be said of the last command.
public struct SessionRecorder: Sendable {
  private let vocabulary: Vocabulary
  /// Whether the journal's order and times are those that a replay gives.
  private let isExact: Bool
  /// The store's clock where the script is now.
  private var time: Timestamp
  private var books = RecordedBooks()
  /// What happened since the last line without time going by, and what after that.
  private var atOnce = RecordedNews()
  private var later = RecordedNews()
  /// What was the case at once, once something has come later.
  private var linesAtOnce: [String]?
  /// What was left behind when the app ended. It belongs to the `relaunch` that comes next, if anything does.
  private var left: [JournalEntry] = []
  /// True from a `relaunch` or `crash` that is written already until the next command.
  private var wasRestarted = false
  /// True while a `crash after` waits for its event.
  private var isCrashAwaited = false
  /// True when the last line was a command, which wants to be looked at: a refusal would end the replay.
  private var mustLook = false

  /// - Parameters:
  ///   - clock: where the store's clock began.
  ///   - isExact: the session ran on a `StoreMachine`. If not, it ran by a real clock on many threads: see
  ///     `settled(_:)`.
  public init(vocabulary: Vocabulary, clock: Timestamp, isExact: Bool = true) {
    self.vocabulary = vocabulary
    self.isExact = isExact
    time = clock
  }

  /// The lines above everything else.
  public static func head(_ start: ScriptStart, remarks: [String] = []) -> [String] {
    remarks.map { "# " + $0.oneLine } + [start.text, ""]
  }

  /// Takes the next entry of the journal.
  public mutating func take(_ entry: JournalEntry) -> [String] {
    if case .abandoned = entry.event {
      if wasRestarted { note(entry) } else { left.append(entry) }
      return []
    }
    guard case .command(let command) = entry.event else {
      let lines: [String]
      if books.takesUp(entry.event) {
        lines = relaunch(at: entry.time)
        // What a killed app left behind is told by the same launch.
        wasRestarted = true
      } else {
        lines =
          entry.event.tellsOfRelaunch
          ? relaunch(at: entry.time, isAnother: books.isTakenUp(entry.event)) : goOnAfterEnd()
      }
      note(entry)
      return lines
    }
    let lines = goOnAfterEnd() + goOn(to: entry.time) + [line(of: command)]
    books.note(entry.event)
    mustLook = true
    wasRestarted = false
    return lines
  }

  /// Takes an entry of which the script tells already.
  public mutating func remember(_ entry: JournalEntry) {
    books.note(entry.event)
    time = max(time, entry.time)
  }

  private mutating func note(_ entry: JournalEntry) {
    if entry.time <= time {
      atOnce.note(entry.event)
    } else {
      if linesAtOnce == nil { linesAtOnce = expectations(atOnce, isExact: isExact) }
      later.note(entry.event)
    }
    books.note(entry.event)
  }

  /// Takes what is done at an instant and is no command of the store: another language, another screen, another start
  /// of the app.
  public mutating func take(_ act: Act, at instant: Timestamp) -> [String] {
    guard act.restartsApp else {
      if case .crash = act { isCrashAwaited = true }
      if case .crashNever = act { isCrashAwaited = false }
      return goOnAfterEnd() + goOn(to: instant) + [act.text(in: vocabulary)]
    }
    let lines = goOn(to: instant) + [act.text(in: vocabulary)]
    noteRestart()
    return lines
  }

  /// A `crash after` has come, and the app starts again by itself, in a replay as well.
  public mutating func noteCrash() {
    isCrashAwaited = false
    noteRestart()
  }

  /// What comes of the start, and what was left behind before it, is told by the line that is written.
  private mutating func noteRestart() {
    wasRestarted = true
    books.relaunch()
    noteLeft()
  }

  /// The last lines: time goes by until the session's end. A kill that never came is taken back.
  public mutating func end(at instant: Timestamp) -> [String] {
    goOn(to: instant) + (isCrashAwaited ? take(.crashNever, at: instant) : [])
  }

  // MARK: - Lines

  private func line(of command: Command) -> String {
    var act = Act(command)
    // The only sheet that is open needs no name.
    switch command {
    case .confirm(let id) where books.openSheets == [id]: act = .confirm(nil)
    case .cancel(let id) where books.openSheets == [id]: act = .cancel(nil)
    default: break
    }
    return act.text(in: vocabulary)
  }

  /// What was the case where the script is, then the time until `instant`, then what was the case there.
  private mutating func goOn(to instant: Timestamp) -> [String] {
    var lines = linesAtOnce ?? expectations(atOnce, isExact: isExact)
    linesAtOnce = nil
    // A command of which nothing came is looked at too.
    if lines.isEmpty, mustLook { lines = [text(.account(books.account))] }
    mustLook = false
    if instant > time {
      lines.append(
        Act.wait(.time(milliseconds: instant.milliseconds - time.milliseconds)).text(in: vocabulary))
      time = instant
      lines += isExact ? expectations(later, isExact: true) : waits(for: later)
    }
    atOnce = RecordedNews()
    later = RecordedNews()
    return lines
  }

  private mutating func relaunch(at instant: Timestamp, isAnother: Bool = false) -> [String] {
    var lines: [String] = []
    if !books.wasRelaunched || !left.isEmpty || isAnother {
      books.relaunch()
      lines = goOn(to: instant) + [Act.relaunch.text(in: vocabulary)]
    }
    // What was left behind is told when the app is started again: the script's line ends it and starts it.
    noteLeft()
    return lines
  }

  private mutating func noteLeft() {
    for entry in left { note(entry) }
    left = []
  }

  /// The app that left something behind was started again, since something goes on.
  private mutating func goOnAfterEnd() -> [String] { left.first.map { relaunch(at: $0.time) } ?? [] }

  private func text(_ condition: Condition) -> String {
    Act.expect(condition, isNegated: false).text(in: vocabulary)
  }

  private func expectations(_ news: RecordedNews, isExact: Bool) -> [String] {
    var conditions: [Condition] = []
    if isExact, let patterns = news.patterns { conditions.append(.events(patterns)) }
    for id in news.transactions {
      guard let transaction = books.transactions[id] else { continue }
      conditions.append(.transaction(books.name(of: id), Condition.TransactionFacts(transaction)))
      if transaction.state == .purchased, !transaction.isUpgraded, transaction.givesAccess,
        transaction.account == books.account, transaction.expiresAt.map({ time < $0 }) ?? true
      {
        conditions.append(.entitled(transaction.productID))
      }
    }
    conditions += news.balances.compactMap { product in
      books.balance(of: product).map { .balance(product, $0) }
    }
    if isExact {
      conditions += news.downloads.compactMap { product in
        books.downloads[product].map { .download(product, state: "\($0)") }
      }
    }
    return conditions.map(text)
  }

  /// By a real clock a download may end a little sooner or later: its end is waited for.
  private func waits(for news: RecordedNews) -> [String] {
    news.downloads.compactMap { product in
      guard let state = books.downloads[product], state == .finished || state == .failed else { return nil }
      return Act.wait(.until(.download(product, state: "\(state)"), isNegated: false)).text(in: vocabulary)
    } + expectations(news, isExact: false)
  }
}

extension SessionRecorder {
  /// The journal of a session by a real clock, as a replay would give it: what came of a command stands right behind
  /// it, at its time, though it came on other threads and some moments later. Downloads keep their place, since they
  /// take time in a replay too.
  public static func settled(_ journal: [JournalEntry]) -> [JournalEntry] {
    var roots: [EventID: (position: Int, time: Timestamp)] = [:]
    var placed: [(position: Int, entry: JournalEntry)] = []
    // What a start of the app brings comes at once as well.
    var start: (position: Int, time: Timestamp)?
    for (position, entry) in journal.enumerated() {
      var root: (position: Int, time: Timestamp)?
      switch entry.event {
      case .command:
        root = (position, entry.time)
        start = nil
      case .download, .contentDeleted: root = nil
      case let event where event.tellsOfRelaunch:
        start = start ?? (position, entry.time)
        root = start
      default: root = entry.cause.flatMap { roots[$0] }
      }
      roots[entry.id] = root
      let settled = JournalEntry(
        id: entry.id, time: root?.time ?? entry.time, cause: entry.cause, event: entry.event)
      placed.append((root?.position ?? position, settled))
    }
    return placed.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element.entry)
  }
}

extension Act {
  /// Whether the app ends with it and starts again.
  fileprivate var restartsApp: Bool {
    switch self {
    case .relaunch, .crash(nil): true
    default: false
    }
  }
}

extension Condition.TransactionFacts {
  /// What a journal tells of a transaction for good. Prices are plain amounts, which every locale writes the same.
  fileprivate init(_ transaction: Transaction) {
    state = "\(transaction.state)"
    isFinished = transaction.isFinished
    if transaction.payment.quantity != 1 { quantity = transaction.payment.quantity }
    price = transaction.price?.plainAmount
    error = transaction.error?.reason
    if transaction.isUpgraded { isUpgraded = true }
    if transaction.revokedAt != nil { isRevoked = true }
  }
}

extension Transaction {
  /// Whether the product can be used from its purchase on, at least for a while.
  fileprivate var givesAccess: Bool {
    revokedAt == nil && (productType == .nonConsumable || productType == .autoRenewable)
  }
}
