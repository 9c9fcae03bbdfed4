import FoundationEssentials
import StoreModel

/// What becomes of a subscription when its time ends, as far as the books tell.
///
/// Signed renewal info and the answers of verifyReceipt both say this, so that they never disagree.
public struct SubscriptionRenewal: Hashable, Sendable {
  /// The purchase that it is told of.
  public let transactionID: TransactionID
  public let originalTransactionID: TransactionID
  public let productID: ProductID
  /// The plan that it renews to, or would.
  public let autoRenewProductID: ProductID
  /// Of the whole subscription: active while any purchase of its group runs.
  public let status: SignedNotification.Status
  public let willAutoRenew: Bool
  /// Since when there was never a lapse of 60 days.
  public let startDate: Timestamp?
  /// Nil once it has ended.
  public let renewalDate: Timestamp?
  /// What the next period costs; nil when there is none.
  public let price: Price?
  /// The offer that applies to the next period.
  public let offer: Offer?
  /// Why it has ended: 4 not for sale any more, 5 for another reason. Nil while it runs.
  public let expirationIntent: Int?
  /// Nil while it runs.
  public let isInBillingRetry: Bool?
  /// What a subscriber who has left may come back with, the best first.
  public let eligibleWinBackOfferIDs: [String]
  public let appAccountToken: UUID?
  public let account: AccountID

  /// - Parameters:
  ///   - purchases: the account's, in any order; those of other groups and what was only restored do not matter.
  ///   - product: what the catalogue has under an id now.
  ///
  /// Nil for what does not renew, or is not purchased or restored.
  public init?(
    of transaction: Transaction, among purchases: [Transaction], at now: Timestamp,
    product: (ProductID) -> Product?
  ) {
    guard transaction.productType == .autoRenewable, transaction.transactionIdentifier != nil else {
      return nil
    }
    let series = SubscriptionSeries(of: transaction, among: purchases)
    let latest = series.latest
    let isRunning = latest.entitles && latest.expiresAt.map { now < $0 } ?? false
    transactionID = transaction.id
    account = transaction.account
    originalTransactionID = transaction.originalIdentifier
    productID = transaction.productID
    autoRenewProductID = latest.productID
    status = isRunning ? .active : latest.revokedAt != nil ? .revoked : .expired
    startDate = series.startDate
    appAccountToken = transaction.payment.appAccountToken
    // Without a price where it was bought, it is not for sale there.
    let next = product(latest.productID).flatMap { NextPeriod(of: $0, after: series) }
    willAutoRenew = isRunning && next != nil
    renewalDate = isRunning ? latest.expiresAt : nil
    price = isRunning ? next?.price : nil
    offer = isRunning ? next?.offer : nil
    // Nobody can cancel here, so that what ends while it is for sale has another reason.
    expirationIntent = isRunning ? nil : next == nil ? 4 : 5
    isInBillingRetry = isRunning ? nil : false
    eligibleWinBackOfferIDs =
      isRunning ? [] : product(latest.productID)?.winBackOffers(after: series).map(\.id) ?? []
  }

  /// One for each subscription group that the account ever paid for, in the order of their first purchases: that of
  /// the purchase that counts there.
  public static func all(
    among purchases: [Transaction], at now: Timestamp, product: (ProductID) -> Product?
  ) -> [SubscriptionRenewal] {
    var known: Set<GroupID?> = []
    return purchases.filter { $0.productType == .autoRenewable && $0.state == .purchased }
      .filter { known.insert($0.groupID).inserted }
      .compactMap { first in
        SubscriptionRenewal(
          of: SubscriptionSeries(of: first, among: purchases).latest, among: purchases, at: now,
          product: product)
      }
  }
}

/// The purchases of one account in one subscription group, oldest first.
struct SubscriptionSeries {
  let purchases: [Transaction]
  /// Where the purchase stands that counts: the newest that was neither taken back nor replaced, else the newest.
  private let index: Int

  var latest: Transaction { purchases[index] }

