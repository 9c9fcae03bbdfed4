import CSQLite

/// SQLite said no. What was being done did not happen.
package struct SQLiteError: Error, Hashable {
  /// What those who can do something about it tell apart.
  package enum Reason: Hashable, Sendable {
    case diskFull
    /// The file or its folder may not be created or written.
    case notWritable
    /// Another connection held it for longer than this one waits.
    case busy
    case damaged
    case notADatabase
    /// Another row has the key already.
    case takenKey
    case other
  }

  package let reason: Reason
  /// The file as it was given to the connection.
  package let path: String
  /// SQLite's own text, which names tables and columns but no bound value.
  package let detail: String

  init(code: Int32, path: String, detail: String?) {
    reason =
      switch (code & 0xff, code >> 8) {
      // SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE and _ROWID, which are no plain numbers in C and so not visible here.
      case (SQLITE_CONSTRAINT, 6), (SQLITE_CONSTRAINT, 8), (SQLITE_CONSTRAINT, 10): .takenKey
      case (SQLITE_FULL, _): .diskFull
      case (SQLITE_READONLY, _), (SQLITE_CANTOPEN, _), (SQLITE_PERM, _): .notWritable
      case (SQLITE_BUSY, _), (SQLITE_LOCKED, _): .busy
      case (SQLITE_CORRUPT, _): .damaged
      case (SQLITE_NOTADB, _): .notADatabase
      default: .other
      }
    self.path = path
    self.detail = detail ?? String(cString: sqlite3_errstr(code))
  }
}
