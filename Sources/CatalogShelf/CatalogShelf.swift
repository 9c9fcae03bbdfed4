import FoundationEssentials
import SQLite
import StoreCatalog
import StoreCrypto
import StoreModel

/// Keeps indexed copies of catalogues, so that one of a million products opens as one of twenty does, and none is
/// read twice.
///
/// A copy is one SQLite file, named after the path of its catalogue and good for exactly one state of it:
/// whatever changes the file makes the copy be made anew. Copies may be deleted at any time. A large catalogue is
/// read through its copy; a small one is read at once, and copied when there is time (`keep`). Several processes
/// may use one shelf.
public struct CatalogShelf: Sendable {
  /// A file below this size takes no longer to read than a person notices.
  public static let smallestSize = 256 << 10

  let folder: ShelfFolder?
  /// Whether new things may be put on the shelf.
  let keepsNew: Bool
  private let smallestSize: Int
  /// How long a file must have been left alone before a copy of it is kept.
  private let settledAfter: Duration
  /// Which program this is; nil when that cannot be told, and then nothing of the program's own is kept.
  let program: String?

  /// - Parameters:
  ///   - folder: where copies are kept; it is made when it is missing. Nil keeps nothing.
  ///   - keepsNew: false only looks at what is there, for a run that is to leave nothing behind.
  public init(folder: String?, keepsNew: Bool = true) {
    // The kernel's clock for the times of files moves in steps of a few milliseconds.
    self.init(
      folder: folder, keepsNew: keepsNew, smallestSize: Self.smallestSize, settledAfter: .milliseconds(20))
  }

  package init(
    folder: String?, keepsNew: Bool = true, smallestSize: Int, settledAfter: Duration,
    program: String? = FileStamp.ofProgram?.text
  ) {
    self.folder = folder.map { ShelfFolder(path: $0) }
    self.keepsNew = keepsNew
    self.smallestSize = smallestSize
    self.settledAfter = settledAfter
    self.program = program
  }

  /// The catalogue as it is now, if that takes a moment: one with a copy, or a small one. Nil for a large one
  /// without.
  ///
  /// Throws what `CatalogFile.read` throws.
  public func readAtOnce(_ file: CatalogFile) throws(CatalogError) -> CatalogReading? {
    guard let stamp = file.stamp() else { return try file.read() }
    if let reading = kept(.file(file), stamp) { return reading }
    return stamp.size < smallestSize ? try file.read() : nil
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
    return try readIntoCopy(.file(file), progress: progress)
  }

  /// The sample that every program carries.
  public func readBuiltIn() throws(CatalogError) -> CatalogReading {
    if let stamp = CopiedCatalog.builtIn.stamp(), let reading = kept(.builtIn, stamp) { return reading }
    return try BuiltInCatalog.read()
  }

  /// Makes the copy that the next run opens, if there is none of the catalogue as it is now; blocks as long as
  /// reading does.
  ///
  /// - Parameter file: nil for the sample that every program carries.
  public func keep(_ file: CatalogFile?) {
    let catalog = file.map { CopiedCatalog.file($0) } ?? .builtIn
    guard folder != nil, keepsNew, let stamp = catalog.stamp(), kept(catalog, stamp) == nil else { return }
    // Whatever is wrong with it was told when it was read to be used.
    _ = try? readIntoCopy(catalog) { _ in }
  }

  // MARK: - Copies

  private func kept(_ catalog: CopiedCatalog, _ stamp: FileStamp) -> CatalogReading? {
    guard let folder else { return nil }
    let name = catalog.name
    guard let products = folder.open(folder.copy(name), key: key(of: catalog, stamp)) else { return nil }
    return catalog.fill(products.head.outline.reading(products, summary: products.head.summary, isCopy: true))
  }

  private func readIntoCopy(
    _ catalog: CopiedCatalog, progress: @escaping @Sendable (Double) -> Void
  ) throws(CatalogError) -> CatalogReading {
    let (bytes, stamp) = try catalog.source()
    if let folder, keepsNew, stamp.isOlder(than: settledAfter), let part = folder.newPart() {
      defer { folder.remove(part) }
      if let reading = try copy(bytes, of: catalog, stamp, to: part, progress) { return reading }
    }
    // In a file without a name, which is in memory when there is nowhere to put it.
    if let reading = try copy(bytes, of: catalog, stamp, to: nil, progress) { return reading }
    return catalog.fill(try CatalogReader.read(bytes, file: catalog.path))
  }

  /// Reads the catalogue into a copy; nil when the copy cannot be written.
  private func copy(
    _ bytes: [UInt8], of catalog: CopiedCatalog, _ stamp: FileStamp, to part: String?,
    _ progress: @escaping @Sendable (Double) -> Void
  ) throws(CatalogError) -> CatalogReading? {
    guard let database = try? SQLiteConnection.writingCopy(part),
      var writer = try? ShelfWriter(database, size: bytes.count, progress: progress)
    else { return nil }
    let outline = try CatalogReader.read(bytes, file: catalog.path, into: &writer)
    let digest = SHA256Digest()
    digest.update(bytes)
    guard let head = try? writer.finish(outline, key: key(of: catalog, stamp), digest: digest.finish()) else {
      return nil
    }
    if let part, let folder, folder.publish(part, as: folder.copy(catalog.name)),
      let reading = kept(catalog, stamp)
    {
      return reading
    }
    // What could not be kept is used as it is: the open connection holds it.
    let products = ShelvedProducts(database, head: head, onDamage: {})
    return catalog.fill(outline.reading(products, summary: head.summary, isCopy: true))
  }

  private func key(of catalog: CopiedCatalog, _ stamp: FileStamp) -> String {
    let state =
      switch catalog {
      case .file: stamp.text
      case .builtIn: program ?? ""
      }
    return "\(ShelfWriter.format)|\(catalog.name)|\(state)"
  }
}

/// What copies are made of.
private enum CopiedCatalog {
  case file(CatalogFile)
  /// In the program itself, so that another program is another state of it.
  case builtIn

  /// Names it among all others: the whole path of a file.
  var name: String {
    switch self {
    case .file(let file): ShelfFolder.absolute(file.path)
    case .builtIn: "built-in"
    }
  }

  /// As messages call it.
  var path: String {
    switch self {
    case .file(let file): file.path
    case .builtIn: BuiltInCatalog.name
    }
  }

  func stamp() -> FileStamp? {
    switch self {
    case .file(let file): file.stamp()
    case .builtIn: FileStamp.ofProgram
    }
  }

  func source() throws(CatalogError) -> (bytes: [UInt8], stamp: FileStamp) {
    if case .file(let file) = self { return try file.source() }
    guard let stamp = stamp() else {
      throw CatalogError(
        file: path, problem: "the program's own file cannot be found", advice: "Name a file instead.")
    }
    return (BuiltInCatalog.data, stamp)
  }

  func fill(_ reading: CatalogReading) -> CatalogReading {
    if case .file(let file) = self { file.fill(reading) } else { reading }
  }
}

extension FileStamp {
  /// Which program this is: another build of it, or the same one installed elsewhere, has another stamp.
  package static var ofProgram: FileStamp? { CatalogFile("/proc/self/exe").stamp() }
}
