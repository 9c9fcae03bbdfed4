import SQLite
import StoreModel
import Synchronization

/// The products of one copy, read by page; only the pages looked at last are in memory.
///
/// A copy never changes while it is open, even when its file is replaced or deleted.
final class ShelvedProducts: ProductStorage, @unchecked Sendable {
  // Unchecked because the connection and the pages are used under the lock alone.
  let head: ShelfHead
  let count: Int
  var digest: String? { head.digest }
  /// Told once when the copy turns out to be damaged.
  private let onDamage: @Sendable () -> Void
  private let turn = Mutex(())
  private let database: SQLiteConnection
  private var pages: [Page] = []
  private var ranks: [RankKey: [Int]] = [:]
  private var places: [ProductID: ProductPlace] = [:]
  private var isDamaged = false

  private static let pageSize = 32
  private static let pageLimit = 16
  private static let placeLimit = 1024

  private struct Page {
    let number: Int
    let products: [Product]
  }

  private struct RankKey: Hashable {
    let type: ProductType
    let chunk: Int
  }

  init(_ database: SQLiteConnection, head: ShelfHead, onDamage: @escaping @Sendable () -> Void) {
    self.database = database
    self.head = head
    self.onDamage = onDamage
    count = head.count
  }

  // MARK: ProductStorage

  func product(at position: Int) -> Product {
    turn.withLock { _ in
      let page = page(position / Self.pageSize)
      let index = position % Self.pageSize
      return page.products.indices.contains(index) ? page.products[index] : .unreadable(position)
    }
  }

  func place(of id: ProductID) -> ProductPlace? {
    turn.withLock { _ in
      if let known = places[id] { return known }
      let found = attempt {
        try database.statement("SELECT position, rank FROM product WHERE id = ?").bind(1, id.searchKey)
          .first { (Int($0.integer(0) ?? 0), Int($0.integer(1) ?? 0)) }
      }
      guard case (let position, let rank)?? = found else { return nil }
      let page = page(position / Self.pageSize)
      guard let type = page.products.dropFirst(position % Self.pageSize).first?.type else { return nil }
      return keep(ProductPlace(position: position, type: type, rank: rank), of: id)
    }
  }

  func id(at rank: Int, of type: ProductType) -> ProductID {
    let position = turn.withLock { _ in
      positions(RankKey(type: type, chunk: rank / RankChunk.size)).dropFirst(rank % RankChunk.size).first
    }
    return position.map { product(at: $0).id } ?? Product.unreadable(rank).id
  }

  // MARK: - Reading

  private func page(_ number: Int) -> Page {
    if let index = pages.firstIndex(where: { $0.number == number }) {
      if index > 0 { pages.insert(pages.remove(at: index), at: 0) }
      return pages[0]
    }
    var products: [Product] = []
    var ranks: [Int] = []
    let first = number * Self.pageSize
    attempt {
      try database.statement(
        "SELECT rank, record FROM product WHERE position >= ? AND position < ? ORDER BY position"
      )
      .bind(1, Int64(first)).bind(2, Int64(first + Self.pageSize))
      .all { row in
        ranks.append(Int(row.integer(0) ?? 0))
        products.append(read(row.bytes(1) ?? []) ?? .unreadable(first + products.count))
      }
    }
    if products.count < min(Self.pageSize, count - first) { report() }
    for (offset, product) in products.enumerated() {
      _ = keep(
        ProductPlace(position: first + offset, type: product.type, rank: ranks[offset]), of: product.id)
    }
    if pages.count >= Self.pageLimit { pages.removeLast() }
    pages.insert(Page(number: number, products: products), at: 0)
    return pages[0]
  }

  private func read(_ bytes: [UInt8]) -> Product? {
    do throws(DamagedRecord) {
      var reader = try RecordReader(bytes)
      return try reader.product()
    } catch {
      report()
      return nil
    }
  }

  private func positions(_ key: RankKey) -> [Int] {
    if let known = ranks[key] { return known }
    let bytes = attempt {
      try database.statement("SELECT positions FROM ranks WHERE type = ? AND chunk = ?")
        .bind(1, key.type.rawValue).bind(2, Int64(key.chunk)).first { $0.bytes(0) ?? [] }
    }
    guard case let bytes?? = bytes else { return [] }
    if ranks.count >= 8 { ranks.removeAll(keepingCapacity: true) }
    let positions = RankChunk.positions(in: bytes)
    ranks[key] = positions
    return positions
  }

  private func keep(_ place: ProductPlace, of id: ProductID) -> ProductPlace {
    if places.count >= Self.placeLimit { places.removeAll(keepingCapacity: true) }
    places[id] = place
    return place
  }

  @discardableResult
  private func attempt<Value>(_ read: () throws -> Value) -> Value? {
    do {
      return try read()
    } catch {
      report()
      return nil
    }
  }

  private func report() {
    if isDamaged { return }
    isDamaged = true
    onDamage()
  }
}

extension Product {
  /// Stands for a product whose place in the copy cannot be read any more. It is sold nowhere, so that nothing
  /// can be bought that is not known.
  fileprivate static func unreadable(_ position: Int) -> Product {
    Product(
      id: ProductID("unreadable-\(position)"), type: .consumable,
      referenceName: "This product could not be read. Start again to read the catalogue anew.")
  }
}
