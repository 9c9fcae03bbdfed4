import Foundation
import StoreCatalog
import StoreModel
import StoreTesting
import TerminalKit

@testable import StorefrontUI

/// A shop state in a test, driven as a person and a store would drive it.
struct Shop {
  var state: ShopState
  /// Every effect so far.
  var effects: [Effect] = []
  /// The number of the newest journal entry.
  private(set) var lastEntry: Int64 = 0
  private var lastTransaction: Int64 = 0
  static let now = Timestamp(milliseconds: 1_796_040_000_000)

  init(
    catalog: Catalog = SampleCatalog.catalog, findings: [Finding] = [], storefront: Storefront.ID = "USA",
    locale: LocaleID = "en", columns: Int = 80, rows: Int = 24, keyMap: KeyMap = .standard,
    noOpener: String? = nil, inASCII: Bool = false
  ) {
    state = ShopState(
      reading: CatalogReading(catalog: catalog, format: .catalog, findings: findings),
      settings: StoreSettings(storefront: storefront), locale: locale, now: Self.now,
      clock: ClockText(timeZone: .gmt), size: Size(columns: columns, rows: rows), keyMap: keyMap,
      noOpener: noOpener, inASCII: inASCII)
    effects = state.start()
  }

  // MARK: - What happens

  @discardableResult
  mutating func take(_ action: Action) -> [Effect] {
    let new = state.update(action)
    effects += new
    return new
  }

  @discardableResult
  mutating func press(_ keys: Key...) -> [Effect] { keys.flatMap { take(.input(.key($0))) } }

  mutating func type(_ text: String) { for character in text { press(.character(character)) } }

  /// The store writes these events into its journal.
  @discardableResult
  mutating func happen(_ events: Event..., cause: EventID? = nil) -> [Effect] {
    take(.entries(events.map { entry($0, cause: cause) }))
  }

  mutating func entry(_ event: Event, cause: EventID? = nil) -> JournalEntry {
    lastEntry += 1
    return JournalEntry(
      id: EventID(rawValue: lastEntry), time: Self.now.advanced(byMilliseconds: lastEntry * 1000),
      cause: cause,
      event: event)
  }

  /// Makes the frame that is due: what is on the screen has been seen.
  mutating func showFrame() { take(.frameShown) }

  mutating func transaction(
    _ product: ProductID, _ state: TransactionState, price: String? = nil, error: StoreError? = nil,
    expiresAt: Timestamp? = nil, id: Int64? = nil
  ) -> Transaction {
    if id == nil { lastTransaction += 1 }
    let type = self.state.catalog.product(product)?.type ?? .consumable
    let date = state == .purchased || state == .restored ? Self.now : nil
    let storefront = self.state.texts.storefront
    return Transaction(
      id: TransactionID(rawValue: id ?? lastTransaction), payment: Payment(productID: product),
      productType: type,
      storefront: storefront.id, state: state,
      createdAt: Self.now.advanced(byMilliseconds: lastTransaction * 1000),
      date: date,
      price: price.flatMap(Decimal.init(plain:)).map { Price(amount: $0, currency: storefront.currency) },
      expiresAt: expiresAt, error: error)
  }

  /// The store shows the sheet of a product that is being bought.
  mutating func openSheet(_ id: ProductID, price: String? = nil) throws -> PaymentSheet {
    guard let product = state.catalog.product(id), let full = product.price(in: state.texts.storefront) else {
      throw ShopError(description: "\(id) is not sold here.")
    }
    let offer = product.subscription?.introductoryOffer
    let asked = offer?.price(in: state.texts.storefront) ?? full
    let amount = price.flatMap(Decimal.init(plain:)).map { Price(amount: $0, currency: full.currency) }
    let sheet = PaymentSheet(
      transaction: transaction(id, .purchasing), product: product, price: amount ?? asked, offer: offer)
    take(.sheetOpened(sheet, now: Self.now))
    return sheet
  }

  // MARK: - What is seen

  func canvas(glyphs: Glyphs = .unicode) -> Canvas { ShopView(glyphs: glyphs).draw(state, size: state.size) }
  var screen: String { canvas().text }
  var toasts: [String] { state.toasts.shown.map(\.text) }
  var commands: [Command] {
    effects.compactMap { if case .run(let command, _) = $0 { command } else { nil } }
  }
}

struct ShopError: Error, CustomStringConvertible { let description: String }
