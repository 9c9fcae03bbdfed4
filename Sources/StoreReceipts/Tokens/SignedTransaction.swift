import FoundationEssentials
import StoreModel

/// What a signed transaction says: App Store Server API's `JWSTransactionDecodedPayload`.
///
/// Everything may be absent. `bundleID`, `environment` and `signedDate` are what verifiers need.
public struct SignedTransaction: TokenPayload {
  public var transactionID: String?
  public var originalTransactionID: String?
  public var webOrderLineItemID: String?
  public var bundleID: String?
  public var productID: String?
  public var subscriptionGroupID: String?
  public var purchaseDate: Timestamp?
  public var originalPurchaseDate: Timestamp?
  public var expiresDate: Timestamp?
  public var quantity: Int32?
  public var type: TokenProductType?
  public var appAccountToken: UUID?
  public var ownership: Ownership?
  /// When the token was signed; its certificates are judged at this instant.
  public var signedDate: Timestamp?
  public var environment: AppStoreEnvironment?
  /// `USA`.
  public var storefront: String?
  /// `143441`.
  public var storefrontID: String?
  public var reason: Reason?
  /// In thousandths of the currency's unit: 9990 is 9.99.
  public var price: Int64?
  public var currency: String?
  public var offerType: TokenOfferType?
  public var offerID: String?
  public var offerDiscountType: String?
  /// ISO 8601: `P1W`.
  public var offerPeriod: String?
  public var isUpgraded: Bool?
  public var revocationDate: Timestamp?
  /// 0 for another reason, 1 for trouble with the app.
  public var revocationReason: Int32?
  /// `REFUND_FULL`, `REFUND_PRORATED` or `FAMILY_REVOKE`.
  public var revocationType: String?
  /// In thousandths of a percent: 50000 is half. Absent where nothing was refunded.
  public var revocationPercentage: Int32?
  public var appTransactionID: String?
  public var billingPlanType: String?
  public var commitment: Commitment?
  public var advancedCommerce: JSONText?
  /// Base64 of SHA-384: see `DeviceVerification`.
  public var deviceVerification: String?
  public var deviceVerificationNonce: UUID?

  public init() {}

  public struct Ownership: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let purchased = Ownership(rawValue: "PURCHASED")
    public static let familyShared = Ownership(rawValue: "FAMILY_SHARED")
  }

  public struct Reason: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let purchase = Reason(rawValue: "PURCHASE")
    public static let renewal = Reason(rawValue: "RENEWAL")
  }

  /// How far a plan that is billed monthly but bound for longer has come.
  public struct Commitment: TokenPayload {
    public var billingPeriodNumber: Int32?
    public var totalBillingPeriods: Int32?
    public var price: Int64?
    public var expiresDate: Timestamp?

    public init() {}

    public static let table = PayloadTable<Commitment>([
      .small("billingPeriodNumber", \.billingPeriodNumber), .date("commitmentExpiresDate", \.expiresDate),
      .integer("commitmentPrice", \.price), .small("totalBillingPeriods", \.totalBillingPeriods),
    ])
  }

  public static let table = PayloadTable<SignedTransaction>([
    .text("transactionId", \.transactionID), .text("originalTransactionId", \.originalTransactionID),
    .text("webOrderLineItemId", \.webOrderLineItemID), .text("bundleId", \.bundleID),
    .text("productId", \.productID), .text("subscriptionGroupIdentifier", \.subscriptionGroupID),
    .date("purchaseDate", \.purchaseDate), .date("originalPurchaseDate", \.originalPurchaseDate),
    .date("expiresDate", \.expiresDate), .small("quantity", \.quantity), .word("type", \.type),
    .uuid("appAccountToken", \.appAccountToken), .word("inAppOwnershipType", \.ownership),
    .date("signedDate", \.signedDate), .word("environment", \.environment),
    .text("storefront", \.storefront), .text("storefrontId", \.storefrontID),
    .word("transactionReason", \.reason), .integer("price", \.price), .text("currency", \.currency),
    .code("offerType", \.offerType), .text("offerIdentifier", \.offerID),
    .text("offerDiscountType", \.offerDiscountType), .text("offerPeriod", \.offerPeriod),
    .flag("isUpgraded", \.isUpgraded), .date("revocationDate", \.revocationDate),
    .small("revocationReason", \.revocationReason), .text("revocationType", \.revocationType),
    .small("revocationPercentage", \.revocationPercentage), .text("appTransactionId", \.appTransactionID),
    .text("billingPlanType", \.billingPlanType), .object("commitmentInfo", \.commitment),
    .json("advancedCommerceInfo", \.advancedCommerce), .text("deviceVerification", \.deviceVerification),
    .uuid("deviceVerificationNonce", \.deviceVerificationNonce),
  ])
}

/// A product's type as tokens name it; an unknown name survives a round trip.
public struct TokenProductType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public init(_ type: ProductType) {
    rawValue =
      switch type {
      case .consumable: "Consumable"
      case .nonConsumable: "Non-Consumable"
      case .nonRenewing: "Non-Renewing Subscription"
      case .autoRenewable: "Auto-Renewable Subscription"
      }
  }
}

/// An offer's kind as tokens number it; an unknown number survives a round trip.
public struct TokenOfferType: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }

  public init(_ kind: Offer.Kind) {
    self =
      switch kind {
      case .introductory: .introductory
      case .promotional: .promotional
      case .code: .code
      case .winBack: .winBack
      }
  }

  public static let introductory = TokenOfferType(rawValue: 1)
  public static let promotional = TokenOfferType(rawValue: 2)
  public static let code = TokenOfferType(rawValue: 3)
  public static let winBack = TokenOfferType(rawValue: 4)
}
