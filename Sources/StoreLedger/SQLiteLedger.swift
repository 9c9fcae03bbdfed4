import FoundationEssentials
import SQLite
import StoreModel
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// The ledger in one SQLite file, or in memory.
///
/// Write-ahead log with `synchronous=FULL`: what a `write` returned is on disk, whatever happens next.
public final class SQLiteLedger: Ledger {
  public let path: String
  private let connection: SQLiteConnection
  private let session: SQLiteSession
  private let lease: LedgerLease?
  /// The parts of the commit that is being gathered; while there are any, a transaction is open.
  private let turn = Mutex([GatheredPart]())

  private struct GatheredPart: Sendable {
    let entries: [JournalEntry]
    let settled: @Sendable (Result<[JournalEntry], any Error>) -> Void
  }

  /// Opens the ledger at `path`, creating the file and its folder (mode 0700) when they are missing.
  ///
  /// Throws `LedgerError` and leaves the file as it is when it is from a newer version, damaged, or
  /// something else. Takes the same time whatever the size of the history; a small file is checked whole.
  public convenience init(path: String) throws(LedgerError) {
    try self.init(path: path, busyTimeout: .seconds(5))
  }

  /// A ledger that lasts as long as this value.
  public static func inMemory() throws(LedgerError) -> SQLiteLedger {
    try SQLiteLedger(memoryNamed: ":memory:")
  }

  package init(path: String, busyTimeout: Duration) throws(LedgerError) {
    var header = Result { () throws(LedgerError) in try LedgerHeader.read(path: path) }
    if case .success(nil) = header { try Self.createFolder(of: path) }
    // One process at a time creates or migrates; the others wait, look again and find it done. What seemed to be no
    // ledger may have been one in the making.
    var folder: FolderLock?
    if (try? header.get())?.userVersion != LedgerSchema.version, let lock = try? FolderLock(of: path) {
      folder = lock
      header = Result { () throws(LedgerError) in try LedgerHeader.read(path: path) }
    }
    defer { folder?.unlock() }
    let isWriteAheadLogged = try header.get()?.isWriteAheadLogged
    let hadLog = LedgerHeader.hasLog(path: path)

    self.path = path
    (connection, session) = try LedgerError.translating(path) {
      let connection = try SQLiteConnection(path: path, for: .shared(busyTimeout: busyTimeout))
      do {
        let session = SQLiteSession(connection)
        if isWriteAheadLogged != true { try connection.execute("PRAGMA journal_mode = WAL") }
        try connection.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
        try session.migrate()
        if try session.pageCount() <= Self.pagesCheckedAtOpen { try session.checkPages() }
        return (connection, session)
      } catch {
        if hadLog { connection.keepLogOnClose() }
        throw error
      }
    }
    lease = LedgerLease(path: path + ".lock")
  }

  private init(memoryNamed name: String) throws(LedgerError) {
    path = name
    (connection, session) = try LedgerError.translating(name) {
      let connection = try SQLiteConnection(path: name, for: .alone)
      let session = SQLiteSession(connection)
      try connection.execute("PRAGMA foreign_keys = ON")
      try session.migrate()
      return (connection, session)
    }
    lease = nil
  }

  /// A check of every page reads the whole file: only small ones are worth it at each start.
  private static let pagesCheckedAtOpen = 32

  // MARK: Ledger

  public func read<Value: Sendable>(_ body: (any LedgerReader) throws -> Value) throws -> Value {
    try withTurn {
      try connection.statement("BEGIN").run()
      defer { try? connection.statement("ROLLBACK").run() }
      return try body(session)
    }
  }

  public func write<Value: Sendable>(_ body: (any LedgerWriter) throws -> Value) throws -> LedgerCommit<Value>
  {
    try withTurn {
      let (value, entries) = try run(body, isFirst: true)
      try commitTransaction()
      return LedgerCommit(value: value, entries: entries)
    }
  }

  public func gather<Value: Sendable>(
    _ body: (any LedgerWriter) throws -> Value,
    settled: @escaping @Sendable (Result<[JournalEntry], any Error>) -> Void
  ) throws -> Value {
    try turn.withLock { parts in
      do {
        let (value, entries) = try translating { try run(body, isFirst: parts.isEmpty) }
        parts.append(GatheredPart(entries: entries, settled: settled))
        return value
      } catch {
        // SQLite has given the whole transaction up, as it may on a full disk.
        if connection.isAutocommitting { Self.fail(&parts, error) }
        throw error
      }
    }
  }

