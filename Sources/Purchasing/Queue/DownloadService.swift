import StoreModel

/// What brings hosted content to this device, as the payment queue knows it.
public protocol DownloadService: Sendable {
  /// Every change of every download, in order, each told after it was kept. For one reader.
  var updates: AsyncStream<Download> { get }

  /// Takes over the downloads of earlier runs: active ones wait again and go on, paused ones stay paused.
  /// Harmless when called again.
  func launch() async throws(StoreError)

  /// Whether the product's download is paused at this moment.
  func isPaused(_ product: ProductID) async -> Bool

  /// Asks for a product's content, for a transaction that waits for it or from the library.
  ///
  /// A download that is pending goes on as it is. A finished one is told again, so that a transaction
  /// that waits for it hears. Throws `downloadUnavailable` when there is nothing to download.
  func start(_ product: ProductID, transactionID: TransactionID?, command: Command?) async throws(StoreError)

  /// Stops a waiting or active download and keeps what has arrived. Harmless when paused.
  func pause(_ product: ProductID, command: Command?) async throws(StoreError)

  /// Lets a paused download go on. Harmless when waiting or active.
  func resume(_ product: ProductID, command: Command?) async throws(StoreError)

  /// Gives a pending download up and removes what has arrived. Harmless when cancelled.
  func cancel(_ product: ProductID, command: Command?) async throws(StoreError)

  /// Heeds what other processes did: a download that another changed is here what the ledger keeps, and what only a
  /// process had that has ended goes on here. Every other arrival is passed over.
  func hear(_ arrival: StoreArrival) async

  /// Removes downloaded content from this device. Throws `downloadUnavailable` while it is pending.
  func delete(_ product: ProductID, command: Command?) async throws(StoreError)
}
