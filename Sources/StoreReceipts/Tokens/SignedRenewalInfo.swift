import FoundationEssentials
import StoreModel

/// What signed renewal info says: App Store Server API's `JWSRenewalInfoDecodedPayload`. It names no app.
public struct SignedRenewalInfo: TokenPayload {
  public var originalTransactionID: String?
  public var autoRenewProductID: String?
  public var productID: String?
  public var willAutoRenew: Status?
  public var environment: AppStoreEnvironment?
  public var signedDate: Timestamp?
  public var recentSubscriptionStartDate: Timestamp?
  public var renewalDate: Timestamp?
  /// 1 cancelled, 2 billing error, 3 no consent to a higher price, 4 not for sale, 5 other.
  public var expirationIntent: Int32?
  public var isInBillingRetry: Bool?
  public var gracePeriodExpiresDate: Timestamp?
  /// 0 not answered yet, 1 agreed.
  public var priceIncreaseStatus: Int32?
  // The offer of the next period.
  public var offerType: TokenOfferType?
  public var offerID: String?
  public var offerDiscountType: String?
  public var offerPeriod: String?
  /// In thousandths of the currency's unit.
  public var renewalPrice: Int64?
  public var currency: String?
  /// The best first.
  public var eligibleWinBackOfferIDs: [String]?
  public var appAccountToken: UUID?
  public var appTransactionID: String?
  public var renewalBillingPlanType: String?
  public var commitment: JSONText?
  public var advancedCommerce: JSONText?
  public var deviceVerification: String?
  public var deviceVerificationNonce: UUID?

  public init() {}

  public struct Status: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
    public static let off = Status(rawValue: 0)
    public static let on = Status(rawValue: 1)
  }

  public static let table = PayloadTable<SignedRenewalInfo>([
    .text("originalTransactionId", \.originalTransactionID),
    .text("autoRenewProductId", \.autoRenewProductID), .text("productId", \.productID),
    .code("autoRenewStatus", \.willAutoRenew), .word("environment", \.environment),
    .date("signedDate", \.signedDate),
    .date("recentSubscriptionStartDate", \.recentSubscriptionStartDate),
    .date("renewalDate", \.renewalDate), .small("expirationIntent", \.expirationIntent),
    .flag("isInBillingRetryPeriod", \.isInBillingRetry),
    .date("gracePeriodExpiresDate", \.gracePeriodExpiresDate),
    .small("priceIncreaseStatus", \.priceIncreaseStatus), .code("offerType", \.offerType),
    .text("offerIdentifier", \.offerID), .text("offerDiscountType", \.offerDiscountType),
    .text("offerPeriod", \.offerPeriod), .integer("renewalPrice", \.renewalPrice),
    .text("currency", \.currency), .texts("eligibleWinBackOfferIds", \.eligibleWinBackOfferIDs),
    .uuid("appAccountToken", \.appAccountToken), .text("appTransactionId", \.appTransactionID),
    .text("renewalBillingPlanType", \.renewalBillingPlanType), .json("commitmentInfo", \.commitment),
    .json("advancedCommerceInfo", \.advancedCommerce), .text("deviceVerification", \.deviceVerification),
    .uuid("deviceVerificationNonce", \.deviceVerificationNonce),
  ])
}
