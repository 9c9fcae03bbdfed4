import StoreCrypto
import StoreModel

/// Finds the purchase that a restored transaction is a copy of: a copy says of itself only when it came back, and a
/// store signs of it what was bought.
///
/// A look-up does not depend on how many there are.
public struct BoughtPurchases {
  private struct Key: Hashable {
    let account: AccountID
    let product: ProductID
    let expiresAt: Timestamp?

    init(_ transaction: Transaction) {
      account = transaction.account
      product = transaction.productID
      expiresAt = transaction.expiresAt
    }
  }

  private var byID: [TransactionID: Transaction] = [:]
  private var byKey: [Key: Transaction] = [:]

  /// `transactions` may hold anything; what is not purchased is passed over. Of two alike the later one counts.
  public init(_ transactions: [Transaction]) {
    for transaction in transactions where transaction.state == .purchased {
      byID[transaction.id] = transaction
      byKey[Key(transaction)] = transaction
    }
  }

  /// The purchase itself for one; nil for a copy of what is not there any more.
  public func source(of transaction: Transaction) -> Transaction? {
    guard transaction.state == .restored else { return transaction }
    // A subscription's original is the first of its group, which need not be what came back.
    if let first = transaction.original.flatMap({ byID[$0.id] }), Key(first) == Key(transaction) {
      return first
    }
    return byKey[Key(transaction)]
  }

  /// A restored copy with what its purchase says of price, offer, and whether it still counts; anything else as it is.
  public func completed(_ transaction: Transaction) -> Transaction {
    guard transaction.state == .restored, let source = source(of: transaction) else { return transaction }
    var copy = transaction
    copy.price = source.price
    copy.offerID = source.offerID
    copy.offerKind = source.offerKind
    copy.isUpgraded = source.isUpgraded
    copy.revokedAt = source.revokedAt
    copy.revocation = source.revocation
    return copy
  }
}

extension Transaction {
  /// Names the period that a subscription was charged for, across devices: the same for a copy that a restore brings.
  /// 15 digits; nil for what does not renew.
  var webOrderLineItemID: Int64? {
    guard productType == .autoRenewable else { return nil }
    let period = expiresAt.map { String($0.milliseconds) } ?? "transaction \(id)"
    let hash = Hash.sha256(Array("line item \(account) \(productID) \(period)".utf8))
    let number = hash.prefix(7).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    return 100_000_000_000_000 + number % 900_000_000_000_000
  }
}
