import StoreModel

/// Names one call to `purchase` or `restore` until it is answered.
package struct RequestID: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }
}

/// Something that the handler has to decide about.
package enum HandlerInput: Sendable {
  case purchase(RequestID, Payment, product: Product?, atomically: Bool)
  /// The queue did not take the payment.
  case paymentRefused(RequestID, StoreError)
  case restore(RequestID, atomically: Bool)
  /// The queue did not start the restore.
  case restoreRefused(StoreError)
  case completeTransactions(atomically: Bool)
  case update(QueueUpdate)
  /// The receipt is valid and holds these.
  case receiptValidated([TransactionID])
  /// There is no receipt, or it is valid and does not hold these.
  case receiptLacking([TransactionID], StoreError)
  /// A new receipt was asked for these and is there.
  case receiptRefreshed([TransactionID])
  /// The receipt is not valid, or no new one could be had.
  case receiptRejected([TransactionID], StoreError)
  /// Somebody else had a new receipt brought.
  case receiptChanged
  case delivered(TransactionID, hasHostedContent: Bool)
  case deliveryFailed(TransactionID, StoreError)
  case downloadRefused(TransactionID, StoreError)
  case finished(TransactionID)
  case finishFailed(TransactionID, StoreError)
  /// It was held at a stage and may go on.
  case passed(StoreStage, TransactionID)
  /// The app stops: whoever still waits is answered.
  case stop
}

/// Something that the handler has decided to do. Each is done before the next one begins.
package enum HandlerAction: Hashable, Sendable {
  case addPayment(RequestID, Payment)
  case startRestore
  /// Looks whether the receipt is valid and holds these; answered by `receiptValidated`, `receiptLacking` or
  /// `receiptRejected`. Without any it is looked at for itself (R197).
  case validateReceipt([TransactionID])
  /// Asks the store for a new receipt; answered by `receiptRefreshed` or `receiptRejected`.
  case refreshReceipt([TransactionID])
  /// Notes that the receipt was not accepted.
  case reportRejection([TransactionID], StoreError)
  /// Gives the customer what was bought; answered by `delivered` or `deliveryFailed`.
  case deliver(Transaction)
  /// Brings the hosted content; answered by the download's own updates, or by `downloadRefused`.
  case startDownload(Transaction)
  /// Answered by `finished` or `finishFailed`.
  case finish(TransactionID)
  case answerPurchase(RequestID, PurchaseResult)
  case answerRestore(RequestID, RestoreResult)
  /// The one callback for transactions that no call waits for; never empty (R43).
  case completeTransactions([PurchaseDetails])
}
