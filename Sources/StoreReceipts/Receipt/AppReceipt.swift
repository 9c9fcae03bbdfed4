import StoreCrypto
import StoreModel

/// What an app receipt says: its payload as values.
///
/// Reading and writing are inverse to each other, apart from attributes without a known meaning, which are passed
/// over. Nothing here says whether the receipt can be trusted: see `ReceiptVerifier`.
public struct AppReceipt: Hashable, Sendable {
  /// `Production`, `ProductionSandbox`, `ProductionVPP`, `ProductionVPPSandbox` or `Xcode`.
  public var receiptType: String?
  /// 0 in the sandbox.
  public var appItemID: Int64?
  public var bundleID: String?
  /// CFBundleVersion on iOS.
  public var applicationVersion: String?
  /// Goes into `hash`; 16 bytes from a store, 8 from Xcode.
  public var opaqueValue: [UInt8]?
  /// Ties the receipt to one device: see `DeviceHash`.
  public var hash: [UInt8]?
  public var ageRating: String?
  /// When the receipt was signed; its certificates are judged at this instant (R198).
  public var creationDate: Timestamp?
  public var downloadID: Int64?
  public var versionExternalID: Int64?
  /// In the order of the receipt.
  public var purchases: [InAppPurchase] = []
  public var originalPurchaseDate: Timestamp?
  public var originalApplicationVersion: String?
  /// When the receipt itself ends: volume purchases only.
  public var expirationDate: Timestamp?
  public var preorderDate: Timestamp?
  /// How many purchases could not be read and were passed over (R196).
  public internal(set) var skippedPurchases = 0
  /// The bundle id with tag and length, as it stands in the receipt: the hash is made from it (R193).
  var bundleIDEncoding: [UInt8] = []

  /// What the sandbox says of every app: when it was first bought, and in which version.
  public static let sandboxPurchaseDate = Timestamp(milliseconds: 1_375_340_400_000)
  public static let sandboxVersion = "1.0"

  public init() {}

  /// The App Store that issued it; nil when the receipt does not say.
  public var environment: AppStoreEnvironment? {
    switch receiptType {
    case nil: nil
    case "Production", "ProductionVPP": .production
    case "ProductionSandbox", "ProductionVPPSandbox": .sandbox
    case "Xcode": .xcode
    case let other?: AppStoreEnvironment(rawValue: other)
    }
  }
}

/// The hash that ties a receipt to one device (R193).
public enum DeviceHash {
  /// SHA-1 over the device's id (16 bytes of a UUID on iOS, 6 of a MAC address on macOS), the opaque value, and the
  /// bundle id's *whole* encoding, tag and length included.
  static func hash(device: [UInt8], opaqueValue: [UInt8], bundleIDEncoding: [UInt8]) -> [UInt8] {
    Hash.sha1(device + opaqueValue + bundleIDEncoding)
  }

  /// Reads `DAA51D8B-27B5-4B0E-A31C-…` or a MAC address such as `02:42:ac:11:00:02`; nil for anything else.
  public static func device(_ text: String) -> [UInt8]? {
    let digits = text.filter { $0 != "-" && $0 != ":" }
    guard digits.utf8.count == 32 || digits.utf8.count == 12, digits.allSatisfy(\.isHexDigit) else {
      return nil
    }
    let values = digits.compactMap { $0.hexDigitValue.map(UInt8.init) }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}
