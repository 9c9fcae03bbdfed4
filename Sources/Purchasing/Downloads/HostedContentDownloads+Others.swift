import StoreModel

/// Downloads that other processes with the same ledger and content folder bring.
///
/// A product has one download, whoever brings it: who has the partial file open. The others watch the ledger, and take
/// it over when that process has ended.
extension HostedContentDownloads {
  public func hear(_ arrival: StoreArrival) async {
    switch arrival {
    case .download(let product): await hear(of: product)
    case .othersLeft:
      // An ending process gives its files back one by one, the ledger's before the content's.
      Task(executorPreference: environment.executor) { await self.takeOverSoon() }
    case .transactions, .revoked, .intent, .withdrawn, .storefront: break
    }
  }

  /// What the ledger keeps is what counts: news may be older than what was done here since.
  private func hear(of product: ProductID) async {
    guard isLaunched else { return }
    do throws(StoreError) { try await takeTurn() } catch { return }
    defer { endTurn() }
    guard let kept = try? await store.downloads() else { return }
    guard let current = kept.first(where: { $0.productID == product }) else {
      elsewhere.remove(product)
      downloads[product] = nil
      return
    }
    if current.isRunning {
      // This process's own goes on; whoever has the file open wins.
      guard transfers[product] == nil else { return }
      waiting.removeAll { $0 == product }
      elsewhere.insert(product)
    } else {
      // Paused, cancelled or ended by somebody else.
      elsewhere.remove(product)
      endTransfer(of: product)
    }
    show(current)
    startTransfers()
  }

  private func takeOverSoon() async {
    for _ in 0..<3 where !elsewhere.isEmpty {
      await takeOver()
      do { try await environment.sleep(.milliseconds(50)) } catch { return }
    }
  }

  /// Goes on with what a process brought that has ended.
  private func takeOver() async {
    guard !elsewhere.isEmpty else { return }
    do throws(StoreError) { try await takeTurn() } catch { return }
    defer { endTurn() }
    // One that cannot be written now is tried again when the next process ends.
    for product in elsewhere.sorted() { try? await lookElsewhere(for: product) }
  }

  /// Learns what becomes of a download that is not this process's, and makes it this one's when nobody brings it.
  /// Called in turn.
  func lookElsewhere(for product: ProductID) async throws(StoreError) {
    guard downloads[product] == nil || elsewhere.contains(product) else { return }
    guard var current = try await store.downloads().first(where: { $0.productID == product }) else { return }
    if current.isRunning, folder.isInUse(current.fileName) {
      elsewhere.insert(product)
    } else {
      elsewhere.remove(product)
      if current.state == .active {
        current.state = .waiting
        current.bytesPerSecond = nil
        current.receivedLength = min(folder.partialLength(current.fileName), current.expectedContentLength)
        try await store.save(current, command: nil)
      }
    }
    show(current)
    queue(product)
  }
}
