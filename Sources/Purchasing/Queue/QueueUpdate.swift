import StoreModel

/// What the payment queue tells its observers, one update at a time.
public enum QueueUpdate: Hashable, Sendable {
  /// These transactions are new or have changed their state; never empty, oldest first.
  case updatedTransactions([Transaction])
  /// These were finished and have left `transactions`; never empty (R18).
  case removedTransactions([Transaction])
  /// Every transaction of the running restore was delivered before this (R9).
  case restoreFinished
  /// The running restore ended early; what it brought until then was delivered before this.
  case restoreFailed(StoreError)
  case updatedDownloads([Download])
  /// Prices and products have to be asked for again (R200).
  case storefrontChanged(Storefront.ID)
  /// The store took these back: refunded, or no longer shared. No transaction is needed to hear of it (R199).
  case revokedEntitlements([ProductID])
  /// Everything that earlier runs left unfinished was delivered; told once a launch, also when there
  /// was nothing, so that an app that starts need not wait for a callback that never comes (C3).
  case drained
}

/// What hears of transactions and downloads: an app, or a part of it.
public protocol PaymentQueueObserver: AnyObject, Sendable {
  /// Takes one update.
  ///
  /// The queue waits for the return before it tells anyone the next one (R2), so a long job belongs
  /// elsewhere. Every call to the queue is allowed in here, except `stop`, and none of them calls
  /// back before it returned (R1).
  func paymentQueue(_ queue: PaymentQueue, didReceive update: QueueUpdate) async

  /// Whether a payment that the customer began on the App Store's page is added to the queue now (R97).
  ///
  /// After a no nothing is queued; the app may add that same payment later (R98). Asked once, and not before the first
  /// observer is there (R103).
  func paymentQueue(_ queue: PaymentQueue, shouldAddStorePayment payment: Payment) async -> Bool
}

extension PaymentQueueObserver {
  /// Who does not say anything says no (R96).
  public func paymentQueue(_ queue: PaymentQueue, shouldAddStorePayment payment: Payment) async -> Bool {
    false
  }
}
