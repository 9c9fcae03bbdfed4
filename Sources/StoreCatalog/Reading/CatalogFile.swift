import FoundationEssentials
import Glibc
import StoreModel

/// A catalogue on disk.
public struct CatalogFile: Sendable {
  /// As the caller named it; used in messages.
  public let path: String
  private let standIns: StandInLinks

  public init(_ path: String, standIns: StandInLinks = StandInLinks()) {
    self.path = path
    self.standIns = standIns
  }

  /// Reads the file as it is now; blocks while it does.
  ///
  /// Throws one sentence for a file that is missing, a folder, no ordinary file, unreadable or too large,
  /// and whatever `CatalogReader` throws.
  public func read() throws(CatalogError) -> CatalogReading {
    fill(try CatalogReader.read(try source().bytes, file: path))
  }

  /// `reading` with the links that this file is lent.
  public func fill(_ reading: CatalogReading) -> CatalogReading { standIns.fill(reading) }

  /// The file's bytes as they are now, and the stamp that they have; blocks while it reads.
  ///
  /// Throws one sentence for a file that is missing, a folder, no ordinary file, unreadable or too large.
  public func source() throws(CatalogError) -> (bytes: [UInt8], stamp: FileStamp) {
    // Not to wait for a writer when the path is a pipe.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    for _ in 0..<8 {
      let before = try status(of: descriptor)
      let bytes = try contents(of: descriptor)
      // A file that was written meanwhile is half of one and half of the other.
      if try status(of: descriptor) == before { return (bytes, before) }
      lseek(descriptor, 0, SEEK_SET)
    }
    throw CatalogError(
      file: path, problem: "the file is being written all the time",
      advice: "Wait until it is complete, then try again.")
  }

  /// What names the file's contents as they are now, at the cost of one look; nil when there is no such file.
  public func stamp() -> FileStamp? {
    var status = stat()
    return stat(path, &status) == 0 ? FileStamp(status) : nil
  }

  private func status(of descriptor: Int32) throws(CatalogError) -> FileStamp {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR:
      throw CatalogError(
        file: path, problem: "this is a folder, not a catalogue",
        advice: "Name a file in it, such as catalog.json.")
    default:
      throw CatalogError(
        file: path, problem: "this is not an ordinary file",
        advice: "Save the catalogue to a file and name that.")
    }
    guard status.st_size <= Self.sizeLimit else { throw tooLarge }
    return FileStamp(status)
  }

  private static let sizeLimit = 1 << 30

  private func contents(of descriptor: Int32) throws(CatalogError) -> [UInt8] {
    guard let bytes = OpenFile.bytes(of: descriptor, limit: Self.sizeLimit) else { throw failure(errno) }
    guard bytes.count <= Self.sizeLimit else { throw tooLarge }
    return bytes
  }

  private var tooLarge: CatalogError {
    CatalogError(
      file: path, problem: "the file is larger than \(Self.sizeLimit >> 20) MiB",
      advice: "Split the catalogue, or name another file.")
  }

  private func failure(_ code: Int32) -> CatalogError {
    switch code {
    case ENOENT, ENOTDIR:
      CatalogError(
        file: path, problem: "there is no such file", advice: "Check the path, or name another file.")
    case EACCES, EPERM:
      CatalogError(
        file: path, problem: "the file may not be read",
        advice: "Allow it with 'chmod +r', or name another file.")
    case ELOOP:
      CatalogError(
        file: path, problem: "the symbolic link leads in a circle", advice: "Name the file itself.")
    default:
      CatalogError(
        file: path, problem: "the file cannot be read: \(String(cString: strerror(code)))",
        advice: "Name another file.")
    }
  }
}