  init(of transaction: Transaction, among all: [Transaction]) {
    let purchases = all.filter {
      $0.groupID == transaction.groupID && $0.account == transaction.account && $0.state == .purchased
        && $0.productType == .autoRenewable
    }.sorted { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
    self.purchases = purchases.isEmpty ? [transaction] : purchases
    index = self.purchases.lastIndex(where: \.entitles) ?? self.purchases.count - 1
  }

  /// When the subscription began, over lapses shorter than 60 days.
  var startDate: Timestamp? {
    var start = latest.date
    for earlier in purchases[..<index].reversed() {
      guard let date = earlier.date, let end = earlier.endsAt, let began = start,
        began < end.advanced(byMilliseconds: 60 * 86_400_000)
      else { break }
      start = date
    }
    return start
  }

  /// For how many periods in a row, the latest among them, the offer of the latest has applied.
  var periodsWithOffer: Int {
    purchases[...index].reversed().prefix {
      $0.offerID == latest.offerID && $0.productID == latest.productID
    }.count
  }

  /// Whether anything was ever paid and kept.
  var hasPaid: Bool { purchases.contains { $0.revokedAt == nil && $0.price.map { $0.amount > 0 } ?? false } }
}

/// What the period after the latest one costs.
private struct NextPeriod {
  let price: Price
  /// Nil for the standard price.
  let offer: Offer?

  init?(of product: Product, after series: SubscriptionSeries) {
    let latest = series.latest
    guard let amount = product.prices[latest.storefront], let currency = latest.price?.currency else {
      return nil
    }
    // Other offers are over with the period that they were bought for.
    if let offer = product.subscription?.offers.first(where: { $0.id == latest.offerID }),
      offer.paymentMode == .payAsYouGo, series.periodsWithOffer < offer.periodCount,
      let reduced = offer.prices[latest.storefront]
    {
      price = Price(amount: reduced, currency: currency)
      self.offer = offer
    } else {
      price = Price(amount: amount, currency: currency)
      offer = nil
    }
  }
}

extension Product {
  /// What wins back who has paid for this plan and left it, what saves the most first. Who was refunded, or lost what
  /// a family shared, has not left.
  fileprivate func winBackOffers(after series: SubscriptionSeries) -> [Offer] {
    guard let subscription, series.hasPaid, series.latest.revokedAt == nil else { return [] }
    let storefront = series.latest.storefront
    guard let standard = prices[storefront] else { return [] }
    let perDay = standard / Decimal(subscription.period.days)
    let savings = subscription.offers.filter { $0.kind == .winBack }.compactMap { offer in
      offer.cost(in: storefront).map { (offer, saved: perDay * Decimal(offer.duration.days) - $0) }
    }
    return savings.enumerated().sorted {
      ($1.element.saved, $0.offset) < ($0.element.saved, $1.offset)
    }.map(\.element.0)
  }
}

extension Offer {
  /// What all of it costs; nil where it has no price.
  fileprivate func cost(in storefront: Storefront.ID) -> Decimal? {
    switch paymentMode {
    case .freeTrial: 0
    case .payUpFront: prices[storefront]
    case .payAsYouGo: prices[storefront].map { $0 * Decimal(periodCount) }
    }
  }
}

extension SubscriptionPeriod {
  /// Near enough to compare offers by.
  fileprivate var days: Int {
    switch unit {
    case .day: count
    case .week: 7 * count
    case .month: 30 * count
    case .year: 365 * count
    }
  }
}

extension Transaction {
  var originalIdentifier: TransactionID { original?.id ?? id }

  /// Whether its time counts: neither taken back nor replaced by another plan.
  fileprivate var entitles: Bool { revokedAt == nil && !isUpgraded }

  fileprivate var startsAt: Timestamp { date ?? createdAt }

  /// When its time ended, or will.
  fileprivate var endsAt: Timestamp? {
    guard let expiresAt, let revokedAt else { return expiresAt }
    return min(expiresAt, revokedAt)
  }
}
