import StoreLedger
import StoreModel

/// The device's downloads as the ledger keeps them.
extension AppStore {
  public func downloads() throws(StoreError) -> [Download] {
    try read { try $0.downloads() }
  }

  public func save(_ download: Download, command: Command?) async throws(StoreError) {
    try await write { ledger in
      let now = environment.now()
      let holder = try download.transactionID.flatMap { try ledger.transaction($0) }
      if let id = download.transactionID, holder == nil {
        throw StoreError(.clientInvalid, .unknownTransaction, subject: id.description)
      }
      if case .download(let product, .start) = command, try !owns(product, in: ledger, at: now) {
        throw StoreError(
          .clientInvalid, .downloadUnavailable,
          subject: "'\(product)' is not owned, so its content stays in the store.")
      }
      let cause =
        try command.map { try ledger.append(.command($0), at: now, cause: nil) }
        ?? ledger.download(of: download.productID)?.lastEvent ?? holder?.lastEvent
      let event = try ledger.append(.download(download), at: now, cause: cause)
      try ledger.save(download, lastEvent: event)
      // What the transaction does next, it does because of this.
      if let holder, !holder.value.isFinished { try ledger.update(holder.value, lastEvent: event) }
    }
  }

  /// Content is asked for from the library by whoever bought it; a purchase under way brings its own.
  private func owns(_ product: ProductID, in ledger: any LedgerReader, at now: Timestamp) throws -> Bool {
    let account = try settings(in: ledger).account
    return try ledger.ownedPurchases(account: account, at: now).contains { $0.value.productID == product }
  }

  public func deleteDownload(of product: ProductID, command: Command?) async throws(StoreError) {
    try await write { ledger in
      let now = environment.now()
      let commandEvent = try command.map { try ledger.append(.command($0), at: now, cause: nil) }
      guard let download = try ledger.download(of: product) else { return }
      _ = try ledger.append(.contentDeleted(product), at: now, cause: commandEvent ?? download.lastEvent)
      try ledger.deleteDownload(of: product)
    }
  }
}

// MARK: - HostedContentSource

extension AppStore: HostedContentSource {
  public func hostedContent(of product: ProductID) -> HostedContent? {
    catalog.product(product)?.hostedContent
  }

  public nonisolated func read(_ product: ProductID, offset: Int64, length: Int) async throws(StoreError)
    -> [UInt8]
  {
    let (content, isSlow) = try await content(of: product)
    if offset == 0 { _ = await hash(of: content) }
    let bytes = content.bytes(from: offset, length: length)
    // A pause or the end of the app cuts it short; nobody takes the bytes then.
    if isSlow { try? await environment.sleep(.milliseconds(bytes.count * 1000 / Self.slowBytesPerSecond)) }
    return bytes
  }

  /// What a slow network brings.
  private static let slowBytesPerSecond = 20_000

  /// The store hashes each content once, beside its first transfer, and serves others meanwhile.
  public nonisolated func checksum(of product: ProductID) async throws(StoreError) -> String {
    await hash(of: try await content(of: product).stream).value
  }

  private func hash(of content: HostedContentStream) -> Task<String, Never> {
    if let known = checksums[content] { return known }
    let hash = Task.detached(executorPreference: environment.executor) { content.checksum() }
    checksums[content] = hash
    return hash
  }

  private func content(of id: ProductID) throws(StoreError) -> (stream: HostedContentStream, isSlow: Bool) {
    let settings = try read { try self.settingsNow(in: $0) }
    guard settings.networkIsOn else { throw .offline }
    guard let content = hostedContent(of: id) else {
      throw StoreError(.unknown, .downloadUnavailable, subject: "The store hosts no content for '\(id)'.")
    }
    let stream = HostedContentStream(seed: environment.seed, product: id, content: content)
    return (stream, settings.network == .slow)
  }
}
