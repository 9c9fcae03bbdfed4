import StoreLedger
import StoreModel

/// What an account's past means for one product: all that a purchase decision has to know of it.
struct AccountHistory: Hashable, Sendable {
  /// The purchase that the account has of this non-consumable.
  var owned: Transaction?
  /// A paid purchase of this product that is not finished.
  var unfinished: Transaction?
  /// Running subscriptions of the product's group, this product's own among them.
  var active: [Transaction] = []
  /// One introductory offer per group and account.
  var hasUsedIntroductoryOffer = false

  init(
    owned: Transaction? = nil, unfinished: Transaction? = nil, active: [Transaction] = [],
    hasUsedIntroductoryOffer: Bool = false
  ) {
    self.owned = owned
    self.unfinished = unfinished
    self.active = active
    self.hasUsedIntroductoryOffer = hasUsedIntroductoryOffer
  }

  /// Looks up what matters for `product`; four look-ups by index at most.
  init(of product: Product, account: AccountID, at now: Timestamp, in ledger: any LedgerReader) throws {
    if product.type == .nonConsumable {
      owned = try ledger.lastingPurchase(of: product.id, account: account)?.value
    }
    unfinished = try ledger.unfinishedPurchase(of: product.id, account: account)
    if let group = product.subscription?.groupID {
      active = try ledger.activeSubscriptions(group: group, account: account, at: now).map(\.value)
      hasUsedIntroductoryOffer = try ledger.hasUsedIntroductoryOffer(group: group, account: account)
    }
  }
}
