/// The products of a catalogue in its order, each read when it is asked for.
public struct ProductList: RandomAccessCollection, Sendable {
  private let storage: any ProductStorage

  public init(_ storage: any ProductStorage) { self.storage = storage }

  public var startIndex: Int { 0 }
  public var endIndex: Int { storage.count }
  public subscript(position: Int) -> Product {
    precondition(indices.contains(position), "There is no product at \(position).")
    return storage.product(at: position)
  }

  /// The product with this id; takes no longer for more products.
  public func product(_ id: ProductID) -> Product? {
    place(of: id).map { storage.product(at: $0.position) }
  }

  /// Where the product with this id stands; nil when there is none.
  public func place(of id: ProductID) -> ProductPlace? { storage.place(of: id) }

  /// The id of the product that stands at `rank` among those of its type, from 0.
  public func id(at rank: Int, of type: ProductType) -> ProductID { storage.id(at: rank, of: type) }
}

// MARK: - Hashable

extension ProductList: Hashable {
  /// Compares digests when both have one, else each product with its partner.
  public static func == (left: ProductList, right: ProductList) -> Bool {
    if left.storage === right.storage { return true }
    if let one = left.storage.digest, let other = right.storage.digest { return one == other }
    return left.count == right.count && left.elementsEqual(right)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
