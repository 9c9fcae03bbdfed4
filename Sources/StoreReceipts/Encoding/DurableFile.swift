import Glibc

/// Why a file was not read or written, in the system's words.
struct FileFailure: Error {
  let reason: String

  init(reason: String) { self.reason = reason }

  /// The newest error of the system.
  init() { reason = String(cString: strerror(errno)) }
}

/// Small files that are there whole or not at all, whatever ends the process.
enum DurableFile {
  /// The permission bits; nil when there is no such file.
  static func mode(of path: String) throws(FileFailure) -> Int? {
    var status = stat()
    if stat(path, &status) == 0 { return Int(status.st_mode & 0o7777) }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw FileFailure()
  }

  /// The whole file; one larger than `limit` is refused.
  static func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure() }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count == 0 { return bytes }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw FileFailure()
      }
      bytes += piece.prefix(count)
      if bytes.count > limit { throw FileFailure(reason: "it is larger than \(limit) bytes") }
    }
  }

  /// Writes a new file; false when one is there already, which then stays as it is.
  static func create(_ path: String, _ bytes: [UInt8], mode: mode_t) throws(FileFailure) -> Bool {
    let draft = try draft(beside: path, bytes, mode: mode)
    defer { unlink(draft) }
    if link(draft, path) != 0 {
      if errno == EEXIST { return false }
      throw FileFailure()
    }
    try syncFolder(of: path)
    return true
  }

  /// Puts a file in the place of whatever was there: a reader sees the old one or the new one, never a part.
  ///
  /// Unless `isDurable`, a power failure may bring the old one back, or none. What a writer left beside it that was
  /// killed is taken away.
  static func replace(
    _ path: String, _ bytes: [UInt8], mode: mode_t, isDurable: Bool = true
  ) throws(FileFailure) {
    guard let own = try ownDraft(of: path) else {
      // Somebody else is writing at this moment.
      let draft = try draft(beside: path, bytes, mode: mode, isDurable: isDurable)
      return try put(draft, inThePlaceOf: path, isDurable: isDurable)
    }
    // Closing gives the lock back, also when the process ends in another way.
    defer { close(own) }
    let draft = draftName(of: path)
    do throws(FileFailure) {
      guard ftruncate(own, 0) == 0 else { throw FileFailure() }
      try write(bytes, to: own, mode: mode, isDurable: isDurable)
    } catch {
      unlink(draft)
      throw error
    }
    try put(draft, inThePlaceOf: path, isDurable: isDurable)
  }

  static func draftName(of path: String) -> String { path + ".draft" }

  /// The one draft of a file that has a fixed name, locked for this process: what a killed writer left is written over
  /// instead of staying for ever. Nil while another writer holds it.
  private static func ownDraft(of path: String) throws(FileFailure) -> Int32? {
    let name = draftName(of: path)
    for _ in 0..<16 {
      let descriptor = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw FileFailure() }
      var (held, named) = (stat(), stat())
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        return nil
      }
      // Between opening and locking the one before may have put it in place.
      if fstat(descriptor, &held) == 0, stat(name, &named) == 0, held.st_ino == named.st_ino,
        held.st_dev == named.st_dev
      {
        return descriptor
      }
      close(descriptor)
    }
    return nil
  }

  private static func put(
    _ draft: String, inThePlaceOf path: String, isDurable: Bool
  ) throws(FileFailure) {
    guard rename(draft, path) == 0 else {
      let failure = FileFailure()
      unlink(draft)
      throw failure
    }
    if isDurable { try syncFolder(of: path) }
  }

  /// Gives what is at `path` a second name, in the place of whatever had that; nothing when there is no such file.
  static func keep(_ path: String, as other: String) throws(FileFailure) {
    let draft = draftName(of: other)
    unlink(draft)
    if link(path, draft) != 0 {
      if errno == ENOENT { return }
      throw FileFailure()
    }
    guard rename(draft, other) == 0 else { throw FileFailure() }
    // Two names of one file are left as they are by rename.
    unlink(draft)
  }

  /// Makes the folder and those above it that are missing.
  static func makeFolder(_ path: String, mode: mode_t) throws(FileFailure) {
    var status = stat()
    if path.isEmpty || stat(path, &status) == 0 { return }
    if let slash = path.dropLast().lastIndex(of: "/"), slash > path.startIndex {
      try makeFolder(String(path[..<slash]), mode: mode)
    }
    guard mkdir(path, mode) == 0 || errno == EEXIST else { throw FileFailure() }
  }

  /// A file with another name in the same folder, safe on disk if `isDurable`. `mkstemp` makes it readable for its owner alone.
  private static func draft(
    beside path: String, _ bytes: [UInt8], mode: mode_t, isDurable: Bool = true
  ) throws(FileFailure) -> String {
    var template = Array("\(path).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw FileFailure() }
    defer { close(descriptor) }
    let draft = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    do throws(FileFailure) {
      try write(bytes, to: descriptor, mode: mode, isDurable: isDurable)
    } catch {
      unlink(draft)
      throw error
    }
    return draft
  }

  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, mode: mode_t, isDurable: Bool
  ) throws(FileFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileFailure() }
      rest = rest.dropFirst(count)
    }
    guard fchmod(descriptor, mode) == 0, !isDurable || fsync(descriptor) == 0 else { throw FileFailure() }
  }

  /// The name is safe once the folder itself is.
  private static func syncFolder(of path: String) throws(FileFailure) {
    let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
    let descriptor = open(folder.isEmpty ? "/" : String(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure() }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileFailure() }
  }
}
