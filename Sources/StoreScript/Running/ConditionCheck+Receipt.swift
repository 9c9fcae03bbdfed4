import Purchasing
import StoreModel
import StoreReceipts
import StoreSimulator

/// What is asked of the receipt on this device, and of who judges it.
extension ConditionCheck {
  func receipt(_ facts: Condition.ReceiptFacts) throws(StoreError) -> Answer {
    guard let book = machine.session.receipts else { return Answer(holds: false, found: "no receipt") }
    if let status = facts.status {
      let found = try answeredStatus(book)
      guard found == status else {
        return Answer(
          holds: false, found: found.map { "verifyReceipt answers \($0)" } ?? "no receipt")
      }
      var others = facts
      others.status = nil
      if others == Condition.ReceiptFacts() {
        return Answer(holds: true, found: "verifyReceipt answers \(status)")
      }
      return try receipt(others)
    }
    let owned = book.fallback.products.sorted().map(\.rawValue)
    let isOwned = facts.owned.map { owned.contains($0.rawValue) } ?? true
    let ownership = "owned: \(owned.isEmpty ? "nothing" : owned.listedAll)"
    let verdict = machine.receiptVerdict()
    let items: [ValidatedReceipt.Item]
    switch verdict {
    case .success(let receipt):
      items = receipt.items
    case .failure(let error) where error.reason == .receiptMissing && (try? book.read()) == nil:
      // What the app goes by without a receipt can be asked for all the same.
      let holds = facts == Condition.ReceiptFacts(owned: facts.owned) && facts.owned != nil && isOwned
      return Answer(holds: holds, found: "no receipt; \(ownership)")
    case .failure(let error):
      let reason =
        error.reason == .receiptMissing ? "It is another app's, and counts as none." : error.inWords
      return Answer(
        holds: facts == Condition.ReceiptFacts(isValid: false) || facts == Condition.ReceiptFacts(),
        found: "an invalid receipt. \(reason)")
    }
    let transaction = try facts.transaction.map { (name) throws(StoreError) in try self.transaction(name)?.id
    }
    let holds =
      facts.isValid != false && isOwned && facts.purchases.map { $0 == items.count } ?? true
      && facts.product.map { id in items.contains { $0.productID == id } } ?? true
      && transaction.map { id in items.contains { $0.transactionID == id?.description } } ?? true
    let held = items.map { "\($0.transactionID) (\($0.productID))" }
    return Answer(
      holds: holds,
      found: "a valid receipt of \(held.isEmpty ? "no purchases" : held.listedAll); \(ownership)")
  }

  /// What verifyReceipt answers to a server that knows the secret; nil when there is no receipt to send.
  private func answeredStatus(_ book: ReceiptBook) throws(StoreError) -> Int? {
    let receipt: [UInt8]
    do throws(StoreError) { receipt = try book.read() } catch {
      if error.reason == .receiptMissing { return nil }
      throw error
    }
    return try machine.read { (store) throws(StoreError) in
      try await store.verifyReceipt(receipt, secret: try await store.sharedSecret()).status?.rawValue
    }
  }
}
