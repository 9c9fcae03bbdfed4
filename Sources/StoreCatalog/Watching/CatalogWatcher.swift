import FoundationEssentials
import Glibc
import MainLoop

/// Tells when a catalogue on disk has a new version, however it was saved.
///
/// Editors write in place, or beside and rename over, or move the old file away first. So the folder is
/// watched, not the file, and only what is complete counts: a file that was closed after writing, or that was
/// moved or linked to the name. A file that vanishes tells nothing until it is back, and the last good
/// catalogue stays. The kernel reports; nothing polls, and a folder at rest costs nothing.
public struct CatalogWatcher: Sendable {
  private let path: String

  public init(path: String) { self.path = path }

  /// One element for each change, until the consumer stops; several that nobody has looked at yet are one.
  ///
  /// Elements arrive on no particular thread. Follows a symbolic link to where it leads now. The stream ends
  /// when the folder itself goes away. Throws when the folder cannot be watched; the caller goes on without.
  public func changes() throws(CatalogError) -> AsyncStream<Void> {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { throw failure() }
    let files = Set([path, Self.withoutLinks(path)])
    guard let folders = WatchedFolders(descriptor: descriptor, files: files.sorted()) else {
      let failure = failure()
      close(descriptor)
      throw failure
    }
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let watch = ReadWatch(descriptor) {
      switch folders.takeEvents() {
      case .nothing: break
      case .changed: continuation.yield()
      case .gone: continuation.finish()
      }
    } ended: {
      close(descriptor)
    }
    continuation.onTermination = { _ in watch.cancel() }
    return stream
  }

  /// Where the path leads now. Foundation follows links to files that are not there, too, and takes longer.
  private static func withoutLinks(_ path: String) -> String {
    guard let whole = realpath(path, nil) else { return URL(filePath: path).resolvingSymlinksInPath().path }
    defer { free(whole) }
    return String(cString: whole)
  }

  private func failure() -> CatalogError {
    CatalogError(
      file: path, problem: "its folder cannot be watched for changes: \(String(cString: strerror(errno)))",
      advice: "Start again to see a saved change.")
  }
}
