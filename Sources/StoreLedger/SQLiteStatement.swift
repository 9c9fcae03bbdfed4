import CSQLite

/// A prepared statement: bind, then step through the rows.
///
/// Lives as long as its connection and is used under the same lock.
final class SQLiteStatement {
  private let handle: OpaquePointer
  private unowned let connection: SQLiteConnection

  init(_ handle: OpaquePointer, connection: SQLiteConnection) {
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  // MARK: Binding, by position from 1

  @discardableResult
  func bind(_ index: Int32, _ value: Int64?) throws(LedgerError) -> Self {
    try check(value.map { sqlite3_bind_int64(handle, index, $0) } ?? sqlite3_bind_null(handle, index))
    return self
  }

  @discardableResult
  func bind(_ index: Int32, _ text: String?) throws(LedgerError) -> Self {
    guard var text else {
      try check(sqlite3_bind_null(handle, index))
      return self
    }
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        storefront_bind_text(handle, index, $0.baseAddress, Int32(clamping: $0.count))
      }
    }
    try check(code)
    return self
  }

  // MARK: Running

  /// Moves to the next row; false at the end.
  func step() throws(LedgerError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(handle)
      return false
    case let code:
      let error = connection.error(code)
      sqlite3_reset(handle)
      throw error
    }
  }

  /// Runs a statement that gives no rows.
  func run() throws(LedgerError) {
    while try step() {}
  }

  /// All rows, each read by `row`.
  func all<Row>(_ row: (SQLiteStatement) throws -> Row) throws -> [Row] {
    defer { reset() }
    var rows: [Row] = []
    while try step() { rows.append(try row(self)) }
    return rows
  }

  /// The first row, read by `row`; nil when there is none.
  func first<Row>(_ row: (SQLiteStatement) throws -> Row) throws -> Row? {
    defer { reset() }
    return try step() ? try row(self) : nil
  }

  // MARK: Reading the current row, by position from 0

  func integer(_ column: Int32) -> Int64? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, column)
  }

  func text(_ column: Int32) -> String? {
    guard let start = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  private func check(_ code: Int32) throws(LedgerError) {
    guard code == SQLITE_OK else { throw connection.error(code) }
  }
}
