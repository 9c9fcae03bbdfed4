import StoreCrypto
import StoreModel

extension ReceiptAnswer.Latest {
  /// What the books tell of a purchase beyond what its receipt says. A receipt has whole seconds, and so has this.
  public init(_ purchase: InAppPurchase, of transaction: Transaction) {
    self.init(
      purchase.inWholeSeconds, subscriptionGroupID: transaction.groupID?.rawValue,
      ownership: transaction.ownership.rawValue,
      isUpgraded: transaction.isUpgraded,
      offerCodeName: transaction.offerKind == .code ? transaction.offerID : nil,
      appAccountToken: transaction.payment.appAccountToken)
  }
}

extension ReceiptAnswer.Pending {
  /// The same as signed renewal info says, as far as it is told here.
  public init(_ renewal: SubscriptionRenewal) {
    self.init(
      autoRenewProductID: renewal.autoRenewProductID.rawValue, productID: renewal.productID.rawValue,
      originalTransactionID: renewal.originalTransactionID.description, willAutoRenew: renewal.willAutoRenew)
    expirationIntent = renewal.expirationIntent
    isInBillingRetry = renewal.isInBillingRetry
    switch renewal.offer?.kind {
    case .code: offerCodeName = renewal.offer?.id
    case .promotional: promotionalOfferID = renewal.offer?.id
    case .introductory, .winBack, nil: break
    }
  }
}

extension ReceiptAnswer.History {
  /// What the store knows of a customer: everything that their newest receipt holds, which is issued here, and what
  /// becomes of their subscriptions.
  ///
  /// `transactions` are what goes into a receipt, oldest first. Throws what cannot be signed.
  public init(
    of customer: AccountID, _ transactions: [Transaction], for holder: ReceiptHolder,
    by issuer: ReceiptIssuer,
    at now: Timestamp, product: (ProductID) -> Product?
  ) throws(CryptoError) {
    let bought = BoughtPurchases(transactions)
    let held = transactions.filter { $0.date != nil }.map(bought.completed)
    let newest = AppReceipt(of: held, for: holder, at: now)
    self.init(
      latest: zip(newest.purchases, held).map { ReceiptAnswer.Latest($0, of: $1) },
      pending: SubscriptionRenewal.all(
        among: held.filter { $0.account == customer }, at: now, product: product
      ).map { ReceiptAnswer.Pending($0) },
      receipt: try issuer.issue(newest, device: holder.device))
  }
}

extension InAppPurchase {
  fileprivate var inWholeSeconds: InAppPurchase {
    func whole(_ date: Timestamp) -> Timestamp {
      let milliseconds = date.milliseconds % 1000
      return date.advanced(byMilliseconds: -(milliseconds < 0 ? milliseconds + 1000 : milliseconds))
    }
    var purchase = self
    purchase.purchaseDate = whole(purchaseDate)
    purchase.originalPurchaseDate = originalPurchaseDate.map(whole)
    purchase.expirationDate = expirationDate.map(whole)
    purchase.cancellationDate = cancellationDate.map(whole)
    return purchase
  }
}
