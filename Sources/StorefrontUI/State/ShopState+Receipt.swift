import Purchasing
import StoreModel
import StoreReceipts
import StoreScript

// The receipt on this device: when it is read, its rows, and the way from a purchase in it to its transaction.
extension ShopState {
  /// The effect that reads the receipt, when somebody looks at it and what is known may be out of date.
  mutating func takeReceiptRequest() -> [Effect] {
    guard screen == .receipt || looksForRecord, receipt.isStale, !receipt.isReading else { return [] }
    receipt.isStale = false
    receipt.isReading = true
    return [.readReceipt]
  }

  mutating func take(receipt reading: ReceiptReading) {
    receipt.isReading = false
    receipt.rejection = facts.receiptRejection
    guard receipt.reading != reading else { return }
    receipt.reading = reading
    refreshReceiptList()
    settle()
  }

  /// The rows of the Receipt screen.
  var receiptList: SectionedList<ReceiptItem> { receipt.rows ?? SectionedList() }

  mutating func refreshReceiptList() {
    let list = filtered(receipt.list)
    receipt.rows = list
    receiptCursor.settle(in: list)
  }

  /// Narrowed by title, product id, number and heading.
  private func filtered(_ list: SectionedList<ReceiptItem>) -> SectionedList<ReceiptItem> {
    narrow(list, on: .receipt) { item, section in
      guard case .purchase(let id) = item, let purchase = receipt.report?.purchase(id) else {
        return [item.title, section]
      }
      return [texts.title(of: ProductID(purchase.productID)), purchase.productID, id, section]
    }
  }

  /// The purchase that is selected in the receipt.
  var selectedRecord: InAppPurchase? {
    guard screen == .receipt, case .purchase(let id) = receiptCursor.selected else { return nil }
    return receipt.report?.purchase(id)
  }

  /// Its transaction in the store's books.
  var recordedTransaction: TransactionID? { selectedRecord.flatMap { TransactionID($0.transactionID) } }

  /// Why nothing is listed, and what to do.
  var noReceiptReason: String {
    switch receipt.reading {
    case nil: "The receipt is being read. One moment."
    case .unreadable: "The receipt cannot be read. Press \(keyMap.label(of: .refreshReceipt)) for a new one."
    case .missing where facts.settings.receipts == .missing:
      "The store is set to give out no receipts. \(receiptsAgain)"
    case .missing where facts.settings.receipts == .late:
      "There is no receipt yet, since the store is set to send them late. "
        + "A refresh (\(keyMap.label(of: .refreshReceipt))) brings one."
    case .missing, .read:
      "There is no receipt yet. A purchase, a restore or a refresh (\(keyMap.label(of: .refreshReceipt))) brings one."
    }
  }

  var receiptPieces: [Piece] {
    guard let record = selectedRecord else { return [] }
    var pieces = [
      Piece(name: "transaction", text: record.transactionID), Piece(name: "product", text: record.productID),
    ]
    if let original = record.originalTransactionID, original != record.transactionID {
      pieces.append(Piece(name: "first transaction", text: original))
    }
    return pieces
  }

  // MARK: - What it lacks

  /// How many purchases this account has made that the receipt does not hold yet.
  ///
  /// Looks at those alone that are newer than the newest in it: what was used up or is another account's is not in it
  /// either, and does not lack.
  func purchasesMissing(in report: ReceiptReport) -> Int {
    guard let signed = report.creationDate else { return 0 }
    return facts.transactions.prefix(100).prefix { report.purchase($0.id.description) == nil }.count {
      transaction in
      [.purchased, .restored].contains(transaction.state) && transaction.account == facts.settings.account
        && !(transaction.productType == .consumable && transaction.isFinished)
        && transaction.date.map { $0 >= signed } ?? false
    }
  }

  // MARK: - From what is new to its cause

  /// The event that the receipt tells of last, when that is what is looked at.
  var causeInHand: JournalEntry? {
    guard screen == .receipt, receiptCursor.selected == .change else { return nil }
    return receipt.report?.causes?.last
  }

  /// Whether Enter leads to that event: where it is in sight already.
  var opensCause: Bool { causeInHand != nil && (pane == .detail || layout.detail != nil) }

  // MARK: - From a purchase to its transaction

  /// Whether Enter leads to the transaction: where its details are in sight already.
  var opensTransaction: Bool { selectedRecord != nil && (pane == .detail || layout.detail != nil) }

  mutating func openTransactionOfRecord() -> [Effect] {
    guard let record = selectedRecord else { return [] }
    guard let id = TransactionID(record.transactionID) else { return say(unknown: record.transactionID) }
    return show(transaction: id)
  }

  /// Shows a transaction, once the pages down to it have been read.
  private mutating func show(transaction id: TransactionID) -> [Effect] {
    wantedTransaction = nil
    if facts.transaction(id) != nil {
      _ = show(Screen.transactions)
      if transactions.index(of: id) == nil { setFilter("") }
      transactionCursor.select(id, in: transactions)
      pane = .detail
      return []
    }
    guard facts.hasOlderTransactions else { return say(unknown: id.description) }
    wantedTransaction = id
    if isLoadingTransactions { return [] }
    isLoadingTransactions = true
    return [.loadTransactions(before: facts.transactions.last?.id)]
  }

  /// Goes on when a page has come, unless the person has turned to something else.
  mutating func goOnToTransaction() -> [Effect] {
    guard let id = wantedTransaction else { return [] }
    guard selectedRecord?.transactionID == id.description, sheet == nil, dialog == nil else {
      wantedTransaction = nil
      return []
    }
    return show(transaction: id)
  }

  private mutating func say(unknown transaction: String) -> [Effect] {
    say(
      "The store has no transaction \(transaction): this receipt is of another store.", .warning,
      advice: "Press \(keyMap.label(of: .refreshReceipt)) for one of this store.")
  }
}

extension ReceiptItem {
  var title: String {
    switch self {
    case .attributes: "Fields"
    case .trust: "Trust"
    case .change: "Changes"
    case .purchase(let id): "Purchase \(id)"
    }
  }
}
