import Foundation
import Purchasing
import StoreModel
import StoreTesting
import Testing

/// When a run may end: everything that goes on by itself is done.
@Suite(.timeLimit(.minutes(1)))
struct IdleTests {
  private struct NoSettings: StoreSettingsService {
    func perform(_ command: Command) {}
  }

  private struct Shop {
    let store = FakeStore()
    let content = FakeContent()
    let folder: TemporaryFolder
    let session: StoreSession

    init() throws {
      folder = try TemporaryFolder()
      session = StoreSession(
        store: store, content: content, settings: NoSettings(), contentFolder: folder.content,
        environment: ManualClock().environment())
    }

    func waitUntilIdle() async throws {
      let session = session
      try await waiting(for: "the session to be idle") { await session.waitUntilIdle() }
    }
  }

  @Test func `idle comes after what earlier runs left was delivered, downloaded and finished`() async throws {
    let shop = try Shop()
    await shop.store.leave(SampleCatalog.coins, .purchased)
    await shop.store.leave(SampleCatalog.atlas, .purchased)
    await shop.store.leave(SampleCatalog.theme, .failed, error: .unavailable)
    try await shop.session.start()
    try await shop.waitUntilIdle()
    #expect(await shop.store.unfinished.isEmpty)
    #expect(await shop.store.delivered.count == 2)
    #expect(shop.folder.names.count == 1)
    await shop.session.stop()
  }

  @Test func `a session with nothing to do is idle, and so is one that does not run`() async throws {
    let shop = try Shop()
    try await shop.waitUntilIdle()
    try await shop.session.start()
    try await shop.waitUntilIdle()
    await shop.session.stop()
    try await shop.waitUntilIdle()
  }

  @Test func `a purchase is waited for while its sheet is open`() async throws {
    let shop = try Shop()
    try await shop.session.start()
    let desk = shop.session.desk
    async let result = shop.session.run(.buy(.coins))
    for await sheets in desk.openSheets() where !sheets.isEmpty { break }
    let ended = Log<String>()
    let session = shop.session
    let idle = Task {
      await session.waitUntilIdle()
      ended.append("idle")
    }
    #expect(ended.items.isEmpty)
    _ = try await shop.session.run(.confirm(1))
    _ = try await result
    await idle.value
    #expect(await shop.store.unfinished.isEmpty)
    await shop.session.stop()
  }

  @Test func `a paused download is not waited for, and neither is its purchase`() async throws {
    let shop = try Shop()
    let bought = await shop.store.leave(SampleCatalog.atlas, .purchased)
    await shop.store.put(
      Download(
        productID: SampleCatalog.atlas, transactionID: bought.id, contentVersion: "1.0",
        expectedContentLength: 100_000, state: .paused))
    try await shop.session.start()
    try await shop.waitUntilIdle()
    #expect(await shop.store.unfinished.map(\.id) == [bought.id])
    _ = try await shop.session.run(.download(SampleCatalog.atlas, .resume))
    try await shop.waitUntilIdle()
    #expect(await shop.store.unfinished.isEmpty)
    await shop.session.stop()
  }

  @Test func `a stop lets go of whoever waits`() async throws {
    let shop = try Shop()
    shop.content.hold(from: 0)
    await shop.store.leave(SampleCatalog.atlas, .purchased)
    try await shop.session.start()
    _ = try await shop.content.holds.wait(for: "the download") { !$0.isEmpty }
    let session = shop.session
    let idle = Task { await session.waitUntilIdle() }
    shop.content.release()
    await shop.session.stop()
    await idle.value
  }
}
