import Purchasing
import StoreModel
import StoreTesting

/// Judges the fake store's receipts, which are the ids of transactions in words, and counts how often it was asked.
struct NotedReceipts: ReceiptValidator {
  let judged = Log<String>()

  func validate(_ receipt: [UInt8], at now: Timestamp) async throws(StoreError) -> ValidatedReceipt {
    let text = String(decoding: receipt, as: UTF8.self)
    judged.append(text)
    if text == "forged" { throw .forged }
    return ValidatedReceipt(
      text.split(separator: " ").map {
        ValidatedReceipt.Item(
          transactionID: String($0), productID: ProductID("p\($0)"), expiresAt: nil, isTakenBack: false)
      })
  }
}

extension StoreError {
  static let forged = StoreError(.unknown, .receiptInvalid, subject: "Another signed it.")
}
