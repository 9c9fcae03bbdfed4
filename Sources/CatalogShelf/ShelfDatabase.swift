import CSQLite

/// SQLite said no.
struct ShelfFailure: Error {
  let code: Int32
  /// SQLITE_CONSTRAINT_UNIQUE, which is no plain number in C and so not visible here.
  var isTakenKey: Bool { code == SQLITE_CONSTRAINT | 8 << 8 }
}

/// One connection to the file of a copy. Not safe by itself: its owner uses it under a lock.
final class ShelfDatabase {
  private let handle: OpaquePointer
  private var statements: [String: ShelfStatement] = [:]

  /// A database to write, which nobody else has. An empty path is one without a name, gone with the
  /// connection: in memory while it is small, else in the folder for temporary files.
  convenience init(writing path: String) throws(ShelfFailure) {
    try self.init(path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    // It is given its name only when it is complete, so that there is nothing to go back to.
    try execute(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA cache_size = -8000
      """)
  }

  /// A file that never changes: no lock is taken and nothing is written beside it.
  convenience init(reading path: String) throws(ShelfFailure) {
    let escaped = path.utf8.map { byte -> String in
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), 48...57, 65...90,
        97...122:
        String(Unicode.Scalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    try self.init("file:" + escaped.joined() + "?immutable=1", flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    try execute("PRAGMA cache_size = -256")
  }

  private init(_ path: String, flags: Int32) throws(ShelfFailure) {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let handle, code == SQLITE_OK else {
      sqlite3_close_v2(handle)
      throw ShelfFailure(code: code)
    }
    self.handle = handle
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  func execute(_ sql: String) throws(ShelfFailure) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw ShelfFailure(code: code) }
  }

  /// The statement for `sql`, prepared once.
  func statement(_ sql: String) throws(ShelfFailure) -> ShelfStatement {
    if let known = statements[sql] { return known }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw ShelfFailure(code: code) }
    let statement = ShelfStatement(prepared)
    statements[sql] = statement
    return statement
  }

  /// The first column of the first row, as a number.
  func number(_ sql: String) throws(ShelfFailure) -> Int? {
    let statement = try statement(sql)
    return try statement.first { $0.number(0) }
  }
}

/// A prepared statement: bind from position 1, then run it or read its rows; columns count from 0.
final class ShelfStatement {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  @discardableResult
  func bind(_ index: Int32, _ number: Int) -> ShelfStatement {
    sqlite3_bind_int64(handle, index, Int64(number))
    return self
  }

  @discardableResult
  func bind(_ index: Int32, _ text: String) -> ShelfStatement {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        _ = storefront_bind_text(handle, index, $0.baseAddress, Int32(clamping: $0.count))
      }
    }
    return self
  }

  @discardableResult
  func bind(_ index: Int32, _ bytes: [UInt8]) -> ShelfStatement {
    bytes.withUnsafeBytes {
      _ = storefront_bind_blob(handle, index, $0.baseAddress, Int32(clamping: $0.count))
    }
    return self
  }

  /// Runs a statement that gives no rows.
  func run() throws(ShelfFailure) { try each { _ in } }

  /// Reads every row.
  func each(_ row: (ShelfStatement) -> Void) throws(ShelfFailure) {
    defer { sqlite3_reset(handle) }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: row(self)
      case SQLITE_DONE: return
      case let code: throw ShelfFailure(code: code)
      }
    }
  }

  /// Reads the first row; nil when there is none.
  func first<Value>(_ row: (ShelfStatement) -> Value) throws(ShelfFailure) -> Value? {
    defer { sqlite3_reset(handle) }
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return row(self)
    case SQLITE_DONE: return nil
    case let code: throw ShelfFailure(code: code)
    }
  }

  func number(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
}
