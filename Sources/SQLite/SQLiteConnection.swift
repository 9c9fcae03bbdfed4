import CSQLite

/// One connection to one SQLite file, with its prepared statements.
///
/// Not safe by itself: its owner uses it under a lock, which is why it may be handed about.
package final class SQLiteConnection: @unchecked Sendable {
  /// How a connection treats its file.
  package enum Use: Sendable {
    /// Opens or creates it; waits whole seconds for others.
    case shared(busyTimeout: Duration)
    /// Opens or creates it, and nobody else has it.
    case alone
    /// Reads a file that never changes: no lock is taken and nothing is written beside it.
    case immutable
  }

  /// The version of the SQLite library, such as `3.40.1`.
  package static var libraryVersion: String { String(cString: sqlite3_libversion()) }

  package let path: String
  private let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]

  /// - Parameter path: of the file. `:memory:` keeps everything in memory; the empty path is a file without a
  ///   name, in memory while it is small, else in the folder for temporary files, and gone with the connection.
  package init(path: String, for use: Use) throws(SQLiteError) {
    let common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let (name, flags) =
      switch use {
      case .shared, .alone: (path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      case .immutable: ("file:\(Self.escaped(path))?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
      }
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(name, &handle, flags | common, nil)
    guard let handle, code == SQLITE_OK else {
      let error = SQLiteError(
        code: code, path: path, detail: handle.map { String(cString: sqlite3_errmsg($0)) })
      sqlite3_close_v2(handle)
      throw error
    }
    self.path = path
    self.handle = handle
    if case .shared(let busyTimeout) = use {
      sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout.components.seconds * 1000))
    }
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// A path as it stands in a URI.
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte -> String in
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), 48...57, 65...90,
        97...122:
        String(Unicode.Scalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }.joined()
  }

  /// Leaves the write-ahead log untouched when this connection closes.
  package func keepLogOnClose() { _ = storefront_keep_log_on_close(handle) }

  /// False inside a transaction.
  package var isAutocommitting: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// Runs SQL that takes no values and gives no rows.
  package func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// The statement for `sql`, prepared once and ready to bind.
  package func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
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

  /// A value of the file's own, such as `user_version`; nil when there is no such pragma.
  package func pragma(_ name: String) throws(SQLiteError) -> Int? {
    let statement = try statement("PRAGMA \(name)")
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0).map(Int.init) : nil
  }

  /// How SQLite goes about every SELECT and UPDATE that was prepared.
  package func queryPlans() throws -> [(sql: String, steps: [String])] {
    try statements.keys.filter { $0.hasPrefix("SELECT") || $0.hasPrefix("UPDATE") }.map { sql in
      (sql, try statement("EXPLAIN QUERY PLAN " + sql).all { $0.text(3) ?? "" })
    }
  }

  func error(_ code: Int32) -> SQLiteError {
    SQLiteError(code: code, path: path, detail: String(cString: sqlite3_errmsg(handle)))
  }
}
