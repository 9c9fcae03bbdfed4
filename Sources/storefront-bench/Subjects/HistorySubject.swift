import Foundation
import StoreLedger
import StoreModel

/// Opening a ledger and reading its newest page: as fast with a long history as with a short one.
@MainActor
enum HistorySubject {
  private static let sizes = [1_000, 100_000, 1_000_000]
  private static let page = 50

  static func measure(_ report: Report) async throws {
    let folder = try TemporaryFolder()
    let paths = try await makeLedgers(in: folder)
    let opens = try await Stopwatch.interleaved(
      rounds: 25,
      paths.map { path in
        { try Stopwatch.work { _ = try newest(in: SQLiteLedger(path: path)) } }
      })
    let ledgers = try paths.map { try SQLiteLedger(path: $0) }
    let pages = try await Stopwatch.interleaved(
      rounds: 25,
      zip(ledgers, sizes).map { ledger, size -> Stopwatch.Timed in
        {
          try Stopwatch.work {
            for part in 1...10 {
              let middle = TransactionID(rawValue: Int64(size * part / 10))
              _ = try ledger.read { try $0.transactions(before: middle, limit: page) }
            }
          }
        }
      })
    for (index, size) in sizes.enumerated().dropFirst() {
      report.add(
        "P10", "open and first page, \(size) transactions against 1000", ours: opens[index], floor: opens[0],
        goal: .atMost(1.1))
      report.add(
        "P10", "a page of \(page), \(size) transactions against 1000", ours: pages[index], floor: pages[0],
        per: 10, goal: .atMost(1.25))
    }
  }

  private static func newest(in ledger: SQLiteLedger) throws -> Int {
    try ledger.read {
      try $0.transactions(before: nil, limit: page).count + $0.journal(before: nil, limit: page).count
    }
  }

  /// One real purchase, copied until there are as many as wanted.
  private static func makeLedgers(in folder: TemporaryFolder) async throws -> [String] {
    let catalog = try SampleShop.catalog(count: SampleShop.sizes[0])
    guard let coins = catalog.products.first(where: { $0.type == .consumable }) else { return [] }
    var paths: [String] = []
    for size in sizes {
      let path = folder.file("history-\(size).sqlite")
      let shop = try await OpenShop(SQLiteLedger(path: path), catalog, folder: folder)
      try await shop.buy(coins)
      await shop.close()
      try copy(in: path, upTo: size)
      paths.append(path)
    }
    return paths
  }

  private static func copy(in path: String, upTo size: Int) throws {
    let database = try BareSQLite(path: path)
    let columns = try database.columns(of: "transactions", except: "id").joined(separator: ", ")
    try database.execute(
      """
      PRAGMA synchronous = OFF;
      BEGIN;
      CREATE TEMP TABLE sample AS SELECT * FROM transactions LIMIT 1;
      WITH RECURSIVE ids (id) AS (SELECT 2 UNION ALL SELECT id + 1 FROM ids WHERE id < \(size))
      INSERT INTO transactions (id, \(columns)) SELECT ids.id, \(columns) FROM ids, temp.sample;
      CREATE TEMP TABLE entry AS SELECT time, cause, name, body FROM journal WHERE name = 'finished' LIMIT 1;
      WITH RECURSIVE ids (id) AS (SELECT 7 UNION ALL SELECT id + 1 FROM ids WHERE id < \(size))
      INSERT INTO journal (seq, time, cause, name, body)
      SELECT ids.id, entry.time, entry.cause, entry.name, entry.body FROM ids, temp.entry;
      COMMIT;
      PRAGMA wal_checkpoint(TRUNCATE);
      """)
  }
}
