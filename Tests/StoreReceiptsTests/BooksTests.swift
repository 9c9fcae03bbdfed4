import Foundation
import JSONSyntax
import StoreModel
import Testing

@testable import StoreReceipts

/// What becomes of a subscription, and what the store signs and answers from its books.
struct BooksTests {
  private typealias Books = SampleBooks

  // MARK: What becomes of a subscription

  @Test func `a running subscription renews to its plan at the standard price`() throws {
    let renewal = try #require(Books.renewal(of: Books.bought(1)))
    #expect(renewal.willAutoRenew && renewal.autoRenewProductID == "club.silver")
    #expect(renewal.renewalDate == Books.at(day: 30) && renewal.startDate == Books.at(day: 0))
    #expect(renewal.price == Price(amount: 4.99, currency: "USD") && renewal.offer == nil)
    #expect(renewal.expirationIntent == nil && renewal.isInBillingRetry == nil)
    #expect(renewal.eligibleWinBackOfferIDs == [] && renewal.appAccountToken == Sample.device)
  }

  @Test(arguments: [(1, 1.99), (2, 1.99), (3, 4.99)] as [(Int64, Decimal)])
  func `an offer of three periods goes on until it has applied three times`(paid: Int64, price: Decimal)
    throws
  {
    let purchases = (0..<paid).map { index in
      Books.bought(1 + index, day: 30 * index, price: 1.99) {
        ($0.offerID, $0.offerKind) = ("spring", .promotional)
      }
    }
    let last = try #require(purchases.last)
    let renewal = try #require(Books.renewal(of: last, among: purchases, day: 30 * (paid - 1)))
    #expect(renewal.price?.amount == price)
    #expect(renewal.offer?.id == (paid < 3 ? "spring" : nil))
  }

  @Test func `an offer that was paid up front, or free, is over with its period`() throws {
    let back = Books.bought(1, price: 15) { ($0.offerID, $0.offerKind) = ("back.half", .winBack) }
    let renewal = try #require(Books.renewal(of: back))
    #expect(renewal.offer == nil && renewal.price?.amount == 4.99)
  }

  @Test func `who has paid and left is won back, by what saves the most first and is priced there`() throws {
    let renewal = try #require(Books.renewal(of: Books.bought(1), day: 60))
    #expect(!renewal.willAutoRenew && renewal.renewalDate == nil && renewal.price == nil)
    #expect(renewal.expirationIntent == 5 && renewal.isInBillingRetry == false)
    #expect(renewal.eligibleWinBackOfferIDs == ["back.half", "back.three", "back.week"])
    let trial = Books.bought(1, price: 0)
    #expect(Books.renewal(of: trial, day: 60)?.eligibleWinBackOfferIDs == [], "never paid")
    for kind in Revocation.Kind.allCases {
      let revoked = Books.takenBack(1, Revocation(kind, percentage: 100))
      #expect(Books.renewal(of: revoked, day: 60)?.eligibleWinBackOfferIDs == [], "\(kind)")
    }
  }

  @Test func `what is not for sale any more does not renew`() throws {
    let running = try #require(Books.renewal(of: Books.bought(1), sells: false))
    #expect(!running.willAutoRenew && running.price == nil && running.expirationIntent == nil)
    #expect(Books.renewal(of: Books.bought(1), day: 60, sells: false)?.expirationIntent == 4)
  }

  @Test func `C19: a replaced plan renews to the one in its place, and to nothing once that was refunded`()
    throws
  {
    let silver = Books.bought(1) { $0.isUpgraded = true }
    var gold = Books.bought(2, Books.gold, day: 1)
    let renewal = try #require(Books.renewal(of: silver, among: [silver, gold]))
    #expect(renewal.productID == "club.silver" && renewal.autoRenewProductID == "club.gold")
    #expect(renewal.willAutoRenew && renewal.renewalDate == gold.expiresAt && renewal.price?.amount == 9.99)
    gold.revokedAt = Books.at(day: 2)
    let refunded = try #require(Books.renewal(of: silver, among: [silver, gold]))
    #expect(!refunded.willAutoRenew && refunded.autoRenewProductID == "club.gold")
    #expect(refunded.expirationIntent == 5)
  }

  @Test func `a subscription began where no lapse before it was as long as 60 days`() throws {
    let purchases = [0, 200, 230, 319].enumerated().map { Books.bought(Int64($0 + 1), day: $1) }
    #expect(Books.renewal(of: purchases[3], among: purchases, day: 320)?.startDate == Books.at(day: 200))
    let far = purchases + [Books.bought(9, day: 409)]
    #expect(Books.renewal(of: far[4], among: far, day: 410)?.startDate == Books.at(day: 409))
  }

