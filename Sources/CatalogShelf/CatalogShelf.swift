import FoundationEssentials
import SQLite
import StoreCatalog
import StoreCrypto
import StoreModel

/// Keeps indexed copies of large catalogues, so that one of a million products opens as one of twenty does.
///
/// A copy is one SQLite file, named after the path of its catalogue and good for exactly one state of it:
/// whatever changes the file makes the copy be made anew. Copies may be deleted at any time. A small catalogue
/// is read each time and has none. Several processes may use one shelf.
public struct CatalogShelf: Sendable {
  /// A file below this size is quicker read than looked up.
  public static let smallestSize = 256 << 10

  private let folder: ShelfFolder?
  private let smallestSize: Int
  /// How long a file must have been left alone before a copy of it is kept.
  private let settledAfter: Duration

  /// - Parameter folder: where copies are kept; it is made when it is missing. Nil keeps nothing.
  public init(folder: String?) {
    // The kernel's clock for the times of files moves in steps of a few milliseconds.
    self.init(folder: folder, smallestSize: Self.smallestSize, settledAfter: .milliseconds(20))
  }

  package init(folder: String?, smallestSize: Int, settledAfter: Duration) {
    self.folder = folder.map { ShelfFolder(path: $0) }
    self.smallestSize = smallestSize
    self.settledAfter = settledAfter
  }

  /// The catalogue as it is now, if that takes a moment: a small one, or a large one with a copy. Nil for a
  /// large one without.
  ///
  /// Throws what `CatalogFile.read` throws.
  public func readAtOnce(_ file: CatalogFile) throws(CatalogError) -> CatalogReading? {
    guard let stamp = file.stamp(), stamp.size >= smallestSize else { return try file.read() }
    return kept(file, stamp)
  }

  /// The catalogue as it is now; blocks, for a second or more when a large one has no copy yet.
  ///
  /// What cannot be kept, on a full disk or in a folder that may not be written, is read all the same.
  ///
  /// - Parameter progress: told how much of a large one has been read, from 0 to 1 and rising, on this thread.
  public func read(
    _ file: CatalogFile, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws(CatalogError) -> CatalogReading {
    if let reading = try readAtOnce(file) { return reading }
    let (bytes, stamp) = try file.source()
    if let folder, stamp.isOlder(than: settledAfter), let part = folder.newPart() {
      defer { folder.remove(part) }
      if let reading = try copy(bytes, of: file, stamp, to: part, progress) { return reading }
    }
    // In a file without a name, which is in memory when there is nowhere to put it.
    if let reading = try copy(bytes, of: file, stamp, to: nil, progress) { return reading }
    return file.fill(try CatalogReader.read(bytes, file: file.path))
  }

  // MARK: - Copies

  private func kept(_ file: CatalogFile, _ stamp: FileStamp) -> CatalogReading? {
    guard let folder else { return nil }
    let path = folder.copy(of: file)
    guard let products = folder.open(path, key: key(of: file, stamp)) else { return nil }
    return file.fill(products.head.outline.reading(products, summary: products.head.summary))
  }

  /// Reads the catalogue into a copy; nil when the copy cannot be written.
  private func copy(
    _ bytes: [UInt8], of file: CatalogFile, _ stamp: FileStamp, to part: String?,
    _ progress: @escaping @Sendable (Double) -> Void
  ) throws(CatalogError) -> CatalogReading? {
    guard let database = try? SQLiteConnection.writingCopy(part),
      var writer = try? ShelfWriter(database, size: bytes.count, progress: progress)
    else { return nil }
    let outline = try CatalogReader.read(bytes, file: file.path, into: &writer)
    let digest = SHA256Digest()
    digest.update(bytes)
    guard let head = try? writer.finish(outline, key: key(of: file, stamp), digest: digest.finish()) else {
      return nil
    }
    if let part, let folder, folder.publish(part, as: folder.copy(of: file)),
      let reading = kept(file, stamp)
    {
      return reading
    }
    // What could not be kept is used as it is: the open connection holds it.
    let products = ShelvedProducts(database, head: head, onDamage: {})
    return file.fill(outline.reading(products, summary: head.summary))
  }

  private func key(of file: CatalogFile, _ stamp: FileStamp) -> String {
    "\(ShelfWriter.format)|\(ShelfFolder.absolute(file.path))|\(stamp.text)"
  }
}
