import FoundationEssentials
import StoreModel

/// What a server notification says: App Store Server Notifications' `ResponseBodyV2DecodedPayload`.
///
/// Exactly one of `data`, `summary`, `externalPurchaseToken` and `appData` is there. The tokens inside are signed by
/// themselves and are to be verified by themselves.
public struct SignedNotification: TokenPayload {
  public var type: String?
  public var subtype: String?
  /// The same in every attempt to deliver it.
  public var uuid: String?
  public var version: String?
  public var signedDate: Timestamp?
  public var data: Details?
  public var summary: Summary?
  public var externalPurchaseToken: ExternalPurchaseToken?
  public var appData: AppDetails?

  public init() {}

  /// About one purchase or subscription.
  public struct Details: TokenPayload {
    public var environment: AppStoreEnvironment?
    public var appAppleID: Int64?
    public var bundleID: String?
    public var bundleVersion: String?
    public var signedTransaction: String?
    public var signedRenewalInfo: String?
    /// 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.
    public var status: Int32?
    public var consumptionRequestReason: String?

    public init() {}

    public static let table = PayloadTable<Details>([
      .word("environment", \.environment), .integer("appAppleId", \.appAppleID),
      .text("bundleId", \.bundleID),
      .text("bundleVersion", \.bundleVersion), .text("signedTransactionInfo", \.signedTransaction),
      .text("signedRenewalInfo", \.signedRenewalInfo), .small("status", \.status),
      .text("consumptionRequestReason", \.consumptionRequestReason),
    ])
  }

  /// About many subscriptions at once.
  public struct Summary: TokenPayload {
    public var environment: AppStoreEnvironment?
    public var appAppleID: Int64?
    public var bundleID: String?
    public var productID: String?
    public var requestID: String?
    public var storefronts: [String]?
    public var succeededCount: Int64?
    public var failedCount: Int64?

    public init() {}

    public static let table = PayloadTable<Summary>([
      .word("environment", \.environment), .integer("appAppleId", \.appAppleID),
      .text("bundleId", \.bundleID),
      .text("productId", \.productID), .text("requestIdentifier", \.requestID),
      .texts("storefrontCountryCodes", \.storefronts), .integer("succeededCount", \.succeededCount),
      .integer("failedCount", \.failedCount),
    ])
  }

  public struct ExternalPurchaseToken: TokenPayload {
    /// Begins with `SANDBOX` in the sandbox.
    public var id: String?
    public var creationDate: Int64?
    public var appAppleID: Int64?
    public var bundleID: String?

    public init() {}

    public static let table = PayloadTable<ExternalPurchaseToken>([
      .text("externalPurchaseId", \.id), .integer("tokenCreationDate", \.creationDate),
      .integer("appAppleId", \.appAppleID), .text("bundleId", \.bundleID),
    ])
  }

  /// About the app itself.
  public struct AppDetails: TokenPayload {
    public var appAppleID: Int64?
    public var bundleID: String?
    public var environment: AppStoreEnvironment?
    public var signedAppTransaction: String?

    public init() {}

    public static let table = PayloadTable<AppDetails>([
      .integer("appAppleId", \.appAppleID), .text("bundleId", \.bundleID),
      .word("environment", \.environment),
      .text("signedAppTransactionInfo", \.signedAppTransaction),
    ])
  }

  public static let table = PayloadTable<SignedNotification>([
    .text("notificationType", \.type), .text("subtype", \.subtype), .text("notificationUUID", \.uuid),
    .text("version", \.version), .date("signedDate", \.signedDate), .object("data", \.data),
    .object("summary", \.summary), .object("externalPurchaseToken", \.externalPurchaseToken),
    .object("appData", \.appData),
  ])
}
