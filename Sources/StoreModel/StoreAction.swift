/// What somebody does to a transaction or an account at the store, not through the app: the family's organizer, the
/// bank, Apple's support, another device, or a tester.
public enum StoreAction: Hashable, Sendable {
  /// Agrees to a deferred purchase; it is charged now.
  case approve(TransactionID)
  /// Says no to a deferred purchase; nothing is charged.
  case decline(TransactionID)
  /// Settles what interrupted a purchase: a new transaction is charged, without a payment call (R201).
  case resolve(TransactionID)
  case refund(TransactionID, Refund)
  /// Takes a refund or a revocation back.
  case reverse(TransactionID)
  /// Ends the family's sharing of it.
  case revoke(TransactionID)
  /// Takes it out of the books, as if it had never been.
  case delete(TransactionID)
  /// Tells the app of an unfinished one again.
  case redeliver(TransactionID)
  /// Buys on another device; with a date, back then.
  case create(Payment, date: Timestamp?)
  /// The customer chose the product on the App Store's own page (R96).
  case intent(Payment)
  /// Redeems an offer code of a product.
  case redeem(ProductID, offer: String)
  /// Forgets everything that this account ever bought.
  case clearHistory(AccountID)
  case role(AccountID, AccountRole)

  public enum Refund: String, Hashable, Sendable, Codable, CaseIterable {
    case full
    /// A subscription by the time that is left, anything else by half.
    case prorated
    /// Asked for and not given.
    case declined
  }
}

/// What an account may do by itself.
public enum AccountRole: String, Hashable, Sendable, Codable, CaseIterable {
  case adult
  /// Asks before it buys: the family's organizer approves or declines (Ask to Buy).
  case child
  /// Answers for the children of the family; buys as an adult.
  case organizer
}

/// Why the store took a purchase back, and how much of its price it gave back.
public struct Revocation: Hashable, Sendable, Codable {
  /// In the words of the App Store Server API's `revocationType`.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case refund = "REFUND_FULL"
    case prorated = "REFUND_PRORATED"
    case family = "FAMILY_REVOKE"
  }

  public let kind: Kind
  /// Of the price, from 0 to 100.
  public let percentage: Int

  public init(_ kind: Kind, percentage: Int) {
    self.kind = kind
    self.percentage = percentage
  }
}

/// What the store sends to an app that did not ask for it.
public enum StoreArrival: Hashable, Sendable {
  /// New or changed: approved, declined, resolved, bought elsewhere, delivered again.
  case transactions([Transaction])
  /// These products were refunded or are not shared any more (R199).
  case revoked([ProductID])
  /// The customer wants to buy this, from the App Store's page (R96).
  /// The event is the journal's `intent`.
  case intent(Payment, EventID)
  /// These are not in the store's books any more, or another process has finished them.
  case withdrawn([TransactionID])
  /// Another process chose this storefront (R200).
  case storefront(Storefront.ID)
  /// Another process changed this product's download.
  case download(ProductID)
  /// A process with this ledger has ended: what only it had, others may take over.
  case othersLeft
}
