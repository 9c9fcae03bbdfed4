/// Where the products of one catalogue are: in memory, or in a copy that is read piece by piece.
///
/// What it holds never changes, so that a screen may ask while it draws. Safe to share between threads.
public protocol ProductStorage: AnyObject, Sendable {
  /// How many products there are.
  var count: Int { get }
  /// Names what is held: two storages with the same digest hold the same. Nil when nobody has worked it out.
  var digest: String? { get }

  /// The product at `position` in catalogue order, from 0 and below `count`.
  func product(at position: Int) -> Product
  /// Where the product with this id stands; nil when there is none. Takes no longer for more products.
  func place(of id: ProductID) -> ProductPlace?
  /// The id of the product that stands at `rank` among those of its type, from 0.
  func id(at rank: Int, of type: ProductType) -> ProductID
}

/// Where a product stands in its catalogue.
public struct ProductPlace: Hashable, Sendable {
  /// Among all products, from 0.
  public let position: Int
  public let type: ProductType
  /// Among the products of its type, from 0.
  public let rank: Int

  public init(position: Int, type: ProductType, rank: Int) {
    self.position = position
    self.type = type
    self.rank = rank
  }
}

/// Products in memory, in catalogue order; later ones with an id that is taken are left out.
public final class ProductArray: ProductStorage {
  public let products: [Product]
  public let digest: String? = nil
  private let places: [ProductID: ProductPlace]
  /// Positions by type.
  private let positions: [ProductType: [Int]]

  public init(_ products: some Sequence<Product>) {
    var unique: [Product] = []
    var places: [ProductID: ProductPlace] = [:]
    var positions: [ProductType: [Int]] = [:]
    for product in products where places[product.id] == nil {
      let rank = positions[product.type, default: []].count
      places[product.id] = ProductPlace(position: unique.count, type: product.type, rank: rank)
      positions[product.type, default: []].append(unique.count)
      unique.append(product)
    }
    self.products = unique
    self.places = places
    self.positions = positions
  }

  public var count: Int { products.count }
  public func product(at position: Int) -> Product { products[position] }
  public func place(of id: ProductID) -> ProductPlace? { places[id] }
  public func id(at rank: Int, of type: ProductType) -> ProductID {
    guard let position = positions[type]?[rank] else {
      preconditionFailure("There is no product of type \(type) at \(rank).")
    }
    return products[position].id
  }
}
