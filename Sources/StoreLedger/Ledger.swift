import StoreModel

/// Where the store keeps its books: the journal, and the rows that the journal's events changed.
///
/// Narrow on purpose, so that another database can serve. Safe to use from any thread; calls take
/// turns. Several processes may use one ledger: every `write` sees all that was committed before it.
public protocol Ledger: Sendable {
  /// The file, for messages.
  var path: String { get }

  /// Runs `body` on one consistent state of the books.
  ///
  /// Throws `LedgerError`, or what `body` throws.
  func read<Value: Sendable>(_ body: (any LedgerReader) throws -> Value) throws -> Value

  /// Runs `body` as one transaction: everything it wrote is on disk when this returns, with the
  /// journal entries it appended in order; when this throws, nothing has changed.
  ///
  /// No other process writes in between, so `body` decides on what it reads.
  func write<Value: Sendable>(_ body: (any LedgerWriter) throws -> Value) throws -> LedgerCommit<Value>

  /// Runs `body` as one part of the commit that is being gathered, and begins one when there is none.
  ///
  /// Each part is whole by itself: when `body` throws, what it wrote is undone, the other parts stay,
  /// and this throws. Parts see what earlier parts wrote, so ids and journal are the same as with a
  /// commit for each. Nothing may be told of a part before `settled`, which is called once, in the order
  /// of the parts: with the part's journal entries when they are on disk, or with the error that undid
  /// the whole commit. It is called under the ledger's lock and must not use the ledger.
  ///
  /// What is gathered is written by `commit`, and before any `read` or `write`.
  func gather<Value: Sendable>(
    _ body: (any LedgerWriter) throws -> Value,
    settled: @escaping @Sendable (Result<[JournalEntry], any Error>) -> Void
  ) throws -> Value

  /// Writes what was gathered as one commit; harmless when there is nothing.
  func commit()

  /// Notes that this process has a transaction open, so that no other delivers it or takes it for a leftover.
  ///
  /// Lasts until `release`, or until the process ends, however it does. False when another process has it; asking
  /// again for one's own is true. Called inside `write`, nobody else sees the transaction unclaimed.
  func claim(_ id: TransactionID) throws -> Bool

  /// Lets a transaction go. Harmless for one that is not claimed.
  func release(_ id: TransactionID)

  /// Notes that what this journal entry tells of goes on in this process; as `claim` of a transaction.
  func claim(_ entry: EventID) throws -> Bool

  /// Harmless for one that is not claimed.
  func release(_ entry: EventID)

  /// Whether another process listens to the ledger at this moment.
  var isListenedTo: Bool { get }

  /// What other processes do with the ledger from now on; nil when none can reach it.
  func news() throws -> LedgerNews?
}

/// What other processes do with a ledger. Whoever is behind hears once of all that he has not looked at yet.
///
/// Both streams end when the kernel cannot tell any more.
public struct LedgerNews: Sendable {
  /// Another process, or this one, has written.
  public let writes: AsyncStream<Void>
  /// A process that used the ledger has ended.
  public let departures: AsyncStream<Void>

  package init(writes: AsyncStream<Void>, departures: AsyncStream<Void>) {
    self.writes = writes
    self.departures = departures
  }
}

/// What a write gave back, and what it added to the journal.
public struct LedgerCommit<Value: Sendable>: Sendable {
  public let value: Value
  public let entries: [JournalEntry]

  public init(value: Value, entries: [JournalEntry]) {
    self.value = value
    self.entries = entries
  }
}

/// A row with the last journal entry that told of it: the cause of the next one.
public struct Recorded<Value: Hashable & Sendable>: Hashable, Sendable {
  public var value: Value
  public var lastEvent: EventID

  public init(_ value: Value, lastEvent: EventID) {
    self.value = value
    self.lastEvent = lastEvent
  }
}

/// Looks things up. Every look-up is by index: its time does not grow with the history. Valid only
/// inside `read` or `write`. Throws `LedgerError`.
public protocol LedgerReader {
  /// The newest entry's id; nil while the journal is empty. Also the number of entries.
  func lastEventID() throws -> EventID?
  /// The newest id that a transaction was given, whether or not it is still there; nil before the first.
  func lastTransactionID() throws -> TransactionID?

