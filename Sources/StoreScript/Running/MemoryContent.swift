import Purchasing
import Synchronization

/// Hosted content in memory: what a device's disk is to a script that keeps nothing.
///
/// It outlives the app that writes it, as a disk does, so that a killed app finds its partial files.
final class MemoryContent: ContentFiles {
  private let files = Mutex<[String: [UInt8]]>([:])

  /// The same in every run, so that journals are.
  private static let folder = "memory:/"

  func openPartial(_ name: ContentFileName) throws(ContentFileError) -> any PartialFile {
    files.withLock { files in
      if files[name.partial] == nil { files[name.partial] = files.removeValue(forKey: name.content) ?? [] }
    }
    return MemoryFile(name: name.partial, folder: self)
  }

  func isInUse(_ name: ContentFileName) -> Bool { false }

  func partialLength(_ name: ContentFileName) -> Int64 {
    files.withLock { Int64($0[name.partial]?.count ?? 0) }
  }

  func complete(_ name: ContentFileName) throws(ContentFileError) -> String {
    try files.withLock { (files) throws(ContentFileError) in
      guard let bytes = files.removeValue(forKey: name.partial) else { throw .gone }
      files[name.content] = bytes
    }
    return Self.folder + name.content
  }

  func exists(at path: String) -> Bool {
    files.withLock { $0[String(path.dropFirst(Self.folder.count))] != nil }
  }

  func removePartial(_ name: ContentFileName) {
    files.withLock { files in _ = files.removeValue(forKey: name.partial) }
  }

  func removeContent(at path: String) throws(ContentFileError) {
    files.withLock { files in _ = files.removeValue(forKey: String(path.dropFirst(Self.folder.count))) }
  }

  fileprivate func with<Value>(_ name: String, _ body: (inout [UInt8]) -> Value) throws(ContentFileError)
    -> Value
  {
    try files.withLock { (files) throws(ContentFileError) in
      guard files[name] != nil else { throw .gone }
      return body(&files[name, default: []])
    }
  }

  fileprivate func length(_ name: String) -> Int64 { files.withLock { Int64($0[name]?.count ?? 0) } }
}

private final class MemoryFile: PartialFile {
  private let name: String
  private let folder: MemoryContent

  init(name: String, folder: MemoryContent) {
    self.name = name
    self.folder = folder
  }

  var length: Int64 { folder.length(name) }

  func read(at offset: Int64, count: Int) throws(ContentFileError) -> [UInt8] {
    try folder.with(name) { bytes in
      let start = min(Int(offset), bytes.count)
      return Array(bytes[start..<min(start + count, bytes.count)])
    }
  }

  func append(_ bytes: [UInt8]) throws(ContentFileError) { try folder.with(name) { $0 += bytes } }
  func removeAll() throws(ContentFileError) { try folder.with(name) { $0 = [] } }
  func synchronize() throws(ContentFileError) { try folder.with(name) { _ in } }
  func close() {}
}

extension ContentFileError {
  fileprivate static var gone: ContentFileError { ContentFileError("The partly downloaded file is gone.") }
}
