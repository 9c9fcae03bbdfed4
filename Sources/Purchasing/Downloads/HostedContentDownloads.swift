import StoreModel

/// Brings hosted content to this device, and keeps what each download's state is.
///
/// Each state change is kept through the store before it is told. Changes are made one at a time, in
/// the order asked; the transfers themselves run beside each other, three at most, and the others wait.
/// A transfer takes up the partial file it finds, and what is complete is verified before it counts.
///
/// The owner ends it with `stop`; active downloads then go on at the next launch.
public actor HostedContentDownloads: DownloadService {
  /// How many transfers run at a time.
  public static let maximumActive = 3

  public nonisolated let updates: AsyncStream<Download>

  let source: any HostedContentSource
  let store: any StoreService
  let folder: any ContentFiles
  let environment: StoreEnvironment
  let tell: AsyncStream<Download>.Continuation

  var downloads: [ProductID: Download] = [:]
  /// Downloads that are another process's affair, as far as this one knows.
  var elsewhere: Set<ProductID> = []
  /// Products that wait for a transfer, in the order asked.
  var waiting: [ProductID] = []
  /// The transfer that each product has; one that is not named here any more ends without a trace.
  var transfers: [ProductID: Int] = [:]
  var tasks: [Int: Task<Void, Never>] = [:]
  /// What each transfer writes to; closed when another may take the product over.
  var files: [Int: any PartialFile] = [:]
  var transferCount = 0
  var bytesPerSecond: Int64?
  private(set) var isLaunched = false
  var isStopped = false
  private var isChanging = false
  private var turns = FirstInFirstOut<CheckedContinuation<Void, Never>>()

  /// Writes into `folder`, which is made when it is missing.
  public init(
    source: any HostedContentSource, store: any StoreService, folder: String, environment: StoreEnvironment
  ) {
    self.init(source: source, store: store, files: ContentFolder(path: folder), environment: environment)
  }

  package init(
    source: any HostedContentSource, store: any StoreService, files: any ContentFiles,
    environment: StoreEnvironment
  ) {
    self.source = source
    self.store = store
    folder = files
    self.environment = environment
    (updates, tell) = AsyncStream.makeStream(of: Download.self)
  }

  /// All downloads of this device, by product id.
  public func all() -> [Download] {
    downloads.values.sorted { $0.productID < $1.productID }
  }

  public func isPaused(_ product: ProductID) -> Bool { downloads[product]?.state == .paused }

  /// Limits each transfer to this many bytes a second, at least 1; nil lifts the limit.
  public func setRate(_ bytesPerSecond: Int64?) {
    self.bytesPerSecond = bytesPerSecond.map { max($0, 1) }
  }

  // MARK: - Starting and stopping

  public func launch() async throws(StoreError) {
    try await takeTurn()
    defer { endTurn() }
    guard !isLaunched else { return }
    var kept: [ProductID: Download] = [:]
    for var download in try await store.downloads() {
      if download.state.isPending {
        download.receivedLength = min(
          folder.partialLength(download.fileName), download.expectedContentLength)
      }
      if download.isRunning, folder.isInUse(download.fileName) {
        elsewhere.insert(download.productID)
      } else if download.state == .active {
        download.state = .waiting
        download.bytesPerSecond = nil
        try await store.save(download, command: nil)
      }
      kept[download.productID] = download
    }
    downloads = kept
    isLaunched = true
    for download in all() { tell.yield(download) }
    waiting = all().filter { $0.state == .waiting && !elsewhere.contains($0.productID) }.map(\.productID)
    startTransfers()
  }

  /// Ends all transfers and waits for them; no call is taken afterwards.
  public func stop() async {
    isStopped = true
    transfers = [:]
    waiting = []
    let running = Array(tasks.values)
    for task in running { task.cancel() }
    for task in running { await task.value }
    tell.finish()
  }

  // MARK: - What can be asked

  public func start(_ product: ProductID, transactionID: TransactionID?, command: Command?)
    async throws(StoreError)
  {
    try await launch()
    try await takeTurn()
    defer { endTurn() }
    try await lookElsewhere(for: product)
    let earlier = downloads[product]
    if let earlier, earlier.state.isPending { return queue(product) }
    guard let content = await source.hostedContent(of: product) else {
      throw unavailable("The store keeps no content for '\(product)'.")
    }
    if let earlier, earlier.state == .finished, let path = earlier.contentPath {
      if earlier.contentVersion == content.version, folder.exists(at: path) {
        tell.yield(earlier)
        return
      }
      try removeContent(at: path)
    }
    let download = Download(
      productID: product, transactionID: transactionID ?? earlier?.transactionID,
      contentVersion: content.version, expectedContentLength: content.size)
    try await keep(download, command: command)
    queue(product)
  }

  public func pause(_ product: ProductID, command: Command?) async throws(StoreError) {
    try await change(product, to: .paused, verb: "paused", command: command) { _ in }
  }

  public func resume(_ product: ProductID, command: Command?) async throws(StoreError) {
    try await launch()
    if downloads[product]?.isRunning ?? false {
      try await takeTurn()
      defer { endTurn() }
      try await lookElsewhere(for: product)
      if downloads[product]?.isRunning ?? false { return queue(product) }
    }
    try await change(product, to: .waiting, verb: "resumed", command: command) { _ in }
  }

  public func cancel(_ product: ProductID, command: Command?) async throws(StoreError) {
    try await change(product, to: .cancelled, verb: "cancelled", command: command) { $0.receivedLength = 0 }
  }

  public func delete(_ product: ProductID, command: Command?) async throws(StoreError) {
    try await launch()
    try await takeTurn()
    defer { endTurn() }
    guard let download = downloads[product] else {
      throw unavailable("There is no download of '\(product)'.")
    }
    guard !download.state.isPending else {
      throw unavailable("The download of '\(product)' has not ended. Cancel it before you delete it.")
    }
    if let path = download.contentPath { try removeContent(at: path) }
    try await store.deleteDownload(of: product, command: command)
    downloads[product] = nil
  }

  /// Changes a pending download as a person asked: kept first, then done, then told.
  private func change(
    _ product: ProductID, to state: DownloadState, verb: String, command: Command?,
    _ adjust: @Sendable (inout Download) -> Void
  ) async throws(StoreError) {
    try await launch()
    try await takeTurn()
    defer { endTurn() }
    guard var download = downloads[product] else {
      throw unavailable("There is no download of '\(product)'.")
    }
    guard download.state != state else { return }
    guard download.state.isPending, download.state.successors.contains(state) else {
      throw unavailable("The download of '\(product)' has ended and cannot be \(verb).")
    }
    download.state = state
    download.bytesPerSecond = nil
    adjust(&download)
    try await keep(download, command: command)
    elsewhere.remove(product)
    endTransfer(of: product)
    if state == .cancelled { folder.removePartial(download.fileName) }
    queue(product)
    startTransfers()
  }

  /// Lets a waiting download have a transfer, unless it has one or stands in line.
  func queue(_ product: ProductID) {
    guard downloads[product]?.state == .waiting, transfers[product] == nil, !waiting.contains(product),
      !elsewhere.contains(product)
    else { return }
    waiting.append(product)
    startTransfers()
  }

  /// Keeps a new state and then tells it.
  func keep(_ download: Download, command: Command? = nil) async throws(StoreError) {
    var download = download
    do throws(StoreError) {
      try await store.save(download, command: command)
    } catch {
      guard error.reason == .unknownTransaction, download.transactionID != nil else { throw error }
      // Its purchase was deleted from the store's books meanwhile; the content comes all the same.
      download.transactionID = nil
      try await store.save(download, command: command)
    }
    show(download)
  }

  func show(_ download: Download) {
    downloads[download.productID] = download
    tell.yield(download)
  }

  private func removeContent(at path: String) throws(StoreError) {
    do throws(ContentFileError) {
      try folder.removeContent(at: path)
    } catch {
      throw unavailable(error.reason)
    }
  }

  private func unavailable(_ sentence: String) -> StoreError {
    StoreError(.clientInvalid, .downloadUnavailable, subject: sentence)
  }

  // MARK: - Turns

  /// Waits until nobody else is changing a state.
  func takeTurn() async throws(StoreError) {
    if isChanging {
      await withCheckedContinuation { turns.append($0) }
    } else {
      isChanging = true
    }
    if isStopped {
      endTurn()
      throw StoreError(.clientInvalid, .notRunning)
    }
  }

  func endTurn() {
    if let next = turns.popFirst() { next.resume() } else { isChanging = false }
  }
}

extension Download {
  /// Waits for a transfer, or has one.
  var isRunning: Bool { state == .waiting || state == .active }

  var fileName: ContentFileName { ContentFileName(product: productID, version: contentVersion) }
}
