import Purchasing
import StoreCatalog
import StoreModel
import StoreReceipts
import StoreScript
import StoreSimulator

/// What a `StoreConnection` works for: a screen or plain lines.
@MainActor protocol StoreConnectionClient: AnyObject {
  var shop: ShopState { get }
  /// Takes actions in order.
  func take(_ actions: [Action])
  /// One entry of the journal, as soon as it is on disk.
  func receive(_ entry: JournalEntry)
}

/// Joins a client to the store: carries out its effects, and brings it news and answers as actions.
///
/// Nothing polls. All time comes from the environment. Use one for one run: `start`, then `close`.
@MainActor final class StoreConnection {
  /// Transactions and journal entries that are read at a time.
  static let pageSize = 200

  /// Told what came of every command.
  var onResult: ((Result<CommandResult, StoreError>) -> Void)?

  private weak var client: (any StoreConnectionClient)?
  private let app: AppInstallation
  private let catalogFile: FollowedCatalog?
  private let environment: StoreEnvironment

  private(set) var isReadingLibrary = false
  private var mustReadLibraryAgain = false
  private var expiryTask: Task<Void, Never>?
  /// Takes over what earlier runs left; commands wait for it.
  private var startTask: Task<Void, Never>?
  /// Those of this run of the app, and those that outlive it.
  private var followers: [Task<Void, Never>] = []
  private var lastingFollowers: [Task<Void, Never>] = []
  /// Hears what other processes do to the ledger.
  private var listening: Task<Void, Never>?
  private var timers: [Toast.ID: Task<Void, Never>] = [:]
  private var isClosed = false
  /// The newest journal entry that has been handed to the client.
  private var heard: EventID?
  /// How often the app was started again: what an earlier run answers counts for nothing.
  private var starts = 0
  /// Starts that were asked for and are not over.
  private var startsLeft = 0
  /// What was done to the app as a whole, oldest first.
  private(set) var moments: [AppMoment] = []

  private var session: StoreSession { app.session }
  private var store: AppStore { app.store }

  /// - Parameters:
  ///   - app: not started; it is started once the journal is followed, and stopped by `close`.
  ///   - catalogFile: the file to watch; nil when the catalogue is no file.
  init(app: AppInstallation, catalogFile: FollowedCatalog?, environment: StoreEnvironment) {
    self.app = app
    self.catalogFile = catalogFile
    self.environment = environment
  }

  /// Follows the store before it starts, so that nothing it does is missed, then carries out `effects`.
  ///
  /// The client is not kept alive.
  func start(for client: any StoreConnectionClient, _ effects: [Effect]) {
    self.client = client
    // In a script its run looks whether the app was killed.
    if environment.executor == nil {
      app.onKill { [weak self] in Task { @MainActor in self?.revive() } }
    }
    startTask = Task(executorPreference: environment.executor) { @MainActor @Sendable in
      await self.followApp()
      self.followCatalog()
      await self.startApp(effects)
    }
  }

  /// Follows what this run of the app says.
  private func followApp() async {
    let (session, store) = (session, store)
    let (progress, tellProgress) = AsyncStream.makeStream(
      of: [Download].self, bufferingPolicy: .bufferingNewest(64))
    await session.handler.onUpdatedDownloads { tellProgress.yield($0) }
    follow(progress) { $0.take([.progress($1)]) }
    let (calls, tellCall) = AsyncStream.makeStream(of: HeardCall.self)
    for handler in session.handlers {
      await handler.onCall { tellCall.yield(HeardCall($0, after: store.newestTold)) }
    }
    follow(calls) { $0.take([.called($1)]) }
    follow(session.desk.openSheets()) { [weak self] client, sheets in self?.show(sheets, to: client) }
    follow(session.desk.signInRequests()) { $0.take([.signInAsked($1)]) }
  }

  private func startApp(_ effects: [Effect]) async {
    let (session, store) = (session, store)
    do throws(StoreError) {
      let entries = try await store.entries()
      if starts == 0 {
        heard = await store.lastTold
      } else {
        for entry in try await store.journal(after: heard, limit: .max) { hand(entry) }
        client?.take([.appStarted(AppFacts(app))])
      }
      follow(entries) { [weak self] _, entry in self?.hand(entry) }
      for effect in effects { carryOut(effect) }
      followOthers()
      try await session.start()
    } catch {
      client?.take([.loadFailed(error)])
    }
  }

  /// Gives the client an entry that it has not been given yet.
  private func hand(_ entry: JournalEntry) {
    if let heard, entry.id <= heard { return }
    heard = entry.id
    client?.receive(entry)
  }

  /// Returns when the session has taken over what earlier runs left, or could not.
  func waitUntilStarted() async { await startTask?.value }

  /// True while the app is being started again.
  var isRelaunching: Bool { startsLeft > 0 }

  /// True when the client has been handed all that the journal has told until now.
  func hasHeardAll() async -> Bool {
    let told = await store.lastTold?.rawValue ?? 0
    return (heard?.rawValue ?? 0) >= told
  }

