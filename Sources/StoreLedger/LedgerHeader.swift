import Glibc

/// What a file's first hundred bytes say, read without touching it.
///
/// A ledger that must be refused is refused from here, before SQLite opens it, so that it stays as it is,
/// byte for byte.
struct LedgerHeader {
  let userVersion: Int
  let isWriteAheadLogged: Bool

  /// Nil for a file that is not there or is empty.
  ///
  /// Throws what is wrong with any other file that is no ledger of this version or an earlier one.
  static func read(path: String) throws(LedgerError) -> LedgerHeader? {
    guard let status = status(of: path) else { return nil }
    if status.st_mode & S_IFMT == S_IFDIR { throw LedgerError(.isADirectory, path: path) }
    let size = UInt64(status.st_size)
    let bytes = try start(of: path)
    if bytes.isEmpty { return nil }
    guard bytes.starts(with: "SQLite format 3\0".utf8) else { throw LedgerError(.notADatabase, path: path) }
    guard bytes.count == 100 else { throw LedgerError(.damaged, path: path, detail: "the header is cut off") }

    func number(_ offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    let pageSize = UInt64(bytes[16]) << 8 | UInt64(bytes[17])
    let realPageSize = pageSize == 1 ? 65536 : pageSize
    guard realPageSize >= 512, realPageSize & (realPageSize - 1) == 0, (1...2).contains(bytes[18]) else {
      throw LedgerError(.damaged, path: path, detail: "the header makes no sense")
    }
    // While a log waits to be copied in, the file may rightly be shorter than its header says, and
    // the application's id may still be in the log alone.
    if !hasLog(path: path) {
      let pages = UInt64(number(28))
      if size < pages * realPageSize {
        throw LedgerError(
          .damaged, path: path, detail: "it is cut off: \(size) of \(pages * realPageSize) bytes")
      }
      // Without a table ever made it is nobody's: a ledger whose maker was killed, or is not done yet.
      let isEmpty = number(40) == 0 && number(60) == 0 && number(68) == 0
      guard isEmpty || number(68) == UInt32(bitPattern: LedgerSchema.applicationID) else {
        throw LedgerError(.otherApplication, path: path)
      }
    }
    let version = Int(number(60))
    try check(version: version, path: path)
    return LedgerHeader(userVersion: version, isWriteAheadLogged: bytes[18] == 2)
  }

  static func check(version: Int, path: String) throws(LedgerError) {
    if version > LedgerSchema.version {
      throw LedgerError(
        .newerVersion, path: path, detail: "version \(version); this storefront knows \(LedgerSchema.version)"
      )
    }
  }

  /// True when a write-ahead log with something in it lies beside the file.
  static func hasLog(path: String) -> Bool {
    status(of: path + "-wal").map { $0.st_size > 0 } ?? false
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// The first hundred bytes, or as many as there are.
  private static func start(of path: String) throws(LedgerError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw LedgerError(.notWritable, path: path, detail: "it may not be read")
    }
    defer { close(descriptor) }
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 100) { buffer, initialized in
      repeat { count = Glibc.read(descriptor, buffer.baseAddress, 100) } while count < 0 && errno == EINTR
      initialized = max(count, 0)
    }
    guard count >= 0 else {
      throw LedgerError(.failed, path: path, detail: String(cString: strerror(errno)))
    }
    return bytes
  }
}
