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

/// Scripts of lines in front of the real store, queue and handler: the same lines every time.
@MainActor @Suite struct PlainLoopTests {
  /// A folder for downloads, gone when the value is.
  private final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "plain-\(UUID().uuidString)").path
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private struct Outcome {
    let status: Int32
    let lines: [String]
    let journal: [JournalEntry]
  }

  /// Types the lines one after another, then ends the input.
  private func run(
    _ lines: [String], ledger: SQLiteLedger? = nil, catalog: Catalog = SampleCatalog.catalog
  ) async throws -> Outcome {
    let clock = ManualClock()
    let environment = clock.environment()
    let folder = Folder()
    let app = AppInstallation(
      AppInstallation.Parts(
        ledger: try ledger ?? SQLiteLedger.inMemory(), content: ContentFolder(path: folder.path),
        receipt: nil,
        listFile: nil, settings: SampleCatalog.settings, keys: KeyRing(folder: nil), environment: environment),
      catalog: catalog)
    let input = Mutex(lines[...])
    let output = Mutex<[String]>([])
    let loop = PlainLoop(
      reason: .option, app: app,
      reading: CatalogReading(catalog: catalog, format: .catalog), catalogFile: nil,
      settings: try await app.store.settings(), locale: "en", clock: ClockText(timeZone: .gmt),
      environment: environment, nextLine: { input.withLock { $0.popFirst() } },
      print: { lines in output.withLock { $0 += lines } })
    let saw: @Sendable () -> String = { output.withLock { $0.suffix(30).joined(separator: "\n") } }
    let status = try await waiting(for: "the end of the script", limit: .seconds(120), saw: saw) {
      await withTaskCancellationHandler {
        await loop.run()
      } onCancel: {
        Task { @MainActor in loop.stop(status: 99) }
      }
    }
    return Outcome(
      status: status, lines: output.withLock { $0 },
      journal: try await app.store.journal(after: nil, limit: 10_000))
  }

  @Test func `X34: a script buys, finds it in the library and quits`() async throws {
    let outcome = try await run(["buy coins", "2", "menu", "2", "quit"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.contains("Coins was bought for $0.99."))
    #expect(outcome.lines.contains("1. To use up: Coins, 1 left"))
    #expect(
      outcome.journal.map(\.event.name) == [
        "command", "purchasing", "command", "purchased", "contentDelivered", "finished",
      ])
  }

  @Test func `Cancel is the default: nothing is charged`() async throws {
    let outcome = try await run(["buy coins", "", "quit"])
    #expect(outcome.lines.contains("Coins was not bought: you cancelled. Nothing was charged."))
    #expect(!outcome.journal.contains { $0.event.name == "purchased" })
  }

  @Test func `the input may end while a sheet is open: nothing is charged`() async throws {
    let outcome = try await run(["buy coins"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.last == "A purchase is under way. It goes on next time.")
    #expect(!outcome.journal.contains { $0.event.name == "purchased" })
  }

  @Test func `K19: agreeing five times buys once`() async throws {
    let outcome = try await run(["buy coins", "2", "2", "2", "2", "2", "quit"])
    #expect(outcome.journal.count { $0.event.name == "purchased" } == 1)
  }

  @Test func `content is downloaded, deleted and downloaded again`() async throws {
    let outcome = try await run([
      "buy atlas", "2", "wait", "D", "2", "show atlas", "d", "wait", "menu", "3", "quit",
    ])
    #expect(outcome.status == 0)
    #expect(outcome.lines.count { $0 == "Atlas is downloaded." } == 2)
    #expect(outcome.lines.contains("Atlas: content deleted from this device."))
    #expect(outcome.lines.contains("1. Atlas is downloaded."))
  }

  @Test func `X25: a restore brings back what a script has bought, or says that there is nothing`()
    async throws
  {
    let nothing = try await run(["r", "quit"])
    #expect(nothing.lines.contains { $0.hasPrefix("Nothing to restore") })
    let some = try await run(["buy theme", "2", "r", "quit"])
    #expect(some.lines.contains("Restored 1 item: Theme."))
  }

  @Test func `a purchase fails without network and without permission, and says what to do`() async throws {
    let outcome = try await run(["w", "buy coins", "menu", "w", "p", "buy coins", "quit"])
    #expect(
      outcome.lines.contains { $0.contains("the network is off") && $0.contains("Turn the network on") })
    #expect(outcome.lines.contains { $0.contains("not allowed") && $0.contains("Allow payments") })
    #expect(!outcome.journal.contains { $0.event.name == "purchased" })
  }

  @Test func `transactions and the journal can be read, newest first`() async throws {
    let outcome = try await run(["buy coins", "2", "menu", "5", "1", "menu", "6", "1", "quit"])
    #expect(outcome.lines.contains { $0.hasPrefix("1. ") && $0.hasSuffix("Coins, bought") })
    #expect(outcome.lines.contains("Charged: $0.99") && outcome.lines.contains("Event: finished"))
  }

  @Test func `the same script tells the same lines`() async throws {
    let script = ["buy theme", "2", "menu", "r", "6", "2", "0", "w", "buy coins", "quit"]
    let first = try await run(script)
    for _ in 0..<5 {
      let again = try await run(script)
      #expect(again.lines == first.lines)
    }
  }

  @Test func `K18: hundreds of random lines never trap, and every line told is whole`() async throws {
    var random = SeededGenerator(seed: 34)
    let words =
      PlainWord.allCases.map(\.rawValue).filter { $0 != "quit" }
      + PlainState.keyed.compactMap { id in
        id == .quit ? nil : ShopCommand.command(id)?.keys.first?.description
      }
      + [
        "", "y", "no", "-1", "99999999999", "atlas", "buy atlas", "show coins", "search o", "\u{1b}[A", "日本",
      ]
    let lines = (0..<300).map { _ -> String in
      Bool.random(using: &random)
        ? "\(Int.random(in: 1...12, using: &random))" : words.randomElement(using: &random) ?? ""
    }
    let outcome = try await run(lines.filter { $0 != "q" })
    #expect([0].contains(outcome.status))
    #expect(outcome.lines.count > 300)
    #expect(!outcome.lines.contains { $0.contains("\n") || $0.contains("\u{1b}") || $0.contains("\r") })
    let bought = outcome.journal.count { $0.event.name == "purchased" }
    let agreed = outcome.journal.count { if case .command(.confirm) = $0.event { true } else { false } }
    #expect(bought <= agreed)
  }
}

/// Numbers that are the same for the same seed (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
