import FoundationEssentials
import Glibc
import SQLite
import StoreCatalog

/// The folder with the copies: their names, and how a new one takes the place of an old one.
struct ShelfFolder: Sendable {
  /// Copies of other catalogues that are kept beside the newest one.
  private static let copyLimit = 16

  let path: String

  /// The path of the copy of a catalogue: the last part of its name and a number made of the whole. Two names with
  /// one number take turns.
  func copy(_ name: String) -> String {
    let hash = name.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    let digits = String(hash, radix: 16)
    let last = name.utf8.split(separator: UInt8(ascii: "/")).last ?? name.utf8[...]
    let own = last.prefix(40).map { byte in
      switch byte {
      case 48...57, 65...90, 97...122: byte
      default: UInt8(ascii: "-")
      }
    }
    return "\(path)/\(String(decoding: own, as: UTF8.self))-"
      + String(repeating: "0", count: 16 - digits.count) + digits + ".catalog"
  }

  /// The path from the root, without detours.
  static func absolute(_ path: String) -> String {
    var parts: [Substring] = []
    for part in (path.hasPrefix("/") ? path : "\(workingFolder)/\(path)").split(separator: "/") {
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static var workingFolder: String {
    guard let folder = getcwd(nil, 0) else { return "" }
    defer { free(folder) }
    return String(cString: folder)
  }

  // MARK: - Opening

  /// The copy at `path` if it is whole and has this key; anything else is none.
  func open(_ path: String, key: String) -> ShelvedProducts? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      isCopy(path, size: Int(status.st_size)),
      let database = try? SQLiteConnection.readingCopy(path),
      let head = head(in: database), head.key == key
    else { return nil }
    return ShelvedProducts(database, head: head, onDamage: { unlink(path) })
  }

  /// Looks at the header of a database file: whose it is, in which layout, and whether it is all there.
  private func isCopy(_ path: String, size: Int) -> Bool {
    guard let header = OpenFile.start(of: path, count: 100), header.count == 100 else { return false }
    func number(_ bytes: Range<Int>) -> Int { header[bytes].reduce(0) { $0 << 8 | Int($1) } }
    // A page of 65,536 bytes, which no copy has, is written as 1.
    let (pageSize, pages) = (number(16..<18), number(28..<32))
    return pages * pageSize == size && number(60..<64) == ShelfWriter.format
      && number(68..<72) == ShelfWriter.applicationID
  }

  private func head(in database: SQLiteConnection) -> ShelfHead? {
    guard let record = try? database.statement("SELECT record FROM head").first({ $0.bytes(0) ?? [] }),
      var reader = try? RecordReader(record)
    else { return nil }
    return try? reader.head()
  }

  // MARK: - Printed texts

  private var textsPath: String { "\(path)/texts" }

  /// More than printed texts ever take.
  private static let textsLimit = 1 << 20

  /// The bytes of the file with the printed texts; nil when there is none that is ours.
  func texts() -> [UInt8]? {
    var status = stat()
    guard stat(textsPath, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      status.st_size <= Self.textsLimit
    else { return nil }
    return OpenFile.start(of: textsPath, count: Int(status.st_size))
  }

  /// Puts the bytes in the place of those before, in one step. What a power failure leaves of them is seen by
  /// their check.
  func keep(texts bytes: [UInt8]) {
    guard bytes.count <= Self.textsLimit, let part = newPart() else { return }
    defer { remove(part) }
    let descriptor = Glibc.open(part, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    if written == bytes.count { rename(part, textsPath) }
  }

  // MARK: - Writing

  /// A path for a copy that is being made; nil when the folder cannot be written.
  func newPart() -> String? {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      return nil
    }
    removeAbandonedParts()
    let part = "\(path)/\(getpid())-\(UInt32.random(in: 0 ... .max)).part"
    // Made here, and for nobody else to read: a catalogue may not be public yet.
    let descriptor = Glibc.open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    close(descriptor)
    return part
  }

  /// Gives a complete copy its name, in one step and after it is on disk.
  func publish(_ part: String, as copy: String) -> Bool {
    let descriptor = Glibc.open(part, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    let isOnDisk = fdatasync(descriptor) == 0
    close(descriptor)
    guard isOnDisk, rename(part, copy) == 0 else { return false }
    removeOldCopies(but: copy)
    return true
  }

  func remove(_ part: String) { unlink(part) }

  /// Parts of processes that ended before their copy was complete.
  private func removeAbandonedParts() {
    for name in names(endingIn: ".part") {
      guard let process = pid_t(name.prefix { $0 != "-" }), kill(process, 0) != 0, errno == ESRCH else {
        continue
      }
      unlink("\(path)/\(name)")
    }
  }

  /// Keeps the copies that were made last.
  private func removeOldCopies(but newest: String) {
    let others = names(endingIn: ".catalog").map { "\(path)/\($0)" }.filter { $0 != newest }
    guard others.count >= Self.copyLimit else { return }
    let dated = others.map { copy in
      var status = stat()
      return (copy, stat(copy, &status) == 0 ? status.st_mtim.tv_sec : 0)
    }
    for (copy, _) in dated.sorted(by: { $0.1 > $1.1 }).dropFirst(Self.copyLimit - 1) { unlink(copy) }
  }

  private func names(endingIn ending: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { $0.hasSuffix(ending) }
  }
}
