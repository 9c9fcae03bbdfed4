import StoreModel

/// What the store has told so far: settings, what the account has, its transactions, the journal.
///
/// Only journal entries, loaded pages and download progress change it, so that nothing is shown that
/// is not on disk. Transactions and journal are held newest first; older pages are read when asked for.
public struct StoreFacts: Hashable, Sendable {
  public internal(set) var settings: StoreSettings
  /// What the account owns, by product id.
  public private(set) var entitlements: [ProductID: Entitlement] = [:]
  public private(set) var balances: [ProductID: Int] = [:]
  public private(set) var downloads: [ProductID: Download] = [:]
  /// Groups in which this account has no introductory offer any more.
  public private(set) var groupsWithUsedOffer: Set<GroupID> = []
  /// The store's clock, as last heard of.
  public private(set) var time: Timestamp
  /// Newest first.
  public private(set) var transactions: [Transaction] = []
  public private(set) var hasOlderTransactions = true
  /// Newest first.
  public private(set) var journal: [JournalEntry] = []
  public private(set) var hasOlderJournal = true
  /// What is set to go wrong, what is held, and who may do what.
  public private(set) var lab = LabFacts()
  /// Transactions in the payment queue: not finished yet.
  public private(set) var openTransactions: [TransactionID: ProductID] = [:]
  /// Those of them that somebody has to approve first.
  private(set) var deferred: Set<TransactionID> = []
  /// The last journal entry about each download, and about what is set.
  private var lastDownloadNews: [ProductID: EventID] = [:]
  private var lastSettingsNews: EventID?
  /// What the running restore has brought back; nil when none runs.
  public private(set) var restored: [ProductID]?
  /// What the last restore left out, and why.
  public private(set) var leftOut: [LeftOut] = []
  /// What the last restore does not bring back, by the store's rules.
  public private(set) var skipped: [RestoreOmission] = []

  public struct LeftOut: Hashable, Sendable {
    let product: ProductID
    let error: StoreError
  }

  /// Entries kept of a live journal; older ones can be read again.
  static var journalLimit: Int { 2000 }

  public init(settings: StoreSettings, now: Timestamp) {
    self.settings = settings
    time = now
  }

  // MARK: - What is asked

  public var isRestoring: Bool { restored != nil }

  /// How many transactions the payment queue holds.
  public var queueDepth: Int { openTransactions.count }

  /// Downloads that wait, run or are paused.
  public var pendingDownloads: [Download] {
    downloads.values.filter(\.state.isPending).sorted { $0.productID < $1.productID }
  }

  /// The open transaction of a product, if it has one.
  func openTransaction(of product: ProductID) -> TransactionID? {
    openTransactions.filter { $0.value == product }.keys.max()
  }

  /// Another account that has this for now, by the newest of the transactions that are loaded.
  func otherOwner(of product: ProductID) -> AccountID? {
    transactions.first {
      $0.productID == product && $0.account != settings.account && $0.entitles(at: time)
    }?.account
  }

  /// Why the app did not accept the receipt; nil when nothing waits for one, or when it has done so since.
  var receiptRejection: StoreError? {
    guard !openTransactions.isEmpty else { return nil }
    for entry in journal {
      switch entry.event {
      case .receiptRejected(let error): return error
      case .receiptRefreshed, .contentDelivered: return nil
      default: break
      }
    }
    return nil
  }

  public func transaction(_ id: TransactionID) -> Transaction? {
    position(of: id).map { transactions[$0] }
  }

  // MARK: - What is told

  /// The app has ended: what it held and what it restored it does no more.
  mutating func noteAppEnded() {
    restored = nil
    lab.noteAppEnded()
  }

  /// What was heard from the journal after the snapshot was asked for is newer than it.
  mutating func take(_ snapshot: LibrarySnapshot) {
    let asOf = snapshot.asOf?.rawValue ?? 0
    if (lastSettingsNews?.rawValue ?? 0) <= asOf { settings = snapshot.settings }
    lab.take(snapshot.lab, asOf: asOf)
    note(snapshot.library.time)
    groupsWithUsedOffer = snapshot.groupsWithUsedOffer
    entitlements = Dictionary(
      snapshot.library.entitlements.map { ($0.productID, $0) }, uniquingKeysWith: { _, last in last })
    balances = Dictionary(
      snapshot.library.balances.map { ($0.productID, $0.quantity) }, uniquingKeysWith: +)
    let live = downloads
    downloads = Dictionary(
      snapshot.library.downloads.map { ($0.productID, $0) }, uniquingKeysWith: { _, last in last })
    for (product, news) in lastDownloadNews where news.rawValue > asOf { downloads[product] = live[product] }
    // Progress is not kept in the ledger: what is running on this device knows better.
    for (product, download) in live where downloads[product]?.state == download.state {
      downloads[product] = download
    }
  }

  mutating func take(transactions page: [Transaction], before: TransactionID?) {
    for transaction in page { put(transaction) }
    if before != nil || hasOlderTransactions { hasOlderTransactions = !page.isEmpty }
  }

  mutating func take(journal page: [JournalEntry], before: EventID?) {
    let oldest = journal.last?.id
    journal += page.filter { entry in oldest.map { entry.id < $0 } ?? true }
    hasOlderJournal = !page.isEmpty
  }