  /// Entries after `id` (all when nil), oldest first.
  func journal(after id: EventID?, limit: Int) throws -> [JournalEntry]
  /// Entries before `id` (the newest when nil), newest first.
  func journal(before id: EventID?, limit: Int) throws -> [JournalEntry]

  func transaction(_ id: TransactionID) throws -> Recorded<Transaction>?
  /// Transactions before `id` (the newest when nil), newest first.
  func transactions(before id: TransactionID?, limit: Int) throws -> [Transaction]
  /// Transactions after `id` (all when nil), oldest first.
  func transactions(after id: TransactionID?, limit: Int) throws -> [Transaction]
  /// One account's transactions of one product before `id` (the newest when nil), newest first.
  func transactions(of product: ProductID, account: AccountID, before id: TransactionID?, limit: Int) throws
    -> [Transaction]
  /// Oldest first.
  func unfinishedTransactions() throws -> [Recorded<Transaction>]
  /// The newest purchase of `product` that is paid and not finished.
  func unfinishedPurchase(of product: ProductID, account: AccountID) throws -> Transaction?
  /// Purchases that give access at `instant`, or did so for no fixed time; no consumables.
  func ownedPurchases(account: AccountID, at instant: Timestamp) throws -> [Recorded<Transaction>]
  /// Subscriptions of one group that run at `instant`, oldest first.
  func activeSubscriptions(group: GroupID, account: AccountID, at instant: Timestamp) throws
    -> [Recorded<Transaction>]
  /// The account's first purchase in a group, whatever has become of it; nil when there is none.
  func firstSubscription(group: GroupID, account: AccountID) throws -> Transaction?
  /// The purchase of a product whose access does not end; nil when there is none.
  func lastingPurchase(of product: ProductID, account: AccountID) throws -> Recorded<Transaction>?
  /// All purchases of non-consumables and subscription periods, over or not, oldest first (R67).
  func restorablePurchases(account: AccountID) throws -> [Transaction]
  /// What a restore does not bring back, by product: consumables that were delivered, and finished purchases that are
  /// non-renewing or were taken back.
  func restoreOmissions(account: AccountID) throws -> [RestoreOmission]
  /// What the account's receipt holds, oldest first: its purchases but consumables, over or not, and all that is
  /// purchased or restored and not finished yet, whoever's it is, since this device's queue delivers it.
  func receiptTransactions(account: AccountID) throws -> [Transaction]
  /// True when the account had an introductory offer in the group.
  func hasUsedIntroductoryOffer(group: GroupID, account: AccountID) throws -> Bool

  /// By product id.
  func balances(account: AccountID) throws -> [Library.Balance]
  /// By product id.
  func downloads() throws -> [Download]
  func download(of product: ProductID) throws -> Recorded<Download>?
  /// All that were set, by key.
  func settings() throws -> [String: String]
}

/// Looks things up and changes them. Valid only inside `write`. Throws `LedgerError`.
public protocol LedgerWriter: LedgerReader {
  /// Adds to the journal and returns the entry's id, one more than the last.
  func append(_ event: Event, at time: Timestamp, cause: EventID?) throws -> EventID
  /// Adds a transaction under the id that `lastTransactionID` plus one gives.
  func insert(_ transaction: Transaction, lastEvent: EventID) throws
  /// Takes a transaction out of the books, with the note that it was delivered. Its id is not given again.
  func delete(_ id: TransactionID) throws
  /// Takes all transactions of an account out of the books but those that are still `purchasing`, with its balances, and
  /// answers which.
  func deleteHistory(of account: AccountID) throws -> [TransactionID]
  /// Keeps what may change of a transaction that is there.
  func update(_ transaction: Transaction, lastEvent: EventID) throws
  /// Takes away what the app called its user.
  func forgetUsername(of id: TransactionID) throws
  /// False when it was noted before. Consumables raise the account's balance.
  func recordDelivery(of transaction: Transaction, at time: Timestamp) throws -> Bool
  func save(_ download: Download, lastEvent: EventID) throws
  func deleteDownload(of product: ProductID) throws
  func set(_ key: String, to value: String) throws
}
