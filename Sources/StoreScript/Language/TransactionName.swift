import StoreModel

/// How a script names a transaction.
public enum TransactionName: Hashable, Sendable {
  case id(TransactionID)
  /// The newest one.
  case last
  /// The newest one of this product.
  case product(ProductID)
}
