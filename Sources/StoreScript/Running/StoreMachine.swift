import FoundationEssentials
import Purchasing
import StoreCatalog
import StoreLedger
import StoreModel
import StoreReceipts
import StoreSimulator
import Synchronization

/// One device with its store, for a script: what outlives the app (ledger, content, clock, catalogue), and the app that
/// runs on it.
///
/// Everything that the app does runs on one `SerialTaskExecutor` and by one `ManualClock`, both moved by whoever owns
/// the machine. So the same seed, catalogue and statements give the same journal, byte for byte. May be used from any
/// thread, one at a time.
public final class StoreMachine: Sendable {
  /// What a machine is made of.
  public struct Parts: Sendable {
    public var catalog: Catalog
    public var ledger: any Ledger
    /// Where content is kept; nil for a device that forgets it at the end.
    public var contentFolder: String?
    public var settings: StoreSettings
    public var locale: LocaleID
    public var now: Timestamp
    public var seed: UInt64
    /// Of downloads, in bytes a second; nil is no limit.
    public var rate: Int64?
    /// True when time that goes by is waited for, since others use the same ledger by the machine's clock.
    public var isPaced: Bool
    /// What receipts are signed with.
    public var keys: KeyRing
    /// Where receipts and what they entitled to are kept; nil for a device that forgets them at the end.
    public var receiptFile: String?

    public init(
      catalog: Catalog, ledger: any Ledger, contentFolder: String? = nil, settings: StoreSettings,
      locale: LocaleID = "en", now: Timestamp = .scriptStart, seed: UInt64 = 1, rate: Int64? = 2_000_000,
      isPaced: Bool = false, keys: KeyRing = KeyRing(folder: nil), receiptFile: String? = nil
    ) {
      self.keys = keys
      self.receiptFile = receiptFile
      self.catalog = catalog
      self.ledger = ledger
      self.contentFolder = contentFolder
      self.settings = settings
      self.locale = locale
      self.now = now
      self.seed = seed
      self.rate = rate
      self.isPaced = isPaced
    }
  }

  private struct State: Sendable {
    var locale: LocaleID
    var tape = CallTape()
    /// What hears of other processes.
    var listening: Task<Void, Never>?
    /// Results of commands that nobody has looked at yet.
    var results: [Result<CommandResult, StoreError>] = []
  }

  public let clock: ManualClock
  public let executor = SerialTaskExecutor()
  public let environment: StoreEnvironment
  let ledger: any Ledger
  let isPaced: Bool
  /// The app that runs on this device.
  public let app: AppInstallation
  private let state: Mutex<State>

  /// Nothing is started yet; see `launch`.
  public init(_ parts: Parts) {
    clock = ManualClock(now: parts.now)
    environment = clock.environment(seed: parts.seed, executor: executor)
    ledger = parts.ledger
    isPaced = parts.isPaced
    app = AppInstallation(
      AppInstallation.Parts(
        ledger: parts.ledger, content: parts.contentFolder.map { ContentFolder(path: $0) } ?? MemoryContent(),
        receipt: parts.receiptFile.map { ReceiptFile($0) } ?? ReceiptInMemory(),
        listFile: parts.receiptFile.map { FallbackList.file(beside: $0) }, settings: parts.settings,
        keys: parts.keys, environment: environment), catalog: parts.catalog, rate: parts.rate)
    state = Mutex(State(locale: parts.locale))
    app.onPrepare { [weak self] in await self?.listenToCalls() }
  }

  // MARK: - What there is now

  public var catalog: Catalog { app.catalog }
  public var locale: LocaleID { state.withLock { $0.locale } }
  public var store: AppStore { app.store }
  public var session: StoreSession { app.session }
  var tape: CallTape { state.withLock { $0.tape } }

  /// Shows texts in another language from now on.
  public func show(locale: LocaleID) { state.withLock { $0.locale = locale } }

  // MARK: - The app's life

  /// Puts an app that is not started yet in the place of the one that has ended.
  public func reinstall() {
    app.reinstall()
  }

  /// What has to be set before the app starts, whoever starts it.
  public func prepare() {
    call { [app] in await app.prepare() }
  }

  /// Keeps what passes between the queue and the handlers of this run. What an earlier one said counts no more.
  private func listenToCalls() async {
    let tape = CallTape()
    state.withLock { state in
      state.tape = tape
      state.results = []
    }
    for handler in session.handlers { await handler.onCall { tape.append($0) } }
  }

  public func launch() throws(StoreError) {
    prepare()
    let failure: StoreError? = call { [session] in
      do throws(StoreError) {
        try await session.start()
        return nil
      } catch { return error }
    }
    if let failure { throw failure }
    executor.drain()
  }

  /// Ends the app in good order; after a kill, lets what is left of it fall over.
  public func end() {
    call { [session] in await session.stop() }
    executor.drain()
  }

  /// As `end`, for a test of whether it does; false when it hangs.
  func ends() -> Bool {
    defer { executor.drain() }
    return answer(within: 1, { [session] in await session.stop() }) != nil
  }

  // MARK: - Other processes