  /// How far downloads are. What state they are in only the journal says: progress comes another way,
  /// and may be late. In steps, only each further tenth counts.
  mutating func take(progress: [Download], inSteps: Bool) {
    for download in progress {
      guard let known = downloads[download.productID], known.state == download.state else { continue }
      if inSteps, Int(known.progress * 10) == Int(download.progress * 10) { continue }
      downloads[download.productID] = download
    }
  }

  /// The store's clock was here.
  mutating func note(_ instant: Timestamp) { time = max(time, instant) }

  mutating func take(_ entry: JournalEntry) {
    if let newest = journal.first, entry.id <= newest.id { return }
    note(entry.time)
    journal.insert(entry, at: 0)
    lab.take(entry)
    if journal.count > Self.journalLimit + 200 {
      journal.removeLast(200)
      hasOlderJournal = true
    }
    switch entry.event {
    case .purchasing(let transaction), .purchased(let transaction), .failed(let transaction),
      .deferred(let transaction), .revoked(let transaction), .revocationReversed(let transaction):
      put(transaction)
    case .restored(let transaction):
      put(transaction)
      restored?.append(transaction.productID)
    case .redelivered(let transaction): put(transaction)
    case .upgraded(let id, _):
      guard let place = position(of: id) else { break }
      transactions[place].isUpgraded = true
    case .finished(let id, _):
      close(id)
      if let place = position(of: id) { transactions[place].isFinished = true }
    case .restoreStarted:
      restored = []
      leftOut = []
      skipped = []
    case .restoreItemFailed(_, let product, let error):
      leftOut.append(LeftOut(product: product, error: error))
    case .restoreSkipped(let omission): skipped.append(omission)
    case .restoreFinished, .restoreFailed: restored = nil
    case .download(let download):
      downloads[download.productID] = download
      lastDownloadNews[download.productID] = entry.id
    case .contentDeleted(let product):
      downloads[product] = nil
      lastDownloadNews[product] = entry.id
    case .storefrontChanged(_, let storefront): set(entry.id) { $0.storefront = storefront }
    case .accountChanged(_, let account):
      set(entry.id) {
        $0.account = account
        $0.isSignedIn = true
      }
    case .signedIn: set(entry.id) { $0.isSignedIn = true }
    case .signedOut: set(entry.id) { $0.isSignedIn = false }
    case .paymentsAllowed(let isAllowed): set(entry.id) { $0.paymentsAllowed = isAllowed }
    case .networkChanged(let state): set(entry.id) { $0.network = state }
    case .receiptsChanged(let condition): set(entry.id) { $0.receipts = condition }
    case .deleted(let id, _):
      close(id)
      if let place = position(of: id) { transactions.remove(at: place) }
    case .historyCleared(let account, _):
      let isHistory = { (transaction: Transaction) in
        transaction.account == account && transaction.state != .purchasing
      }
      for transaction in transactions where isHistory(transaction) { close(transaction.id) }
      transactions.removeAll(where: isHistory)
    case .refundDeclined, .refundFailed, .roleChanged, .intent, .conditionSet, .conditionCleared,
      .conditionMet, .held, .released, .abandoned:
      break
    case .command, .contentDelivered, .receiptRefreshed, .receiptRefreshFailed, .receiptRejected: break
    }
  }

  private mutating func set(_ news: EventID, _ change: (inout StoreSettings) -> Void) {
    change(&settings)
    lastSettingsNews = news
  }

  /// Where a transaction stands in the list: it is sorted by falling id.
  private func position(of id: TransactionID) -> Int? {
    let place = insertionPoint(of: id)
    return place < transactions.count && transactions[place].id == id ? place : nil
  }

  private func insertionPoint(of id: TransactionID) -> Int {
    var low = 0
    var high = transactions.count
    while low < high {
      let middle = (low + high) / 2
      if transactions[middle].id > id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// It is in the queue no more.
  private mutating func close(_ id: TransactionID) {
    openTransactions[id] = nil
    deferred.remove(id)
  }

  private mutating func put(_ transaction: Transaction) {
    close(transaction.id)
    if !transaction.isFinished { openTransactions[transaction.id] = transaction.productID }
    if !transaction.isFinished, transaction.state == .deferred { deferred.insert(transaction.id) }
    let place = insertionPoint(of: transaction.id)
    if place < transactions.count, transactions[place].id == transaction.id {
      transactions[place] = transaction
    } else {
      transactions.insert(transaction, at: place)
    }
  }
}

/// What an account has, read at one instant together with what decides its prices.
public struct LibrarySnapshot: Hashable, Sendable {
  public let library: Library
  public let settings: StoreSettings
  /// Groups in which this account has no introductory offer any more.
  public let groupsWithUsedOffer: Set<GroupID>
  public let lab: LabFacts
  /// The newest journal entry that was known when this was asked for; what came later may be missing.
  public let asOf: EventID?

  public init(
    library: Library, settings: StoreSettings, groupsWithUsedOffer: Set<GroupID> = [],
    lab: LabFacts = LabFacts(), asOf: EventID? = nil
  ) {
    self.lab = lab
    self.asOf = asOf
    self.library = library
    self.settings = settings
    self.groupsWithUsedOffer = groupsWithUsedOffer
  }
}
