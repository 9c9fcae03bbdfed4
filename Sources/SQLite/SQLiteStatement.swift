import CSQLite

/// A prepared statement: bind, then step through the rows.
///
/// Lives as long as its connection and is used under the same lock.
package final class SQLiteStatement {
  private let handle: OpaquePointer
  private unowned let connection: SQLiteConnection

  init(_ handle: OpaquePointer, connection: SQLiteConnection) {
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  package func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  // MARK: Binding, by position from 1

  @discardableResult
  package func bind(_ index: Int32, _ value: Int64?) throws(SQLiteError) -> Self {
    try check(value.map { sqlite3_bind_int64(handle, index, $0) } ?? sqlite3_bind_null(handle, index))
    return self
  }

  @discardableResult
  package func bind(_ index: Int32, _ text: String?) throws(SQLiteError) -> Self {
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

  @discardableResult
  package func bind(_ index: Int32, bytes: [UInt8]) throws(SQLiteError) -> Self {
    let code = bytes.withUnsafeBytes {
      storefront_bind_blob(handle, index, $0.baseAddress, Int32(clamping: $0.count))
    }
    try check(code)
    return self
  }

  // MARK: Running

  /// Moves to the next row; false at the end.
  package func step() throws(SQLiteError) -> Bool {
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
  package func run() throws(SQLiteError) {
    while try step() {}
  }

  /// All rows, each read by `row`.
  package func all<Row>(_ row: (SQLiteStatement) throws -> Row) throws -> [Row] {
    defer { reset() }
    var rows: [Row] = []
    while try step() { rows.append(try row(self)) }
    return rows
  }

  /// The first row, read by `row`; nil when there is none.
  package func first<Row>(_ row: (SQLiteStatement) throws -> Row) throws -> Row? {
    defer { reset() }
    return try step() ? try row(self) : nil
  }

  // MARK: Reading the current row, by position from 0

  package func integer(_ column: Int32) -> Int64? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, column)
  }

  package func text(_ column: Int32) -> String? {
    guard let start = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  package func bytes(_ column: Int32) -> [UInt8]? {
    guard let start = sqlite3_column_blob(handle, column) else { return nil }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw connection.error(code) }
  }
}
