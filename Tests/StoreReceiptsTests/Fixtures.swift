import Foundation
import StoreCrypto
import StoreModel
import Testing

@testable import StoreReceipts

/// Published payloads and a genuine receipt, which belong to others and are read where they are; nil with a notice
/// without them.
enum Fixtures {
  private static let folder: String? = {
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let shared =
      ProcessInfo.processInfo.environment["STOREFRONT_SHARED"]
      ?? package.appending(path: "../shared").standardized.path
    let folder = shared + "/fixtures"
    if FileManager.default.fileExists(atPath: folder) { return folder }
    print("notice: no fixtures at \(folder); set STOREFRONT_SHARED to test against real receipts and tokens")
    return nil
  }()

  static let areThere = folder != nil

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: try #require(folder) + "/" + name)))
  }

  static func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// Keys and values that the tests share.
enum Sample {
  static let keys: SigningKeys = {
    do { return try SigningKeys.generate() } catch { fatalError("no keys for the tests: \(error)") }
  }()
  /// 2026-11-30 12:00 UTC.
  static let now = Timestamp(milliseconds: 1_796_040_000_000)
  static let device = UUID(uuidString: "DAA51D8B-27B5-4B0E-A31C-0123456789AB")!
  static let deviceBytes = withUnsafeBytes(of: device.uuid, Array.init)
  static let bundleID = "com.example.sampler"

  static var receipt: AppReceipt {
    var receipt = AppReceipt()
    receipt.receiptType = "ProductionSandbox"
    receipt.appItemID = 0
    receipt.bundleID = bundleID
    receipt.applicationVersion = "4"
    receipt.ageRating = "4+"
    receipt.creationDate = now
    receipt.downloadID = 0
    receipt.versionExternalID = 0
    receipt.originalPurchaseDate = Timestamp(milliseconds: 1_375_340_400_000)
    receipt.originalApplicationVersion = "1.0"
    receipt.purchases = [
      InAppPurchase(
        quantity: 3, productID: "coins", transactionID: "1001", purchaseDate: now,
        originalTransactionID: "1001",
        originalPurchaseDate: now, kind: .consumable, webOrderLineItemID: 0, isTrial: false,
        isIntroductory: false),
      InAppPurchase(
        productID: "club.silver", transactionID: "1003", purchaseDate: now, originalTransactionID: "1002",
        originalPurchaseDate: now.advanced(byMilliseconds: -86_400_000), kind: .autoRenewable,
        expirationDate: now.advanced(byMilliseconds: 604_800_000), webOrderLineItemID: 5_000_000_001,
        cancellationDate: now.advanced(byMilliseconds: 5000), cancellationReason: 1, isTrial: true,
        isIntroductory: false, promotionalOfferID: "spring"),
    ]
    return receipt
  }

  static var expectation: ReceiptExpectation {
    ReceiptExpectation(
      bundleID: bundleID, version: "4", device: deviceBytes, environment: .sandbox, now: now)
  }

  static let verifier = ReceiptVerifier(roots: [keys.receipts.root])

  static func signed(_ receipt: AppReceipt = receipt) throws -> [UInt8] {
    try ReceiptIssuer(keys).issue(receipt, device: deviceBytes)
  }

  static var transaction: SignedTransaction {
    var transaction = SignedTransaction()
    transaction.transactionID = "1003"
    transaction.originalTransactionID = "1002"
    transaction.webOrderLineItemID = "5000000001"
    transaction.bundleID = bundleID
    transaction.productID = "club.silver"
    transaction.subscriptionGroupID = "club"
    transaction.purchaseDate = now
    transaction.originalPurchaseDate = now
    transaction.expiresDate = now.advanced(byMilliseconds: 604_800_000)
    transaction.quantity = 1
    transaction.type = TokenProductType(.autoRenewable)
    transaction.appAccountToken = UUID(uuidString: "7E3FB20B-4CDB-47CC-936D-99D65F608138")
    transaction.ownership = .purchased
    transaction.signedDate = now
    transaction.environment = .sandbox
    transaction.storefront = "USA"
    transaction.storefrontID = "143441"
    transaction.reason = .purchase
    transaction.price = 4990
    transaction.currency = "USD"
    transaction.offerType = .introductory
    transaction.offerDiscountType = "FREE_TRIAL"
    transaction.offerPeriod = "P1W"
    transaction.appTransactionID = "71134"
    return transaction
  }
}
