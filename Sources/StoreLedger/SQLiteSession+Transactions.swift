import FoundationEssentials
import SQLite
import StoreModel

extension SQLiteSession {
  private static let columns = """
    id, product_id, product_type, quantity, application_username, requested_offer_id, account, storefront,
    group_id, state, created_at, date, original_id, original_date, original_product_id, price_amount,
    price_currency, expires_at, offer_id, offer_kind, error_code, error_reason, error_subject, is_upgraded,
    revoked_at, is_finished, last_event, revocation
    """

  private static let insertion =
    "INSERT INTO transactions (\(columns)) VALUES (\(columns.split(separator: ",").map { _ in "?" }.joined(separator: ", ")))"

  private static let selectByID = "SELECT \(columns) FROM transactions WHERE id = ?"

  private func select(_ rest: String) throws -> SQLiteStatement {
    try connection.statement("SELECT \(Self.columns) FROM transactions \(rest)")
  }

  // MARK: Looking up

  func lastTransactionID() throws -> TransactionID? {
    let newest = try connection.statement("SELECT max(id) FROM transactions").first { $0.integer(0) } ?? nil
    let deleted =
      try connection.statement(
        "SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'lastTransactionID'"
      ).first { $0.integer(0) } ?? nil
    return [newest, deleted].compactMap(\.self).max().map(TransactionID.init(rawValue:))
  }

  func transaction(_ id: TransactionID) throws -> Recorded<Transaction>? {
    try connection.statement(Self.selectByID).bind(1, id.rawValue).first(recorded)
  }

  func transactions(before id: TransactionID?, limit: Int) throws -> [Transaction] {
    try select("WHERE id < ? ORDER BY id DESC LIMIT ?")
      .bind(1, id?.rawValue ?? Int64.max).bind(2, Int64(max(limit, 0))).all(transaction)
  }

  func transactions(after id: TransactionID?, limit: Int) throws -> [Transaction] {
    try select("WHERE id > ? ORDER BY id LIMIT ?")
      .bind(1, id?.rawValue ?? 0).bind(2, Int64(max(limit, 0))).all(transaction)
  }

  func transactions(of product: ProductID, account: AccountID, before id: TransactionID?, limit: Int) throws
    -> [Transaction]
  {
    try select("WHERE account = ? AND product_id = ? AND id < ? ORDER BY id DESC LIMIT ?")
      .bind(1, account.rawValue).bind(2, product.rawValue).bind(3, id?.rawValue ?? Int64.max)
      .bind(4, Int64(max(limit, 0))).all(transaction)
  }

  func unfinishedTransactions() throws -> [Recorded<Transaction>] {
    try select("WHERE is_finished = 0 ORDER BY id").all(recorded)
  }

  func unfinishedPurchase(of product: ProductID, account: AccountID) throws -> Transaction? {
    // Named, for few are unfinished while one product may have been bought a million times.
    try select(
      """
      INDEXED BY transactions_unfinished
      WHERE is_finished = 0 AND state = 1 AND product_id = ? AND account = ? ORDER BY id DESC LIMIT 1
      """
    ).bind(1, product.rawValue).bind(2, account.rawValue).first(transaction)
  }

  func ownedPurchases(account: AccountID, at instant: Timestamp) throws -> [Recorded<Transaction>] {
    let owned = "WHERE account = ? AND state = 1 AND product_type <> 'consumable'"
    let lasting = try select("\(owned) AND expires_at IS NULL").bind(1, account.rawValue).all(recorded)
    let running = try select("\(owned) AND expires_at > ?")
      .bind(1, account.rawValue).bind(2, instant.milliseconds).all(recorded)
    return (lasting + running).filter { $0.value.entitles(at: instant) }.sorted { $0.value.id < $1.value.id }
  }

  func activeSubscriptions(group: GroupID, account: AccountID, at instant: Timestamp) throws
    -> [Recorded<Transaction>]
  {
    try select(
      """
      WHERE account = ? AND state = 1 AND product_type <> 'consumable' AND expires_at > ? AND group_id = ?
      ORDER BY id
      """
    ).bind(1, account.rawValue).bind(2, instant.milliseconds).bind(3, group.rawValue).all(recorded)
      .filter { $0.value.entitles(at: instant) }
  }

  func firstSubscription(group: GroupID, account: AccountID) throws -> Transaction? {
    try select(
      """
      WHERE account = ? AND state = 1 AND product_type <> 'consumable' AND group_id = ? ORDER BY id LIMIT 1
      """
    ).bind(1, account.rawValue).bind(2, group.rawValue).first(transaction)
  }

  func lastingPurchase(of product: ProductID, account: AccountID) throws -> Recorded<Transaction>? {
    try select(
      """
      WHERE account = ? AND state = 1 AND product_type <> 'consumable' AND expires_at IS NULL
        AND product_id = ? AND revoked_at IS NULL AND is_upgraded = 0 ORDER BY id LIMIT 1
      """
    ).bind(1, account.rawValue).bind(2, product.rawValue).first(recorded)
  }

