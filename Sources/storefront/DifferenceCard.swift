import StoreReceipts

/// What `receipt diff` tells.
struct DifferenceCard: Encodable {
  struct Change: Encodable {
    let number: Int64
    /// Nil for an attribute whose meaning is not known.
    let name: String?
    /// Nil where it was not there.
    let before: String?
    let after: String?

    init(_ change: ReceiptDifference.Change) {
      number = change.number
      name = change.name
      before = change.before
      after = change.after
    }

    /// Bytes are of no use to a reader; that they changed is.
    fileprivate var row: [String] {
      func short(_ value: String?) -> String {
        guard let value else { return "none" }
        return value.isEmpty ? "none" : value.utf8.count > 48 ? value.prefix(16) + "…" : value
      }
      return [String(number), name ?? "-", "\(short(before)) -> \(short(after))"]
    }
  }

  struct Purchase: Encodable {
    let transaction: String
    let product: String
    let quantity: Int64
    /// Nil for one that was added or removed.
    let changes: [Change]?

    init(_ purchase: InAppPurchase, changes: [Change]? = nil) {
      transaction = purchase.transactionID
      product = purchase.productID
      quantity = purchase.quantity
      self.changes = changes
    }

    fileprivate var words: String {
      "\(product) (transaction \(transaction))" + (quantity == 1 ? "" : " x \(quantity)")
    }
  }

  let added: [Purchase]
  let removed: [Purchase]
  let changed: [Purchase]
  let attributes: [Change]

  init(_ difference: ReceiptDifference) {
    added = difference.added.map { Purchase($0) }
    removed = difference.removed.map { Purchase($0) }
    changed = difference.changed.map { Purchase($0.purchase, changes: $0.changes.map(Change.init)) }
    attributes = difference.attributes.map(Change.init)
  }

  var text: String {
    var lines = added.map { "+ \($0.words.singleLine)" } + removed.map { "- \($0.words.singleLine)" }
    for purchase in changed {
      lines.append("~ \(purchase.words.singleLine)")
      lines += TextTable((purchase.changes ?? []).map(\.row)).lines.map { "    " + $0 }
    }
    if lines.isEmpty { lines = ["The same purchases as before."] }
    return (lines + TextTable(attributes.map(\.row)).lines).joined(separator: "\n")
  }
}
