import CatalogShelf
import Foundation
import Purchasing
import StoreCatalog
import StoreLedger
import StoreModel
import StoreReceipts
import StoreScript
import StoreSimulator
import StoreTesting
import Synchronization
import TerminalKit
import Testing

@testable import StorefrontUI

/// A person at a terminal in memory, in front of the real store, queue and handler.
///
/// Time stands still but for what the robot waits for. It presses keys, waits for what it wants to see,
/// and says what was on the screen when that does not come.
@MainActor final class Robot {
  let clock = ManualClock()
  let terminal: MemoryTerminal
  let app: AppInstallation
  var store: AppStore { app.store }
  var session: StoreSession { app.session }
  let loop: ShopLoop
  let ledger: SQLiteLedger
  /// Where downloads go.
  let folder: URL
  private var run: Task<Int32, Never>?
  private var mark = 0
  private var lookedAt = 0
  /// True when another robot goes on with what was downloaded.
  var keepsFolder = false
  private let seen = Seen()

  /// The screen as it was last looked at, for the watchdog, which is on no particular thread.
  private final class Seen: Sendable {
    private let screen = Mutex("")
    var text: String {
      get { screen.withLock { $0 } }
      set { screen.withLock { $0 = newValue } }
    }
  }

  init(
    catalog: Catalog = SampleCatalog.catalog, ledger: SQLiteLedger? = nil, folder: URL? = nil,
    catalogPath: String? = nil, locale: LocaleID = "en", columns: Int = 100, rows: Int = 30,
    bytesPerSecond: Int64? = nil, outside: OutsidePrograms = .none, receipts: (any ReceiptStorage)? = nil
  ) async throws {
    terminal = MemoryTerminal(columns: columns, rows: rows)
    self.ledger = try ledger ?? SQLiteLedger.inMemory()
    self.folder =
      folder ?? FileManager.default.temporaryDirectory.appending(path: "robot-\(UUID().uuidString)")
    let environment = clock.environment()
    let keys = KeyRing(folder: nil)
    app = AppInstallation(
      AppInstallation.Parts(
        ledger: self.ledger, content: ContentFolder(path: self.folder.path),
        receipt: receipts, listFile: nil, settings: SampleCatalog.settings, keys: keys,
        environment: environment), catalog: catalog)
    await app.setRate(bytesPerSecond)
    loop = ShopLoop(
      terminal: terminal, app: app,
      reading: CatalogReading(catalog: catalog, format: .catalog),
      catalogFile: catalogPath.map { FollowedCatalog(CatalogFile($0), shelf: CatalogShelf(folder: nil)) },
      settings: try await app.store.settings(), locale: locale, clock: ClockText(timeZone: .gmt),
      environment: environment, outside: outside)
    run = Task { [loop] in await loop.run() }
    try await wait("the first screen") {
      $0.terminal.text.contains("1 Store") && !$0.loop.state.isLoadingJournal
    }
  }

  // MARK: - What a person does

  func press(_ keys: Key...) {
    mark = terminal.frames.count
    terminal.send(keys.map(InputEvent.key))
  }

  func type(_ text: String) { terminal.type(text) }

  /// Selects a product of the Store by moving down to it.
  func select(_ product: ProductID) async throws {
    press("1", "g")
    for _ in 0..<loop.state.products.count where loop.state.selectedProduct?.id != product { press("j") }
    #expect(loop.state.selectedProduct?.id == product)
  }

  /// Buys what is selected: opens the sheet, reads it, agrees.
  func buy(_ product: ProductID) async throws {
    try await select(product)
    press("b")
    try await read(product)
    press("y")
    try await wait("the sheet to close") { $0.loop.state.sheet == nil }
  }

  /// Waits for the sheet and reads it to the end.
  func read(_ product: ProductID) async throws {
    try await wait("the sheet of \(product)") { $0.loop.state.sheet?.payment.product.id == product }
    try await wait("the end of the sheet") { robot in
      if robot.loop.state.sheet?.isRead == false { robot.terminal.press(.pageDown) }
      return robot.loop.state.sheet?.isRead != false
    }
  }

  // MARK: - What a person waits for

  /// Waits until the text has been on the screen since the last key.
  func see(_ text: String) async throws {
    var next = mark
    try await wait("'\(text)' on the screen") { robot in
      let frames = robot.terminal.frames
      defer { next = frames.count }
      return frames[min(next, frames.count)...].contains { $0.words.contains(text) }
    }
  }

  /// Waits until the store has answered what was asked about downloads.
  func downloadsAnswered() async throws {
    try await wait("the answer to a download command") { robot in
      !robot.loop.state.requests.values.contains { if case .download = $0 { true } else { false } }
    }
  }

  /// Waits until nothing has been drawn for a while.
  func rest() async throws {
    var count = -1
    var steps = 0
    try await wait("rest") { robot in
      steps = robot.terminal.frames.count == count ? steps + 1 : 0
      count = robot.terminal.frames.count
      return steps > 400
    }
  }

  func hasSeen(_ text: String) -> Bool {
    terminal.frames[min(mark, terminal.frames.count)...].contains { $0.words.contains(text) }
  }

  /// Waits for a condition, letting time go by a frame at a time.
  func wait(_ condition: String, _ isMet: @escaping @MainActor (Robot) -> Bool) async throws {
    let saw: @Sendable () -> String = { [seen] in "\n" + seen.text }
    try await waiting(for: condition, saw: saw) {
      while await !self.step(isMet) {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
  }

  private func step(_ isMet: @MainActor (Robot) -> Bool) -> Bool {
    if isMet(self) { return true }
    if lookedAt != terminal.frames.count {
      lookedAt = terminal.frames.count
      seen.text = terminal.text
    }
    clock.advance(by: .milliseconds(16))
    return isMet(self)
  }

  // MARK: - The end

  /// Waits for the program to end, and gives its exit status.
  func status() async throws -> Int32 {
    let run = try #require(run)
    defer { if !keepsFolder { try? FileManager.default.removeItem(at: folder) } }
    return try await waiting(for: "the end of the program") {
      let ticker = Task { [clock = self.clock] in
        while !Task.isCancelled {
          clock.advance(by: .milliseconds(16))
          await Task.yield()
        }
      }
      defer { ticker.cancel() }
      return await run.value
    }
  }

  /// Quits, whatever is open.
  func quit() async throws {
    terminal.send([.end(.terminate)])
    _ = try await status()
  }

  /// Every command and event so far, by name.
  func journal() async throws -> [JournalEntry] { try await store.journal(after: nil, limit: 10_000) }
}
