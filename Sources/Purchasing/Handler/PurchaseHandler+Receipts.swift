import StoreModel

// The receipt on this device.
extension PurchaseHandler {
  /// The receipt on this device; with `refreshing`, or when there is none, a new one from the store (R156, R157).
  ///
  /// Throws `receiptMissing` when there is none after that either (R158), and what the store throws.
  public func receipt(refreshing: Bool = false) async throws(StoreError) -> [UInt8] {
    guard let receipts else { throw StoreError(.clientInvalid, .receiptMissing) }
    if !refreshing {
      do throws(StoreError) { return try receipts.read() } catch {
        guard error.reason == .receiptMissing else { throw error }
      }
    }
    try await refreshReceipt()
    return try receipts.read()
  }

  /// Has the store issue a new receipt, validates it, and goes on with what the one before was not good enough for.
  ///
  /// Returns when that is dealt with, but for content that is downloaded. Throws `receiptMissing` when the store brings
  /// none, and what it throws; the receipt that was there stays. `command` is journalled as the cause.
  public func refreshReceipt(command: Command? = nil) async throws(StoreError) {
    guard isRunning, let receipts else { throw StoreError(.clientInvalid, .notRunning) }
    guard let receipt = try await store.refreshReceipt(command: command) else {
      throw StoreError(.unknown, .receiptMissing)
    }
    try await receipts.renew(from: store, first: receipt)
    await receiptChanged()
  }

  /// Takes up what the receipt before was not good enough for, when somebody else put a new one there.
  func receiptChanged() async {
    accept(.receiptChanged)
    await worker?.value
  }

  /// Whether the last valid receipt entitled to this product, as long as nothing newer is known (R125).
  public nonisolated func isPurchased(_ id: ProductID) -> Bool { receipts?.fallback.isPurchased(id) ?? false }
}
