import COpenSSL
import Foundation
import Purchasing
import StoreCatalog
import StoreLedger
import StoreModel
import StoreReceipts
import StoreScript
import StoreSimulator
import StorefrontUI
import TerminalKit

/// From the key that agrees to a purchase until the screen says that it is there: charged, signed, verified,
/// delivered, all on disk.
@MainActor
enum ShownPurchaseSubject {
  static func measure(_ report: Report) async throws {
    let catalog = try SampleShop.catalog(count: SampleShop.sizes[0])
    let folder = try TemporaryFolder()
    let ledger = folder.file("shown.sqlite")
    let keys = KeyRing(folder: SampleShop.keyFolder(in: folder))
    _ = try await keys.keys()
    let app = AppInstallation(
      AppInstallation.Parts(
        ledger: try SQLiteLedger(path: ledger), content: ContentFolder(path: folder.file("content")),
        receipt: ReceiptFile(folder.file("receipt")), listFile: folder.file("owned"),
        settings: StoreSettings(storefront: "USA"), keys: keys, environment: SampleShop.environment()),
      catalog: catalog)
    let screen = Screen(app, catalog)
    try await screen.open()
    _ = try await screen.buy()
    let bare = try BareLedger(path: folder.file("bare.sqlite"), likePurchaseIn: ledger)
    let crypto = try BareOpenSSL(keyFile: SampleShop.keyFile(in: folder))
    guard let trusted = crypto.store(trusting: crypto.receipts) else { throw BenchFailure("no store") }
    defer { X509_STORE_free(trusted) }
    let payload = [UInt8](repeating: 7, count: 2_000)

    let times = try await Stopwatch.interleaved(
      rounds: 9,
      { try await screen.buy() },
      {
        try bare.begin()
        // Charged; a receipt signed and verified; delivered; a frame.
        let work = try await Stopwatch.time {
          try bare.confirm()
          let message = crypto.message(payload)
          guard crypto.content(of: message, trusting: trusted) == payload else {
            throw BenchFailure("libcrypto does not accept its own receipt")
          }
          try bare.deliver()
          screen.draw()
        }
        return work + FramePacer.usualInterval
      })
    await screen.close()
    report.add(
      "P13", "agree to a purchase until it is on the screen", ours: times[0], floor: times[1],
      goal: .atMost(1.3))
    report.note("the limits are two commits, a signature, its check, a frame, and the 16 ms between frames")
  }

  /// The whole screen on a terminal in memory.
  @MainActor private final class Screen {
    private let terminal = MemoryTerminal(columns: 80, rows: 24)
    private let loop: ShopLoop
    private let app: AppInstallation
    private var run: Task<Int32, Never>?
    private var bought = 0

    init(_ app: AppInstallation, _ catalog: Catalog) {
      self.app = app
      terminal.memory = 1
      loop = ShopLoop(
        terminal: terminal, app: app,
        reading: CatalogReading(catalog: catalog, format: .catalog), catalogFile: nil,
        settings: StoreSettings(storefront: "USA"), locale: "en", clock: ClockText(timeZone: .gmt),
        environment: SampleShop.environment())
    }

    func open() async throws {
      run = Task { [loop] in await loop.run() }
      try await see("1 Store")
      // Things to use up stand last.
      terminal.press("G")
    }

    func draw() { _ = ShopView().draw(loop.state, size: terminal.size) }

    /// How long it takes from agreeing to the sheet until the new balance is on the screen.
    func buy() async throws -> Duration {
      terminal.press("b")
      try await see("Confirm")
      for _ in 0..<4 { terminal.press(.pageDown) }
      bought += 1
      let time = try await Stopwatch.time {
        terminal.press("y")
        try await see("You have \(bought).")
      }
      await app.session.waitUntilIdle()
      return time
    }

    /// Looks at each new frame until it holds the text.
    private func see(_ text: String) async throws {
      let patience = ContinuousClock.now + .seconds(10)
      var last: Canvas?
      while true {
        if last != terminal.frames.last {
          last = terminal.frames.last
          if last?.text.contains(text) == true { return }
        }
        guard .now < patience else { throw BenchFailure("'\(text)' never came:\n\(terminal.text)") }
        await Task.yield()
      }
    }

    func close() async {
      terminal.press("q")
      _ = await run?.value
    }
  }
}
