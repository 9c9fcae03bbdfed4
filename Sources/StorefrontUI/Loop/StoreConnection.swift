import Purchasing
import StoreCatalog
import StoreModel
import StoreReceipts
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
  private let session: StoreSession
  private let store: AppStore
  private let catalogFile: FollowedCatalog?
  private let environment: StoreEnvironment

  private(set) var isReadingLibrary = false
  private var mustReadLibraryAgain = false
  private var expiryTask: Task<Void, Never>?
  /// Takes over what earlier runs left; commands wait for it.
  private var startTask: Task<Void, Never>?
  private var followers: [Task<Void, Never>] = []
  /// Hears what other processes do to the ledger.
  private var listening: Task<Void, Never>?
  private var timers: [Toast.ID: Task<Void, Never>] = [:]
  private var isClosed = false
  /// The newest journal entry that has been handed to the client.
  private var heard: EventID?

  /// - Parameters:
  ///   - session: not started; it is started once the journal is followed, and stopped by `close`.
  ///   - catalogFile: the file to watch; nil when the catalogue is no file.
  init(
    session: StoreSession, store: AppStore, catalogFile: FollowedCatalog?, environment: StoreEnvironment
  ) {
    self.session = session
    self.store = store
    self.catalogFile = catalogFile
    self.environment = environment
  }

  /// Follows the store before it starts, so that nothing it does is missed, then carries out `effects`.
  ///
  /// The client is not kept alive.
  func start(for client: any StoreConnectionClient, _ effects: [Effect]) {
    self.client = client
    startTask = Task(executorPreference: environment.executor) { await self.start(effects) }
  }

  private func start(_ effects: [Effect]) async {
    let (progress, tellProgress) = AsyncStream.makeStream(
      of: [Download].self, bufferingPolicy: .bufferingNewest(64))
    await session.handler.onUpdatedDownloads { tellProgress.yield($0) }
    follow(progress) { $0.take([.progress($1)]) }
    let (calls, tellCall) = AsyncStream.makeStream(of: HeardCall.self)
    await session.handler.onCall { [store] in tellCall.yield(HeardCall($0, after: store.newestTold)) }
    follow(calls) { $0.take([.called($1)]) }
    follow(session.desk.openSheets()) { [weak self] client, sheets in self?.show(sheets, to: client) }
    follow(session.desk.signInRequests()) { $0.take([.signInAsked($1)]) }
    followCatalog()
    do throws(StoreError) {
      let entries = try await store.entries()
      heard = await store.lastTold
      follow(entries) { [weak self] client, entry in
        self?.heard = entry.id
        client.receive(entry)
      }
      for effect in effects { carryOut(effect) }
      followOthers()
      try await session.start()
    } catch {
      client?.take([.loadFailed(error)])
    }
  }

  /// Returns when the session has taken over what earlier runs left, or could not.
  func waitUntilStarted() async { await startTask?.value }

  /// True when the client has been handed all that the journal has told until now.
  func hasHeardAll() async -> Bool {
    let told = await store.lastTold?.rawValue ?? 0
    return (heard?.rawValue ?? 0) >= told
  }

  /// Stops following and ends the session; open sheets are closed without a charge.
  func close() async {
    isClosed = true
    for task in followers + timers.values + [expiryTask].compactMap(\.self) { task.cancel() }
    listening?.cancel()
    await startTask?.value
    await session.stop()
    // It holds the store, and with it the ledger, which has to be closed before others are sure of it.
    await listening?.value
  }

  // MARK: - News

  /// Does something with each element until the end.
  private func follow<Element: Sendable>(
    _ stream: AsyncStream<Element>,
    _ body: @escaping @MainActor (any StoreConnectionClient, Element) -> Void
  ) {
    guard !isClosed else { return }
    followers.append(
      Task(executorPreference: environment.executor) { @MainActor @Sendable [weak self] in
        for await element in stream {
          guard let client = self?.client else { return }
          body(client, element)
        }
      })
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
    followers.append(
      Task { [weak self, store] in
        for await _ in changes {
          let read = await Task.detached { () -> Result<CatalogReading, CatalogError> in
            Result { () throws(CatalogError) in try file.read() }
          }.value
          switch read {
          case .success(let reading):
            await store.update(catalog: reading.catalog)
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
      load { [store] () throws(StoreError) in
        .transactionsLoaded(
          try await store.transactions(before: before, limit: Self.pageSize), before: before)
      }
    case .loadJournal(let before):
      load { [store] () throws(StoreError) in
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
    case .setMouse, .copy, .save, .openLink, .page, .rememberWelcome, .quit: break
    }
  }

  private func run(_ command: Command, _ request: RequestID) {
    // Agreed to is what is on the screen, whatever has come onto the desk since (K17).
    let shown = client?.shop.sheet?.payment
    Task(executorPreference: environment.executor) { @MainActor @Sendable [weak self, session, startTask] in
      await startTask?.value
      var refusal: StoreError?
      do throws(StoreError) {
        let result = try await session.run(command, shown: shown)
        refusal = result.unjournalledRefusal
        self?.onResult?(.success(result))
      } catch {
        refusal = error
        self?.onResult?(.failure(error))
      }
      self?.client?.take([.answered(request, refusal: refusal)])
    }
  }

  private func load(_ read: @escaping @Sendable () async throws(StoreError) -> Action) {
    Task(executorPreference: environment.executor) { @MainActor @Sendable [weak self] in
      do throws(StoreError) {
        let action = try await read()
        self?.client?.take([action])
      } catch {
        self?.client?.take([.loadFailed(error)])
      }
    }
  }

  /// Files, hashes and signatures are the book's affair, on another thread than the screen.
  private func readReceipt() {
    let now = environment.now()
    Task(executorPreference: environment.executor) { @MainActor @Sendable [weak self, session] in
      let reading = await session.receipts?.reading(at: now) ?? .missing
      self?.client?.take([.receiptRead(reading)])
    }
  }

  private func sign(_ subject: TokenSubject) {
    Task(executorPreference: environment.executor) { @MainActor @Sendable [weak self, store] in
      let result: Result<SignedTokens, StoreError>
      do throws(StoreError) {
        switch subject {
        case .transaction(let id): result = .success(try await store.signedTokens(of: id))
        case .app: result = .success(try await store.signedAppTransaction())
        }
      } catch { result = .failure(error) }
      self?.client?.take([.signed(subject, result)])
    }
  }

  private func gatherTitles(of texts: ProductTexts) {
    let (progress, tell) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
    Task.detached(executorPreference: environment.executor) {
      _ = texts.makeTitleIndex { tell.yield($0) }
      tell.yield(1)
      tell.finish()
    }
    follow(progress) { $0.take([.titlesGathered(texts, progress: $1)]) }
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
    Task(executorPreference: environment.executor) { @MainActor @Sendable [weak self, store] in
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
      self?.libraryRead(action)
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
