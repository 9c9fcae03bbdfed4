import StoreModel

/// Takes the products of a catalogue one by one as they are read.
public protocol ProductSink {
  /// False when nothing more can be taken; reading then ends early.
  var wantsMore: Bool { get }
  /// How many products were taken.
  var count: Int { get }

  /// Takes the next product, in catalogue order; false when its id is taken already.
  mutating func take(_ product: Product) -> Bool
  /// So many bytes of the source have been read.
  mutating func reach(_ offset: Int)
  /// Forgets everything: reading begins anew.
  mutating func startOver()
}

/// Keeps the products in memory.
struct CollectedProducts: ProductSink {
  private(set) var products: [Product] = []
  private var ids: Set<ProductID> = []

  var wantsMore: Bool { true }
  var count: Int { products.count }

  mutating func take(_ product: Product) -> Bool {
    guard ids.insert(product.id).inserted else { return false }
    products.append(product)
    return true
  }

  mutating func reach(_ offset: Int) {}

  mutating func startOver() { self = CollectedProducts() }
}
