import Foundation
import StoreModel
import Testing

@testable import StorefrontUI

/// Random keys, pastes, clicks and sizes, with purchases really happening.
///
/// `STOREFRONT_MONKEY` sets how many moves (`make soak` does 100,000), `STOREFRONT_MONKEY_SEED` which.
@MainActor struct MonkeyTests {
  @Test func `whatever is pressed, the screen stays whole and there is a way out`() async throws {
    let variables = ProcessInfo.processInfo.environment
    let count = variables["STOREFRONT_MONKEY"].flatMap { Int($0) } ?? 1500
    let seed = variables["STOREFRONT_MONKEY_SEED"].flatMap { UInt64($0) } ?? 30
    // Told first: a trap leaves no time to tell anything.
    print("monkey: \(count) moves of seed \(seed)")
    for batch in 0..<(count + 9999) / 10_000 {
      let moves = MonkeyMoves.first(min(10_000, count - batch * 10_000), seed: seed + UInt64(batch))
      let monkey = try await Monkey()
      do {
        try await monkey.run(moves)
      } catch let finding as Monkey.Finding {
        let prefix = Array(moves.prefix(finding.move + 1))
        let short = await Self.shrink(prefix)
        Issue.record(
          """
          Seed \(seed + UInt64(batch)) fails \(finding)
          The fewest moves that were found to fail: \(short.map(\.description).joined(separator: " | "))
          """)
        return
      }
      let names = try await monkey.journal().map(\.event.name)
      let bought = names.count { $0 == "purchased" }
      let agreed = try await monkey.journal().count {
        if case .command(.confirm) = $0.event { true } else { false }
      }
      print("monkey: \(monkey.starts) starts, \(names.count) journal entries, \(bought) purchases")
      #expect(bought <= agreed)
      #expect(moves.count < 1000 || (bought > 0 && names.contains("failed")), "It has not bought anything.")
      #expect(moves.count < 1000 || monkey.waysOut > 1)
    }
  }

  @Test func `the same seed gives the same moves, and a failing row is cut to what fails`() async {
    #expect(MonkeyMoves.first(200, seed: 7) == MonkeyMoves.first(200, seed: 7))
    let moves = MonkeyMoves.first(300, seed: 7)
    let (one, other) = (moves[40], moves[200])
    let short = await Self.shrink(moves) { $0.contains(one) && $0.contains(other) }
    #expect(Set(short) == [one, other])
  }

  /// Leaves out what is not needed to fail, by halves, then quarters, and so on.
  private static func shrink(
    _ moves: [MonkeyMove], patience: Int = 120, fails: ([MonkeyMove]) async -> Bool = Self.fails
  ) async -> [MonkeyMove] {
    var short = moves
    var piece = short.count / 2
    var tries = 0
    while piece > 0, tries < patience {
      var start = 0
      while start < short.count, tries < patience {
        let without = Array(short[..<start] + short[min(start + piece, short.count)...])
        tries += 1
        if await fails(without) { short = without } else { start += piece }
      }
      piece /= 2
    }
    return short
  }

  private static func fails(_ moves: [MonkeyMove]) async -> Bool {
    do {
      try await Monkey().run(moves)
      return false
    } catch {
      return true
    }
  }
}
