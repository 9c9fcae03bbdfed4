import Foundation
import Purchasing
import StoreModel
import StoreReceipts
import StoreTesting
import Testing

@testable import StoreScript

/// What holds for every run: random purchases, conditions, crashes and restarts, held against `ModelVerdict`.
///
/// `STOREFRONT_MODEL` says how many acts in all, `STOREFRONT_MODEL_SEED` where to begin; a failure prints the shortest
/// script that still fails.
@Suite struct ModelTests {
  private static let keys = KeyRing(folder: nil)
  private static let lanes = 2
  private static let length = 50
  private static let acts = number("STOREFRONT_MODEL") ?? 100_000
  private static let seed = number("STOREFRONT_MODEL_SEED") ?? 1

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test(arguments: 0..<lanes)
  func `whatever happens, money, deliveries and updates are right`(lane: Int) async throws {
    // A thread of its own: a machine blocks the one it plays on, and the pool has as few as processors.
    let seen: [String: Int] = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        // The thread's alone, on Linux: other tests have limits of time, this one has none.
        _ = nice(10)
        continuation.resume(with: Result { try Self.play(lane) })
      }
    }
    // What never happened proves nothing.
    for name in Event.names where !["upgraded", "historyCleared"].contains(name) {
      #expect(seen[name, default: 0] > 0 || Self.acts < 100_000, "\(name) never came")
    }
  }

  /// A failure, with the script that shows it.
  private struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  /// Plays one lane's share, and answers how often each event came.
  private static func play(_ lane: Int) throws -> [String: Int] {
    var seen: [String: Int] = [:]
    var (steps, number) = (0, 0)
    while steps < acts / lanes {
      let seed = UInt64(seed + number * lanes + lane)
      number += 1
      var generator = ModelGenerator(seed: seed)
      let acts = generator.acts(length)
      let (run, verdict) = try ModelRun.played(acts, seed: seed, keys: keys)
      guard verdict.broken.isEmpty else { throw Broken(description: try report(acts, seed: seed)) }
      for entry in verdict.journal { seen[entry.event.name, default: 0] += 1 }
      steps += run.stepCount
    }
    return seen
  }

  /// The shortest acts that still fail, as a script, and what does not hold there.
  private static func report(_ acts: [Act], seed: UInt64) throws -> String {
    let shortest = try Shrinking.shortest(acts) {
      try !ModelRun.played($0, seed: seed, keys: keys).verdict.broken.isEmpty
    }
    let (run, verdict) = try ModelRun.played(shortest, seed: seed, keys: keys)
    return (["Seed \(seed):"] + verdict.broken + ["In the sample shop:"] + run.lines).joined(separator: "\n")
  }

  // MARK: - That it can fail

  @Test func `a run in which something is missing, doubled or out of order is found`() throws {
    let acts: [Act] = [
      .buy(Payment(productID: SampleCatalog.coins)), .confirm(nil),
      .buy(Payment(productID: SampleCatalog.atlas)),
      .confirm(nil),
    ]
    let good = try ModelRun.played(acts, seed: 1, keys: Self.keys).verdict
    #expect(good.broken.isEmpty)
    func finds(_ number: String, _ change: (inout ModelVerdict) -> Void) {
      var bad = good
      change(&bad)
      #expect(bad.broken.contains { $0.hasPrefix(number) }, "\(number): \(bad.broken)")
    }
    func isDelivery(_ entry: JournalEntry) -> Bool { entry.event.name == "contentDelivered" }
    finds("1") { verdict in verdict.transactions[0].price = nil }
    finds("1") { verdict in
      verdict.journal = verdict.journal.map { entry in
        guard case .command(.confirm) = entry.event else { return entry }
        return JournalEntry(id: entry.id, time: entry.time, cause: entry.cause, event: .command(.restore))
      }
    }
    finds("2") { verdict in verdict.journal += verdict.journal.filter(isDelivery) }
    finds("3") { verdict in
      verdict.lives = verdict.lives.map { life in life.filter { $0.name != "validateReceipt" } }
    }
    finds("3") { verdict in
      verdict.lives = verdict.lives.map { life in life.filter { $0.name != "updatedDownloads" } }
    }
    finds("4") { verdict in verdict.lives[0] += verdict.lives[0] }
    finds("5") { verdict in verdict.lives = [[]] }
    finds("5") { verdict in verdict.left = [TransactionID(rawValue: 1)] }
    finds("6") { verdict in verdict.hangs = 1 }
    finds("5") { verdict in verdict.queued = [verdict.transactions[0]] }
  }

  @Test func `what fails is shrunk to the acts that matter, in their order`() {
    let shortest = Shrinking.shortest(Array(1...40)) { items in
      guard let first = items.firstIndex(of: 7), let second = items.firstIndex(of: 31) else { return false }
      return first < second
    }
    #expect(shortest == [7, 31])
  }
}
