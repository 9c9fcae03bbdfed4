import Foundation
import StoreCatalog
import StoreModel
import StoreTesting

@testable import StorefrontUI

/// Plain mode in a test, without a store: lines in, lines and effects out.
struct PlainShop {
  var state: PlainState
  /// Makes transactions and journal entries.
  private var maker: Shop
  /// All lines so far.
  private(set) var lines: [String] = []
  /// Where the lines since the last thing typed begin.
  private var mark = 0
  private(set) var effects: [Effect] = []

  init(
    catalog: Catalog = SampleCatalog.catalog, reason: PlainReason = .option, findings: [Finding] = [],
    transactions: Int = 0
  ) {
    maker = Shop(catalog: catalog, findings: findings)
    state = PlainState(
      reading: CatalogReading(catalog: catalog, format: .catalog, findings: findings),
      settings: SampleCatalog.settings, locale: "en", now: Shop.now, clock: ClockText(timeZone: .gmt),
      reason: reason)
    take(state.start())
    let page = (0..<transactions).map { _ in maker.transaction(SampleCatalog.coins, .purchased, price: "0.99")
    }
    hear(.transactionsLoaded(page.reversed(), before: nil))
    hear(.journalLoaded([], before: nil))
    ready()
  }

  // MARK: - What happens

  private mutating func take(_ new: [PlainEffect]) {
    for effect in new {
      switch effect {
      case .print(let more): lines += more
      case .shop(let effect): effects.append(effect)
      }
    }
  }

  mutating func ready() { take(state.update(.ready)) }

  /// Types lines; each is read when the one before it has been answered.
  mutating func type(_ lines: String...) {
    for line in lines {
      mark = self.lines.count
      take(state.update(.line(line)))
      if !state.isWaiting { ready() }
    }
  }

  mutating func hear(_ action: Action) { take(state.update(.news(action))) }

  mutating func happen(_ events: Event...) { hear(.entries(events.map { maker.entry($0) })) }

  /// The store answers everything that is asked of it.
  mutating func answer(refusal: StoreError? = nil) {
    for request in state.shop.requests.keys { hear(.answered(request, refusal: refusal)) }
    if !state.isWaiting { ready() }
  }

  mutating func transaction(
    _ product: ProductID, _ transactionState: TransactionState, price: String? = nil,
    error: StoreError? = nil
  ) -> Transaction {
    maker.transaction(product, transactionState, price: price, error: error)
  }

  /// The store shows the sheet of a product that is being bought.
  mutating func openSheet(_ id: ProductID, price: String? = nil) throws -> PaymentSheet {
    let sheet = try maker.openSheet(id, price: price)
    hear(.sheetOpened(sheet, now: Shop.now))
    if !state.isWaiting, !state.isReady { ready() }
    return sheet
  }

  // MARK: - What is told

  /// The lines since the last thing typed.
  var news: [String] { Array(lines[mark...]) }

  /// The number of the choice that begins with this text.
  func number(of label: String) -> String {
    let index = state.told.firstIndex { $0.label.hasPrefix(label) }
    return index.map { "\($0 + 1)" } ?? "no choice '\(label)' among \(state.told.map(\.label))"
  }

  mutating func choose(_ label: String) { type(number(of: label)) }

  var commands: [Command] {
    effects.compactMap { if case .run(let command, _) = $0 { command } else { nil } }
  }
}
