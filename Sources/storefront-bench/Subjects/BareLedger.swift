import StoreLedger

/// Writes the rows of a purchase as our ledger does, with nothing but SQLite: same tables, same
/// indices, same texts, and a commit where ours commits.
@MainActor
final class BareLedger {
  private let database: BareSQLite
  private let journal: BareSQLite.Statement
  private let insertion: BareSQLite.Statement
  private let update: BareSQLite.Statement
  private let delivery: BareSQLite.Statement
  private let balance: BareSQLite.Statement
  /// Name and body of the journal's entries of one real purchase, in order.
  private let entries: [(name: String, body: String)]
  private var lastEntry = 1_000
  private var lastTransaction = 1_000
  private var confirmed = 1_000

  /// `source` is a ledger of ours that holds one finished purchase of a consumable.
  init(path: String, likePurchaseIn source: String) throws {
    // Ours makes the tables, so that both have the same.
    withExtendedLifetime(try SQLiteLedger(path: path)) {}
    database = try BareSQLite(path: path)
    try database.execute("PRAGMA synchronous = FULL; ATTACH '\(source)' AS source")
    entries = try database.prepare("SELECT name, body FROM source.journal ORDER BY seq LIMIT 6").pairs()
    let columns = try database.columns(of: "transactions", except: "id").joined(separator: ", ")
    try database.execute(
      "CREATE TEMP TABLE sample AS SELECT * FROM source.transactions LIMIT 1; DETACH source")
    journal = try database.prepare(
      "INSERT INTO journal (seq, time, cause, name, body) VALUES (?, 1796040000000, 1, ?, ?)")
    insertion = try database.prepare(
      "INSERT INTO transactions (id, \(columns)) SELECT ?, \(columns) FROM temp.sample")
    update = try database.prepare(
      """
      UPDATE transactions SET state = 1, date = 1796040000000, price_amount = '9.99', price_currency = 'USD',
        is_finished = ?, last_event = ? WHERE id = ?
      """)
    delivery = try database.prepare(
      """
      INSERT INTO deliveries (transaction_id, product_id, quantity, account, time)
      VALUES (?, 'com.example.item.0', 1, 'tester', 1796040000000)
      """)
    balance = try database.prepare(
      """
      INSERT INTO balances (account, product_id, quantity) VALUES ('tester', 'com.example.item.0', 1)
      ON CONFLICT DO UPDATE SET quantity = quantity + 1
      """)
    guard entries.count == 6 else {
      throw BenchFailure("a purchase has \(entries.count) journal entries, not 6")
    }
  }

  func purchase() throws {
    try begin()
    try confirm()
    try commit { try deliver(lastTransaction) }
    try commit { try finish(lastTransaction) }
  }

  /// The same, each commit for `count` purchases at once.
  func purchaseTogether(_ count: Int) throws {
    let first = lastTransaction + 1
    try commit { for _ in 0..<count { try takeIn() } }
    try commit { for _ in 0..<count { try charge() } }
    try commit { for id in first..<first + count { try deliver(id) } }
    try commit { for id in first..<first + count { try finish(id) } }
  }

  /// The same where each is charged in its turn: what a charge leads to shares the next charge's commit.
  func purchaseInTurn(_ count: Int) throws {
    let first = lastTransaction + 1
    try commit { for _ in 0..<count { try takeIn() } }
    for id in first..<first + count {
      try commit {
        try charge()
        if id > first { try deliver(id - 1) }
        if id > first + 1 { try finish(id - 2) }
      }
    }
    try commit {
      try deliver(first + count - 1)
      try finish(first + count - 2)
    }
    try commit { try finish(first + count - 1) }
  }

  /// What follows after a restored transaction has come: delivered, then finished.
  func deliverAndFinish() throws {
    lastTransaction += 1
    confirmed += 1
    try commit {
      try insertion.bind(1, lastTransaction).run()
      try deliver(lastTransaction)
    }
    try commit { try finish(lastTransaction) }
  }

  func begin() throws { try commit { try takeIn() } }

  /// Charges the oldest that was begun and is not confirmed.
  func confirm() throws { try commit { try charge() } }

  /// Delivers what was begun last.
  func deliver() throws { try commit { try deliver(lastTransaction) } }

  private func takeIn() throws {
    lastTransaction += 1
    try append(0)
    try append(1)
    try insertion.bind(1, lastTransaction).run()
  }

  private func charge() throws {
    confirmed += 1
    try append(2)
    try append(3)
    try update.bind(1, 0).bind(2, lastEntry).bind(3, confirmed).run()
  }

  private func deliver(_ id: Int) throws {
    try delivery.bind(1, id).run()
    try balance.run()
    try append(4)
    try update.bind(1, 0).bind(2, lastEntry).bind(3, id).run()
  }

  private func finish(_ id: Int) throws {
    try append(5)
    try update.bind(1, 1).bind(2, lastEntry).bind(3, id).run()
  }

  private func append(_ index: Int) throws {
    lastEntry += 1
    try journal.bind(1, lastEntry).bind(2, entries[index].name).bind(3, entries[index].body).run()
  }

  private func commit(_ body: () throws -> Void) throws {
    try database.execute("BEGIN IMMEDIATE")
    try body()
    try database.execute("COMMIT")
  }
}

extension BareSQLite {
  /// The names of a table's columns but one.
  func columns(of table: String, except name: String) throws -> [String] {
    try prepare("SELECT name, '' FROM pragma_table_info('\(table)') WHERE name <> '\(name)'").pairs().map(\.0)
  }
}
