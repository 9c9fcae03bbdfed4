import Purchasing
import StoreCatalog
import StoreLedger
import StoreModel
import StoreReceipts
import StoreSimulator
import Synchronization

/// The app on its device: what outlives it (ledger, content, receipt, how its handlers are to work), and the run of it
/// that goes on.
///
/// A relaunch ends the run and installs the next one on what is left; a kill cuts the run off from its disk, and the
/// store goes on. Scripts and living screens start their apps alike with it. May be used from any thread.
public final class AppInstallation: Sendable {
  /// What every run of the app is made of.
  package struct Parts: Sendable {
    package let ledger: any Ledger
    package let content: any ContentFiles
    /// Nil for an app that keeps no receipt, and validates none.
    package let receipt: (any ReceiptStorage)?
    /// Where what was bought without a valid receipt is listed; nil for nowhere.
    package let listFile: String?
    package let settings: StoreSettings
    package let keys: KeyRing
    package let environment: StoreEnvironment

    package init(
      ledger: any Ledger, content: any ContentFiles, receipt: (any ReceiptStorage)?, listFile: String?,
      settings: StoreSettings, keys: KeyRing, environment: StoreEnvironment
    ) {
      self.ledger = ledger
      self.content = content
      self.receipt = receipt
      self.listFile = listFile
      self.settings = settings
      self.keys = keys
      self.environment = environment
    }
  }

  /// The app from its start to its end.
  struct Run: Sendable {
    let store: AppStore
    let session: StoreSession
    let kill: KillSwitch
    let styles: [HandlerStyle]
  }

  private struct State: Sendable {
    var catalog: Catalog
    /// Of downloads, in bytes a second; nil is no limit.
    var rate: Int64?
    /// How the handlers work from the next start on; none is the standard one.
    var styles: [HandlerStyle] = []
    var run: Run
    var runs = 1
    var onKill: (@Sendable () -> Void)?
    var onPrepare: (@Sendable () async -> Void)?
  }

  private let parts: Parts
  private let state: Mutex<State>

  /// The first run is installed, and not started.
  package init(_ parts: Parts, catalog: Catalog, rate: Int64? = nil) {
    self.parts = parts
    state = Mutex(State(catalog: catalog, rate: rate, run: Self.install(parts, catalog, [], nil)))
  }

  // MARK: - What there is now

  public var store: AppStore { state.withLock { $0.run.store } }
  public var session: StoreSession { state.withLock { $0.run.session } }
  public var catalog: Catalog { state.withLock { $0.catalog } }

  /// How the handlers of this run work, never none.
  public var styles: [HandlerStyle] { state.withLock { $0.run.styles.orStandard } }
  /// How those of the next run will work, never none.
  public var nextStyles: [HandlerStyle] { state.withLock { $0.styles.orStandard } }
  /// The event after which this run is killed; nil when it is not.
  public var fatalEvent: String? { state.withLock { $0.run.kill.event } }

  // MARK: - How it goes on

  /// Gives the app another handler from its next start on, in the place of those it has or beside those that were
  /// given since.
  public func use(_ style: HandlerStyle, beside: Bool) {
    state.withLock { $0.styles = beside ? $0.styles.orStandard + [style] : [style] }
  }

  /// Sells from `catalog` from the next start on; the store of this run is told by the caller.
  public func sell(_ catalog: Catalog) { state.withLock { $0.catalog = catalog } }

  /// How many runs were installed so far; each has its number.
  public var runCount: Int { state.withLock { $0.runs } }

  /// True once the run was killed; it is then to be installed anew.
  public var isKilled: Bool { state.withLock { $0.run.kill.isThrown } }

  public func kill() { state.withLock { $0.run.kill }.throw() }

  /// Kills the run as soon as the next event of this name is on disk; nil takes that back.
  public func kill(after event: String?) { state.withLock { $0.run.kill }.throw(after: event) }

  /// Says who is told, on any thread, when a run is killed: this one and those to come.
  public func onKill(_ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.onKill = body
      state.run.kill.onThrow(body)
    }
  }

  /// Puts a run that is not started yet in the place of the one that has ended.
  public func reinstall() {
    state.withLock { state in
      state.run = Self.install(parts, state.catalog, state.styles, state.onKill)
      state.runs += 1
    }
  }

  /// What has to be set before a run starts, whoever starts it.
  public func prepare() async {
    let (rate, onPrepare) = state.withLock { ($0.rate, $0.onPrepare) }
    await session.downloads.setRate(rate)
    await onPrepare?()
  }

  /// Says what else is to be done before each start.
  func onPrepare(_ body: @escaping @Sendable () async -> Void) { state.withLock { $0.onPrepare = body } }

  /// Limits downloads of this and later runs, in bytes a second; nil is no limit.
  public func setRate(_ rate: Int64?) async {
    state.withLock { $0.rate = rate }
    await prepare()
  }

  private static func install(
    _ parts: Parts, _ catalog: Catalog, _ styles: [HandlerStyle], _ onKill: (@Sendable () -> Void)?
  ) -> Run {
    let kill = KillSwitch()
    if let onKill { kill.onThrow(onKill) }
    let store = AppStore(
      ledger: KillableLedger(parts.ledger, kill), catalog: catalog, storefronts: StorefrontTable.all,
      environment: parts.environment, defaults: parts.settings, keys: parts.keys)
    let receipts = parts.receipt.map { storage in
      ReceiptBook(
        storage: KillableReceipt(storage, kill), keys: parts.keys, holder: { await store.receiptHolder },
        remote: remoteValidator(store), catalog: catalog, listFile: parts.listFile)
    }
    let session = StoreSession(
      store: store, content: store, settings: store, files: KillableContent(parts.content, kill),
      receipts: receipts, styles: styles, environment: parts.environment)
    return Run(store: store, session: session, kill: kill, styles: styles)
  }
}

extension AppInstallation {
  /// Has the store judge the receipt, over the device's network, for handlers that leave it to the store.
  private static func remoteValidator(_ store: AppStore) -> RemoteReceiptValidator {
    RemoteReceiptValidator { receipt in
      let client = ReceiptClient(sharedSecret: try await store.sharedSecret()) { environment, body in
        try await store.answerDevice(body, at: environment).json()
      }
      return try await client.verify(receipt)
    }
  }
}

extension [HandlerStyle] {
  fileprivate var orStandard: [HandlerStyle] { isEmpty ? [.standard] : self }
}
