import Foundation
import StoreCatalog
import StoreLedger
import StoreModel
import StoreSimulator
import StoreTesting
import TerminalKit

@testable import StorefrontUI

/// Does moves at a terminal in memory, in front of the real store, and looks after each whether all is well.
///
/// What ends the program is followed by a new start on the same ledger.
@MainActor final class Monkey {
  struct Finding: Error, CustomStringConvertible {
    /// The number of the move that showed it.
    let move: Int
    let complaints: [String]
    let screen: String

    var description: String { "after move \(move):\n\(complaints.joined(separator: "\n"))\n\(screen)" }
  }

  private let ledger: SQLiteLedger
  private let folder: URL
  private var robot: Robot
  private(set) var starts = 1
  /// How often there was a way out when there had to be one.
  private(set) var waysOut = 0

  init() async throws {
    ledger = try SQLiteLedger.inMemory()
    folder = FileManager.default.temporaryDirectory.appending(path: "monkey-\(UUID().uuidString)")
    robot = try await Self.start(ledger, folder)
  }

  private static func start(_ ledger: SQLiteLedger, _ folder: URL) async throws -> Robot {
    let robot = try await Robot(
      catalog: Gallery.reading.catalog, ledger: ledger, folder: folder, bytesPerSecond: 4_000_000)
    robot.keepsFolder = true
    robot.terminal.memory = 2
    return robot
  }

  /// Does the moves; the first finding ends it.
  func run(_ moves: [MonkeyMove]) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for (index, move) in moves.enumerated() {
      await perform(move)
      if robot.terminal.isClosed { try await startAgain(index) }
      let complaints = MonkeyRules.complaints(robot.loop.state, on: robot.terminal)
      if !complaints.isEmpty { throw finding(index, complaints) }
      if index % 500 == 499 { try await leave(index) }
    }
    try await leave(moves.count)
    await quit()
  }

  /// Every command and event that has come of it.
  func journal() async throws -> [JournalEntry] { try await robot.store.journal(after: nil, limit: .max) }

  private func finding(_ move: Int, _ complaints: [String]) -> Finding {
    Finding(move: move, complaints: complaints, screen: robot.terminal.text)
  }

  // MARK: - One move

  private func perform(_ move: MonkeyMove) async {
    let terminal = robot.terminal
    switch move {
    case .keys(let keys): terminal.send(keys.map(InputEvent.key))
    case .paste(let text): terminal.send([.paste(text)])
    case .mouse(let event): terminal.mouse(event.action, column: event.point.column, row: event.point.row)
    case .resize(let size): terminal.resize(columns: size.columns, rows: size.rows)
    case .tick(let milliseconds): robot.clock.advance(by: .milliseconds(milliseconds))
    case .catalog(let change):
      let catalog = Self.catalogs[change]
      await robot.store.update(catalog: catalog)
      robot.loop.take([.catalogChanged(CatalogReading(catalog: catalog, format: .catalog))])
    }
    await catchUp()
  }

  /// Lets the store answer what it can without anybody's help.
  private func catchUp() async {
    for step in 0..<60 {
      await Task.yield()
      if step % 8 == 7 { robot.clock.advance(by: .milliseconds(2)) }
      if step > 16, robot.loop.state.requests.isEmpty { return }
    }
  }

  private static let catalogs: [Catalog] = {
    let whole = Gallery.reading.catalog
    func changed(_ change: (Product) -> Product?) -> Catalog {
      Catalog(
        app: whole.app, defaultLocale: whole.defaultLocale, policies: whole.policies, groups: whole.groups,
        products: whole.products.compactMap(change))
    }
    func dearer(_ product: Product) -> Product {
      Product(
        id: product.id, type: product.type, referenceName: product.referenceName,
        localizations: product.localizations, prices: product.prices.mapValues { $0 + 1 },
        isFamilyShareable: product.isFamilyShareable, subscription: product.subscription,
        hostedContent: product.hostedContent)
    }
    return [
      whole, whole, changed { $0.id == Gallery.trial ? nil : $0 },
      changed { $0.type == .consumable ? nil : $0 },
      changed(dearer), changed { _ in nil },
    ]
  }()

  // MARK: - The way out

  /// From wherever it is, Esc again and again and then `q` lead out; then it starts again.
  private func leave(_ move: Int) async throws {
    robot.terminal.resize(columns: 80, rows: 24)
    await catchUp()
    for _ in 0..<40 where !robot.loop.state.isAtTop {
      robot.terminal.press(.escape)
      await catchUp()
    }
    guard robot.loop.state.isAtTop else { throw finding(move, ["Esc does not lead to the screens."]) }
    robot.terminal.press("q")
    await catchUp()
    if !robot.terminal.isClosed { robot.terminal.press("y") }
    guard try await robot.status() == 0 else { throw finding(move, ["It ended with a failure."]) }
    waysOut += 1
    try await startAgain(move)
  }

  private func startAgain(_ move: Int) async throws {
    guard try await robot.status() == 0 else { throw finding(move, ["It ended with a failure."]) }
    starts += 1
    do {
      robot = try await Self.start(ledger, folder)
    } catch {
      throw finding(move, ["It does not start again: \(error)"])
    }
  }

  private func quit() async {
    robot.terminal.send([.end(.terminate)])
    _ = try? await robot.status()
  }
}

extension ShopState {
  /// Nothing is open above the screen, and no message is left for Esc to close.
  fileprivate var isAtTop: Bool {
    menu == nil && dialog == nil && sheet == nil && !isTypingFilter && toasts.shown.isEmpty && pane == .list
      && filter == nil
      && !isZoomed
  }
}
