import SQLite
import StoreModel

/// Deliveries with their balances, and downloads.
extension SQLiteSession {
  func recordDelivery(of transaction: Transaction, at time: Timestamp) throws -> Bool {
    let isKnown =
      try connection.statement("SELECT 1 FROM deliveries WHERE transaction_id = ?")
      .bind(1, transaction.id.rawValue).first { _ in true } ?? false
    if isKnown { return false }
    let quantity = Int64(transaction.payment.quantity)
    try connection.statement(
      "INSERT INTO deliveries (transaction_id, product_id, quantity, account, time) VALUES (?, ?, ?, ?, ?)"
    ).bind(1, transaction.id.rawValue).bind(2, transaction.productID.rawValue).bind(3, quantity)
      .bind(4, transaction.account.rawValue).bind(5, time.milliseconds).run()
    if transaction.productType == .consumable {
      try connection.statement(
        """
        INSERT INTO balances (account, product_id, quantity) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity
        """
      ).bind(1, transaction.account.rawValue).bind(2, transaction.productID.rawValue).bind(3, quantity).run()
    }
    return true
  }

  func balances(account: AccountID) throws -> [Library.Balance] {
    try connection.statement(
      "SELECT product_id, quantity FROM balances WHERE account = ? ORDER BY product_id"
    )
    .bind(1, account.rawValue)
    .all { row in
      Library.Balance(productID: ProductID(row.text(0) ?? ""), quantity: Int(row.integer(1) ?? 0))
    }
  }

  // MARK: Downloads

  private static let columns = """
    product_id, transaction_id, content_version, expected_length, state, received_length, content_path,
    failure, last_event
    """

  func downloads() throws -> [Download] {
    try connection.statement("SELECT \(Self.columns) FROM downloads ORDER BY product_id").all(download)
  }

  func download(of product: ProductID) throws -> Recorded<Download>? {
    try connection.statement("SELECT \(Self.columns) FROM downloads WHERE product_id = ?")
      .bind(1, product.rawValue)
      .first { Recorded(try download($0), lastEvent: EventID(rawValue: $0.integer(8) ?? 0)) }
  }

  func save(_ download: Download, lastEvent: EventID) throws {
    try connection.statement(
      "INSERT OR REPLACE INTO downloads (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    ).bind(1, download.productID.rawValue).bind(2, download.transactionID?.rawValue)
      .bind(3, download.contentVersion).bind(4, download.expectedContentLength)
      .bind(5, Int64(download.state.rawValue)).bind(6, download.receivedLength).bind(7, download.contentPath)
      .bind(8, download.failure).bind(9, lastEvent.rawValue).run()
  }

  func deleteDownload(of product: ProductID) throws {
    try connection.statement("DELETE FROM downloads WHERE product_id = ?").bind(1, product.rawValue).run()
  }

  private func download(_ row: SQLiteStatement) throws -> Download {
    let product = row.text(0) ?? ""
    guard let state = row.integer(4).flatMap({ DownloadState(rawValue: Int($0)) }) else {
      throw damaged("downloads", product, "state")
    }
    return Download(
      productID: ProductID(product), transactionID: row.integer(1).map(TransactionID.init(rawValue:)),
      contentVersion: row.text(2) ?? "", expectedContentLength: row.integer(3) ?? 0, state: state,
      receivedLength: row.integer(5) ?? 0, contentPath: row.text(6), failure: row.text(7))
  }
}
