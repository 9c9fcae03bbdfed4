import FoundationEssentials
import Glibc
import SQLite
import StoreCatalog

/// The folder with the copies: their names, and how a new one takes the place of an old one.
struct ShelfFolder: Sendable {
  /// Copies of other catalogues that are kept beside the newest one.
  private static let copyLimit = 8

  let path: String

  /// The path of the copy of a catalogue.
  func copy(of file: CatalogFile) -> String { "\(path)/\(Self.name(of: file)).catalog" }

  /// The catalogue's own name and a number made of its whole path: two paths with one number take turns.
  private static func name(of file: CatalogFile) -> String {
    let whole = absolute(file.path)
    let hash = whole.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    let digits = String(hash, radix: 16)
    let own = (whole.split(separator: "/").last ?? "").unicodeScalars.prefix(40).map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        ? Character(scalar) : "-"
    }
    return String(own) + "-" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  static func absolute(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.path
  }

  // MARK: - Opening

  /// The copy at `path` if it is whole and has this key; anything else is none.
  func open(_ path: String, key: String) -> ShelvedProducts? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      let database = try? SQLiteConnection.readingCopy(path),
      let head = head(in: database, size: Int(status.st_size)),
      head.key == key
    else { return nil }
    return ShelvedProducts(database, head: head, onDamage: { unlink(path) })
  }

  private func head(in database: SQLiteConnection, size: Int) -> ShelfHead? {
    guard let id = try? database.pragma("application_id"), id == ShelfWriter.applicationID,
      let format = try? database.pragma("user_version"), format == ShelfWriter.format,
      let pages = try? database.pragma("page_count"),
      let pageSize = try? database.pragma("page_size"), pages * pageSize == size,
      let record = try? database.statement("SELECT record FROM head").first({ $0.bytes(0) ?? [] }),
      var reader = try? RecordReader(record)
    else { return nil }
    return try? reader.head()
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
