import Purchasing
import StoreCatalog
import StoreModel
import StoreSimulator
import TerminalKit

/// Runs the screen: events of the terminal and news of the store become actions, effects are carried
/// out, and what has changed is drawn, at most once every 16 ms.
///
/// Nothing polls: with nothing going on, nothing wakes up. All time comes from the environment. Use one
/// loop for one run.
@MainActor public final class ShopLoop {
  /// The shortest time between two frames.
  static let frameTime = Duration.milliseconds(16)
  /// Transactions and journal entries that are read at a time.
  static let pageSize = 200

  public private(set) var state: ShopState
  private let terminal: any TerminalBackend
  private let session: StoreSession
  private let store: AppStore
  private let catalogFile: CatalogFile?
  private let environment: StoreEnvironment
  private let view: ShopView

  private var pendingEntries: [JournalEntry] = []
  private var lastFrame: Duration?
  private var frameTask: Task<Void, Never>?
  private var isReadingLibrary = false
  private var mustReadLibraryAgain = false
  private var expiryTask: Task<Void, Never>?
  /// Takes over what earlier runs left; commands wait for it.
  private var startTask: Task<Void, Never>?
  private var followers: [Task<Void, Never>] = []
  private var timers: [Toast.ID: Task<Void, Never>] = [:]
  private var status: Int32?
  private var quitWaiter: CheckedContinuation<Void, Never>?

  /// - Parameters:
  ///   - session: not started; the loop starts it once it follows the journal, and stops it at the end.
  ///   - reading: the catalogue that `store` sells from.
  ///   - catalogFile: the file to watch; nil when the catalogue is no file.
  ///   - settings: as the store has them now.
  ///   - locale: the language to open in.
  public init(
    terminal: any TerminalBackend, session: StoreSession, store: AppStore, reading: CatalogReading,
    catalogFile: CatalogFile?, settings: StoreSettings, locale: LocaleID, clock: ClockText,
    environment: StoreEnvironment, theme: Theme = .neutral
  ) {
    self.terminal = terminal
    self.session = session
    self.store = store
    self.catalogFile = catalogFile
    self.environment = environment
    view = ShopView(theme: theme, glyphs: terminal.glyphs)
    state = ShopState(
      reading: reading, settings: settings, locale: locale, now: environment.now(), clock: clock,
      size: terminal.size)
  }

  /// Shows the screen until the person quits or the terminal ends; gives the exit status.
  ///
  /// The terminal is closed and the session stopped when this returns.
  public func run() async -> Int32 {
    terminal.onEvents = { [weak self] events in self?.take(events.map(Action.input)) }
    startTask = Task { await start() }
    drawNow()
    if status == nil { await withCheckedContinuation { quitWaiter = $0 } }
    terminal.onEvents = nil
    terminal.close()
    for task in followers + timers.values + [frameTask, expiryTask].compactMap(\.self) { task.cancel() }
    await startTask?.value
    await session.stop()
    return status ?? 0
  }

  /// Follows the store before it starts, so that nothing it does is missed.
  private func start() async {
    let (progress, tellProgress) = AsyncStream.makeStream(
      of: [Download].self, bufferingPolicy: .bufferingNewest(64))
    await session.handler.onUpdatedDownloads { tellProgress.yield($0) }
    follow(progress) { $0.take([.progress($1)]) }
    follow(session.desk.openSheets()) { $0.show($1) }
    followCatalog()
    do throws(StoreError) {
      follow(try await store.entries()) { $0.receive($1) }
      carryOut(state.start())
      try await session.start()
    } catch {
      take([.loadFailed(error)])
    }
  }

  /// Does something with each element until the end.
  private func follow<Element: Sendable>(
    _ stream: AsyncStream<Element>, _ body: @escaping @MainActor (ShopLoop, Element) -> Void
  ) {
    guard status == nil else { return }
    followers.append(
      Task { [weak self] in
        for await element in stream {
          guard let self else { return }
          body(self, element)
        }
      })
  }

  // MARK: - Actions and frames

  /// Takes actions in order, then asks for one frame for all of them.
  func take(_ actions: [Action]) {
    guard status == nil else { return }
    flushEntries()
    for action in actions { carryOut(state.update(action)) }
    requestFrame()
  }

  /// News is gathered until the next frame or key, so that a flood of it costs one pass.
  private func receive(_ entry: JournalEntry) {
    pendingEntries.append(entry)
    requestFrame()
  }

  private func flushEntries() {
    guard !pendingEntries.isEmpty else { return }
    let entries = pendingEntries
    pendingEntries.removeAll(keepingCapacity: true)
    carryOut(state.update(.entries(entries)))
  }

  private func requestFrame() {
    guard frameTask == nil, status == nil else { return }
    let now = environment.uptime()
    guard let lastFrame, now - lastFrame < Self.frameTime else { return drawNow() }
    let rest = Self.frameTime - (now - lastFrame)
    frameTask = Task { [weak self, environment] in
      do { try await environment.sleep(rest) } catch { return }
      self?.frameTask = nil
      self?.drawNow()
    }
  }

