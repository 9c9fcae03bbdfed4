import Foundation
import Purchasing
import StoreCatalog
import StoreLedger
import StoreModel
import StoreReceipts
import StoreSimulator

/// Catalogues and shops to measure on; the same figures give the same bytes.
@MainActor
enum SampleShop {
  static let sizes = [20, 1_000, 10_000, 100_000]
  /// 2026-11-30 12:00 UTC.
  nonisolated static let now = Timestamp(milliseconds: 1_796_040_000_000)

  /// A `catalog.json` with `count` products of all four types in three languages and storefronts.
  static func json(count: Int) -> [UInt8] {
    var text = """
      {"app":{"name":"Bench","bundleId":"com.example.bench","seller":"Example"},"defaultLocale":"en",
      "policies":{"en":{"terms":"https://example.com/terms","privacy":"https://example.com/privacy"}},
      "groups":[{"id":"g","referenceName":"Plans","localizations":{"en":"Plans","de":"Abos","ja":"プラン"}}],
      "products":[

      """
    for index in 0..<count {
      text += product(index)
      text += index + 1 < count ? ",\n" : "\n]}\n"
    }
    return Array(text.utf8)
  }

  private static let names = [
    ("Gold Coins", "Goldmünzen", "金貨"), ("Light Sword", "Lichtschwert", "光の剣"),
    ("Season Pass", "Saisonpass", "シーズンパス"), ("Magic Key", "Zauberschlüssel", "魔法の鍵"),
  ]

  private static func product(_ index: Int) -> String {
    let type = ProductType.allCases[index % 4]
    let (english, german, japanese) = names[index / 4 % 4]
    let cents = String(index % 90 + 10)
    var text = """
      {"id":"com.example.item.\(index)","type":"\(type.rawValue)","referenceName":"Item \(index)","localizations":{\
      "en":{"title":"\(english) \(index)","description":"One of the finest things to have."},\
      "de":{"title":"\(german) \(index)","description":"Etwas vom Feinsten, das man haben kann."},\
      "ja":{"title":"\(japanese) \(index)","description":"持っていて一番うれしいもの。"}},\
      "prices":{"USA":"\(index % 50).\(cents)","DEU":"\(index % 50).\(cents)","JPN":"\(index % 50 * 100 + 50)"}
      """
    switch type {
    case .autoRenewable:
      text += #","group":"g","level":1,"period":"P1M""#
      if index % 8 == 3 {
        text += #","offers":[{"kind":"introductory","mode":"freeTrial","period":"P1W"}]"#
      }
    case .nonConsumable where index % 8 == 1: text += #","content":{"version":"1.0","size":33554432}"#
    case .consumable, .nonConsumable, .nonRenewing: break
    }
    return text + "}"
  }

  static func catalog(count: Int) throws -> Catalog {
    let reading = try CatalogReader.read(json(count: count), file: "bench.json")
    if let finding = reading.findings.first {
      throw BenchFailure("the sample catalogue is not sound: \(finding.path) \(finding.message)")
    }
    return reading.catalog
  }

  /// Where a shop in this folder has its keys, and the file that they are in.
  static func keyFolder(in folder: TemporaryFolder) -> String { folder.file("keys") }
  static func keyFile(in folder: TemporaryFolder) -> String { SigningKeys.file(in: keyFolder(in: folder)) }

  static func environment() -> StoreEnvironment { .live(frozenAt: now) }

  static func store(
    _ ledger: SQLiteLedger, _ catalog: Catalog, keys: KeyRing = KeyRing(folder: nil)
  ) -> AppStore {
    AppStore(
      ledger: ledger, catalog: catalog, storefronts: StorefrontTable.all, environment: environment(),
      defaults: StoreSettings(storefront: "USA"), keys: keys)
  }
}

/// A started session whose sheets are agreed to as soon as they open.
@MainActor
struct OpenShop {
  let store: AppStore
  let session: StoreSession
  private let customer: Task<Void, Never>

  init(_ ledger: SQLiteLedger, _ catalog: Catalog, folder: TemporaryFolder) async throws {
    // As a store that stays has them: RSA, made before anything is measured.
    let keys = KeyRing(folder: SampleShop.keyFolder(in: folder))
    _ = try await keys.keys()
    let store = SampleShop.store(ledger, catalog, keys: keys)
    self.store = store
    session = StoreSession(
      store: store, content: store, settings: store, contentFolder: folder.file("content"),
      receipts: ReceiptBook(
        storage: ReceiptFile(folder.file("receipt")), keys: keys, holder: { await store.receiptHolder },
        catalog: catalog, listFile: folder.file("owned")),
      environment: SampleShop.environment())
    try await session.start()
    let desk = session.desk
    customer = Task.detached {
      for await sheets in desk.openSheets() {
        // One that is answered already is no longer there to answer.
        for sheet in sheets { try? desk.confirm(sheet) }
      }
    }
  }

  func buy(_ product: Product) async throws { try await session.buy(product) }

  func close() async {
    await session.stop()
    customer.cancel()
  }
}

extension StoreSession {
  /// Buys to the end; anything else than a purchase is thrown.
  func buy(_ product: Product) async throws {
    let result = try await run(.buy(Payment(productID: product.id)))
    guard case .purchase(.purchased) = result else {
      throw BenchFailure("buying \(product.id) gave \(result)")
    }
  }
}
