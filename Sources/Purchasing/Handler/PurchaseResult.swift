import StoreModel

/// What became of a call to `purchase`.
public enum PurchaseResult: Hashable, Sendable {
  /// Paid for (or owned before, R51), delivered, and its content is on this device.
  case purchased(PurchaseDetails)
  /// Paid for, but what was bought did not all arrive: the ledger could not note it, or a download
  /// failed or was cancelled. `needsFinish` says whether it comes back at the next launch.
  case notDelivered(PurchaseDetails, StoreError)
  /// The customer changed their mind; never an error (C10).
  case cancelled
  case failed(StoreError)
  /// Somebody else has to agree first. The outcome arrives later, as a completed transaction (R50).
  case deferred(Transaction)
}

/// One transaction that the handler has dealt with.
public struct PurchaseDetails: Hashable, Sendable {
  public let transaction: Transaction
  /// The product that was looked up for the purchase; nil when none was.
  public let product: Product?
  /// True while the transaction is unfinished: the app asked to finish it itself, or it could not be
  /// finished and comes back at the next launch (R47, R66, R69). Never true for a failed one (R70).
  public let needsFinish: Bool

  public init(transaction: Transaction, product: Product? = nil, needsFinish: Bool) {
    self.transaction = transaction
    self.product = product
    self.needsFinish = needsFinish
  }

  public var productID: ProductID { transaction.productID }
  /// As it was paid for, from the transaction's own payment (R52).
  public var quantity: Int { transaction.payment.quantity }
  public var original: Transaction.Original? { transaction.original }
  public var originalPurchaseDate: Timestamp? { transaction.originalPurchaseDate }
}

/// What became of a call to `restore`.
public struct RestoreResult: Hashable, Sendable {
  /// Something that went wrong: with one product, or with the restore itself when `productID` is nil (R62).
  public struct Failure: Hashable, Sendable {
    public let productID: ProductID?
    public let error: StoreError

    public init(productID: ProductID?, error: StoreError) {
      self.productID = productID
      self.error = error
    }
  }

  /// In the order of delivery; renewals of one subscription are not merged (R64).
  public let restored: [PurchaseDetails]
  public let failed: [Failure]
  /// What the store never restores, by product. Not an error: with nothing else there was nothing to restore.
  public let skipped: [RestoreOmission]

  public init(restored: [PurchaseDetails], failed: [Failure], skipped: [RestoreOmission] = []) {
    self.restored = restored
    self.failed = failed
    self.skipped = skipped
  }

  /// False when the restore itself went wrong.
  var hasEnded: Bool { !failed.contains { $0.productID == nil } }

  /// With what the store left out.
  func adding(_ remainder: RestoreRemainder) -> RestoreResult {
    RestoreResult(
      restored: restored,
      failed: failed + remainder.failed.map { Failure(productID: $0.product, error: $0.error) },
      skipped: remainder.skipped)
  }

  /// The customer called the restore off, which is neither an error nor "nothing to restore" (C12).
  public var isCancelled: Bool { failed.contains { $0.error.isCancellation } }

  public var isNothingToRestore: Bool { restored.isEmpty && failed.isEmpty }
}