  @Test func `there is one subscription for each group of the account, and none without one`() {
    var other = Books.bought(3)
    other = Transaction(
      id: other.id, payment: other.payment, productType: .autoRenewable, storefront: "USA",
      groupID: GroupID("news"), state: .purchased, createdAt: other.createdAt, date: other.date,
      price: other.price, expiresAt: other.expiresAt)
    let silver = Books.bought(1) { $0.isUpgraded = true }
    let all = SubscriptionRenewal.all(
      among: [silver, Books.bought(2, Books.gold, day: 1), other], at: Books.at(day: 2),
      product: Books.product)
    #expect(all.map(\.transactionID.rawValue) == [2, 3])
    #expect(all.map(\.productID) == ["club.gold", "club.silver"])
    let coins = Transaction(
      id: TransactionID(rawValue: 1), payment: Payment(productID: "coins"), productType: .consumable,
      storefront: "USA", state: .purchased, createdAt: Sample.now, date: Sample.now)
    #expect(Books.renewal(of: coins) == nil)
    #expect(Books.renewal(of: Books.bought(1) { $0.state = .failed }) == nil)
  }

  // MARK: Signed

  @Test(
    arguments: [
      (Revocation(.refund, percentage: 100), "REFUND_FULL", 100_000, SignedTransaction.Ownership.purchased),
      (Revocation(.prorated, percentage: 42), "REFUND_PRORATED", 42_000, .purchased),
      (Revocation(.family, percentage: 0), "FAMILY_REVOKE", nil, .familyShared),
    ] as [(Revocation, String, Int32?, SignedTransaction.Ownership)])
  func `what was taken back says how, and how much of the price`(
    revocation: Revocation, type: String, percentage: Int32?, ownership: SignedTransaction.Ownership
  ) throws {
    let signed = try #require(Books.signed(Books.takenBack(1, revocation)))
    #expect(signed.revocationType == type && signed.revocationPercentage == percentage)
    #expect(signed.revocationDate == Books.at(day: 1) && signed.revocationReason == 0)
    #expect(signed.ownership == ownership)
  }

  @Test func `what was not taken back says nothing of it`() throws {
    let signed = try #require(Books.signed(Books.bought(1)))
    #expect(signed.revocationType == nil && signed.revocationPercentage == nil)
    #expect(signed.revocationDate == nil && signed.revocationReason == nil && signed.ownership == .purchased)
  }

