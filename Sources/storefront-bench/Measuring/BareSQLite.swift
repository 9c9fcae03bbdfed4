import CSQLite

/// SQLite with nothing of ours around it: the floor of all that is kept on disk.
final class BareSQLite {
  fileprivate let handle: OpaquePointer

  init(path: String) throws {
    var handle: OpaquePointer?
    guard sqlite3_open(path, &handle) == SQLITE_OK, let handle else {
      throw BenchFailure("SQLite cannot open \(path)")
    }
    self.handle = handle
  }

  deinit { sqlite3_close_v2(handle) }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  func prepare(_ sql: String) throws -> Statement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw failure(sql)
    }
    return Statement(statement, of: self)
  }

  fileprivate func failure(_ sql: String) -> BenchFailure {
    BenchFailure("\(String(cString: sqlite3_errmsg(handle))) in: \(sql.prefix(80))")
  }

  /// A prepared statement; values are bound from position 1, columns read from 0.
  final class Statement {
    private let handle: OpaquePointer
    private let database: BareSQLite

    fileprivate init(_ handle: OpaquePointer, of database: BareSQLite) {
      self.handle = handle
      self.database = database
    }

    deinit { sqlite3_finalize(handle) }

    @discardableResult
    func bind(_ index: Int32, _ value: Int) -> Statement {
      sqlite3_bind_int64(handle, index, Int64(value))
      return self
    }

    @discardableResult
    func bind(_ index: Int32, _ text: String) -> Statement {
      var text = text
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          _ = storefront_bind_text(handle, index, $0.baseAddress, Int32($0.count))
        }
      }
      return self
    }

    /// Runs to the end and is ready for the next values; says how many rows there were.
    @discardableResult
    func run() throws -> Int {
      var rows = 0
      while true {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: rows += 1
        case SQLITE_DONE:
          sqlite3_reset(handle)
          return rows
        default: throw database.failure(String(cString: sqlite3_sql(handle)))
        }
      }
    }

    /// The first two columns of all rows, as text.
    func pairs() throws -> [(String, String)] {
      var rows: [(String, String)] = []
      while sqlite3_step(handle) == SQLITE_ROW { rows.append((text(0), text(1))) }
      sqlite3_reset(handle)
      return rows
    }

    private func text(_ column: Int32) -> String {
      sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
    }
  }
}
