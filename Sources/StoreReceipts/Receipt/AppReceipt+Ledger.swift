import FoundationEssentials
import StoreModel

extension AppReceipt {
  /// The receipt of a customer's transactions, oldest first, as the sandbox writes it. Those without a date are left
  /// out.
  public init(of transactions: [Transaction], for holder: ReceiptHolder, at now: Timestamp) {
    self.init()
    receiptType = "ProductionSandbox"
    appItemID = 0
    bundleID = holder.bundleID
    applicationVersion = holder.version
    ageRating = "4+"
    creationDate = now
    downloadID = 0
    versionExternalID = 0
    originalPurchaseDate = Self.sandboxPurchaseDate
    originalApplicationVersion = Self.sandboxVersion
    // Newest first: what took a replaced subscription's place is then known before it.
    var newestOfGroup: [SubscriptionGroupKey: Timestamp] = [:]
    var purchases: [InAppPurchase] = []
    for transaction in transactions.reversed() {
      guard let date = transaction.date else { continue }
      var purchase = InAppPurchase(transaction, boughtAt: date)
      if let key = SubscriptionGroupKey(transaction) {
        // Being replaced by another plan ends it like a refund (C19).
        if transaction.isUpgraded, purchase.cancellationDate == nil {
          purchase.cancellationDate = newestOfGroup[key] ?? date
          purchase.cancellationReason = 0
        }
        if transaction.state == .purchased { newestOfGroup[key] = date }
      }
      purchases.append(purchase)
    }
    self.purchases = purchases.reversed()
  }
}

private struct SubscriptionGroupKey: Hashable {
  let group: GroupID
  let account: AccountID

  init?(_ transaction: Transaction) {
    guard let group = transaction.groupID else { return nil }
    self.group = group
    account = transaction.account
  }
}

extension InAppPurchase {
  fileprivate init(_ transaction: Transaction, boughtAt date: Timestamp) {
    let isSubscription = transaction.productType == .autoRenewable
    let isFree = transaction.price?.amount == 0
    let isIntroductory = transaction.offerKind == .introductory
    self.init(
      quantity: Int64(transaction.payment.quantity), productID: transaction.productID.rawValue,
      transactionID: transaction.id.description, purchaseDate: date,
      originalTransactionID: (transaction.original?.id ?? transaction.id).description,
      originalPurchaseDate: transaction.originalPurchaseDate ?? date, kind: Kind(transaction.productType),
      expirationDate: transaction.expiresAt, webOrderLineItemID: isSubscription ? transaction.id.rawValue : 0,
      cancellationDate: transaction.revokedAt, cancellationReason: transaction.revokedAt.map { _ in 0 },
      isTrial: isSubscription ? isIntroductory && isFree : nil,
      isIntroductory: isSubscription ? isIntroductory && !isFree : nil,
      promotionalOfferID: transaction.offerKind == .promotional ? transaction.offerID : nil)
  }
}

extension InAppPurchase.Kind {
  fileprivate init(_ type: ProductType) {
    switch type {
    case .nonConsumable: self = .nonConsumable
    case .consumable: self = .consumable
    case .nonRenewing: self = .nonRenewing
    case .autoRenewable: self = .autoRenewable
    }
  }
}
