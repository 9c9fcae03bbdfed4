import CSQLite

/// One connection to one SQLite file, with its prepared statements.
///
/// Not safe by itself: `SQLiteLedger` uses it under its lock, which is why it may be handed about.
final class SQLiteConnection: @unchecked Sendable {
  let path: String
  private let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]

  /// Opens or creates the file; `:memory:` keeps everything in memory. Waits whole seconds for others.
  init(path: String, busyTimeout: Duration) throws(LedgerError) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard let handle, code == SQLITE_OK else {
      let error = LedgerError(
        code: code, path: path, detail: handle.map { String(cString: sqlite3_errmsg($0)) })
      sqlite3_close_v2(handle)
      throw error
    }
    self.path = path
    self.handle = handle
    sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout.components.seconds * 1000))
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Leaves the write-ahead log untouched when this connection closes.
  func keepLogOnClose() { _ = storefront_keep_log_on_close(handle) }

  /// False inside a transaction.
  var isAutocommitting: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// Runs SQL that takes no values and gives no rows.
  func execute(_ sql: String) throws(LedgerError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// The statement for `sql`, prepared once and ready to bind.
  func statement(_ sql: String) throws(LedgerError) -> SQLiteStatement {
    if let statement = statements[sql] {
      statement.reset()
      return statement
    }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw error(code) }
    let statement = SQLiteStatement(prepared, connection: self)
    statements[sql] = statement
    return statement
  }

  /// How SQLite goes about every SELECT and UPDATE that was prepared.
  func queryPlans() throws -> [(sql: String, steps: [String])] {
    try statements.keys.filter { $0.hasPrefix("SELECT") || $0.hasPrefix("UPDATE") }.map { sql in
      (sql, try statement("EXPLAIN QUERY PLAN " + sql).all { $0.text(3) ?? "" })
    }
  }

  func error(_ code: Int32) -> LedgerError {
    LedgerError(code: code, path: path, detail: String(cString: sqlite3_errmsg(handle)))
  }
}

extension LedgerError {
  /// `detail` is SQLite's own text, which names tables and columns but no bound value.
  fileprivate init(code: Int32, path: String, detail: String?) {
    let kind: Kind =
      switch code & 0xff {
      case SQLITE_FULL: .diskFull
      case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM: .notWritable
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_CORRUPT: .damaged
      case SQLITE_NOTADB: .notADatabase
      default: .failed
      }
    self.init(kind, path: path, detail: detail ?? String(cString: sqlite3_errstr(code)))
  }
}
