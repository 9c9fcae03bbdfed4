import Foundation
import StoreLedger
import StoreModel
import StoreReceipts
import StoreScript

/// Whole scenarios, each on a store of its own, against the goal of two hundred a second on one thread.
@MainActor
enum ScriptSubject {
  private static let source = """
    buy com.example.item.0 quantity 2
    confirm
    expect transaction last purchased finished quantity 2
    expect balance com.example.item.0 2
    buy com.example.item.4
    cancel
    crash after purchased
    buy com.example.item.4
    confirm
    expect balance com.example.item.4 1
    restore
    expect events restoreStarted restoreSkipped restoreSkipped restoreFinished(count=0)
    """
  private static let batch = 20

  static func measure(_ report: Report) async throws {
    let catalog = try SampleShop.catalog(count: SampleShop.sizes[0])
    let script = try ScriptParser(vocabulary: Vocabulary(catalog: catalog)).parse(source, name: "bench")
    // As 'storefront run' does: one ring for all.
    let keys = KeyRing(folder: nil)
    let times = try await Stopwatch.interleaved(
      rounds: 5,
      {
        try await Stopwatch.time {
          for _ in 0..<batch {
            let parts = StoreMachine.Parts(
              catalog: catalog, ledger: try SQLiteLedger.inMemory(),
              settings: StoreSettings(storefront: "USA"), keys: keys)
            let result = await ScriptRun.play(script, on: SessionStage(StoreMachine(parts)))
            if let failure = result.failure { throw BenchFailure("\(failure.place): \(failure.found)") }
          }
        }
      })
    report.addSpeed(
      "", "a scenario of \(script.statements.count) statements, against 200 a second", ours: times[0],
      floor: .milliseconds(5) * batch, per: batch, goal: .atLeast(1))
    report.note("\(Int((.seconds(batch) / times[0]).rounded())) scenarios a second on one thread")
  }
}
