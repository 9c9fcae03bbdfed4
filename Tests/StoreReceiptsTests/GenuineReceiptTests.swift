import Foundation
import JSONSyntax
import StoreCrypto
import StoreModel
import Testing

@testable import StoreReceipts

/// Receipts and tokens that others made: a store's and Xcode's.
@Suite(.enabled(if: Fixtures.areThere)) struct GenuineReceipts {
  @Test func `the store's own receipt is valid under Apple's root, years after its signer expired`() throws {
    let bytes = try Fixtures.bytes("receipts/app-receipt-1.base64")
    let verified = try ReceiptVerifier(roots: [], trustsApple: true).verify(
      bytes,
      expecting: ReceiptExpectation(
        bundleID: "com.revenuecat.sampleapp", version: "4", environment: .sandbox, now: Sample.now))
    #expect(verified.chain.map(\.name).last == "Apple Root CA" && verified.chain.count == 3)
    #expect(verified.chain[0].validity.upperBound < Sample.now.milliseconds / 1000)
    #expect(verified.receipt.purchases.count == 9 && verified.receipt.skippedPurchases == 0)
    #expect(throws: ReceiptError.noRoot) {
      try ReceiptVerifier(roots: []).verify(bytes, expecting: ReceiptExpectation())
    }
    #expect {
      try ReceiptVerifier(roots: [Sample.keys.receipts.root]).verify(bytes, expecting: ReceiptExpectation())
    } throws: {
      if case .untrusted? = $0 as? ReceiptError { true } else { false }
    }
  }

  @Test func `written again, the store's own receipt keeps every value`() throws {
    let receipt = try ReceiptContainer(try Fixtures.bytes("receipts/app-receipt-1.base64")).receipt()
    let again = try AppReceipt(payload: receipt.payload(device: nil))
    #expect(again.purchases == receipt.purchases)
    #expect(again == receipt)
  }

  @Test(arguments: [("empty", 0), ("with-transaction", 1)])
  func `R185: Xcode's receipts in BER are read, and valid when their signer is trusted`(
    name: String, purchases: Int
  ) throws {
    let container = try ReceiptContainer(
      try Fixtures.bytes("app-store-server/xcode/xcode-app-receipt-\(name)"))
    let verified = try ReceiptVerifier(roots: container.certificates).verify(
      container, expecting: ReceiptExpectation(environment: .xcode, now: Sample.now))
    #expect(verified.receipt.purchases.count == purchases && verified.receipt.skippedPurchases == 0)
    #expect(verified.receipt.opaqueValue?.count == 8)
    #expect(verified.chain.map(\.name) == ["StoreKit"])
    #expect(throws: ReceiptError.noRoot) {
      try ReceiptVerifier(roots: [], trustsApple: true).verify(container, expecting: ReceiptExpectation())
    }
  }

  @Test func `the store's answer agrees with the receipt, field by field`() throws {
    let receipt = try ReceiptContainer(try Fixtures.bytes("receipts/app-receipt-1.base64")).receipt()
    let answer = try JSONDocument(parsing: try Fixtures.bytes("receipts/app-receipt-1.verifyReceipt.json"))
    let told = try #require(answer.root.object?["receipt"]?.object)
    #expect(told["receipt_type"]?.string == receipt.receiptType)
    #expect(told["adam_id"]?.integer.map(Int64.init) == receipt.appItemID)
    #expect(told["bundle_id"]?.string == receipt.bundleID)
    #expect(told["application_version"]?.string == receipt.applicationVersion)
    #expect(told["download_id"]?.integer.map(Int64.init) == receipt.downloadID)
    #expect(told["version_external_identifier"]?.integer.map(Int64.init) == receipt.versionExternalID)
    #expect(told["receipt_creation_date_ms"]?.string == receipt.creationDate?.milliseconds.description)
    #expect(
      told["original_purchase_date_ms"]?.string == receipt.originalPurchaseDate?.milliseconds.description)
    #expect(told["original_application_version"]?.string == receipt.originalApplicationVersion)
    let items = try #require(told["in_app"]?.array)
    #expect(items.count == receipt.purchases.count)
    for (item, purchase) in zip(items, receipt.purchases) {
      let item = try #require(item.object)
      #expect(item["quantity"]?.string == String(purchase.quantity))
      #expect(item["product_id"]?.string == purchase.productID)
      #expect(item["transaction_id"]?.string == purchase.transactionID)
      #expect(item["original_transaction_id"]?.string == purchase.originalTransactionID)
      #expect(item["purchase_date_ms"]?.string == String(purchase.purchaseDate.milliseconds))
      #expect(
        item["original_purchase_date_ms"]?.string == purchase.originalPurchaseDate?.milliseconds.description)
      #expect(item["expires_date_ms"]?.string == purchase.expirationDate?.milliseconds.description)
      #expect(item["web_order_line_item_id"]?.string == purchase.webOrderLineItemID?.description)
      #expect(item["is_trial_period"]?.string == purchase.isTrial?.description)
      #expect(item["is_in_intro_offer_period"]?.string == purchase.isIntroductory?.description)
      #expect(purchase.kind == .autoRenewable && purchase.cancellationDate == nil)
    }
  }
}