  private func drawNow() {
    guard status == nil else { return }
    flushEntries()
    terminal.present(view.draw(state, size: terminal.size))
    lastFrame = environment.uptime()
    let read = state.sheet?.linesSeen
    carryOut(state.update(.frameShown))
    // What was just read may have turned Confirm on.
    if state.sheet?.linesSeen != read { requestFrame() }
  }

  // MARK: - The store

  private func show(_ sheets: [PaymentSheet]) {
    let shown = state.sheet?.payment
    if let shown, !sheets.contains(where: { $0.transaction.id == shown.transaction.id }) {
      take([.sheetClosed(shown.transaction.id)])
    }
    if let first = sheets.first, first != state.sheet?.payment {
      take([.sheetOpened(first, now: environment.now())])
    }
  }

  private func followCatalog() {
    guard let file = catalogFile, status == nil else { return }
    let changes: AsyncStream<Void>
    do throws(CatalogError) {
      changes = try CatalogWatcher(path: file.path).changes()
    } catch {
      return take([.catalogNotFollowed(error)])
    }
    followers.append(
      Task { [weak self, store] in
        for await _ in changes {
          let read = await Task.detached { () -> Result<CatalogReading, CatalogError> in
            Result { () throws(CatalogError) in try file.read() }
          }.value
          switch read {
          case .success(let reading):
            await store.update(catalog: reading.catalog)
            self?.take([.catalogChanged(reading)])
          case .failure(let error): self?.take([.catalogBroken(error)])
          }
        }
      })
  }

  // MARK: - Effects

  private func carryOut(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .run(let command, let request): run(command, request)
      case .loadLibrary: loadLibrary()
      case .loadTransactions(let before):
        load { [store] () throws(StoreError) in
          .transactionsLoaded(
            try await store.transactions(before: before, limit: Self.pageSize), before: before)
        }
      case .loadJournal(let before):
        load { [store] () throws(StoreError) in
          .journalLoaded(try await store.journal(before: before, limit: Self.pageSize), before: before)
        }
      case .expireToast(let id, let delay):
        timers[id] = Task { [weak self, environment] in
          do { try await environment.sleep(delay) } catch { return }
          self?.timers[id] = nil
          self?.take([.toastExpired(id)])
        }
      case .quit(let status):
        self.status = status
        quitWaiter?.resume()
        quitWaiter = nil
        return
      }
    }
  }

  private func run(_ command: Command, _ request: RequestID) {
    Task { [weak self, session, startTask] in
      await startTask?.value
      var refusal: StoreError?
      do throws(StoreError) {
        refusal = try await session.run(command).unjournalledRefusal
      } catch {
        refusal = error
      }
      self?.take([.answered(request, refusal: refusal)])
    }
  }

  private func load(_ read: @escaping @Sendable () async throws(StoreError) -> Action) {
    Task { [weak self] in
      do throws(StoreError) {
        let action = try await read()
        self?.take([action])
      } catch {
        self?.take([.loadFailed(error)])
      }
    }
  }

  /// One reading at a time; asked for meanwhile, it is read once more.
  private func loadLibrary() {
    guard !isReadingLibrary else {
      mustReadLibraryAgain = true
      return
    }
    isReadingLibrary = true
    let offers = state.introductoryProducts
    let asOf = state.facts.journal.first?.id
    Task { [weak self, store] in
      var action: Action
      do throws(StoreError) {
        let settings = try await store.settings()
        let library = try await store.library()
        var used: Set<GroupID> = []
        for (group, product) in offers where try await !store.isEligibleForIntroductoryOffer(product) {
          used.insert(group)
        }
        action = .libraryLoaded(
          LibrarySnapshot(library: library, settings: settings, groupsWithUsedOffer: used, asOf: asOf))
      } catch {
        action = .loadFailed(error)
      }
      self?.libraryRead(action)
    }
  }

  private func libraryRead(_ action: Action) {
    isReadingLibrary = false
    take([action])
    if mustReadLibraryAgain {
      mustReadLibraryAgain = false
      loadLibrary()
    } else {
      awaitExpiry()
    }
  }

  /// Reads the library again when the next subscription ends; one sleep, however long.
  private func awaitExpiry() {
    expiryTask?.cancel()
    let now = environment.now()
    let ends = state.facts.entitlements.values.compactMap(\.expiresAt).filter { $0 > now }
    guard let next = ends.min(), status == nil else { return }
    expiryTask = Task { [weak self, environment] in
      do { try await environment.sleep(.milliseconds(next.milliseconds - now.milliseconds)) } catch { return }
      self?.loadLibrary()
    }
  }
}

extension CommandResult {
  /// Why nothing came of it, when the journal could not say so: the ledger could not be written, a
  /// restore runs already, the app has stopped.
  fileprivate var unjournalledRefusal: StoreError? {
    let errors: [StoreError] =
      switch self {
      case .done, .purchase(.purchased), .purchase(.cancelled), .purchase(.deferred): []
      case .purchase(.failed(let error)), .purchase(.notDelivered(_, let error)): [error]
      case .restore(let result): result.failed.map(\.error)
      }
    return errors.first { [.ledgerUnavailable, .notRunning, .restoreInProgress].contains($0.reason) }
  }
}
