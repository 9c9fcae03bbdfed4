import StoreModel

/// Transfers: a few at a time, each of the one version that the store keeps, into the one partial file.
extension HostedContentDownloads {
  func startTransfers() {
    while !isStopped, transfers.count < Self.maximumActive, !waiting.isEmpty {
      let product = waiting.removeFirst()
      guard transfers[product] == nil else { continue }
      transferCount += 1
      let transfer = transferCount
      transfers[product] = transfer
      tasks[transfer] = Task(executorPreference: environment.executor) {
        await self.run(product, transfer)
        await self.ended(product, transfer)
      }
    }
  }

  private func ended(_ product: ProductID, _ transfer: Int) {
    tasks[transfer] = nil
    files.removeValue(forKey: transfer)?.close()
    if transfers[product] == transfer { transfers[product] = nil }
    startTransfers()
  }

  func endTransfer(of product: ProductID) {
    waiting.removeAll { $0 == product }
    guard let transfer = transfers.removeValue(forKey: product) else { return }
    tasks[transfer]?.cancel()
    files.removeValue(forKey: transfer)?.close()
  }

  private typealias Interruption = ContentTransfer.Interruption

  private func run(_ product: ProductID, _ transfer: Int) async {
    do throws(Interruption) {
      let file = try await begin(product, transfer)
      try await bring(product, transfer, into: file)
    } catch {
      switch error {
      case .failed(let reason): await fail(product, transfer, reason)
      case .fileInUse: if transfers[product] == transfer { elsewhere.insert(product) }
      case .replaced: break
      }
    }
  }

  /// The download that this transfer is for, as long as it is still for it.
  private func download(_ product: ProductID, _ transfer: Int) throws(Interruption) -> Download {
    guard transfers[product] == transfer, let download = downloads[product] else { throw .replaced }
    return download
  }

  /// Opens the partial file of the version that the store keeps now, and makes the download active.
  private func begin(_ product: ProductID, _ transfer: Int) async throws(Interruption) -> any PartialFile {
    guard let content = await source.hostedContent(of: product) else {
      throw .failed("The store keeps no content for '\(product)' any more.")
    }
    var next = try download(product, transfer)
    if next.contentVersion != content.version || next.expectedContentLength != content.size {
      folder.removePartial(next.fileName)
      next = Download(
        productID: product, transactionID: next.transactionID, contentVersion: content.version,
        expectedContentLength: content.size)
    }
    let file = try Interruption.writing { () throws(ContentFileError) in try folder.openPartial(next.fileName)
    }
    files[transfer] = file
    if file.length > content.size {
      try Interruption.writing { () throws(ContentFileError) in try file.removeAll() }
    }
    next.state = .active
    next.receivedLength = file.length
    try await inTurn(product, transfer) { $0 = next }
    return file
  }

  /// Changes this transfer's download when it is its turn; kept, then told.
  private func inTurn(
    _ product: ProductID, _ transfer: Int, _ adjust: (inout Download) throws(Interruption) -> Void
  ) async throws(Interruption) {
    do throws(StoreError) { try await takeTurn() } catch { throw .replaced }
    defer { endTurn() }
    let earlier = try download(product, transfer)
    var changed = earlier
    try adjust(&changed)
    guard earlier.state.successors.contains(changed.state) else { throw .replaced }
    do throws(StoreError) {
      try await keep(changed)
    } catch {
      throw .failed(error.errorDescription ?? "The ledger could not be written.")
    }
  }

  /// Brings and verifies the content, and then makes it the product's own.
  private func bring(_ product: ProductID, _ transfer: Int, into file: any PartialFile)
    async throws(Interruption)
  {
    let wanted = try download(product, transfer)
    try await ContentTransfer(
      product: product, expectedLength: wanted.expectedContentLength, source: source, environment: environment
    ).run(
      into: file, rate: { self.bytesPerSecond },
      check: { () throws(Interruption) in _ = try self.download(product, transfer) },
      progress: { self.note($0, of: product) })
    try await inTurn(product, transfer) { (download) throws(Interruption) in
      download.contentPath = try Interruption.writing { () throws(ContentFileError) in
        try self.folder.complete(wanted.fileName)
      }
      download.state = .finished
      download.receivedLength = wanted.expectedContentLength
      download.bytesPerSecond = nil
    }
  }

  private func note(_ progress: ContentTransfer.Progress, of product: ProductID) {
    downloads[product]?.receivedLength = progress.receivedLength
    downloads[product]?.bytesPerSecond = progress.bytesPerSecond
    if progress.isToBeTold, let download = downloads[product] { tell.yield(download) }
  }

  /// Ends a transfer badly. What has arrived is removed (R147).
  private func fail(_ product: ProductID, _ transfer: Int, _ reason: String) async {
    do throws(StoreError) { try await takeTurn() } catch { return }
    defer { endTurn() }
    guard transfers[product] == transfer, var failed = downloads[product] else { return }
    failed.state = .failed
    failed.failure = reason
    failed.receivedLength = 0
    failed.bytesPerSecond = nil
    failed.contentPath = nil
    folder.removePartial(failed.fileName)
    do throws(StoreError) {
      try await keep(failed)
    } catch {
      // A ledger that cannot be written is why it failed, or hides why. The screen must not go on
      // showing a transfer that has ended; on disk it is still active and goes on at the next launch.
      show(failed)
    }
  }
}
