import StoreModel

extension PaymentQueue {
  /// Something to deliver when its turn comes.
  enum Parcel {
    case update(QueueUpdate)
    /// Transactions that have passed their stage.
    case passed([Transaction])
    case removal(TransactionID)
    case restoreEnd(RestoreEnd, isPassed: Bool)
    case intent(Payment, EventID)
    /// Nothing is told: the receipt has to be another one.
    case receipt

    /// True for what is told by a receipt that holds it.
    var needsReceipt: Bool {
      switch self {
      case .update(.updatedTransactions), .update(.revokedEntitlements), .passed, .receipt: true
      default: false
      }
    }
  }

  enum RestoreEnd {
    case brought(Int)
    /// It did not begin.
    case failed(StoreError)
    /// It brought something and failed at its end.
    case broken(Int, StoreError)
  }
}
