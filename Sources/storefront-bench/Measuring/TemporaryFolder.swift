import Foundation

/// A folder for what a subject writes; gone with this value.
@MainActor
final class TemporaryFolder {
  private static var count = 0

  let path: String

  init() throws {
    Self.count += 1
    let name = "storefront-bench-\(ProcessInfo.processInfo.processIdentifier)-\(Self.count)"
    path = FileManager.default.temporaryDirectory.appending(path: name).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }
}