  /// Stops following and ends the session; open sheets are closed without a charge.
  func close() async {
    isClosed = true
    let tasks = followers + lastingFollowers + timers.values + [expiryTask].compactMap(\.self)
    for task in tasks { task.cancel() }
    listening?.cancel()
    await startTask?.value
    await session.stop()
    // It holds the store, and with it the ledger, which has to be closed before others are sure of it.
    await listening?.value
  }

  // MARK: - Another start of the app

  /// Ends the app, in good order or as a kill leaves it, and starts it again. The client stays, and is told of all that
  /// comes to the journal meanwhile.
  func relaunch() {
    guard !isClosed else { return }
    starts += 1
    startsLeft += 1
    for task in followers + [expiryTask].compactMap(\.self) { task.cancel() }
    followers = []
    isReadingLibrary = false
    mustReadLibraryAgain = false
    client?.take([.appEnded(isKilled: app.isKilled)])
    startTask = Task(executorPreference: environment.executor) { @MainActor @Sendable [startTask] in
      await startTask?.value
      await self.startAgain()
    }
  }

  private func startAgain() async {
    await session.stop()
    listening?.cancel()
    await listening?.value
    listening = nil
    defer {
      startsLeft -= 1
      client?.take([])
    }
    guard !isClosed else { return }
    app.reinstall()
    await app.prepare()
    await followApp()
    await startApp([.loadLibrary])
  }

  /// The app was killed: the store goes on, and the app is started again.
  private func revive() {
    guard app.isKilled, !isClosed else { return }
    // A kill that was asked for stands there already.
    if moments.last?.act != .crash(after: nil) { moments.append(AppMoment(after: store.newestTold, nil)) }
    relaunch()
  }

  /// Does something to the app as a whole, and tells the client how it stands then.
  private func carryOut(_ act: Act) {
    moments.append(AppMoment(after: store.newestTold, act))
    switch act {
    case .handler(let style, let beside): app.use(style, beside: beside)
    case .crash(nil): return app.kill()
    case .crash(let event): app.kill(after: event)
    case .crashNever: app.kill(after: nil)
    case .relaunch: return relaunch()
    default: return
    }
    client?.take([.appSet(AppFacts(app))])
  }

  // MARK: - News

  /// Does something with each element until the end, or that of this run of the app.
  private func follow<Element: Sendable>(
    _ stream: AsyncStream<Element>, lasting: Bool = false,
    _ body: @escaping @MainActor (any StoreConnectionClient, Element) -> Void
  ) {
    guard !isClosed else { return }
    let task = Task(executorPreference: environment.executor) { @MainActor @Sendable [weak self, starts] in
      for await element in stream {
        guard let self, let client = self.client, lasting || starts == self.starts else { return }
        body(client, element)
      }
    }
    if lasting { lastingFollowers.append(task) } else { followers.append(task) }
  }

  private func show(_ sheets: [PaymentSheet], to client: any StoreConnectionClient) {
    let shown = client.shop.sheet?.payment
    if let shown, !sheets.contains(where: { $0.transaction.id == shown.transaction.id }) {
      client.take([.sheetClosed(shown.transaction.id)])
    }
    if let first = sheets.first, first != client.shop.sheet?.payment {
      client.take([.sheetOpened(first, now: environment.now())])
    }
  }

  private func followCatalog() {
    guard let file = catalogFile, !isClosed else { return }
    let changes: AsyncStream<Void>
    do throws(CatalogError) {
      changes = try file.changes()
    } catch {
      client?.take([.catalogNotFollowed(error)])
      return
    }
    lastingFollowers.append(
      Task { [weak self, app] in
        for await _ in changes {
          let read = await Task.detached { () -> Result<CatalogReading, CatalogError> in
            Result { () throws(CatalogError) in try file.read() }
          }.value
          switch read {
          case .success(let reading):
            app.sell(reading.catalog)
            await app.store.update(catalog: reading.catalog)
            self?.client?.take([.catalogChanged(reading)])
          case .failure(let error): self?.client?.take([.catalogBroken(error)])
          }
        }
      })
  }

  /// A script is alone with its ledger until it ends, so that it plays the same every time.
  private func followOthers() {
    guard !isClosed, environment.executor == nil else { return }
    listening = Task { [weak self, store] in
      do throws(StoreError) { try await store.listen() } catch {
        self?.client?.take([.ledgerNotFollowed(error.subject)])
      }
    }
  }

  // MARK: - Effects

  /// Carries out an effect; its answer comes as an action. Leaving is the client's own affair.
  func carryOut(_ effect: Effect) {
    switch effect {
    case .run(let command, let request): run(command, request)
    case .loadLibrary: loadLibrary()
    case .loadTransactions(let before):
      load { (store) throws(StoreError) in
        .transactionsLoaded(
          try await store.transactions(before: before, limit: Self.pageSize), before: before)
      }
    case .loadJournal(let before):
      load { (store) throws(StoreError) in
        .journalLoaded(try await store.journal(before: before, limit: Self.pageSize), before: before)
      }
    case .readReceipt: readReceipt()
    case .sign(let subject): sign(subject)
    case .expireToast(let id, let delay):
      timers[id] = Task(executorPreference: environment.executor) {
        @MainActor @Sendable [weak self, environment] in
        do { try await environment.sleep(delay) } catch { return }
        self?.timers[id] = nil
        self?.client?.take([.toastExpired(id)])
      }
    case .gatherTitles(let texts): gatherTitles(of: texts)
    case .app(let act): carryOut(act)
    case .setMouse, .copy, .save, .openLink, .page, .rememberWelcome, .quit: break
    }
  }

