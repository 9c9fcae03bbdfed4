import SQLite

extension SQLiteConnection {
  /// A copy to write, which nobody else has; nil writes one without a name, gone with the connection.
  static func writingCopy(_ path: String?) throws(SQLiteError) -> SQLiteConnection {
    let connection = try SQLiteConnection(path: path ?? "", for: .alone)
    // It is given its name only when it is complete, so that there is nothing to go back to.
    try connection.execute(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA cache_size = -8000
      """)
    return connection
  }

  /// A complete copy, which never changes while it is open.
  static func readingCopy(_ path: String) throws(SQLiteError) -> SQLiteConnection {
    let connection = try SQLiteConnection(path: path, for: .immutable)
    try connection.execute("PRAGMA cache_size = -256")
    return connection
  }
}
