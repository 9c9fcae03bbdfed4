import Foundation
import Glibc
import Purchasing
import StoreModel
import StoreTesting
import Synchronization
import Testing

/// Downloads: their states, their files, and what goes wrong.
@Suite(.timeLimit(.minutes(1)))
struct DownloadTests {
  private let atlas = SampleCatalog.atlas

  @Test func `R147, R150: a download goes through its states, and has a path when it is finished`()
    async throws
  {
    let stage = try DownloadStage()
    try await stage.start()
    let finished = try await stage.wait(for: .finished)
    #expect(stage.states == [.waiting, .active, .finished])
    for download in stage.log.items {
      #expect((download.contentPath != nil) == (download.state == .finished))
    }
    #expect(finished.receivedLength == 100_000)
    let path = try #require(finished.contentPath)
    #expect(FileManager.default.contents(atPath: path).map { [UInt8]($0) } == stage.source.bytes(of: atlas))
    #expect(stage.folder.names.count == 1)
    await stage.stop()
  }

  @Test func `every state is kept before it is told, and progress is not kept`() async throws {
    let stage = try DownloadStage()
    await stage.downloads.setRate(100_000)
    try await stage.start()
    for _ in 0..<10 {
      await stage.clock.waitForSleepers()
      stage.clock.advance(by: .milliseconds(100))
    }
    try await stage.wait(for: .finished)
    #expect(await stage.store.history.map(\.state) == [.waiting, .active, .finished])
    #expect(stage.log.items.count { $0.state == .active } > 5)
    await stage.stop()
  }

  @Test func `the rate is kept, progress rises, and speed and time left are unknown for the first second`()
    async throws
  {
    let stage = try DownloadStage()
    stage.source.set(atlas, version: "1.0", size: 40_000)
    await stage.downloads.setRate(20_000)
    try await stage.start()
    for _ in 0..<20 {
      await stage.clock.waitForSleepers()
      stage.clock.advance(by: .milliseconds(100))
    }
    try await stage.wait(for: .finished)
    let active = stage.log.items.filter { $0.state == .active }
    #expect(active.map(\.receivedLength) == active.map(\.receivedLength).sorted())
    #expect(active.first?.bytesPerSecond == nil)
    #expect(active.first?.secondsRemaining == nil)
    // The twelfth piece of 2,000 bytes came 1.1 seconds after the start.
    let later = active.first { $0.receivedLength == 24_000 }
    #expect(later?.bytesPerSecond == 20_000)
    #expect(later?.secondsRemaining == 1)
    await stage.stop()
  }

  @Test func `progress is told at most ten times a second`() async throws {
    let stage = try DownloadStage()
    try await stage.start()
    try await stage.wait(for: .finished)
    // The clock stood still: nothing but the states was told.
    #expect(stage.log.items.map(\.state) == [.waiting, .active, .finished])
    await stage.stop()
  }

  @Test func `a paused download keeps what has arrived and goes on from there`() async throws {
    let stage = try DownloadStage()
    await stage.downloads.setRate(100_000)
    try await stage.start()
    for _ in 0..<3 {
      await stage.clock.waitForSleepers()
      stage.clock.advance(by: .milliseconds(100))
    }
    await stage.clock.waitForSleepers()
    try await stage.downloads.pause(atlas, command: nil)
    let paused = try await stage.wait(for: .paused)
    #expect(paused.receivedLength == 40_000)
    #expect(paused.bytesPerSecond == nil)
    try await stage.downloads.pause(atlas, command: nil)
    await stage.downloads.setRate(nil)
    try await stage.downloads.resume(atlas, command: nil)
    try await stage.wait(for: .finished)
    #expect(stage.states == [.waiting, .active, .paused, .waiting, .active, .finished])
    #expect(stage.folder.names.compactMap(stage.folder.bytes) == [stage.source.bytes(of: atlas)])
    #expect(stage.source.state.withLock { $0.readOffsets.contains(40_000) })
    await stage.stop()
  }

