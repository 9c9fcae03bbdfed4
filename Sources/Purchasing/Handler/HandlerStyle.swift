import StoreModel

/// How a handler works: which products are its own, who judges the receipt, and who finishes what was bought.
///
/// Client libraries differ in all three. The standard style loses nothing; the others are there to be looked at.
public struct HandlerStyle: Hashable, Sendable {
  /// When purchased and restored transactions are finished. Failed ones always are, deferred ones never (R75).
  public enum Finishing: String, Hashable, Sendable, CaseIterable {
    /// When everything that was bought has arrived, before anyone is told.
    case atomic
    /// By the app, some time after it was told (R47, R137).
    case manual
    /// Before anything else is done with them (R74): what a crash then keeps from being delivered is lost.
    case immediately
  }

  /// Who judges the receipt before anything is delivered.
  public enum Validation: String, Hashable, Sendable, CaseIterable {
    /// The device itself, against the root that it trusts (R184 to R198).
    case local
    /// The store, by the answer of verifyReceipt (R160 to R163).
    case remote
  }

  /// Validates, delivers, finishes, for every product.
  public static let standard = HandlerStyle()

  /// Nil for every product. Transactions of others are left alone (R72), and buying them fails at once (R73).
  public let products: Set<ProductID>?
  public let finishing: Finishing
  public let validation: Validation

  public init(
    products: Set<ProductID>? = nil, finishing: Finishing = .atomic, validation: Validation = .local
  ) {
    self.products = products
    self.finishing = finishing
    self.validation = validation
  }

  func concerns(_ product: ProductID) -> Bool { products?.contains(product) ?? true }

  /// Why a product outside the filter is not bought.
  static func refusal(of product: ProductID) -> StoreError {
    StoreError(.paymentInvalid, .other, subject: "This handler does not sell '\(product)'.")
  }
}
