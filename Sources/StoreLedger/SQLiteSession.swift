import FoundationEssentials
import SQLite
import StoreModel

/// Reads and writes the ledger's tables, inside the transaction that `SQLiteLedger` has begun.
final class SQLiteSession: LedgerWriter, @unchecked Sendable {
  // Unchecked because `SQLiteLedger` uses it under its lock, like the connection.
  let connection: SQLiteConnection
  // Made when an entry is first written or read: a start has no use for them.
  lazy var journalText = JournalText()
  lazy var decoder = JSONDecoder()
  /// What the current write has added to the journal.
  var appended: [JournalEntry] = []

  init(_ connection: SQLiteConnection) {
    self.connection = connection
  }

  func damaged(_ table: String, _ key: some CustomStringConvertible, _ column: String) -> LedgerError {
    LedgerError(.damaged, path: connection.path, detail: "table \(table), row \(key), column \(column)")
  }

  // MARK: The file itself

  /// Brings the tables up to this version, one migration a transaction.
  func migrate() throws {
    var version = try pragma("user_version")
    try LedgerHeader.check(version: version, path: connection.path)
    if version > 0, try pragma("application_id") != Int(LedgerSchema.applicationID) {
      throw LedgerError(.otherApplication, path: connection.path)
    }
    while version < LedgerSchema.version {
      try connection.execute(
        """
        BEGIN IMMEDIATE;
        \(LedgerSchema.migrations[version].sql)
        PRAGMA application_id = \(LedgerSchema.applicationID);
        PRAGMA user_version = \(version + 1);
        COMMIT;
        """)
      version += 1
    }
  }

  func pageCount() throws(SQLiteError) -> Int { try pragma("page_count") }

  func checkPages() throws {
    if let problem = try problems("PRAGMA quick_check(1)").first {
      throw LedgerError(.damaged, path: connection.path, detail: problem)
    }
  }

  func problems() throws(SQLiteError) -> [String] {
    try problems("PRAGMA integrity_check") + problems("PRAGMA foreign_key_check")
  }

  private func problems(_ pragma: String) throws(SQLiteError) -> [String] {
    let statement = try connection.statement(pragma)
    defer { statement.reset() }
    var found: [String] = []
    while try statement.step() {
      if let text = statement.text(0), text != "ok" { found.append(text) }
    }
    return found
  }

  private func pragma(_ name: String) throws(SQLiteError) -> Int { try connection.pragma(name) ?? 0 }

  // MARK: Settings

  func settings() throws -> [String: String] {
    let rows = try connection.statement("SELECT key, value FROM settings").all { row in
      (row.text(0) ?? "", row.text(1) ?? "")
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  func set(_ key: String, to value: String) throws {
    try connection.statement("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)")
      .bind(1, key).bind(2, value).run()
  }
}
