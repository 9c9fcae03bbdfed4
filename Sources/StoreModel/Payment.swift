import FoundationEssentials

/// A wish to buy, as an app puts it into the payment queue.
public struct Payment: Hashable, Sendable, Codable {
  public let productID: ProductID
  /// 1 to 10; the store refuses anything else.
  public let quantity: Int
  /// The app's own name for its user, empty by default (R55).
  public let applicationUsername: String
  /// The id of a promotional or win-back offer. Introductory offers apply by themselves.
  public let offerID: String?

  public init(
    productID: ProductID, quantity: Int = 1, applicationUsername: String = "", offerID: String? = nil
  ) {
    self.productID = productID
    self.quantity = quantity
    self.applicationUsername = applicationUsername
    self.offerID = offerID
  }

  /// The user name as StoreKit 2 knows it: only one that is a UUID is an account token. Others are legal, stay with
  /// the transaction, and yield none.
  public var appAccountToken: UUID? { UUID(uuidString: applicationUsername) }
}
