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
    let bought = BoughtPurchases(transactions)
    let replacements = Self.replacements(in: transactions)
    purchases = transactions.compactMap { transaction in
      guard let date = transaction.date else { return nil }
      let transaction = bought.completed(transaction)
      var purchase = InAppPurchase(transaction, boughtAt: date)
      // Being replaced by another plan ends it like a refund (C19).
      if transaction.isUpgraded, purchase.cancellationDate == nil {
        purchase.cancellationDate = bought.source(of: transaction).flatMap { replacements[$0.id] } ?? date
        purchase.cancellationReason = 0
      }
      return purchase
    }
  }

  /// When the next plan of its group was bought, for each subscription but the last ones.
  private static func replacements(in transactions: [Transaction]) -> [TransactionID: Timestamp] {
    var replacements: [TransactionID: Timestamp] = [:]
    // Newest first: what took a subscription's place is then known before it.
    var newestOfGroup: [SubscriptionGroupKey: Timestamp] = [:]
    for transaction in transactions.reversed() where transaction.state == .purchased {
      guard let key = SubscriptionGroupKey(transaction), let date = transaction.date else { continue }
      replacements[transaction.id] = newestOfGroup[key]
      newestOfGroup[key] = date
    }
    return replacements
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
      expirationDate: transaction.expiresAt, webOrderLineItemID: transaction.webOrderLineItemID ?? 0,
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