  public func commit() { turn.withLock { commit(&$0) } }

  // MARK: Transactions

  /// Lets what SQLite says leave as what the ledger says.
  private func translating<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw LedgerError(error)
    }
  }

  /// Runs `body` when everything gathered is written.
  private func withTurn<Value: Sendable>(_ body: () throws -> Value) throws -> Value {
    try turn.withLock { parts in
      commit(&parts)
      return try translating(body)
    }
  }

  /// Runs `body` in a new transaction, or else in a part of the open one that can be undone by itself.
  private func run<Value>(_ body: (any LedgerWriter) throws -> Value, isFirst: Bool) throws
    -> (Value, [JournalEntry])
  {
    if isFirst { try begin() } else { try connection.statement("SAVEPOINT part").run() }
    session.appended = []
    do {
      let value = try body(session)
      if !isFirst { try connection.statement("RELEASE part").run() }
      return (value, session.appended)
    } catch {
      if !connection.isAutocommitting {
        try? connection.execute(isFirst ? "ROLLBACK" : "ROLLBACK TO part; RELEASE part")
      }
      throw error
    }
  }

  private func begin() throws {
    guard let lease else { return try connection.statement("BEGIN IMMEDIATE").run() }
    try lease.inTurn { try connection.statement("BEGIN IMMEDIATE").run() }
  }

  private func commit(_ parts: inout [GatheredPart]) {
    guard !parts.isEmpty else { return }
    do {
      try translating { try commitTransaction() }
      for part in parts { part.settled(.success(part.entries)) }
      parts = []
    } catch {
      Self.fail(&parts, error)
    }
  }

  private func commitTransaction() throws {
    do {
      try connection.statement("COMMIT").run()
      lease?.ring()
    } catch {
      // Some failures, such as a full disk, have rolled back already.
      if !connection.isAutocommitting { try? connection.execute("ROLLBACK") }
      throw error
    }
  }

  private static func fail(_ parts: inout [GatheredPart], _ error: any Error) {
    for part in parts { part.settled(.failure(error)) }
    parts = []
  }

  // MARK: Who uses it

  public func claim(_ id: TransactionID) throws -> Bool { try lease?.claim(id) ?? true }

  public func release(_ id: TransactionID) { lease?.release(id) }

  public func claim(_ entry: EventID) throws -> Bool { try lease?.claim(entry) ?? true }

  public func release(_ entry: EventID) { lease?.release(entry) }

  public var isListenedTo: Bool { lease?.isListenedTo ?? false }

  public func news() throws -> LedgerNews? { try lease?.listen() }

  /// Reads the whole file and names what is wrong with it; empty when it is sound.
  ///
  /// Takes time in proportion to the file's size.
  public func problems() throws -> [String] {
    try withTurn { try session.problems() }
  }

  /// Limits the file's size, so that a test can fill it.
  package func limit(pages: Int) throws {
    try withTurn { try connection.execute("PRAGMA max_page_count = \(pages)") }
  }

  /// The journal's lines as they are stored, so that a test can compare bytes.
  package func journalText() throws -> [String] {
    try withTurn {
      try connection.statement(
        "SELECT seq || ' ' || time || ' ' || coalesce(cause, '-') || ' ' || name || ' ' || body FROM journal ORDER BY seq"
      ).all { $0.text(0) ?? "" }
    }
  }

  /// What a newer program would leave, so that a test can refuse it.
  package func pretend(version: Int) throws {
    try withTurn { try connection.execute("PRAGMA user_version = \(version)") }
  }

  /// How SQLite goes about every statement that this ledger has run.
  package func queryPlans() throws -> [(sql: String, steps: [String])] {
    try withTurn { try connection.queryPlans() }
  }

  private static func createFolder(of path: String) throws(LedgerError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw LedgerError(.notWritable, path: path, detail: "the folder \(folder) could not be made")
    }
  }
}

/// Holds the ledger's folder while a file in it is created or migrated.
private struct FolderLock {
  private let descriptor: Int32

  init(of path: String) throws(LedgerError) {
    descriptor = open(
      URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw LedgerError(.notWritable, path: path, detail: String(cString: strerror(errno)))
    }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  func unlock() { close(descriptor) }
}
