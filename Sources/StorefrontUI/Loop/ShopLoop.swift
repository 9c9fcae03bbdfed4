import Purchasing
import StoreCatalog
import StoreModel
import StoreScript
import TerminalKit

/// Runs the screen: events of the terminal and news of the store become actions, effects are carried
/// out, and what has changed is drawn: at once after a key, else at most once every 16 ms.
///
/// Nothing polls: with nothing going on, nothing wakes up. All time comes from the environment. Use one
/// loop for one run.
@MainActor public final class ShopLoop {
  public private(set) var state: ShopState
  let terminal: any TerminalBackend
  let outside: OutsidePrograms
  let welcome: (@MainActor () -> Void)?
  let saver: SessionSaver?
  private let connection: StoreConnection
  private let environment: StoreEnvironment
  private let view: ShopView
  private let notice: String?

  private var pendingEntries: [JournalEntry] = []
  private lazy var pacer = FramePacer(
    now: environment.uptime, sleep: environment.sleep, executor: environment.executor,
    draw: { [weak self] in self?.draw() })
  /// How often something has happened: what a script looks at to know when all is quiet.
  private(set) var actionCount = 0
  private var status: Int32?
  /// Sleeps until what is said of a purchase that waits for somebody is not true any more.
  private var aging: Task<Void, Never>?
  /// While another program has the terminal: what would be drawn then has not been seen.
  var isTerminalLent = false
  private var quitWaiter: CheckedContinuation<Void, Never>?
  /// What was drawn last.
  private(set) var shown: Canvas?
  /// Takes what comes from the terminal in the loop's place.
  var onInput: (@MainActor ([InputEvent]) -> Void)?
  /// Called when there is something to draw that nobody asked for.
  var onNews: (@MainActor () -> Void)?
  /// Called before something is done to the app as a whole.
  var onAct: (@MainActor (Act) -> Void)?
  /// True once it has been left.
  var isEnding: Bool { status != nil }

  /// - Parameters:
  ///   - app: not started; the loop starts it once it follows the journal, and stops it at the end.
  ///   - reading: the catalogue that the app's store sells from.
  ///   - catalogFile: the file to watch; nil when the catalogue is no file.
  ///   - settings: as the store has them now.
  ///   - locale: the language to open in.
  ///   - keyMap: the keys in force.
  ///   - motion: whether bars move as bytes come; if not, they move in tenths.
  ///   - logFile: where the output of libraries goes; nil when nowhere.
  ///   - outside: which other programs may be used.
  ///   - welcome: shows how to buy something first, and is called when that is closed; nil for not showing it.
  ///   - saver: saves what has happened; nil where that cannot be.
  ///   - printed: what has been printed before; nil remembers nothing.
  ///   - notice: what the person has to be warned of when the screen opens.
  public init(
    terminal: any TerminalBackend, app: AppInstallation, reading: CatalogReading,
    catalogFile: FollowedCatalog?, settings: StoreSettings, locale: LocaleID, clock: ClockText,
    environment: StoreEnvironment, theme: Theme = .neutral, keyMap: KeyMap = .standard,
    motion: Bool = true, notice: String? = nil, logFile: String? = nil,
    outside: OutsidePrograms = .none, welcome: (@MainActor () -> Void)? = nil, saver: SessionSaver? = nil,
    printed: PrintedTexts? = nil
  ) {
    self.terminal = terminal
    self.outside = outside
    self.welcome = welcome
    self.saver = saver
    connection = StoreConnection(app: app, catalogFile: catalogFile, environment: environment)
    self.environment = environment
    self.notice = notice
    view = ShopView(theme: theme, glyphs: terminal.glyphs)
    state = ShopState(
      reading: reading, settings: settings, locale: locale, now: environment.now(), clock: clock,
      size: terminal.size, keyMap: keyMap, isMouseOn: terminal.isMouseOn, motion: motion,
      logFile: logFile, noOpener: outside.missingOpener?.sentence, inASCII: terminal.glyphs == .ascii,
      printed: printed)
    state.canSave = saver != nil
  }