  @Test func `a download that is resumed while its last read still hangs goes on at once`() async throws {
    let stage = try DownloadStage()
    stage.source.hold(from: 0)
    try await stage.start()
    _ = try await stage.source.holds.wait(for: "the first read") { $0.count == 1 }
    try await stage.downloads.pause(atlas, command: nil)
    try await stage.downloads.resume(atlas, command: nil)
    _ = try await stage.source.holds.wait(for: "the second read") { $0.count == 2 }
    stage.source.release()
    try await stage.wait(for: .finished)
    #expect(stage.folder.names.compactMap(stage.folder.bytes) == [stage.source.bytes(of: atlas)])
    await stage.stop()
  }

  @Test func `a download goes on after a restart from its partial file, and gives the same bytes`()
    async throws
  {
    let first = try DownloadStage()
    await first.downloads.setRate(100_000)
    try await first.start()
    for _ in 0..<4 {
      await first.clock.waitForSleepers()
      first.clock.advance(by: .milliseconds(100))
    }
    await first.clock.waitForSleepers()
    await first.stop()
    #expect(first.folder.names.map { $0.hasSuffix(".partial") } == [true])
    #expect(await first.store.kept[atlas]?.state == .active)

    let second = try DownloadStage(store: first.store, folder: first.folder)
    try await second.downloads.launch()
    let finished = try await second.wait(for: .finished)
    #expect(second.states == [.waiting, .active, .finished])
    #expect(second.log.items.first?.receivedLength == 50_000)
    #expect(second.source.state.withLock { $0.readOffsets.min() } == 50_000)
    let path = try #require(finished.contentPath)
    #expect(FileManager.default.contents(atPath: path).map { [UInt8]($0) } == second.source.bytes(of: atlas))
    await second.stop()
  }

  @Test func `a paused download stays paused after a restart`() async throws {
    let store = FakeStore()
    await store.put(
      Download(
        productID: atlas, transactionID: nil, contentVersion: "1.0", expectedContentLength: 100_000,
        state: .paused))
    let stage = try DownloadStage(store: store)
    try await stage.downloads.launch()
    try await stage.downloads.start(atlas, transactionID: 1, command: nil)
    #expect(await stage.downloads.all().map(\.state) == [.paused])
    try await stage.downloads.resume(atlas, command: nil)
    try await stage.wait(for: .finished)
    await stage.stop()
  }

  @Test func `a partial file that is longer than the content starts again`() async throws {
    let stage = try DownloadStage()
    let name = ContentFileName(product: atlas, version: "1.0")
    do {
      let file = try ContentFolder(path: stage.folder.content).openPartial(name)
      try file.append([UInt8](repeating: 7, count: 100_001))
    }
    try await stage.start()
    try await stage.wait(for: .finished)
    #expect(stage.folder.bytes(name.content) == stage.source.bytes(of: atlas))
    await stage.stop()
  }

  @Test func `a partial file of another version is not taken up`() async throws {
    let stage = try DownloadStage()
    await stage.downloads.setRate(100_000)
    try await stage.start()
    await stage.clock.waitForSleepers()
    try await stage.downloads.pause(atlas, command: nil)
    stage.source.set(atlas, version: "2.0", size: 30_000)
    await stage.downloads.setRate(nil)
    try await stage.downloads.resume(atlas, command: nil)
    let finished = try await stage.wait(for: .finished)
    #expect(finished.contentVersion == "2.0")
    #expect(finished.expectedContentLength == 30_000)
    #expect(stage.folder.names.compactMap(stage.folder.bytes) == [stage.source.bytes(of: atlas)])
    await stage.stop()
  }

