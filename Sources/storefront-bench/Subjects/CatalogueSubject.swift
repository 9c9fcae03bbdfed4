import CatalogShelf
import Foundation
import StoreCatalog
import StoreModel

/// Reading a catalogue: growth, what an opened one holds in memory, and the time against writing the same rows
/// to SQLite.
@MainActor
enum CatalogueSubject {
  static func measure(_ report: Report) async throws {
    try measureMemory(report)
    let sources = SampleShop.sizes.map { SampleShop.json(count: $0) }
    let reads = sources.map { source -> Stopwatch.Timed in
      { try Stopwatch.work { _ = try CatalogReader.read(source, file: "bench.json") } }
    }
    let times = try await Stopwatch.interleaved(rounds: 3, reads)
    for (index, count) in SampleShop.sizes.enumerated().dropFirst(2) {
      report.add(
        "", "read \(count) products, each, against each of 1000", ours: times[index] / count,
        floor: times[1] / SampleShop.sizes[1], goal: .atMost(1.5))
    }
    try await measureImport(report)
  }

  /// P7: what a large catalogue that was opened before holds in memory, against a small one.
  private static func measureMemory(_ report: Report) throws {
    let folder = try TemporaryFolder()
    let shelf = CatalogShelf(folder: folder.file("cache"))
    let counts = [SampleShop.sizes[2], SampleShop.sizes[3]]
    let files = try counts.map { count in
      let path = folder.file("\(count).json")
      try Data(SampleShop.json(count: count)).write(to: URL(fileURLWithPath: path))
      return CatalogFile(path)
    }
    for file in files { _ = try shelf.read(file) }
    let held = try files.map { file in
      let before = Memory.anonymousBytes
      guard let reading = try shelf.readAtOnce(file) else { throw BenchFailure("no copy of \(file.path)") }
      let products = reading.catalog.products
      for position in stride(from: 0, to: products.count, by: 97) { _ = products[position] }
      return withExtendedLifetime(reading) { Memory.anonymousBytes - before }
    }
    let grown = Double(max(held[1] - held[0], 0)) / Double(counts[1] - counts[0])
    report.add(
      "P7", "memory a product of an opened catalogue, bytes", ours: grown.shortText, floor: "limit 16",
      ratio: grown / 16, goal: .atMost(1))
  }

  /// P20: a catalogue into its copy, against the same products, texts and prices as rows, in one transaction.
  private static func measureImport(_ report: Report) async throws {
    let count = SampleShop.sizes[2]
    let folder = try TemporaryFolder()
    let path = folder.file("bench.json")
    try Data(SampleShop.json(count: count)).write(to: URL(fileURLWithPath: path))
    let catalog = try SampleShop.catalog(count: count)
    let shelf = CatalogShelf(folder: folder.file("cache"))
    let times = try await Stopwatch.interleaved(
      rounds: 5,
      {
        try? FileManager.default.removeItem(atPath: folder.file("cache"))
        return try Stopwatch.work { _ = try shelf.read(CatalogFile(path)) }
      },
      {
        let database = try BareSQLite(path: folder.file("rows.sqlite"))
        try database.execute(
          """
          PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
          DROP TABLE IF EXISTS products; DROP TABLE IF EXISTS texts; DROP TABLE IF EXISTS prices;
          CREATE TABLE products (id TEXT, type TEXT, name TEXT);
          CREATE TABLE texts (product INTEGER, locale TEXT, title TEXT, description TEXT);
          CREATE TABLE prices (product INTEGER, storefront TEXT, amount TEXT)
          """)
        return try Stopwatch.work { try insert(catalog, into: database) }
      })
    report.add(
      "P20", "\(count) products from JSON to a copy, against bulk insert, each", ours: times[0],
      floor: times[1], per: count, goal: .atMost(1.5))
  }

  private static func insert(_ catalog: Catalog, into database: BareSQLite) throws {
    let products = try database.prepare("INSERT INTO products VALUES (?, ?, ?)")
    let texts = try database.prepare("INSERT INTO texts VALUES (?, ?, ?, ?)")
    let prices = try database.prepare("INSERT INTO prices VALUES (?, ?, ?)")
    try database.execute("BEGIN")
    for (index, product) in catalog.products.enumerated() {
      try products.bind(1, product.id.rawValue).bind(2, product.type.rawValue)
        .bind(3, product.referenceName).run()
      for text in product.localizations {
        try texts.bind(1, index).bind(2, text.locale.rawValue).bind(3, text.title)
          .bind(4, text.description).run()
      }
      for (storefront, _) in product.prices {
        try prices.bind(1, index).bind(2, storefront.rawValue).bind(3, "9.99").run()
      }
    }
    try database.execute("COMMIT")
  }
}
