/// The right to use a product, worked out from the ledger for one instant.
///
/// Entitlements are never stored. Computing them on demand is what lets a refund or an expiry take
/// effect without a clean-up pass over old rows.
public struct Entitlement: Hashable, Sendable, Codable {
  public let productID: ProductID
  public let productType: ProductType
  /// The transaction that grants it: the latest one.
  public let transactionID: TransactionID
  /// The first purchase.
  public let since: Timestamp
  /// When a subscription's time ends; nil for what does not end.
  public let expiresAt: Timestamp?

  public init(
    productID: ProductID, productType: ProductType, transactionID: TransactionID, since: Timestamp,
    expiresAt: Timestamp?
  ) {
    self.productID = productID
    self.productType = productType
    self.transactionID = transactionID
    self.since = since
    self.expiresAt = expiresAt
  }

  /// What `transactions` entitle to at `instant`, by product id.
  ///
  /// Only purchases count: a restored transaction is a copy of one. Revoked and upgraded ones do not
  /// count (C19, R182), nor do subscriptions at or after their end (R179). Consumables entitle to
  /// nothing; they have a balance.
  public static func current(in transactions: some Sequence<Transaction>, at instant: Timestamp)
    -> [Entitlement]
  {
    var found: [ProductID: Entitlement] = [:]
    for transaction in transactions where transaction.entitles(at: instant) {
      guard let date = transaction.date else { continue }
      let earlier = found[transaction.productID]
      let isLater = earlier.map { $0.transactionID < transaction.id } ?? true
      found[transaction.productID] = Entitlement(
        productID: transaction.productID, productType: transaction.productType,
        transactionID: isLater ? transaction.id : earlier?.transactionID ?? transaction.id,
        since: min(earlier?.since ?? date, transaction.originalPurchaseDate ?? date),
        expiresAt: max(earlier?.expiresAt, transaction.expiresAt))
    }
    return found.values.sorted { $0.productID < $1.productID }
  }

  /// The later of two ends, where no end at all is for what never ends on either side.
  private static func max(_ left: Timestamp?, _ right: Timestamp?) -> Timestamp? {
    guard let left, let right else { return right ?? left }
    return Swift.max(left, right)
  }
}

extension Transaction {
  /// True when this purchase gives access at `instant`.
  public func entitles(at instant: Timestamp) -> Bool {
    state == .purchased && productType != .consumable && !isUpgraded
      && revokedAt.map { instant < $0 } ?? true && expiresAt.map { instant < $0 } ?? true
  }
}

/// What one account has, for one instant.
public struct Library: Hashable, Sendable, Codable {
  public let account: AccountID
  public let time: Timestamp
  /// By product id.
  public let entitlements: [Entitlement]
  /// How many of each consumable were delivered, by product id.
  public let balances: [Balance]
  /// By product id.
  public let downloads: [Download]

  public struct Balance: Hashable, Sendable, Codable {
    public let productID: ProductID
    public let quantity: Int

    public init(productID: ProductID, quantity: Int) {
      self.productID = productID
      self.quantity = quantity
    }
  }

  public init(
    account: AccountID, time: Timestamp, entitlements: [Entitlement], balances: [Balance],
    downloads: [Download]
  ) {
    self.account = account
    self.time = time
    self.entitlements = entitlements
    self.balances = balances
    self.downloads = downloads
  }
}

/// What is set on this device and account.
public struct StoreSettings: Hashable, Sendable, Codable {
  public var account: AccountID
  public var storefront: Storefront.ID
  public var paymentsAllowed: Bool
  public var network: NetworkState
  public var receipts: ReceiptCondition
  /// False after signing out: the next purchase or restore asks.
  public var isSignedIn = true
  /// False when the store cannot be reached at all.
  public var networkIsOn: Bool { network != .off }

  public init(
    account: AccountID = .tester, storefront: Storefront.ID, paymentsAllowed: Bool = true,
    networkIsOn: Bool = true, receipts: ReceiptCondition = .normal
  ) {
    self.receipts = receipts
    network = NetworkState(isOn: networkIsOn)
    self.account = account
    self.storefront = storefront
    self.paymentsAllowed = paymentsAllowed
  }
}
