import StoreModel

/// Hosted content, asked for through the queue; its updates are told to observers (R149).
extension PaymentQueue {
  /// Whether a product's download waits for a person.
  public func isDownloadPaused(of product: ProductID) async -> Bool {
    await (try? downloadService())?.isPaused(product) ?? false
  }

  public func startDownload(
    of product: ProductID, for transaction: TransactionID? = nil, command: Command? = nil
  ) async throws(StoreError) {
    try await downloadService().start(product, transactionID: transaction, command: command)
  }

  public func pauseDownload(of product: ProductID, command: Command? = nil) async throws(StoreError) {
    try await downloadService().pause(product, command: command)
  }

  public func resumeDownload(of product: ProductID, command: Command? = nil) async throws(StoreError) {
    try await downloadService().resume(product, command: command)
  }

  public func cancelDownload(of product: ProductID, command: Command? = nil) async throws(StoreError) {
    try await downloadService().cancel(product, command: command)
  }

  public func deleteDownload(of product: ProductID, command: Command? = nil) async throws(StoreError) {
    try await downloadService().delete(product, command: command)
  }
}
