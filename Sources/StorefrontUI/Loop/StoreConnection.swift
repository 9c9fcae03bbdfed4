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

  weak var client: (any StoreConnectionClient)?
  let app: AppInstallation
  private let catalogFile: FollowedCatalog?
  let environment: StoreEnvironment

  var isReadingLibrary = false
  var mustReadLibraryAgain = false
  var expiryTask: Task<Void, Never>?
  /// Takes over what earlier runs left; commands wait for it.
  var startTask: Task<Void, Never>?
  /// Those of this run of the app, and those that outlive it.
  var followers: [Task<Void, Never>] = []
  private var lastingFollowers: [Task<Void, Never>] = []
  /// Hears what other processes do to the ledger.
  var listening: Task<Void, Never>?
  var timers: [Toast.ID: Task<Void, Never>] = [:]
  var isClosed = false
  /// The newest journal entry that has been handed to the client.
  private var heard: EventID?
  /// How often the app was started again: what an earlier run answers counts for nothing.
  var starts = 0
  /// Starts that were asked for and are not over.
  var startsLeft = 0
  /// The run of the app that was ended last.
  var endedRun = 0
  /// What was done to the app as a whole, oldest first.
  var moments: [AppMoment] = []

  var session: StoreSession { app.session }
  var store: AppStore { app.store }

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
  func followApp() async {
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

  func startApp(_ effects: [Effect]) async {
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
      // One that was killed meanwhile is started again.
      if !app.isKilled { client?.take([.loadFailed(error)]) }
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

  // MARK: - News

  /// Does something with each element until the end, or that of this run of the app.
  func follow<Element: Sendable>(
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
}
