import Foundation
import Purchasing
import StoreCrypto
import StoreModel
import StoreTesting
import Synchronization

/// Hosted content in memory, which the test can change, spoil, hold or cut off.
final class FakeContent: HostedContentSource {
  struct State {
    var contents: [ProductID: (content: HostedContent, bytes: [UInt8])] = [:]
    var isOffline = false
    var checksum: String?
    /// Reads at or after this offset wait until `release`.
    var holdFrom: Int64?
    var held: [CheckedContinuation<Void, Never>] = []
    var readOffsets: [Int64] = []
  }

  let state = Mutex(State())
  let holds = Log<Int64>()

  init() { set(SampleCatalog.atlas, version: "1.0", size: 100_000) }

  func set(_ product: ProductID, version: String, size: Int) {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ version.utf8.count &+ $0 / 251) }
    state.withLock {
      $0.contents[product] = (HostedContent(version: version, size: Int64(size)), bytes)
    }
  }

  func bytes(of product: ProductID) -> [UInt8] { state.withLock { $0.contents[product]?.bytes ?? [] } }

  func hold(from offset: Int64) { state.withLock { $0.holdFrom = offset } }

  func release() {
    let held = state.withLock { state in
      state.holdFrom = nil
      defer { state.held = [] }
      return state.held
    }
    for reader in held { reader.resume() }
  }

  func hostedContent(of product: ProductID) -> HostedContent? {
    state.withLock { $0.contents[product]?.content }
  }

  func read(_ product: ProductID, offset: Int64, length: Int) async throws(StoreError) -> [UInt8] {
    await withCheckedContinuation { continuation in
      let isHeld = state.withLock { state in
        guard let from = state.holdFrom, offset >= from else { return false }
        state.held.append(continuation)
        return true
      }
      if isHeld { holds.append(offset) } else { continuation.resume() }
    }
    let (bytes, isOffline) = state.withLock { state in
      state.readOffsets.append(offset)
      return (state.contents[product]?.bytes ?? [], state.isOffline)
    }
    if isOffline { throw .offline }
    return Array(bytes.dropFirst(Int(offset)).prefix(length))
  }

  func checksum(of product: ProductID) throws(StoreError) -> String {
    if let checksum = state.withLock({ $0.checksum }) { return checksum }
    let digest = SHA256Digest()
    digest.update(bytes(of: product))
    return digest.finish()
  }
}

/// A content folder in which appending fails after a number of bytes.
struct FailingFolder: ContentFiles {
  let folder: ContentFolder
  let code: Int32
  let afterBytes: Int64

  private final class File: PartialFile {
    let file: any PartialFile
    let error: ContentFileError
    let limit: Int64

    init(_ file: any PartialFile, _ error: ContentFileError, limit: Int64) {
      self.file = file
      self.error = error
      self.limit = limit
    }

    var length: Int64 { file.length }
    func read(at offset: Int64, count: Int) throws(ContentFileError) -> [UInt8] {
      try file.read(at: offset, count: count)
    }
    func append(_ bytes: [UInt8]) throws(ContentFileError) {
      if file.length + Int64(bytes.count) > limit { throw error }
      try file.append(bytes)
    }
    func removeAll() throws(ContentFileError) { try file.removeAll() }
    func synchronize() throws(ContentFileError) { try file.synchronize() }
    func close() { file.close() }
  }

  func openPartial(_ name: ContentFileName) throws(ContentFileError) -> any PartialFile {
    File(try folder.openPartial(name), ContentFileError(code: code, folder: "folder"), limit: afterBytes)
  }
  func partialLength(_ name: ContentFileName) -> Int64 { folder.partialLength(name) }
  func isInUse(_ name: ContentFileName) -> Bool { folder.isInUse(name) }
  func complete(_ name: ContentFileName) throws(ContentFileError) -> String { try folder.complete(name) }
  func exists(at path: String) -> Bool { folder.exists(at: path) }
  func removePartial(_ name: ContentFileName) { folder.removePartial(name) }
  func removeContent(at path: String) throws(ContentFileError) { try folder.removeContent(at: path) }
}

/// A folder of its own, removed when the test lets it go.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "storefront-" + ProcessInfo.processInfo.globallyUniqueString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var content: String { path + "/content" }
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: content))?.sorted() ?? [] }
  func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: content + "/" + name).map { [UInt8]($0) }
  }
}

/// Downloads into a temporary folder, on a clock that the test moves.
final class DownloadStage: Sendable {
  let clock = ManualClock()
  let store: FakeStore
  let source: FakeContent
  let folder: TemporaryFolder
  let downloads: HostedContentDownloads
  let log = Log<Download>()
  private let reader: Task<Void, Never>

  init(
    store: FakeStore = FakeStore(), source: FakeContent = FakeContent(), folder: TemporaryFolder? = nil,
    files: (@Sendable (ContentFolder) -> any ContentFiles)? = nil
  ) throws {
    self.store = store
    self.source = source
    self.folder = try folder ?? TemporaryFolder()
    let real = ContentFolder(path: self.folder.content)
    downloads = HostedContentDownloads(
      source: source, store: store, files: files?(real) ?? real, environment: clock.environment())
    let (updates, log) = (downloads.updates, log)
    reader = Task { for await download in updates { log.append(download) } }
  }

  func start() async throws {
    try await downloads.start(SampleCatalog.atlas, transactionID: nil, command: nil)
  }

  /// Waits until the download has been told in this state, for the nth time.
  @discardableResult
  func wait(for state: DownloadState, times: Int = 1) async throws -> Download {
    let seen = try await log.wait(for: "\(state)") { $0.changes.count { $0 == state } >= times }
    return seen.last { $0.state == state } ?? seen[0]
  }

  /// The states told, without repeats for progress.
  var states: [DownloadState] { log.items.changes }

  func stop() async {
    source.release()
    await downloads.stop()
    await reader.value
  }
}

extension [Download] {
  var changes: [DownloadState] {
    reduce(into: []) { states, download in
      if states.last != download.state { states.append(download.state) }
    }
  }
}
