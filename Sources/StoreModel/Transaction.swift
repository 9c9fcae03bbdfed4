/// The state of a transaction, by StoreKit's numbers; an unknown number survives a round trip (R32).
public struct TransactionState: RawRepresentable, Hashable, Sendable, Codable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let purchasing = TransactionState(rawValue: 0)
  public static let purchased = TransactionState(rawValue: 1)
  public static let failed = TransactionState(rawValue: 2)
  public static let restored = TransactionState(rawValue: 3)
  public static let deferred = TransactionState(rawValue: 4)
}

extension TransactionState: CustomStringConvertible {
  public var description: String {
    switch self {
    case .purchasing: "purchasing"
    case .purchased: "purchased"
    case .failed: "failed"
    case .restored: "restored"
    case .deferred: "deferred"
    default: "state \(rawValue)"
    }
  }
}

/// One payment's or one restored item's way through the queue.
///
///     purchasing --> purchased --> finished
///         |    \---> restored ---> finished      (an owned product bought again, or a restore)
///         |    \---> failed -----> finished
///         \--------> deferred --> purchased | failed
///
/// Invariants:
/// 1. A failed transaction carries an error; no other does (R20).
/// 2. A purchased or restored transaction has a date (R21); others have none (R24).
/// 3. A restored transaction has an original (R22).
/// 4. Only purchased, restored and failed transactions are finished (R16).
public struct Transaction: Hashable, Sendable, Codable {
  /// The first purchase that a transaction goes back to: a restored one to what was bought (R22), a subscription to the
  /// first of its group.
  public struct Original: Hashable, Sendable, Codable {
    public let id: TransactionID
    public let date: Timestamp
    public let productID: ProductID

    public init(id: TransactionID, date: Timestamp, productID: ProductID) {
      self.id = id
      self.date = date
      self.productID = productID
    }
  }

  /// Names this entry of the queue from the start. It is the transaction's public identifier once
  /// it is purchased or restored, see `transactionIdentifier`.
  public let id: TransactionID
  public package(set) var payment: Payment
  public let productType: ProductType
  public package(set) var account: AccountID
  public let storefront: Storefront.ID
  /// The subscription group of an auto-renewable product.
  public let groupID: GroupID?
  public var state: TransactionState
  /// When it was put into the queue, on the store's clock.
  public let createdAt: Timestamp
  /// When it was purchased or restored, on the store's clock.
  public var date: Timestamp?
  public var original: Original?
  /// What was charged in all (unit price times quantity); nil when nothing was.
  public var price: Price?
  /// When a subscription's paid or free time ends.
  public var expiresAt: Timestamp?
  /// The introductory or other offer that applied.
  public var offerID: String?
  public var offerKind: Offer.Kind?
  public var error: StoreError?
  /// True when a higher or equal plan of the same group replaced it; it entitles to nothing (C19, R182).
  public var isUpgraded: Bool
  /// When the store took it back: refunded, or family sharing ended. It entitles to nothing from then on.
  public var revokedAt: Timestamp?
  /// Why, and how much of the price went back; nil until it is taken back.
  public var revocation: Revocation?
  public var isFinished: Bool

  public init(
    id: TransactionID, payment: Payment, productType: ProductType, account: AccountID = .tester,
    storefront: Storefront.ID, groupID: GroupID? = nil, state: TransactionState, createdAt: Timestamp,
    date: Timestamp? = nil,
    original: Original? = nil, price: Price? = nil, expiresAt: Timestamp? = nil, offerID: String? = nil,
    offerKind: Offer.Kind? = nil, error: StoreError? = nil, isUpgraded: Bool = false,
    revokedAt: Timestamp? = nil, revocation: Revocation? = nil, isFinished: Bool = false
  ) {
    self.id = id
    self.payment = payment
    self.productType = productType
    self.account = account
    self.storefront = storefront
    self.groupID = groupID
    self.state = state
    self.createdAt = createdAt
    self.date = date
    self.original = original
    self.price = price
    self.expiresAt = expiresAt
    self.offerID = offerID
    self.offerKind = offerKind
    self.error = error
    self.isUpgraded = isUpgraded
    self.revokedAt = revokedAt
    self.revocation = revocation
    self.isFinished = isFinished
  }

  public var productID: ProductID { payment.productID }

  /// Nil unless purchased or restored (R21, R24).
  public var transactionIdentifier: TransactionID? {
    state == .purchased || state == .restored ? id : nil
  }

  /// The first purchase's date if there is one, else its own (R53).
  public var originalPurchaseDate: Timestamp? { original?.date ?? date }
}
