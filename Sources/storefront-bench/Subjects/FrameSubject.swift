import Foundation
import StoreCatalog
import StoreModel
import StoreSimulator
import StorefrontUI
import TerminalKit

/// Frames of the Store screen in memory: what a key costs must not depend on the catalogue's size.
@MainActor
enum FrameSubject {
  fileprivate static let size = Size(columns: 120, rows: 36)

  /// Two runs of one program on a shared machine differ by up to a fifth.
  private static let sameCost = Goal.atMost(1.25)

  static func measure(_ report: Report) async throws {
    // Of those that fill the screen.
    let sizes = Array(SampleShop.sizes.dropFirst())
    let shops = try sizes.map { try Screen(count: $0) }
    let draws = try await interleaved(shops) { $0.draw(times: 20) }
    let keys = try await interleaved(shops) { $0.press(times: 20) }
    // Of those that stay in one section all the time.
    let pages = try await interleaved(Array(shops.suffix(2))) { $0.turnPage() }
    let opens = try await interleaved(shops) { _ = $0.open() }
    for (index, count) in sizes.enumerated().dropFirst() {
      report.add(
        "P3", "draw one frame of \(count) products against 1000", ours: draws[index], floor: draws[0],
        per: 20,
        goal: sameCost)
      report.add(
        "P3", "key, update, draw and compare, \(count) against 1000", ours: keys[index], floor: keys[0],
        per: 20, goal: sameCost)
    }
    report.add(
      "P3", "a page never seen, of 100000 products against 10000", ours: pages[1], floor: pages[0],
      goal: sameCost)
    if let all = sizes.last, let last = opens.last {
      report.add(
        "P2", "the screen of \(all) products and its first frame, against 1000", ours: last, floor: opens[0],
        goal: .atMost(1.1))
    }
  }

  private static func interleaved(_ shops: [Screen], _ body: @escaping @MainActor (Screen) -> Void)
    async throws -> [Duration]
  {
    try await Stopwatch.interleaved(
      rounds: 15, shops.map { shop in { Stopwatch.work { body(shop) } } })
  }

  /// One shop's screen without a terminal.
  @MainActor private final class Screen {
    private let reading: CatalogReading
    private var state: ShopState
    private let view = ShopView()
    private var shown: Canvas

    init(count: Int) throws {
      reading = CatalogReading(catalog: try SampleShop.catalog(count: count), format: .catalog)
      state = Self.state(of: reading)
      shown = view.draw(state, size: FrameSubject.size)
    }

    func open() -> Canvas { view.draw(Self.state(of: reading), size: FrameSubject.size) }

    private static func state(of reading: CatalogReading) -> ShopState {
      ShopState(
        reading: reading, settings: StoreSettings(storefront: "DEU"), locale: "de", now: SampleShop.now,
        clock: ClockText(timeZone: .gmt), size: FrameSubject.size)
    }

    func draw(times: Int) {
      for _ in 0..<times { shown = view.draw(state, size: FrameSubject.size) }
    }

    /// Down and up in turn over the first rows.
    func press(times: Int) {
      for time in 0..<times {
        _ = state.update(.input(.key(time < times / 2 ? .down : .up)))
        show()
      }
    }

    func turnPage() {
      _ = state.update(.input(.key(.pageDown)))
      show()
    }

    private func show() {
      let canvas = view.draw(state, size: FrameSubject.size)
      _ = canvas.changes(since: shown)
      shown = canvas
      _ = state.update(.frameShown)
    }
  }
}
