import Foundation
import Purchasing
import StoreLedger
import StoreModel
import StoreSimulator

/// Durable purchases against SQLite that writes the same rows with as many commits.
@MainActor
enum PurchaseSubject {
  private static let batch = 10

  static func measure(_ report: Report) async throws {
    let catalog = try SampleShop.catalog(count: SampleShop.sizes[0])
    guard let coins = catalog.products.first(where: { $0.type == .consumable }) else { return }
    let folder = try TemporaryFolder()
    let shop = try await OpenShop(
      SQLiteLedger(path: folder.file("queue.sqlite")), catalog, folder: folder)
    let store = SampleShop.store(try SQLiteLedger(path: folder.file("store.sqlite")), catalog)
    let quick = try await OpenShop(try SQLiteLedger.inMemory(), catalog, folder: folder)
    let quickStore = SampleShop.store(try SQLiteLedger.inMemory(), catalog)
    try await shop.buy(coins)
    let bare = try BareLedger(path: folder.file("bare.sqlite"), likePurchaseIn: folder.file("queue.sqlite"))

    let times = try await Stopwatch.interleaved(
      rounds: 9,
      { try await Stopwatch.time { for _ in 0..<batch { try await shop.buy(coins) } } },
      { try await Stopwatch.time { for _ in 0..<batch { try await buy(coins, from: store) } } },
      { try await Stopwatch.time { for _ in 0..<batch { try bare.purchase() } } },
      { try await Stopwatch.time { for _ in 0..<batch { try await quick.buy(coins) } } },
      { try await Stopwatch.time { for _ in 0..<batch { try await buy(coins, from: quickStore) } } })
    report.addSpeed(
      "P11", "a purchase through the queue, durable (4 commits)", ours: times[0], floor: times[2], per: batch,
      goal: .atLeast(0.9))
    report.addSpeed(
      "P11", "a purchase at the store, durable (4 commits)", ours: times[1], floor: times[2], per: batch,
      goal: .atLeast(0.9))
    report.add(
      "", "queue and handler on top of the store, in memory", ours: times[3], floor: times[4], per: batch,
      goal: .watched)
    try await measureConfirm(bare, folder, report)
    try await measureQueued(bare, folder, report)
    await shop.close()
    await quick.close()
  }

  /// Sheets of different products: a second purchase of one that is not finished is no charge.
  private static func measureConfirm(_ bare: BareLedger, _ folder: TemporaryFolder, _ report: Report)
    async throws
  {
    let catalog = try SampleShop.catalog(count: SampleShop.sizes[1])
    let products = catalog.products.filter { $0.type == .consumable }.prefix(batch)
    let store = SampleShop.store(try SQLiteLedger(path: folder.file("confirm.sqlite")), catalog)
    let times = try await Stopwatch.interleaved(
      rounds: 9,
      {
        var sheets: [PaymentSheet] = []
        for product in products { sheets.append(try await openSheet(product, store)) }
        let time = try await Stopwatch.time {
          for sheet in sheets { _ = try await store.confirm(sheet.transaction.id, price: sheet.price) }
        }
        for sheet in sheets { try await finish(sheet, at: store) }
        return time
      },
      {
        for _ in 0..<batch { try bare.begin() }
        return try await Stopwatch.time { for _ in 0..<batch { try bare.confirm() } }
      })
    report.addSpeed(
      "P11", "confirm at the store against one commit", ours: times[0], floor: times[1], per: batch,
      goal: .atLeast(0.9))
  }

  /// Ten products, for a second purchase of one that is not finished is refused (C6). Payments are taken
  /// one after the other (R4), so the second floor charges each in a commit of its own.
  private static func measureQueued(_ bare: BareLedger, _ folder: TemporaryFolder, _ report: Report)
    async throws
  {
    let catalog = try SampleShop.catalog(count: SampleShop.sizes[1])
    let products = catalog.products.filter { $0.type == .consumable }.prefix(batch)
    let shop = try await OpenShop(SQLiteLedger(path: folder.file("queued.sqlite")), catalog, folder: folder)
    let session = shop.session
    let times = try await Stopwatch.interleaved(
      rounds: 9,
      {
        try await Stopwatch.time {
          try await withThrowingTaskGroup(of: Void.self) { group in
            for product in products { group.addTask { try await session.buy(product) } }
            try await group.waitForAll()
          }
        }
      },
      { try await Stopwatch.time { try bare.purchaseTogether(batch) } },
      { try await Stopwatch.time { try bare.purchaseInTurn(batch) } })
    await shop.close()
    report.addSpeed(
      "P11", "\(batch) purchases queued at once against group commits", ours: times[0], floor: times[1],
      per: batch, goal: .atLeast(0.85))
    report.addSpeed(
      "", "  against group commits with each charge in its turn", ours: times[0], floor: times[2],
      per: batch, goal: .watched)
  }

  private static func openSheet(_ product: Product, _ store: AppStore) async throws -> PaymentSheet {
    let transaction = try await store.begin(Payment(productID: product.id))
    guard case .sheet(let sheet) = try await store.review(transaction.id) else {
      throw BenchFailure("the store opened no sheet")
    }
    return sheet
  }

  private static func buy(_ product: Product, from store: AppStore) async throws {
    let sheet = try await openSheet(product, store)
    _ = try await store.confirm(sheet.transaction.id, price: sheet.price)
    try await finish(sheet, at: store)
  }

  private static func finish(_ sheet: PaymentSheet, at store: AppStore) async throws {
    _ = try await store.recordDelivery(of: sheet.transaction.id)
    _ = try await store.finish(sheet.transaction.id, command: nil)
  }
}
