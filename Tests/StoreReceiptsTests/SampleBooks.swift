import Foundation
import StoreModel

@testable import StoreReceipts

/// Purchases as a store has them in its books, without a ledger.
enum SampleBooks {
  static let holder = ReceiptHolder(bundleID: Sample.bundleID, seed: 1)
  static let day: Int64 = 86_400_000

  /// $4.99 a month. An offer of three months at $1.99 each, and three offers that win back.
  static let silver = plan(
    "club.silver", price: 4.99,
    offers: [
      Offer(
        id: "spring", kind: .promotional, paymentMode: .payAsYouGo, period: SubscriptionPeriod(1, .month),
        periodCount: 3, prices: ["USA": 1.99]),
      Offer(
        id: "back.week", kind: .winBack, paymentMode: .freeTrial, period: SubscriptionPeriod(1, .week)),
      Offer(
        id: "back.half", kind: .winBack, paymentMode: .payUpFront, period: SubscriptionPeriod(3, .month),
        periodCount: 2, prices: ["USA": 15]),
      Offer(
        id: "back.three", kind: .winBack, paymentMode: .payAsYouGo, period: SubscriptionPeriod(1, .month),
        periodCount: 3, prices: ["USA": 1.99]),
      Offer(
        id: "back.germany", kind: .winBack, paymentMode: .payUpFront, period: SubscriptionPeriod(1, .year),
        prices: ["DEU": 1]),
    ])
  static let gold = plan("club.gold", price: 9.99)

  static func product(_ id: ProductID) -> Product? { [silver, gold].first { $0.id == id } }

  private static func plan(_ id: ProductID, price: Decimal, offers: [Offer] = []) -> Product {
    Product(
      id: id, type: .autoRenewable, referenceName: "\(id)", prices: ["USA": price],
      subscription: SubscriptionInfo(
        groupID: GroupID("club"), level: 1, period: SubscriptionPeriod(1, .month), offers: offers))
  }

  static func at(day: Int64) -> Timestamp { Sample.now.advanced(byMilliseconds: day * Self.day) }

  /// 30 days of a plan, bought on this day.
  static func bought(
    _ id: Int64, _ product: Product = silver, day: Int64 = 0, price: Decimal? = nil,
    _ change: (inout Transaction) -> Void = { _ in }
  ) -> Transaction {
    var transaction = Transaction(
      id: TransactionID(rawValue: id),
      payment: Payment(productID: product.id, applicationUsername: Sample.device.uuidString),
      productType: .autoRenewable, storefront: "USA", groupID: GroupID("club"), state: .purchased,
      createdAt: at(day: day), date: at(day: day),
      price: Price(amount: price ?? product.prices["USA"] ?? 0, currency: "USD"), expiresAt: at(day: day + 30)
    )
    change(&transaction)
    return transaction
  }

  static func takenBack(_ id: Int64, _ revocation: Revocation) -> Transaction {
    bought(id) { ($0.revokedAt, $0.revocation) = (at(day: 1), revocation) }
  }

  static func renewal(
    of transaction: Transaction, among purchases: [Transaction]? = nil, day: Int64 = 2,
    sells: Bool = true
  ) -> SubscriptionRenewal? {
    SubscriptionRenewal(of: transaction, among: purchases ?? [transaction], at: at(day: day)) {
      sells ? product($0) : nil
    }
  }

  static func signed(_ transaction: Transaction, offer: Offer? = nil) -> SignedTransaction? {
    SignedTransaction(of: transaction, offer: offer, for: holder, at: at(day: 2))
  }

  /// Everything that can become of a subscription here, each with what the books hold beside it.
  static let stories: [(name: String, transaction: Transaction, purchases: [Transaction], day: Int64)] = [
    ("refunded", takenBack(11, Revocation(.refund, percentage: 100)), [], 2),
    ("prorated", takenBack(12, Revocation(.prorated, percentage: 42)), [], 2),
    ("family-revoked", takenBack(13, Revocation(.family, percentage: 0)), [], 2),
    ("upgraded", bought(14) { $0.isUpgraded = true }, [bought(15, gold, day: 1)], 2),
    ("lapsed", bought(16), [], 60),
    ("offered", bought(17, price: 1.99) { ($0.offerID, $0.offerKind) = ("spring", .promotional) }, [], 2),
  ]
}
