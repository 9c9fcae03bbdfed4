import FoundationEssentials
import StoreModel

/// What a signed app transaction says: how the app itself was bought.
public struct SignedAppTransaction: TokenPayload {
  /// The environment, under the name that this payload has for it.
  public var receiptType: AppStoreEnvironment?
  /// Needed in production.
  public var appAppleID: Int64?
  public var bundleID: String?
  public var applicationVersion: String?
  public var versionExternalID: Int64?
  /// When the token was signed; there is no signed date.
  public var receiptCreationDate: Timestamp?
  public var originalPurchaseDate: Timestamp?
  public var originalApplicationVersion: String?
  public var deviceVerification: String?
  public var deviceVerificationNonce: UUID?
  public var preorderDate: Timestamp?
  public var appTransactionID: String?
  /// iOS, macOS, tvOS or visionOS.
  public var originalPlatform: String?

  public init() {}

  public static let table = PayloadTable<SignedAppTransaction>([
    .word("receiptType", \.receiptType), .integer("appAppleId", \.appAppleID), .text("bundleId", \.bundleID),
    .text("applicationVersion", \.applicationVersion),
    .integer("versionExternalIdentifier", \.versionExternalID),
    .date("receiptCreationDate", \.receiptCreationDate),
    .date("originalPurchaseDate", \.originalPurchaseDate),
    .text("originalApplicationVersion", \.originalApplicationVersion),
    .text("deviceVerification", \.deviceVerification),
    .uuid("deviceVerificationNonce", \.deviceVerificationNonce), .date("preorderDate", \.preorderDate),
    .text("appTransactionId", \.appTransactionID), .text("originalPlatform", \.originalPlatform),
  ])
}