  private func run(_ command: Command, _ request: RequestID) {
    // Agreed to is what is on the screen, whatever has come onto the desk since (K17).
    let shown = client?.shop.sheet?.payment
    Task(executorPreference: environment.executor) { @MainActor @Sendable [weak self, startTask, starts] in
      await startTask?.value
      guard let self, starts == self.starts else { return }
      let result: Result<CommandResult, StoreError>
      do throws(StoreError) {
        result = .success(try await self.session.run(command, shown: shown))
      } catch { result = .failure(error) }
      self.answer(of: starts) {
        self.onResult?(result)
        let refusal: StoreError? =
          switch result {
          case .success(let result): result.unjournalledRefusal
          case .failure(let error): error
          }
        self.client?.take([.answered(request, refusal: refusal)])
      }
    }
  }

  /// Does nothing when the app that answers has ended.
  private func answer(of starts: Int, _ body: () -> Void) {
    if starts == self.starts, !app.isKilled { body() }
  }

  private func load(_ read: @escaping @Sendable (AppStore) async throws(StoreError) -> Action) {
    Task(executorPreference: environment.executor) { @MainActor @Sendable [weak self, store, starts] in
      var action: Action
      do throws(StoreError) { action = try await read(store) } catch { action = .loadFailed(error) }
      self?.answer(of: starts) { self?.client?.take([action]) }
    }
  }

  /// Files, hashes and signatures are the book's affair, on another thread than the screen.
  private func readReceipt() {
    let now = environment.now()
    Task(executorPreference: environment.executor) { @MainActor @Sendable [weak self, session, starts] in
      let reading = await session.receipts?.reading(at: now) ?? .missing
      self?.answer(of: starts) { self?.client?.take([.receiptRead(reading)]) }
    }
  }

  private func sign(_ subject: TokenSubject) {
    Task(executorPreference: environment.executor) { @MainActor @Sendable [weak self, store, starts] in
      let result: Result<SignedTokens, StoreError>
      do throws(StoreError) {
        switch subject {
        case .transaction(let id): result = .success(try await store.signedTokens(of: id))
        case .app: result = .success(try await store.signedAppTransaction())
        }
      } catch { result = .failure(error) }
      self?.answer(of: starts) { self?.client?.take([.signed(subject, result)]) }
    }
  }

  private func gatherTitles(of texts: ProductTexts) {
    let (progress, tell) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
    Task.detached(executorPreference: environment.executor) {
      _ = texts.makeTitleIndex { tell.yield($0) }
      tell.yield(1)
      tell.finish()
    }
    follow(progress, lasting: true) { $0.take([.titlesGathered(texts, progress: $1)]) }
  }

  /// One reading at a time; asked for meanwhile, it is read once more.
  private func loadLibrary() {
    guard !isReadingLibrary else {
      mustReadLibraryAgain = true
      return
    }
    guard let client else { return }
    isReadingLibrary = true
    let offers = client.shop.introductoryProducts
    let asOf = client.shop.facts.journal.first?.id
    Task(executorPreference: environment.executor) { @MainActor @Sendable [weak self, store, starts] in
      var action: Action
      do throws(StoreError) {
        let settings = try await store.settings()
        let library = try await store.status()
        var used: Set<GroupID> = []
        for (group, product) in offers where try await !store.isEligibleForIntroductoryOffer(product) {
          used.insert(group)
        }
        let lab = LabFacts(
          conditions: try await store.conditions(), held: await store.heldItems,
          roles: try await store.roles())
        action = .libraryLoaded(
          LibrarySnapshot(
            library: library, settings: settings, groupsWithUsedOffer: used, lab: lab, asOf: asOf))
      } catch {
        action = .loadFailed(error)
      }
      self?.answer(of: starts) { self?.libraryRead(action) }
    }
  }

  private func libraryRead(_ action: Action) {
    isReadingLibrary = false
    let isAskedForAgain = mustReadLibraryAgain
    mustReadLibraryAgain = false
    if isAskedForAgain { loadLibrary() }
    client?.take([action])
    if !isAskedForAgain { awaitExpiry() }
  }

  /// Reads the library again when the next subscription ends; one sleep, however long.
  private func awaitExpiry() {
    expiryTask?.cancel()
    let now = environment.now()
    let ends = client?.shop.facts.entitlements.values.compactMap(\.expiresAt).filter { $0 > now } ?? []
    guard let next = ends.min(), !isClosed else { return }
    expiryTask = Task(executorPreference: environment.executor) {
      @MainActor @Sendable [weak self, environment] in
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
