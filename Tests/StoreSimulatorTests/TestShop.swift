import Foundation
import StoreLedger
import StoreModel
import StoreReceipts
import StoreSimulator
import StoreTesting
import Testing

/// A store with the sample catalogue, and the customer's moves as single calls.
struct TestShop {
  let clock: ManualClock
  let ledger: SQLiteLedger
  let store: AppStore
  let keys: KeyRing

  init(
    path: String? = nil, clock: ManualClock = ManualClock(), catalog: Catalog = SampleCatalog.catalog,
    keys: KeyRing = KeyRing(folder: nil)
  ) throws {
    self.keys = keys
    self.clock = clock
    ledger = try path.map { try SQLiteLedger(path: $0) } ?? .inMemory()
    store = AppStore(
      ledger: ledger, catalog: catalog, storefronts: SampleCatalog.storefronts,
      environment: clock.environment(), defaults: SampleCatalog.settings, keys: keys)
  }

  /// A process with this ledger, from its start until the system has closed its files.
  static func life<Value>(on path: String, _ body: (TestShop) async throws -> Value) async throws -> Value {
    weak var ledger: SQLiteLedger?
    let value: Value
    do {
      let shop = try TestShop(path: path)
      ledger = shop.ledger
      value = try await body(shop)
    }
    // A task that has just ended may hold it for a moment.
    while ledger != nil { await Task.yield() }
    return value
  }

  /// Buys to the end of the sheet; the transaction as it settled, not finished.
  @discardableResult
  func buy(_ product: ProductID, quantity: Int = 1) async throws -> Transaction {
    let transaction = try await store.begin(Payment(productID: product, quantity: quantity))
    switch try await store.review(transaction.id) {
    case .settled(let transaction): return transaction
    case .sheet(let sheet):
      guard case .settled(let transaction) = try await store.confirm(transaction.id, price: sheet.price)
      else {
        throw TestShopError("the sheet of \(product) came back")
      }
      return transaction
    }
  }

  @discardableResult
  func buyAndFinish(_ product: ProductID, quantity: Int = 1) async throws -> Transaction {
    let transaction = try await buy(product, quantity: quantity)
    return try #require(try await store.finish(transaction.id, command: nil))
  }

  func sheet(for product: ProductID, quantity: Int = 1) async throws -> PaymentSheet {
    let transaction = try await store.begin(Payment(productID: product, quantity: quantity))
    switch try await store.review(transaction.id) {
    case .sheet(let sheet): return sheet
    case .settled(let transaction): throw TestShopError("\(product) settled: \(transaction)")
    }
  }

  func journal() async throws -> [JournalEntry] { try await store.journal(after: nil, limit: 10_000) }
}

struct TestShopError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A folder of the test's own, gone when the value is.
final class TestFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("storefront-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String = "ledger.sqlite") -> String { path + "/" + name }
}

func usd(_ text: String) throws -> Price {
  Price(amount: try #require(Decimal(plain: text)), currency: "USD")
}
