import FoundationEssentials
import SQLite
import StoreCatalog
import StoreModel
import UnicodeForms

/// Writes a catalogue as a copy, a product at a time: one row each, in catalogue order.
struct ShelfWriter: ProductSink {
  /// How copies are laid out. Another number makes every copy be made anew.
  static let format = 1
  /// In the header of the file, so that no other database is taken for a copy.
  static let applicationID = 0x5366_5368

  private let database: SQLiteConnection
  private let insert: SQLiteStatement
  private let size: Int
  private let progress: @Sendable (Double) -> Void
  private var record = RecordWriter()
  private(set) var summary = CatalogSummary()
  private(set) var count = 0
  private var ranks: [ProductType: RankChunk] = [:]
  /// What went wrong; nothing more is taken then.
  private(set) var failure: SQLiteError?

  /// - Parameters:
  ///   - size: of the catalogue in bytes.
  ///   - progress: told how much of it has been read, from 0 to 1, on the caller's thread.
  init(
    _ database: SQLiteConnection, size: Int, progress: @escaping @Sendable (Double) -> Void
  ) throws(SQLiteError) {
    self.database = database
    self.size = size
    self.progress = progress
    try database.execute(
      """
      PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(Self.format);
      CREATE TABLE product (
        position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, rank INTEGER NOT NULL, record BLOB NOT NULL);
      CREATE TABLE ranks (
        type TEXT NOT NULL, chunk INTEGER NOT NULL, positions BLOB NOT NULL, PRIMARY KEY (type, chunk)
      ) WITHOUT ROWID;
      CREATE TABLE head (record BLOB NOT NULL);
      BEGIN
      """)
    insert = try database.statement("INSERT INTO product (position, id, rank, record) VALUES (?, ?, ?, ?)")
  }

  // MARK: ProductSink

  var wantsMore: Bool { failure == nil }

  mutating func take(_ product: Product) -> Bool {
    do throws(SQLiteError) {
      let rank = ranks[product.type]?.count ?? 0
      record.startOver()
      record.put(product)
      record.seal()
      do throws(SQLiteError) {
        try insert.bind(1, Int64(count)).bind(2, product.id.searchKey).bind(3, Int64(rank))
          .bind(4, bytes: record.bytes).run()
      } catch  where error.reason == .takenKey {
        return false
      }
      if let full = ranks[product.type, default: RankChunk()].append(count) {
        try write(full, of: product.type)
      }
      summary.add(product)
      count += 1
      return true
    } catch {
      failure = error
      return false
    }
  }

  func reach(_ offset: Int) { progress(Double(offset) / Double(max(size, 1))) }

  mutating func startOver() {
    do throws(SQLiteError) {
      try database.execute("DELETE FROM product; DELETE FROM ranks")
    } catch {
      failure = error
    }
    summary = CatalogSummary()
    count = 0
    ranks = [:]
  }

  /// Writes what is known only at the end; the copy is complete with it.
  mutating func finish(_ outline: CatalogOutline, key: String, digest: String) throws(SQLiteError)
    -> ShelfHead
  {
    if let failure { throw failure }
    for (type, chunk) in ranks { try write(chunk.rest, of: type) }
    let head = ShelfHead(key: key, digest: digest, outline: outline, summary: summary)
    record.startOver()
    record.put(head)
    record.seal()
    try database.statement("INSERT INTO head (record) VALUES (?)").bind(1, bytes: record.bytes).run()
    try database.execute("COMMIT")
    return head
  }

  private func write(_ chunk: RankChunk.Full, of type: ProductType) throws(SQLiteError) {
    guard !chunk.bytes.isEmpty else { return }
    try database.statement("INSERT INTO ranks (type, chunk, positions) VALUES (?, ?, ?)")
      .bind(1, type.rawValue).bind(2, Int64(chunk.number)).bind(3, bytes: chunk.bytes).run()
  }
}

/// The positions of the products of one type, gathered in chunks of so many.
struct RankChunk {
  static let size = 1024

  struct Full {
    let number: Int
    let bytes: [UInt8]
  }

  /// How many products of the type there were until now.
  private(set) var count = 0
  private var bytes: [UInt8] = []

  /// Adds the next position; gives the chunk when it is full.
  mutating func append(_ position: Int) -> Full? {
    for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: position >> shift)) }
    count += 1
    guard count.isMultiple(of: Self.size) else { return nil }
    defer { bytes.removeAll(keepingCapacity: true) }
    return Full(number: count / Self.size - 1, bytes: bytes)
  }

  /// What has not been given away.
  var rest: Full { Full(number: count / Self.size, bytes: bytes) }

  /// The positions in the bytes of a chunk.
  static func positions(in bytes: [UInt8]) -> [Int] {
    stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { start in
      bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }
}

extension ProductID {
  /// Equal ids have equal keys: two spellings of one text are one id.
  var searchKey: String { rawValue.composed }
}