  /// Shows the screen until the person quits or the terminal ends; gives the exit status.
  ///
  /// The terminal is closed and the session stopped when this returns.
  ///
  /// - Parameter afterFirstFrame: called once, when there is something to look at.
  public func run(afterFirstFrame: () -> Void = {}) async -> Int32 {
    terminal.onEvents = { [weak self] events in
      guard let self else { return }
      if let onInput { onInput(events) } else { take(input: events) }
    }
    terminal.stopNotice = { [weak self] in self?.state.stopNotice ?? "" }
    connection.start(for: self, state.start(notice: notice, welcomes: welcome != nil))
    pacer.drawNow()
    afterFirstFrame()
    if status == nil { await withCheckedContinuation { quitWaiter = $0 } }
    terminal.onEvents = nil
    terminal.close()
    pacer.stop()
    aging?.cancel()
    await connection.close()
    return status ?? 0
  }

  // MARK: - What a script does

  /// Told what came of every command.
  func onResult(_ body: @escaping (Result<CommandResult, StoreError>) -> Void) { connection.onResult = body }

  /// What was done to the app as a whole, oldest first.
  var moments: [AppMoment] { connection.moments }

  /// Ends the app, in good order or as a kill leaves it, and starts it again behind the same screen.
  func relaunch() { connection.relaunch() }

  /// Gives a command as if a key had given it.
  func ask(_ command: Command) {
    guard status == nil else { return }
    flushEntries()
    carryOut(state.ask(command))
    pacer.drawNow()
  }

  func show(language: LocaleID) {
    state.show(language: language)
    pacer.drawNow()
  }

  /// Shows a line in the place of the keys' hints; nil shows these again.
  func show(caption: String?) {
    state.caption = caption
    pacer.drawNow()
  }

  /// Shows in the status line that this session is being recorded.
  func show(recording name: String?) { state.recording = name }

  /// Says something to the person.
  func say(_ text: String, _ level: Toast.Level, advice: String? = nil) {
    carryOut(state.say(text, level, advice: advice))
    pacer.drawNow()
  }

  /// Draws what is the case now, though no time has gone by.
  func showNow() { pacer.drawNow() }

  // MARK: - Actions and frames

  /// Takes actions in order, then asks for one frame for all of them.
  func take(_ actions: [Action]) {
    update(actions)
    pacer.requestFrame()
    onNews?()
  }

  /// Takes what a person did, and shows what comes of it without delay.
  func take(input events: [InputEvent]) {
    update(events.map(Action.input))
    for case .focus(let isHere) in events {
      pacer.interval = isHere ? FramePacer.usualInterval : FramePacer.unfocusedInterval
    }
    pacer.drawNow()
  }

  private func update(_ actions: [Action]) {
    guard status == nil else { return }
    actionCount += actions.count
    state.note(now: environment.now())
    flushEntries()
    for action in actions { carryOut(state.update(action)) }
  }

  /// News is gathered until the next frame or key, so that a flood of it costs one pass.
  func receive(_ entry: JournalEntry) {
    actionCount += 1
    pendingEntries.append(entry)
    pacer.requestFrame()
  }

  private func flushEntries() {
    guard !pendingEntries.isEmpty else { return }
    let entries = pendingEntries
    pendingEntries.removeAll(keepingCapacity: true)
    carryOut(state.update(.entries(entries)))
  }

  private func draw() {
    guard status == nil, !isTerminalLent else { return }
    flushEntries()
    let canvas = view.draw(state, size: terminal.size)
    shown = canvas
    terminal.present(canvas)
    let read = state.sheet?.linesSeen
    carryOut(state.update(.frameShown))
    // What was just read may have turned Confirm on.
    if state.sheet?.linesSeen != read { pacer.requestFrame() }
    awaitNextMinute()
  }

  /// A wait is told in minutes, and goes on though nothing happens. In a script time moves by itself alone.
  private func awaitNextMinute() {
    guard environment.executor == nil, aging == nil, let rest = state.nextMinute else { return }
    aging = Task { [weak self, environment] in
      do { try await environment.sleep(rest) } catch { return }
      guard let self else { return }
      aging = nil
      state.note(now: environment.now())
      pacer.requestFrame()
    }
  }

  private func carryOut(_ effects: [Effect]) {
    for effect in effects {
      if carryOutOutside(effect) { continue }
      if case .app(let act) = effect { onAct?(act) }
      guard case .quit(let status) = effect else {
        connection.carryOut(effect)
        continue
      }
      self.status = status
      quitWaiter?.resume()
      quitWaiter = nil
      return
    }
  }
}

// MARK: - StoreConnectionClient

extension ShopLoop: StoreConnectionClient {
  var shop: ShopState { state }
}