  func restorablePurchases(account: AccountID) throws -> [Transaction] {
    try select(
      """
      WHERE account = ? AND state = 1 AND product_type <> 'consumable'
        AND product_type <> 'nonRenewing' AND revoked_at IS NULL ORDER BY id
      """
    ).bind(1, account.rawValue).all(transaction)
  }

  func restoreOmissions(account: AccountID) throws -> [RestoreOmission] {
    // Consumables may be a million transactions, and are a few balances.
    let used = try balances(account: account).map {
      RestoreOmission(product: $0.productID, reason: .consumable, quantity: $0.quantity)
    }
    let finished = try connection.statement(
      """
      SELECT product_id, revoked_at IS NOT NULL, sum(quantity) FROM transactions
      WHERE account = ? AND state = 1 AND product_type <> 'consumable' AND is_finished = 1
        AND (product_type = 'nonRenewing' OR revoked_at IS NOT NULL)
      GROUP BY product_id, revoked_at IS NOT NULL
      """
    ).bind(1, account.rawValue).all { row in
      RestoreOmission(
        product: ProductID(row.text(0) ?? ""), reason: row.integer(1) == 1 ? .revoked : .nonRenewing,
        quantity: Int(row.integer(2) ?? 0))
    }
    return (used + finished).sorted { ($0.product, $0.reason.rawValue) < ($1.product, $1.reason.rawValue) }
  }

  func receiptTransactions(account: AccountID) throws -> [Transaction] {
    // Two look-ups by index: consumables that were used up may be a million.
    let lasting = try select("WHERE account = ? AND state = 1 AND product_type <> 'consumable'")
      .bind(1, account.rawValue).all(transaction)
    let open = try select(
      "INDEXED BY transactions_unfinished WHERE is_finished = 0 AND state IN (1, 3)"
    ).all(transaction)
    let known = Set(lasting.map(\.id))
    return (lasting + open.filter { !known.contains($0.id) }).sorted { $0.id < $1.id }
  }

  func hasUsedIntroductoryOffer(group: GroupID, account: AccountID) throws -> Bool {
    try connection.statement(
      "SELECT 1 FROM transactions WHERE account = ? AND group_id = ? AND offer_kind = 'introductory' LIMIT 1"
    ).bind(1, account.rawValue).bind(2, group.rawValue).first { _ in true } ?? false
  }

  // MARK: Changing

  func insert(_ transaction: Transaction, lastEvent: EventID) throws {
    let statement = try connection.statement(Self.insertion)
    try statement
      .bind(1, transaction.id.rawValue)
      .bind(2, transaction.productID.rawValue)
      .bind(3, transaction.productType.rawValue)
      .bind(4, Int64(transaction.payment.quantity))
      .bind(5, transaction.payment.applicationUsername)
      .bind(6, transaction.payment.offerID)
      .bind(7, transaction.account.rawValue)
      .bind(8, transaction.storefront.rawValue)
      .bind(9, transaction.groupID?.rawValue)
      .bind(11, transaction.createdAt.milliseconds)
    try bindChangeable(transaction, lastEvent: lastEvent, to: statement, state: 10, from: 12)
    try statement.run()
  }

  func update(_ transaction: Transaction, lastEvent: EventID) throws {
    let statement = try connection.statement(
      """
      UPDATE transactions SET state = ?, date = ?, original_id = ?, original_date = ?,
        original_product_id = ?, price_amount = ?, price_currency = ?, expires_at = ?, offer_id = ?,
        offer_kind = ?, error_code = ?, error_reason = ?, error_subject = ?, is_upgraded = ?, revoked_at = ?,
        is_finished = ?, last_event = ?, revocation = ?
      WHERE id = ?
      """)
    try bindChangeable(transaction, lastEvent: lastEvent, to: statement, state: 1, from: 2)
    try statement.bind(19, transaction.id.rawValue).run()
  }

  func forgetUsername(of id: TransactionID) throws {
    try connection.statement("UPDATE transactions SET application_username = '' WHERE id = ?")
      .bind(1, id.rawValue).run()
  }

  func delete(_ id: TransactionID) throws {
    try keepLastTransactionID()
    for sql in [
      "UPDATE downloads SET transaction_id = NULL WHERE transaction_id = ?",
      "DELETE FROM deliveries WHERE transaction_id = ?", "DELETE FROM transactions WHERE id = ?",
    ] { try connection.statement(sql).bind(1, id.rawValue).run() }
  }

  func deleteHistory(of account: AccountID) throws -> [TransactionID] {
    // What a customer is still asked about is no history yet.
    let history = "account = ? AND state <> \(TransactionState.purchasing.rawValue)"
    let ids = try connection.statement("SELECT id FROM transactions WHERE \(history) ORDER BY id")
      .bind(1, account.rawValue).all { TransactionID(rawValue: $0.integer(0) ?? 0) }
    try keepLastTransactionID()
    let all = "(SELECT id FROM transactions WHERE \(history))"
    for sql in [
      "UPDATE downloads SET transaction_id = NULL WHERE transaction_id IN \(all)",
      "DELETE FROM deliveries WHERE transaction_id IN \(all)", "DELETE FROM balances WHERE account = ?",
      "DELETE FROM transactions WHERE \(history)",
    ] { try connection.statement(sql).bind(1, account.rawValue).run() }
    return ids
  }