  /// Hears from now on what other processes do to the ledger, each time the executor is drained; does nothing where
  /// the machine has it to itself.
  func listenToOthers() {
    guard isPaced else { return }
    let task = Task(executorPreference: executor) { [store] in
      // Without, it is seen when something is done here.
      _ = try? await store.listen()
    }
    state.withLock { $0.listening = task }
  }

  func stopListening() {
    guard let task = state.withLock({ $0.listening }) else { return }
    state.withLock { $0.listening = nil }
    task.cancel()
    call { await task.value }
  }

  /// Waits in real time until something comes of another process, and lets the store's time go by with it; false when
  /// nothing comes for so long.
  func waitForOthers(for span: Duration) -> Bool {
    let start = ContinuousClock.now
    let hasCome = executor.waitForJob(for: span)
    clock.advance(by: hasCome ? min(ContinuousClock.now - start, span) : span)
    return hasCome
  }

  // MARK: - Commands and questions

  /// Gives the app a command and returns at once; what comes of it comes as the executor is drained.
  public func ask(_ command: Command) {
    Task(executorPreference: executor) { [session] in
      do throws(StoreError) {
        self.note(.success(try await session.run(command)), from: session)
      } catch {
        self.note(.failure(error), from: session)
      }
    }
  }

  /// Takes down what came of a command, however it was given. What an app says that has ended counts for nothing.
  public func note(_ result: Result<CommandResult, StoreError>, from session: StoreSession) {
    state.withLock { state in
      if self.session === session { state.results.append(result) }
    }
  }

  /// Why the store said no to commands that were answered since the last call; nil when it did not.
  func takeRefusal() -> StoreError? {
    state.withLock { state in
      defer { state.results = [] }
      return state.results.lazy.compactMap(\.refusal).first
    }
  }

  /// Runs `body` on the executor until it is done, with whatever else is ready.
  @discardableResult
  public func call<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
    guard let value = answer(within: 10, body) else {
      preconditionFailure("What a machine is asked is answered without time going by.")
    }
    return value
  }

  /// As `call`; nil when nothing goes on for so many seconds, and there is no answer.
  private func answer<Value: Sendable>(within seconds: Int, _ body: @escaping @Sendable () async -> Value)
    -> Value?
  {
    let answer = Box<Value>()
    Task(executorPreference: executor) {
      let value = await body()
      answer.value.withLock { $0 = value }
    }
    while true {
      executor.drain()
      if let value = answer.value.withLock({ $0 }) { return value }
      guard executor.waitForJob(for: .seconds(seconds)) else { return nil }
    }
  }

  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }

  /// The journal behind an entry (all of it when nil), oldest first; empty when it cannot be read.
  public func journal(after id: EventID? = nil) -> [JournalEntry] {
    (try? ledger.read { try $0.journal(after: id, limit: .max) }) ?? []
  }

  public func settings() throws(StoreError) -> StoreSettings {
    try read { (store) throws(StoreError) in try await store.settings() }
  }

  /// Asks the store, as a screen would.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (AppStore) async throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let result: Result<Value, StoreError> = call { [store] in
      do throws(StoreError) {
        return .success(try await body(store))
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// What the app would find in the receipt on this device, without any change.
  func receiptVerdict() -> Result<ValidatedReceipt, StoreError> {
    call { [session, environment] in
      guard let receipts = session.receipts else { return .failure(StoreError(.unknown, .receiptMissing)) }
      do throws(StoreError) {
        return .success(try await receipts.judge(at: environment.now()))
      } catch { return .failure(error) }
    }
  }

  // MARK: - What the seller does

  /// Sells from `catalog` from now on, also after the next start.
  public func sell(_ catalog: Catalog) {
    app.sell(catalog)
    call { [store] in await store.update(catalog: catalog) }
  }

  // MARK: - Time

  /// The next instant at which something happens by itself, on the `uptime` clock: somebody wakes, or a subscription
  /// ends. Nil when nothing does.
  func nextDue() throws(StoreError) -> Duration? {
    let now = clock.now
    let library = try read { (store) throws(StoreError) in try await store.library() }
    let ends = library.entitlements.compactMap(\.expiresAt).filter { $0 > now }
      .map { clock.uptime + .milliseconds($0.milliseconds - now.milliseconds) }
    return (ends + [clock.nextDeadline].compactMap(\.self)).min()
  }
}

/// What passed between queue and app since the last command.
final class CallTape: Sendable {
  private let calls = Mutex<[PurchaseCall]>([])

  var all: [PurchaseCall] { calls.withLock { $0 } }
  func append(_ call: PurchaseCall) { calls.withLock { $0.append(call) } }
  func rewind() { calls.withLock { $0 = [] } }
}

extension Result<CommandResult, StoreError> {
  /// Why nothing came of the command; a customer who changes their mind is no refusal.
  fileprivate var refusal: StoreError? {
    switch self {
    case .failure(let error): error
    case .success(.purchase(.failed(let error))): error
    case .success(.restore(let result)): result.failed.first { $0.productID == nil }?.error
    case .success: nil
    }
  }
}