  @Test(arguments: [
    ("spring", "P1M", "PAY_AS_YOU_GO"), ("back.half", "P6M", "PAY_UP_FRONT"),
    ("back.week", "P1W", "FREE_TRIAL"),
  ])
  func `an offer's period is what one charge under it pays for`(id: String, period: String, mode: String)
    throws
  {
    let offer = try #require(Books.silver.subscription?.offers.first { $0.id == id })
    let signed = try #require(
      Books.signed(Books.bought(1) { ($0.offerID, $0.offerKind) = (id, offer.kind) }, offer: offer))
    #expect(signed.offerPeriod == period && signed.offerDiscountType == mode && signed.offerID == id)
  }

  @Test func `renewal info and verifyReceipt tell the same of a subscription`() throws {
    let offered = Books.bought(1, price: 1.99) { ($0.offerID, $0.offerKind) = ("spring", .promotional) }
    for (transaction, day) in [(offered, 2), (Books.bought(1), 60)] as [(Transaction, Int64)] {
      let renewal = try #require(Books.renewal(of: transaction, day: day))
      let info = SignedRenewalInfo(of: renewal, for: Books.holder, at: Books.at(day: day))
      let pending = ReceiptAnswer.Pending(renewal)
      #expect(info.autoRenewProductID == pending.autoRenewProductID && info.productID == pending.productID)
      #expect(info.originalTransactionID == pending.originalTransactionID)
      #expect((info.willAutoRenew == .on) == pending.willAutoRenew)
      #expect(info.expirationIntent.map(Int.init) == pending.expirationIntent)
      #expect(info.isInBillingRetry == pending.isInBillingRetry)
      #expect(info.offerID == pending.promotionalOfferID)
    }
    let info = SignedRenewalInfo(
      of: try #require(Books.renewal(of: offered)), for: Books.holder, at: Books.at(day: 2))
    #expect(
      info.offerType == .promotional && info.offerPeriod == "P1M" && info.offerDiscountType == "PAY_AS_YOU_GO"
    )
    #expect(info.renewalPrice == 1990 && info.currency == "USD" && info.eligibleWinBackOfferIDs == nil)
    #expect(info.recentSubscriptionStartDate == offered.date && info.renewalDate == offered.expiresAt)
    let lapsed = SignedRenewalInfo(
      of: try #require(Books.renewal(of: Books.bought(1), day: 60)), for: Books.holder, at: Books.at(day: 60))
    #expect(lapsed.eligibleWinBackOfferIDs == ["back.half", "back.three", "back.week"])
    #expect(lapsed.renewalPrice == nil && lapsed.currency == nil && lapsed.offerType == nil)
  }

  @Test func `the app transaction leaves out what only production knows`() {
    let app = SignedAppTransaction(for: Books.holder, account: .tester, at: Sample.now)
    #expect(app.appAppleID == nil && app.versionExternalID == nil && app.preorderDate == nil)
    #expect(
      app.receiptType == .sandbox && app.bundleID == Sample.bundleID && app.receiptCreationDate == Sample.now)
    #expect(
      app.originalPurchaseDate == AppReceipt.sandboxPurchaseDate && app.originalApplicationVersion == "1.0")
  }

  // MARK: Answered

  @Test func `the history holds each purchase as the receipt does, and more of it`() throws {
    let code = Books.bought(3, day: 40) {
      ($0.offerID, $0.offerKind) = ("FRIENDS", .code)
      $0.date = $0.date?.advanced(byMilliseconds: 999)
    }
    let transactions = [
      Books.bought(1) { $0.isUpgraded = true }, Books.takenBack(2, Revocation(.family, percentage: 0)), code,
    ]
    let history = try ReceiptAnswer.History(
      of: .tester, transactions, for: Books.holder, by: ReceiptIssuer(Sample.keys), at: Books.at(day: 41),
      product: Books.product)
    let receipt = try Sample.verifier.verify(
      try ReceiptContainer(history.receipt), expecting: ReceiptExpectation(bundleID: Sample.bundleID)
    ).receipt
    // A receipt has them in another order.
    #expect(
      Set(history.latest.map(\.purchase.transactionID)) == Set(receipt.purchases.map(\.transactionID)))
    #expect(
      Set(history.latest.map(\.purchase.purchaseDate)) == Set(receipt.purchases.map(\.purchaseDate)),
      "in whole seconds")
    #expect(history.latest.map(\.isUpgraded) == [true, false, false])
    #expect(history.latest.map(\.ownership) == ["PURCHASED", "FAMILY_SHARED", "PURCHASED"])
    #expect(history.latest.map(\.offerCodeName) == [nil, nil, "FRIENDS"])
    #expect(Set(history.latest.map(\.subscriptionGroupID)) == ["club"])
    #expect(Set(history.latest.map(\.appAccountToken)) == [Sample.device])
    #expect(history.pending.map(\.originalTransactionID) == ["3"])
    let answer = ReceiptAnswer(
      receipt, environment: .sandbox, at: Books.at(day: 41), history: history, excludesOld: true)
    #expect(
      answer.history?.latest.map(\.purchase.transactionID) == ["3"],
      "all plans of a group are one subscription")
  }

  @Test func `R22: the history says of a restored copy what it says of its purchase`() throws {
    let taken = Books.takenBack(2, Revocation(.family, percentage: 0))
    let copy = Books.bought(4) {
      ($0.state, $0.price, $0.date) = (.restored, nil, Books.at(day: 2))
      $0.original = Transaction.Original(id: taken.id, date: Books.at(day: 0), productID: taken.productID)
    }
    let latest = try ReceiptAnswer.History(
      of: .tester, [taken, copy], for: Books.holder, by: ReceiptIssuer(Sample.keys), at: Books.at(day: 3),
      product: Books.product
    ).latest
    #expect(latest.map(\.purchase.transactionID) == ["2", "4"])
    #expect(latest.map(\.ownership) == ["FAMILY_SHARED", "FAMILY_SHARED"])
    #expect(Set(latest.map(\.purchase.cancellationDate)) == [Books.at(day: 1)])
  }

  @Test func `books that cannot be read are 21009, and nothing of the receipt`() throws {
    struct Unreadable: Error {}
    let desk = ReceiptDesk(
      environment: .sandbox, verifier: Sample.verifier, sharedSecret: nil,
      history: { _ in throw Unreadable() })
    let answer = desk.answer(
      method: "POST", body: ReceiptClient.request(try Sample.signed(), secret: nil, excludesOld: false),
      at: Sample.now)
    #expect(answer.status == .dataAccess && answer.receipt == nil)
  }

  @Test func `the shared secret is 32 digits, the same for the same keys and another for others`() throws {
    let secret = try Sample.keys.sharedSecret()
    #expect(secret.count == 32 && secret.allSatisfy(\.isHexDigit))
    #expect(try Sample.keys.sharedSecret() == secret)
    #expect(try SigningKeys.ephemeral().sharedSecret() != secret)
  }
}
