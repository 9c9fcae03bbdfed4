import Purchasing
import StoreModel
import StoreReceipts
import StoreScript

// Where a transaction stands in the receipt on this device, or why it is not in it, and the way to its record.
extension ShopState {
  /// Where a transaction stands in the receipt: in words, and under which number; nil where it does not.
  struct ReceiptPlace: Hashable {
    let words: String
    var record: String?
  }

  func place(inReceipt transaction: Transaction) -> ReceiptPlace {
    guard let report = receipt.report else {
      return switch receipt.reading {
      case .missing: ReceiptPlace(words: "there is none on this device")
      case .unreadable: ReceiptPlace(words: "it cannot be read")
      case nil, .read: ReceiptPlace(words: "is being read")
      }
    }
    let end = transaction.revokedAt == nil ? "" : ", with a cancellation date"
    if let place = report.place(of: transaction.id) {
      return ReceiptPlace(words: "record \(place)\(end)", record: transaction.id.description)
    }
    if let original = transaction.original, let place = report.place(of: original.id) {
      return ReceiptPlace(
        words: "as its first purchase, record \(place)\(end)", record: original.id.description)
    }
    return ReceiptPlace(words: "not in it: \(absence(of: transaction, from: report))")
  }

  private func absence(of transaction: Transaction, from report: ReceiptReport) -> String {
    let refresh = keyMap.label(of: .refreshReceipt)
    guard let date = transaction.date, [.purchased, .restored].contains(transaction.state) else {
      return "nothing was bought"
    }
    if transaction.account != facts.settings.account {
      return "it is \(transaction.account)'s, and you are \(facts.settings.account)"
    }
    if transaction.productType == .consumable, transaction.isFinished {
      return "what is used up leaves it when it is finished"
    }
    if let signed = report.creationDate, signed < date {
      return "it was signed before; \(refresh) asks for a new one"
    }
    return "\(refresh) asks for a new one"
  }

  /// True while somebody reads where a transaction stands in the receipt.
  var looksForRecord: Bool {
    screen == .transactions && layout.detail != nil && selectedTransaction?.date != nil
  }

  /// Whether Enter leads from the details of a transaction to its record.
  var opensRecord: Bool { pane == .detail && recordOfTransaction != nil }

  private var recordOfTransaction: String? {
    guard screen == .transactions else { return nil }
    return selectedTransaction.flatMap { place(inReceipt: $0).record }
  }

  mutating func openRecordOfTransaction() -> [Effect] {
    guard let record = recordOfTransaction else { return [] }
    _ = show(Screen.receipt)
    refreshReceiptList()
    if receiptList.index(of: .purchase(record)) == nil { setFilter("") }
    receiptCursor.select(.purchase(record), in: receiptList)
    pane = .detail
    return []
  }
}

extension ReceiptReport {
  /// `2 of 5`, as the Receipt screen lists them; nil when it has no such record.
  fileprivate func place(of id: TransactionID) -> String? {
    place(of: id.description).map { "\($0 + 1) of \(purchases.count)" }
  }
}