  /// Ids are never given twice, so the newest outlives its row.
  private func keepLastTransactionID() throws {
    guard let last = try lastTransactionID() else { return }
    try set("lastTransactionID", to: last.description)
  }

  private func bindChangeable(
    _ transaction: Transaction, lastEvent: EventID, to statement: SQLiteStatement, state: Int32,
    from start: Int32
  ) throws {
    try statement
      .bind(state, Int64(transaction.state.rawValue))
      .bind(start, transaction.date?.milliseconds)
      .bind(start + 1, transaction.original?.id.rawValue)
      .bind(start + 2, transaction.original?.date.milliseconds)
      .bind(start + 3, transaction.original?.productID.rawValue)
      .bind(start + 4, transaction.price?.plainAmount)
      .bind(start + 5, transaction.price?.currency.rawValue)
      .bind(start + 6, transaction.expiresAt?.milliseconds)
      .bind(start + 7, transaction.offerID)
      .bind(start + 8, transaction.offerKind?.rawValue)
      .bind(start + 9, transaction.error.map { Int64($0.code.rawValue) })
      .bind(start + 10, transaction.error?.reason.rawValue)
      .bind(start + 11, transaction.error?.subject)
      .bind(start + 12, transaction.isUpgraded ? 1 : 0)
      .bind(start + 13, transaction.revokedAt?.milliseconds)
      .bind(start + 14, transaction.isFinished ? 1 : 0)
      .bind(start + 15, lastEvent.rawValue)
      .bind(start + 16, transaction.revocation.map { "\($0.kind.rawValue) \($0.percentage)" })
  }

  // MARK: Reading a row

  private func recorded(_ row: SQLiteStatement) throws -> Recorded<Transaction> {
    Recorded(try transaction(row), lastEvent: EventID(rawValue: row.integer(26) ?? 0))
  }

  private func transaction(_ row: SQLiteStatement) throws -> Transaction {
    let id = row.integer(0) ?? 0
    func text(_ column: Int32, _ name: String) throws -> String {
      guard let text = row.text(column) else { throw damaged("transactions", id, name) }
      return text
    }
    func time(_ column: Int32) -> Timestamp? { row.integer(column).map(Timestamp.init(milliseconds:)) }

    guard let type = ProductType(rawValue: try text(2, "product_type")) else {
      throw damaged("transactions", id, "product_type")
    }
    return Transaction(
      id: TransactionID(rawValue: id),
      payment: Payment(
        productID: ProductID(try text(1, "product_id")), quantity: Int(row.integer(3) ?? 0),
        applicationUsername: try text(4, "application_username"), offerID: row.text(5)),
      productType: type, account: AccountID(rawValue: try text(6, "account")),
      storefront: Storefront.ID(try text(7, "storefront")), groupID: row.text(8).map(GroupID.init(rawValue:)),
      state: TransactionState(rawValue: Int(row.integer(9) ?? 0)),
      createdAt: Timestamp(milliseconds: row.integer(10) ?? 0), date: time(11),
      original: try original(row, id: id), price: try price(row, id: id), expiresAt: time(17),
      offerID: row.text(18), offerKind: row.text(19).flatMap(Offer.Kind.init(rawValue:)),
      error: try error(row, id: id), isUpgraded: row.integer(23) == 1, revokedAt: time(24),
      revocation: try revocation(row, id: id), isFinished: row.integer(25) == 1)
  }

  private func original(_ row: SQLiteStatement, id: Int64) throws -> Transaction.Original? {
    guard let original = row.integer(12) else { return nil }
    guard let date = row.integer(13), let product = row.text(14) else {
      throw damaged("transactions", id, "original_date")
    }
    return Transaction.Original(
      id: TransactionID(rawValue: original), date: Timestamp(milliseconds: date),
      productID: ProductID(product))
  }

  private func price(_ row: SQLiteStatement, id: Int64) throws -> Price? {
    guard let text = row.text(15) else { return nil }
    guard let amount = Decimal(plain: text), let currency = row.text(16) else {
      throw damaged("transactions", id, "price_amount")
    }
    return Price(amount: amount, currency: CurrencyCode(currency))
  }

  private func revocation(_ row: SQLiteStatement, id: Int64) throws -> Revocation? {
    guard let text = row.text(27) else { return nil }
    let words = text.split(separator: " ")
    guard words.count == 2, let kind = Revocation.Kind(rawValue: String(words[0])), let part = Int(words[1])
    else { throw damaged("transactions", id, "revocation") }
    return Revocation(kind, percentage: part)
  }

  private func error(_ row: SQLiteStatement, id: Int64) throws -> StoreError? {
    guard let code = row.integer(20) else { return nil }
    guard let reason = row.text(21).flatMap(StoreError.Reason.init(rawValue:)) else {
      throw damaged("transactions", id, "error_reason")
    }
    return StoreError(StoreError.Code(rawValue: Int(code)), reason, subject: row.text(22) ?? "")
  }
}
