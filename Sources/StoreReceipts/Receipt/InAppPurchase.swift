import StoreModel

/// One purchase in an app receipt: attribute 17 with attributes 1701 to 1721.
public struct InAppPurchase: Hashable, Sendable {
  /// Attribute 1707, which Apple does not document; an unknown number survives a round trip.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }

    public static let nonConsumable = Kind(rawValue: 0)
    public static let consumable = Kind(rawValue: 1)
    public static let nonRenewing = Kind(rawValue: 2)
    public static let autoRenewable = Kind(rawValue: 3)
  }

  public var quantity: Int64
  public var productID: String
  public var transactionID: String
  /// Whole seconds in a receipt; anything finer is cut off when it is written.
  public var purchaseDate: Timestamp
  public var originalTransactionID: String?
  public var originalPurchaseDate: Timestamp?
  public var kind: Kind?
  public var expirationDate: Timestamp?
  /// Nil or 0 for what is no subscription.
  public var webOrderLineItemID: Int64?
  public var cancellationDate: Timestamp?
  /// 0 for another reason, 1 for trouble with the app.
  public var cancellationReason: Int64?
  public var isTrial: Bool?
  public var isIntroductory: Bool?
  public var promotionalOfferID: String?

  public init(
    quantity: Int64 = 1, productID: String, transactionID: String, purchaseDate: Timestamp,
    originalTransactionID: String? = nil, originalPurchaseDate: Timestamp? = nil, kind: Kind? = nil,
    expirationDate: Timestamp? = nil, webOrderLineItemID: Int64? = nil, cancellationDate: Timestamp? = nil,
    cancellationReason: Int64? = nil, isTrial: Bool? = nil, isIntroductory: Bool? = nil,
    promotionalOfferID: String? = nil
  ) {
    self.quantity = quantity
    self.productID = productID
    self.transactionID = transactionID
    self.purchaseDate = purchaseDate
    self.originalTransactionID = originalTransactionID
    self.originalPurchaseDate = originalPurchaseDate
    self.kind = kind
    self.expirationDate = expirationDate
    self.webOrderLineItemID = webOrderLineItemID
    self.cancellationDate = cancellationDate
    self.cancellationReason = cancellationReason
    self.isTrial = isTrial
    self.isIntroductory = isIntroductory
    self.promotionalOfferID = promotionalOfferID
  }
}