  @Test func `content that was complete but not taken down is verified and finished at the next launch`()
    async throws
  {
    let stage = try DownloadStage()
    try await stage.start()
    var interrupted = try await stage.wait(for: .finished)
    await stage.stop()
    interrupted.state = .active
    interrupted.contentPath = nil
    await stage.store.put(interrupted)
    let next = try DownloadStage(store: stage.store, folder: stage.folder)
    try await next.downloads.launch()
    try await next.wait(for: .finished)
    #expect(next.source.state.withLock { $0.readOffsets.isEmpty })
    await next.stop()
  }

  @Test func `R147: a cancelled download removes what has arrived, and can be asked for again`() async throws
  {
    let stage = try DownloadStage()
    stage.source.hold(from: 0)
    try await stage.start()
    _ = try await stage.source.holds.wait(for: "the first read") { !$0.isEmpty }
    #expect(stage.folder.names.count == 1)
    try await stage.downloads.cancel(atlas, command: nil)
    #expect(stage.folder.names.isEmpty)
    stage.source.release()
    try await stage.start()
    try await stage.wait(for: .finished)
    #expect(stage.states == [.waiting, .active, .cancelled, .waiting, .active, .finished])
    #expect(stage.folder.names.compactMap(stage.folder.bytes) == [stage.source.bytes(of: atlas)])
    await stage.stop()
  }

  @Test(arguments: [
    (ENOSPC, "The disk is full."), (EACCES, "not writable"), (EROFS, "not writable"), (EIO, "cannot be used"),
  ])
  func `R147: a disk that takes no more fails the download with a plain reason and leaves no partial file`(
    code: Int32, reason: String
  ) async throws {
    let stage = try DownloadStage { FailingFolder(folder: $0, code: code, afterBytes: 60_000) }
    await stage.downloads.setRate(100_000)
    try await stage.start()
    for _ in 0..<6 {
      await stage.clock.waitForSleepers()
      stage.clock.advance(by: .milliseconds(100))
    }
    let failed = try await stage.wait(for: .failed)
    #expect(failed.failure?.contains(reason) == true)
    #expect(failed.receivedLength == 0)
    #expect(stage.folder.names.isEmpty)
    #expect(await stage.store.kept[atlas]?.state == .failed)
    await stage.stop()
  }

  @Test func `a link in the place of a partial file is refused`() throws {
    let folder = try TemporaryFolder()
    let content = ContentFolder(path: folder.content)
    let name = ContentFileName(product: atlas, version: "1.0")
    try FileManager.default.createDirectory(atPath: folder.content, withIntermediateDirectories: true)
    #expect(symlink("/dev/full", folder.content + "/" + name.partial) == 0)
    #expect(throws: ContentFileError(code: ELOOP, folder: folder.content)) { try content.openPartial(name) }
  }

  @Test func `a content folder that cannot be made fails the download with its path`() async throws {
    let stage = try DownloadStage()
    #expect(FileManager.default.createFile(atPath: stage.folder.content, contents: Data("a file".utf8)))
    try await stage.start()
    let failed = try await stage.wait(for: .failed)
    #expect(failed.failure == "The content folder '\(stage.folder.content)' cannot be made.")
    await stage.stop()
  }

