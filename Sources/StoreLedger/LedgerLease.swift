import FoundationEssentials
import Glibc
import MainLoop
import StoreModel
import Synchronization

/// Who else uses this ledger: locks on bytes of a file beside it, given back by the system when a process ends.
///
///     byte 0                shared by those who listen
///     byte 1                shared by those who wait to write
///     byte 2^32 + number    the one process that has this transaction open
///     byte 2^48 + number    the one process in which what this journal entry tells of goes on
///
/// Nothing is ever in the file. It is the bell too: whoever has written touches it when somebody listens. The log that
/// SQLite writes would not do, for the kernel tells of it before what is in it counts.
final class LedgerLease: Sendable {
  private let path: String
  private let descriptor = Mutex<Int32?>(nil)

  /// Nothing is created until the lease is used.
  init(path: String) { self.path = path }

  deinit {
    descriptor.withLock { if let descriptor = $0 { close(descriptor) } }
  }

  // MARK: - Transactions

  /// False when another process has the transaction open; otherwise this one has it from now on.
  func claim(_ id: TransactionID) throws(LedgerError) -> Bool { try claim(Self.place(of: id)) }

  func release(_ id: TransactionID) { release(Self.place(of: id)) }

  /// False when it goes on in another process; otherwise it is this one's from now on.
  func claim(_ entry: EventID) throws(LedgerError) -> Bool { try claim(Self.place(of: entry)) }

  func release(_ entry: EventID) { release(Self.place(of: entry)) }

  private func claim(_ place: off_t) throws(LedgerError) -> Bool {
    let descriptor = try openFile()
    // Where a disk knows no such locks, every process is as if alone.
    return lock(descriptor, F_WRLCK, at: place) || !(errno == EAGAIN || errno == EACCES)
  }

  private func release(_ place: off_t) {
    guard let descriptor = try? openFile() else { return }
    _ = lock(descriptor, F_UNLCK, at: place)
  }

  private static func place(of id: TransactionID) -> off_t { (1 << 32) + off_t(id.rawValue) }
  private static func place(of entry: EventID) -> off_t { (1 << 48) + off_t(entry.rawValue) }

  // MARK: - Taking turns

  /// Runs `begin`, which waits for another's commit, after those who wait already, for a moment at most.
  ///
  /// SQLite lets in whoever asks at the right time: one that writes commit after commit would keep the others out, who
  /// ask less and less often.
  func inTurn(_ begin: () throws -> Void) rethrows {
    guard let descriptor = try? openFile() else { return try begin() }
    var looks = 0
    while looks < Self.patience, isLocked(descriptor, F_WRLCK, at: 1) == true {
      usleep(Self.lookInterval)
      looks += 1
    }
    _ = lock(descriptor, F_RDLCK, at: 1)
    defer { _ = lock(descriptor, F_UNLCK, at: 1) }
    try begin()
  }

  /// In microseconds, and how often: 30 ms in all, more than a waiting process takes to ask again.
  private static let lookInterval: UInt32 = 500
  private static let patience = 60

  // MARK: - The bell

  var isListenedTo: Bool {
    guard let descriptor = try? openFile() else { return false }
    // Where nobody can say, there may be somebody.
    return isLocked(descriptor, F_WRLCK, at: 0) ?? true
  }

  /// Tells those who listen that there is something new in the ledger; costs one call when nobody does.
  func ring() {
    guard let descriptor = try? openFile(), isListenedTo else { return }
    futimens(descriptor, nil)
  }

  /// Calls of the bell, and ends of processes, until both streams are let go.
  ///
  /// When the file is removed, or replaced by another one, nobody rings here any more, and the streams end. Throws when
  /// the kernel cannot watch the file.
  func listen() throws(LedgerError) -> LedgerNews {
    let file = try openFile()
    let inotify = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard inotify >= 0 else { throw unwatched() }
    let events = IN_ATTRIB | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF
    guard inotify_add_watch(inotify, path, UInt32(events)) >= 0 else {
      let failure = unwatched()
      close(inotify)
      throw failure
    }
    _ = lock(file, F_RDLCK, at: 0)
    let (writes, wrote) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (departures, left) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let watch = ReadWatch(inotify) { [weak self] in
      let news = BellEvents(from: inotify)
      if news.contains(.written) { wrote.yield() }
      if news.contains(.left) { left.yield() }
      guard news.contains(.gone) || self?.isFileGone ?? true else { return }
      wrote.finish()
      left.finish()
    } ended: {
      close(inotify)
    }
    // A stream that ends lets the other one end too; what was written last is in the journal.
    wrote.onTermination = { [weak self] _ in
      watch.cancel()
      left.finish()
      self?.stopListening()
    }
    return LedgerNews(writes: writes, departures: departures)
  }

