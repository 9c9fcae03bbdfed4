import CatalogShelf
import StoreCatalog

/// The catalogue's file while the store is open: when it has changed, and how it is read anew.
public struct FollowedCatalog: Sendable {
  let file: CatalogFile
  private let shelf: CatalogShelf
  /// The state of the file before it was read for the first time; nil when it was not there.
  private let stamp: FileStamp?

  /// Make it before the file is read for the first time, so that no save goes unseen.
  public init(_ file: CatalogFile, shelf: CatalogShelf) {
    self.file = file
    self.shelf = shelf
    stamp = file.stamp()
  }

  /// The catalogue as it is now; blocks.
  ///
  /// - Parameter progress: told how much of a large one has been read, from 0 to 1.
  public func read(
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws(CatalogError) -> CatalogReading {
    try shelf.read(file, progress: progress)
  }

  /// The catalogue as it is now, if that takes a moment; nil for a large one that nobody has read before.
  public func readAtOnce() throws(CatalogError) -> CatalogReading? { try shelf.readAtOnce(file) }

  /// Makes the copy that the next run opens, if there is none; blocks.
  public func keep() { shelf.keep(file) }

  /// One element for each change since this was made; see `CatalogWatcher.changes`.
  func changes() throws(CatalogError) -> AsyncStream<Void> {
    let changes = try CatalogWatcher(path: file.path).changes()
    // What was saved before anybody watched has changed too.
    guard file.stamp() != stamp else { return changes }
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield()
    let following = Task {
      for await _ in changes { continuation.yield() }
      continuation.finish()
    }
    continuation.onTermination = { _ in following.cancel() }
    return stream
  }
}