  @Test func `a content folder that is not writable fails the download`() async throws {
    guard geteuid() != 0 else {
      print("Skipped: the user is root, whom no folder refuses.")
      return
    }
    let stage = try DownloadStage()
    try FileManager.default.createDirectory(
      atPath: stage.folder.content, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o500])
    try await stage.start()
    #expect(try await stage.wait(for: .failed).failure?.contains("not writable") == true)
    await stage.stop()
  }

  @Test func `a partial file that vanishes while it is written fails the download`() async throws {
    let stage = try DownloadStage()
    stage.source.hold(from: 0)
    try await stage.start()
    _ = try await stage.source.holds.wait(for: "the first read") { !$0.isEmpty }
    try FileManager.default.removeItem(atPath: stage.folder.content)
    stage.source.release()
    let failed = try await stage.wait(for: .failed)
    #expect(failed.failure == "The partly downloaded file was removed or changed by somebody else.")
    await stage.stop()
  }

  @Test func `a wrong checksum fails the download, and nothing of it stays`() async throws {
    let stage = try DownloadStage()
    stage.source.state.withLock { $0.checksum = String(repeating: "0", count: 64) }
    try await stage.start()
    let failed = try await stage.wait(for: .failed)
    #expect(failed.failure?.contains("checksum") == true)
    #expect(stage.folder.names.isEmpty)
    stage.source.state.withLock { $0.checksum = nil }
    try await stage.start()
    try await stage.wait(for: .finished)
    await stage.stop()
  }

  @Test func `a network that goes off fails the download, and it can be asked for again`() async throws {
    let stage = try DownloadStage()
    stage.source.state.withLock { $0.isOffline = true }
    try await stage.start()
    #expect(try await stage.wait(for: .failed).failure == StoreError.offline.errorDescription)
    stage.source.state.withLock { $0.isOffline = false }
    try await stage.start()
    let finished = try await stage.wait(for: .finished)
    #expect(finished.failure == nil)
    await stage.stop()
  }

  @Test func `a ledger that takes no state shows the download as failed, and it goes on at the next launch`()
    async throws
  {
    let stage = try DownloadStage()
    await stage.store.fail(.save, nil, nil, .ledger, .ledger)
    try await stage.start()
    let failed = try await stage.wait(for: .failed)
    #expect(failed.failure == StoreError.ledger.errorDescription)
    await stage.stop()
    let next = try DownloadStage(store: stage.store, folder: stage.folder)
    try await next.downloads.launch()
    try await next.wait(for: .finished)
    await next.stop()
  }

  @Test func `a pause that the ledger does not take changes nothing`() async throws {
    let stage = try DownloadStage()
    stage.source.hold(from: 0)
    try await stage.start()
    _ = try await stage.source.holds.wait(for: "the first read") { !$0.isEmpty }
    await stage.store.fail(.save, .ledger)
    await #expect(throws: StoreError.ledger) { try await stage.downloads.pause(atlas, command: nil) }
    stage.source.release()
    try await stage.wait(for: .finished)
    #expect(stage.states == [.waiting, .active, .finished])
    await stage.stop()
  }

  @Test func `deleting removes the content and forgets the download, and it can be asked for again`()
    async throws
  {
    let stage = try DownloadStage()
    try await stage.start()
    try await stage.wait(for: .finished)
    try await stage.downloads.delete(atlas, command: nil)
    #expect(stage.folder.names.isEmpty)
    #expect(await stage.store.kept.isEmpty)
    #expect(await stage.downloads.all().isEmpty)
    try await stage.start()
    try await stage.wait(for: .finished, times: 2)
    await stage.stop()
  }

  @Test func `finished content that somebody removed is brought again; otherwise it is told again`()
    async throws
  {
    let stage = try DownloadStage()
    try await stage.start()
    let finished = try await stage.wait(for: .finished)
    try await stage.start()
    #expect(await stage.store.history.count == 3)
    try FileManager.default.removeItem(atPath: try #require(finished.contentPath))
    try await stage.start()
    try await stage.wait(for: .finished, times: 2)
    #expect(await stage.store.history.count == 6)
    await stage.stop()
  }

  /// What each action does in each state; a refusal changes nothing.
  @Test(arguments: DownloadState.allCases)
  func `an action that a state does not allow is refused with a sentence`(state: DownloadState) async throws {
    let store = FakeStore()
    await store.put(
      Download(
        productID: atlas, transactionID: nil, contentVersion: "1.0", expectedContentLength: 100_000,
        state: state, failure: state == .failed ? "The disk is full." : nil))
    let stage = try DownloadStage(store: store)
    stage.source.hold(from: 0)
    try await stage.downloads.launch()
    if state == .waiting || state == .active {
      _ = try await stage.source.holds.wait(for: "the first read") { !$0.isEmpty }
    }
    let before = await stage.downloads.all().map(\.state)
    func isRefused(_ action: () async throws(StoreError) -> Void) async -> Bool {
      do throws(StoreError) {
        try await action()
        return false
      } catch {
        #expect(error.reason == .downloadUnavailable)
        #expect(error.subject.hasSuffix("."))
        return true
      }
    }
    let downloads = stage.downloads
    let product = atlas
    if !state.isPending {
      #expect(await isRefused { () throws(StoreError) in try await downloads.pause(product, command: nil) })
      #expect(await isRefused { () throws(StoreError) in try await downloads.resume(product, command: nil) })
      let cancelRefused = await isRefused { () throws(StoreError) in
        try await downloads.cancel(product, command: nil)
      }
      #expect(cancelRefused == (state != .cancelled))
    } else {
      #expect(await isRefused { () throws(StoreError) in try await downloads.delete(product, command: nil) })
    }
    #expect(await downloads.all().map(\.state) == before)
    await stage.stop()
  }

  @Test func `what has no content, or was never asked for, is refused by name`() async throws {
    let stage = try DownloadStage()
    await #expect(
      throws: StoreError(
        .clientInvalid, .downloadUnavailable, subject: "The store keeps no content for 'coins'.")
    ) { try await stage.downloads.start(SampleCatalog.coins, transactionID: nil, command: nil) }
    await #expect(
      throws: StoreError(.clientInvalid, .downloadUnavailable, subject: "There is no download of 'coins'.")
    ) { try await stage.downloads.pause(SampleCatalog.coins, command: nil) }
    await stage.stop()
    await #expect(throws: StoreError(.clientInvalid, .notRunning)) { try await stage.start() }
  }

  @Test func `three downloads run at a time, and the next waits for its turn`() async throws {
    let stage = try DownloadStage()
    let products = (1...5).map { ProductID("pack\($0)") }
    for product in products { stage.source.set(product, version: "1", size: 1000) }
    stage.source.hold(from: 0)
    for product in products {
      try await stage.downloads.start(product, transactionID: nil, command: nil)
    }
    _ = try await stage.source.holds.wait(for: "three reads") { $0.count == 3 }
    #expect(
      await stage.downloads.all().map(\.state) == [.active, .active, .active, .waiting, .waiting])
    stage.source.release()
    try await stage.log.wait(for: "five finished downloads") { $0.count { $0.state == .finished } == 5 }
    await stage.stop()
  }

  @Test func `another process that writes the same file is left alone`() async throws {
    let stage = try DownloadStage()
    let file = try ContentFolder(path: stage.folder.content).openPartial(
      ContentFileName(product: atlas, version: "1.0"))
    try await stage.start()
    // The transfer ended at the lock: another product's download has come and gone since.
    stage.source.set("pack", version: "1", size: 10)
    try await stage.downloads.start("pack", transactionID: nil, command: nil)
    try await stage.wait(for: .finished)
    #expect(await stage.downloads.all().first { $0.productID == atlas }?.state == .waiting)
    #expect(file.length == 0)
    file.close()
    try await stage.downloads.resume(atlas, command: nil)
    try await stage.wait(for: .finished, times: 2)
    await stage.stop()
  }

  @Test(arguments: [
    "../../etc/passwd", "..", ".", "", "/", "a/b", "a\u{0}b", "-rf", ".hidden", "日本語", "a\nb",
    String(repeating: "x", count: 5000),
  ])
  func `a file name made of any product id is one short, plain name`(id: String) {
    let name = ContentFileName(product: ProductID(id), version: "../1")
    #expect(name.partial.utf8.count < 128)
    #expect(name.content.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "/") })
    #expect(!name.content.hasPrefix("."))
    #expect(name != ContentFileName(product: ProductID(id), version: "1"))
    #expect(name != ContentFileName(product: ProductID(id + "x"), version: "../1"))
  }
}