  private func stopListening() {
    guard let file = try? openFile() else { return }
    _ = lock(file, F_UNLCK, at: 0)
  }

  private var isFileGone: Bool {
    var status = stat()
    guard let file = try? openFile(), fstat(file, &status) == 0 else { return true }
    return status.st_nlink == 0
  }

  // MARK: - The file

  /// False, with `errno` set, when it could not be done; never waits.
  private func lock(_ descriptor: Int32, _ kind: Int32, at place: off_t) -> Bool {
    var lock = ByteLock(kind, at: place)
    return lock.apply(.set, to: descriptor)
  }

  /// Whether another open file keeps this one from such a lock; nil when the disk cannot say.
  private func isLocked(_ descriptor: Int32, _ kind: Int32, at place: off_t) -> Bool? {
    var question = ByteLock(kind, at: place)
    return question.apply(.test, to: descriptor) ? !question.isFree : nil
  }

  private func openFile() throws(LedgerError) -> Int32 {
    let opened = descriptor.withLock { descriptor -> Int32? in
      if descriptor == nil {
        let new = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if new >= 0 { descriptor = new }
      }
      return descriptor
    }
    guard let opened else {
      throw LedgerError(.notWritable, path: path, detail: String(cString: strerror(errno)))
    }
    return opened
  }

  private func unwatched() -> LedgerError {
    LedgerError(.failed, path: path, detail: "it cannot be watched: \(String(cString: strerror(errno)))")
  }
}

/// A lock on one byte that belongs to an open file, not to a process: two ledgers of one process exclude each other too.
private struct ByteLock {
  /// Linux's `F_OFD_GETLK` and `F_OFD_SETLK`, which the C library tells only to those who ask for them.
  enum Operation: Int32 {
    case test = 36
    case set = 37
  }

  private var request = flock()

  init(_ kind: Int32, at place: off_t) {
    request.l_type = Int16(kind)
    request.l_whence = Int16(SEEK_SET)
    request.l_start = place
    request.l_len = 1
  }

  /// After `test`: whether nobody else has it.
  var isFree: Bool { request.l_type == Int16(F_UNLCK) }

  mutating func apply(_ operation: Operation, to descriptor: Int32) -> Bool {
    fcntl(descriptor, operation.rawValue, &request) == 0
  }
}

/// What the kernel has to say of the bell.
private struct BellEvents: OptionSet {
  let rawValue: Int
  static let written = BellEvents(rawValue: 1)
  static let left = BellEvents(rawValue: 2)
  static let gone = BellEvents(rawValue: 4)

  init(rawValue: Int) { self.rawValue = rawValue }

  /// Takes every event that waits, without blocking.
  init(from descriptor: Int32) {
    self.init()
    var buffer = [UInt32](repeating: 0, count: 1 << 10)
    while true {
      let count = read(descriptor, &buffer, buffer.count * 4)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      // Events of a file have no name: four words each, the second is what happened.
      var index = 0
      while index + 4 <= count / 4 {
        note(buffer[index + 1])
        index += 4 + Int(buffer[index + 3]) / 4
      }
    }
  }

  private mutating func note(_ mask: UInt32) {
    func has(_ flags: Int...) -> Bool { flags.contains { mask & UInt32($0) != 0 } }
    if has(Int(IN_ATTRIB), Int(IN_Q_OVERFLOW)) { insert(.written) }
    if has(Int(IN_CLOSE_WRITE), Int(IN_Q_OVERFLOW)) { formUnion([.written, .left]) }
    if has(Int(IN_DELETE_SELF), Int(IN_MOVE_SELF), Int(IN_IGNORED), Int(IN_UNMOUNT)) { insert(.gone) }
  }
}
