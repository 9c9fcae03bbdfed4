import Foundation
import Purchasing
import StoreLedger
import StoreModel
import StoreSimulator

/// Restoring a thousand purchases: from the command to the last one finished, all on disk.
@MainActor
enum RestoreSubject {
  private static let count = 1_000

  static func measure(_ report: Report) async throws {
    let catalog = try SampleShop.catalog(count: count * 8)
    let folder = try TemporaryFolder()
    let source = folder.file("restore.sqlite")
    let shop = try await OpenShop(SQLiteLedger(path: source), catalog, folder: folder)
    guard let first = catalog.products.first(where: { $0.type == .nonConsumable && $0.hostedContent == nil })
    else { return }
    try await shop.buy(first)
    try own(count, in: source)
    let bare = try BareLedger(path: folder.file("bare.sqlite"), likePurchaseIn: source)
    let times = try await Stopwatch.interleaved(
      rounds: 1,
      {
        try await Stopwatch.time {
          guard case .restore(let result) = try await shop.session.run(.restore),
            result.restored.count == count
          else { throw BenchFailure("not all of \(count) purchases were restored") }
        }
      },
      { try await Stopwatch.time { for _ in 0..<count { try bare.deliverAndFinish() } } })
    await shop.close()
    report.add(
      "P17", "restore of \(count) purchases, durable, against 0.5 s", ours: times[0],
      floor: .milliseconds(500), goal: .atMost(1))
    report.add(
      "P17", "  against SQLite with two commits for each", ours: times[0], floor: times[1], per: count,
      goal: .watched)
  }

  /// Copies the first purchase for other products that have no content to download.
  private static func own(_ count: Int, in path: String) throws {
    let database = try BareSQLite(path: path)
    let columns = try database.columns(of: "transactions", except: "id")
      .filter { $0 != "product_id" }.joined(separator: ", ")
    try database.execute(
      """
      CREATE TEMP TABLE sample AS SELECT * FROM transactions LIMIT 1;
      WITH RECURSIVE ids (id) AS (SELECT 2 UNION ALL SELECT id + 1 FROM ids WHERE id < \(count))
      INSERT INTO transactions (id, product_id, \(columns))
      SELECT ids.id, 'com.example.item.' || (ids.id * 8 - 3), \(columns) FROM ids, temp.sample
      """)
  }
}
