import FoundationEssentials
import StoreLedger
import StoreModel
import StoreReceipts
import Synchronization

/// The far side: the App Store, with its accounts, charges and books.
///
/// It keeps nothing that the ledger keeps. Every call that changes something reads, decides and writes
/// in one ledger transaction, so that what it knows is what is on disk, also when another process uses
/// the same ledger; and only after the commit is anyone told. What another process wrote is told as soon as the
/// ledger's bell rings, see `listen`. Calls that come while a commit is written share the next one, each whole by itself. `PurchaseDecision` lists what comes of a
/// payment. When the ledger cannot be read or written a call throws `ledgerUnavailable` and nothing
/// has changed.
///
/// Causes in the journal: a command has none. What a command led to names the command. What follows
/// from there names the last entry about the same transaction, or download.
public actor AppStore: StoreService, StoreSettingsService {
  let ledger: any Ledger
  let environment: StoreEnvironment
  private(set) var catalog: Catalog
  private let allStorefronts: @Sendable () -> [Storefront]
  /// Read when one is first chosen or paid in.
  lazy var storefronts = Dictionary(allStorefronts().map { ($0.id, $0) }) { first, _ in first }
  let defaults: StoreSettings
  let keys: KeyRing
  /// Whether the keys were asked for ahead of time.
  var hasAskedForKeys = false
  /// What is not worth issuing again.
  var issued: IssuedReceipt?

  var observers = JournalObservers()
  /// The newest entry that followers have been told of, or that there was when this store began to follow the journal.
  public internal(set) var lastTold: EventID? {
    didSet { toldMark.store(lastTold?.rawValue ?? 0, ordering: .releasing) }
  }
  private let toldMark = Atomic<Int64>(0)
  /// What this process has written and not told yet; everything else in the journal is another's.
  let ownEntries = OwnEntries()
  /// The transactions that are open in this process, see `Ledger.claim`.
  var claimed: Set<TransactionID> = []
  /// Those of them that came with the part that is being written.
  var newClaims: [TransactionID] = []
  /// True when the bell rang while a commit was gathered.
  var mustCatchUp = false
  /// The journal entry of the restore that runs in this process (R6).
  var restoreStart: EventID?
  /// What the last restore of this process left out.
  public internal(set) var restoreRemainder = RestoreRemainder()
  /// What this process's open purchase sheets ask, so that a customer pays what they agreed to (K17).
  var sheets: [TransactionID: PaymentSheet] = [:]
  /// True once what earlier runs left was taken over.
  var isLaunched = false
  /// Payments of this run that are not settled yet.
  var begun: Set<TransactionID> = []
  /// Of the hosted content that was asked for.
  var checksums: [HostedContentStream: Task<String, Never>] = [:]
  /// The stages at which a condition is set; nil when the ledger has to be looked at.
  var obstructed: Set<StoreStage>?
  /// What is held, by its ticket's number.
  var waiting: [Int: WaitingItem] = [:]
  /// What waits at a stage in this process, held or late, by its ticket's number.
  var stalls: [Int: Stall] = [:]
  var ticketCount = 0
  public nonisolated let arrivals: AsyncStream<StoreArrival>
  private let arrivalInput: AsyncStream<StoreArrival>.Continuation
  private(set) var isCommitDue = false
  private typealias LedgerResult = Result<[JournalEntry], any Error>

  /// Opens the store on `ledger`. `defaults` hold until a command sets something else, which the
  /// ledger keeps. `storefronts` are all that can be chosen; ids are unique. `keys` are what receipts are signed with.
  public init(
    ledger: any Ledger, catalog: Catalog, storefronts: @escaping @Sendable @autoclosure () -> [Storefront],
    environment: StoreEnvironment, defaults: StoreSettings, keys: KeyRing = KeyRing(folder: nil)
  ) {
    self.keys = keys
    self.ledger = ledger
    self.catalog = catalog
    allStorefronts = storefronts
    self.environment = environment
    self.defaults = defaults
    (arrivals, arrivalInput) = AsyncStream.makeStream()
  }

  deinit {
    observers.finish()
    arrivalInput.finish()
  }

  /// `lastTold` at this moment, for who cannot wait: 0 before anything was told.
  public nonisolated var newestTold: EventID {
    EventID(rawValue: toldMark.load(ordering: .acquiring))
  }

  func send(_ arrival: StoreArrival) { arrivalInput.yield(arrival) }

  /// Sells from `catalog` from now on. Open purchase sheets ask anew when their price has changed.
  public func update(catalog: Catalog) { self.catalog = catalog }

  // MARK: Following the journal

  /// What is added to the journal from now on, in order, each entry after it is on disk.
  ///
  /// Every caller has its own stream, which loses nothing. To have the past too, ask for the stream
  /// first and read the journal then; entries that are in both have equal ids.
  public func entries() throws(StoreError) -> AsyncStream<JournalEntry> {
    if observers.isEmpty { try followJournal() }
    return observers.add()
  }

  /// Entries after `id` (all when nil), oldest first.
  public func journal(after id: EventID?, limit: Int) throws(StoreError) -> [JournalEntry] {
    try read { try $0.journal(after: id, limit: limit) }
  }

  /// Entries before `id` (the newest when nil), newest first.
  public func journal(before id: EventID?, limit: Int) throws(StoreError) -> [JournalEntry] {
    try read { try $0.journal(before: id, limit: limit) }
  }

  // MARK: Looking things up

  /// Transactions of all accounts before `id` (the newest when nil), newest first.
  public func transactions(before id: TransactionID?, limit: Int) throws(StoreError) -> [Transaction] {
    try read { try $0.transactions(before: id, limit: limit) }
  }

  public func transaction(_ id: TransactionID) throws(StoreError) -> Transaction? {
    try read { try $0.transaction(id)?.value }
  }

  /// What the current account has at this instant.
  public func library() throws(StoreError) -> Library {
    let now = environment.now()
    return try read { ledger in
      let account = try self.settings(in: ledger).account
      let purchases = try ledger.ownedPurchases(account: account, at: now).map(\.value)
      return Library(
        account: account, time: now, entitlements: Entitlement.current(in: purchases, at: now),
        balances: try ledger.balances(account: account), downloads: try ledger.downloads())
    }
  }

  /// What `library` gives, as an app asks the store for it: a condition can make that fail or slow.
  public func status() async throws(StoreError) -> Library {
    if case .fail(let error) = await pass(.status, StageItem()) { throw error }
    return try library()
  }

  public func settings() throws(StoreError) -> StoreSettings {
    try read { try self.settings(in: $0) }
  }

  /// Whether buying this product now would start with its introductory offer: one per group and
  /// account. False for what has none.
  public func isEligibleForIntroductoryOffer(_ id: ProductID) throws(StoreError) -> Bool {
    guard let subscription = catalog.product(id)?.subscription, subscription.introductoryOffer != nil else {
      return false
    }
    return try read { ledger in
      let account = try self.settings(in: ledger).account
      return try !ledger.hasUsedIntroductoryOffer(group: subscription.groupID, account: account)
    }
  }

  // MARK: The books

  func settings(in ledger: any LedgerReader) throws -> StoreSettings {
    let kept = try ledger.settings()
    var settings = StoreSettings(
      account: kept["account"].map(AccountID.init(rawValue:)) ?? defaults.account,
      storefront: kept["storefront"].map(Storefront.ID.init(rawValue:)) ?? defaults.storefront,
      paymentsAllowed: kept["paymentsAllowed"].map { $0 == "true" } ?? defaults.paymentsAllowed,
      networkIsOn: kept["networkIsOn"].map { $0 != "false" } ?? defaults.networkIsOn)
    if let state = kept["networkIsOn"].flatMap(NetworkState.init) { settings.network = state }
    settings.isSignedIn = kept["isSignedIn"] != "false"
    settings.receipts = kept["receipts"].flatMap(ReceiptCondition.init) ?? defaults.receipts
    return settings
  }

  /// What is set as a request meets it now: a network that comes and goes is there or not.
  func settingsNow(in ledger: any LedgerReader) throws -> StoreSettings {
    var settings = try settings(in: ledger)
    if !settings.network.isReachable(at: environment.now()) { settings.network = .off }
    return settings
  }

  func storefront(_ id: Storefront.ID) -> Storefront? { storefronts[id] }

  func read<Value: Sendable>(_ body: (any LedgerReader) throws -> Value) throws(StoreError) -> Value {
    do { return try ledger.read(body) } catch { throw StoreError(ledgerFailure: error) }
  }

  /// Decides and writes at once, and returns when that is on disk and was told to everybody who follows.
  ///
  /// Calls that wait at the store's door while a commit is written share the next one. Others run while
  /// this one waits, and see in the ledger what it wrote; what they must see in this actor is set in `body`.
  @discardableResult
  func write<Value: Sendable>(_ body: (any LedgerWriter) throws -> Value) async throws(StoreError) -> Value {
    var value: Value?
    var claims: [TransactionID] = []
    let result = await withCheckedContinuation { (settled: CheckedContinuation<LedgerResult, Never>) in
      defer {
        claims = newClaims
        newClaims = []
      }
      do {
        value = try ledger.gather(body) { [ownEntries] result in
          ownEntries.note(result)
          settled.resume(returning: result)
        }
        if !isCommitDue {
          isCommitDue = true
          // Stands in line behind those who wait already.
          if let executor = environment.executor {
            Task(executorPreference: executor) { await self.commit() }
          } else {
            Task { self.commit() }
          }
        }
      } catch {
        settled.resume(returning: .failure(error))
      }
    }
    switch (result, value) {
    case (.success(let entries), let value?):
      tell(entries)
      return value
    case (.failure(let error), _):
      // Their numbers are given again.
      letGo(of: claims)
      throw StoreError(ledgerFailure: error)
    case (.success, nil): preconditionFailure("A part that was not gathered cannot be settled.")
    }
  }

  private func commit() {
    isCommitDue = false
    ledger.commit()
    if mustCatchUp { catchUp() }
  }
}

extension StoreError {
  /// The store's own refusals pass; everything else means that the ledger could not do it.
  init(ledgerFailure error: any Error) {
    switch error {
    case let error as StoreError: self = error
    default: self.init(.unknown, .ledgerUnavailable, subject: error.inWords)
    }
  }
}
