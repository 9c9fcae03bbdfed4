import Foundation
import StoreModel
import StoreReceipts
import StoreTesting
import Testing

@testable import StoreSimulator

/// What the app's server is told of, by the column "Notification" of store-rules 2.17.
struct NotificationTests {
  // MARK: Deciding

  @Test(arguments: Rows.told.indices)
  func `E1, E2, E7, E15, E18, E19, E20, E21: each event that a server is told of has its type and subtype`(
    row: Int
  ) throws {
    let (event, past, told) = Rows.told[row]
    let notification = try #require(try Rows.decide(event, past))
    #expect(notification.name == told, "\(event.name)")
    #expect(notification.entry == EventID(rawValue: 12) && notification.time == Rows.noon)
    #expect(notification.subtype.map(ServerNotification.subtypes.contains) ?? true)
  }

  @Test(arguments: Rows.untold.indices)
  func `E3, E4, E5, E8, E24: what is asked, deferred, failed, restored or finished is told to nobody`(
    row: Int
  ) throws {
    #expect(
      try Rows.decide(Rows.untold[row], Past(isUpgrade: true, revocation: Rows.sharing, known: Rows.plan))
        == nil)
  }

  @Test
  func
    `store-rules 2.7: the status is the subscription's at the time of the entry, and nothing else has one`()
    throws
  {
    func status(_ event: Event, after days: Int64 = 0) throws -> SignedNotification.Status? {
      try #require(try Rows.decide(event, Past(known: Rows.plan), after: days)).status()
    }
    var upgraded = Rows.plan
    upgraded.isUpgraded = true
    let declined = Event.refundDeclined(transaction: Rows.plan.id, product: "p")
    #expect(try status(.purchased(Rows.plan)) == .active)
    // Bought elsewhere, of last month.
    #expect(try status(.purchased(Rows.plan), after: 2) == .expired)
    #expect(try status(.revoked(Rows.transaction(.autoRenewable, nil, .refund))) == .revoked)
    #expect(try status(.revocationReversed(Rows.plan)) == .active)
    #expect(try status(.revocationReversed(Rows.plan), after: 2) == .expired)
    #expect(try status(.revocationReversed(upgraded)) == .expired)
    #expect(try status(declined) == .active)
    #expect(try status(declined, after: 2) == .expired)
    for type in [ProductType.consumable, .nonConsumable, .nonRenewing] {
      #expect(try status(.purchased(Rows.transaction(type))) == nil)
      #expect(try status(.revoked(Rows.transaction(type, nil, .refund))) == nil)
    }
  }

  // MARK: The books

  private func told(_ shop: TestShop) async throws -> [ServerNotification] {
    try await shop.store.notifications(of: try await shop.journal())
  }

  private func names(_ shop: TestShop) async throws -> [String] {
    try await told(shop).map { "\($0.name) \($0.transaction.productID)" }
  }

  @Test
  func `E2, E15, E18: first, upgrade, refund and return are told apart, also while the clock stands still`()
    async throws
  {
    let shop = try TestShop()
    try await shop.buyAndFinish(SampleCatalog.bronze)
    let gold = try await shop.buyAndFinish(SampleCatalog.gold)
    try await shop.store.act(.refund(gold.id, .full))
    try await shop.buyAndFinish(SampleCatalog.silver)
    try await shop.buyAndFinish(SampleCatalog.news)
    #expect(
      try await names(shop) == [
        "SUBSCRIBED INITIAL_BUY club.bronze", "DID_CHANGE_RENEWAL_PREF UPGRADE club.gold",
        "REFUND club.gold", "SUBSCRIBED RESUBSCRIBE club.silver", "SUBSCRIBED INITIAL_BUY news",
      ])
    #expect(try await told(shop).map { $0.status() } == [.active, .active, .revoked, .active, .active])
  }

  @Test func `another account's subscription is no first one of this account`() async throws {
    let shop = try TestShop()
    try await shop.buyAndFinish(SampleCatalog.silver)
    try await shop.store.perform(.account(AccountID(rawValue: "mia")))
    try await shop.buyAndFinish(SampleCatalog.silver)
    #expect(
      try await names(shop) == [
        "SUBSCRIBED INITIAL_BUY club.silver", "SUBSCRIBED INITIAL_BUY club.silver",
      ])
  }

  @Test
  func `E19, E20: what is taken back and given back is told as what it was, also after it left the books`()
    async throws
  {
    let shared = SampleCatalog.catalog { product in
      Product(
        id: product.id, type: product.type, referenceName: product.referenceName,
        localizations: product.localizations, prices: product.prices, isFamilyShareable: true,
        subscription: product.subscription, hostedContent: product.hostedContent)
    }
    let shop = try TestShop(catalog: shared)
    let silver = try await shop.buyAndFinish(SampleCatalog.silver)
    for action: StoreAction in [
      .refund(silver.id, .declined), .refund(silver.id, .prorated), .reverse(silver.id), .revoke(silver.id),
      .reverse(silver.id),
    ] { try await shop.store.act(action) }
    let expected = [
      "SUBSCRIBED INITIAL_BUY", "REFUND_DECLINED", "REFUND", "REFUND_REVERSED", "REVOKE",
      "SUBSCRIBED RESUBSCRIBE",
    ].map { $0 + " club.silver" }
    #expect(try await names(shop) == expected)
    try await shop.store.act(.delete(silver.id))
    #expect(try await names(shop) == expected)
    #expect(
      try await told(shop).map { $0.status() } == [.active, .active, .revoked, .active, .revoked, .active])
  }

  // MARK: Signed

  private struct Read {
    let notification: SignedNotification
    let transaction: SignedTransaction
    let renewal: SignedRenewalInfo?
  }

  /// What a server that trusts the store's root reads.
  private func read(_ shop: TestShop, _ notification: ServerNotification) async throws -> Read {
    let signed = try await shop.store.signed(notification)
    let verifier = TokenVerifier(roots: [try await shop.keys.keys().tokens.root])
    let expected = await shop.store.receiptHolder.tokenExpectation
    let outer = try verifier.notification(
      try #require(signed[.notification]).compact, expecting: expected)
    let (inner, renewal) = (outer.data?.signedTransaction, outer.data?.signedRenewalInfo)
    #expect(signed.tokens.map(\.compact).dropFirst() == [inner, renewal].compactMap(\.self)[...])
    return Read(
      notification: outer,
      transaction: try verifier.transaction(try #require(inner), expecting: expected),
      renewal: try renewal.map { try verifier.renewalInfo($0, expecting: expected) })
  }

  @Test
  func `receipts 1.6: a notification carries the app, the status, the transaction and the renewal info`()
    async throws
  {
    let shop = try TestShop()
    let silver = try await shop.buyAndFinish(SampleCatalog.silver)
    let coins = try await shop.buyAndFinish(SampleCatalog.coins, quantity: 3)
    let entries = try await told(shop)
    let plan = try await read(shop, entries[0])
    #expect(plan.notification.type == "SUBSCRIBED" && plan.notification.subtype == "INITIAL_BUY")
    #expect(plan.notification.version == "2.0" && plan.notification.data?.status == 1)
    let data = try #require(plan.notification.data)
    #expect(data.environment == .sandbox && data.bundleID == "com.example.sampler")
    #expect(data.bundleVersion == "1" && data.appAppleID == nil)
    #expect(plan.transaction.transactionID == silver.id.description)
    #expect(plan.renewal?.originalTransactionID == silver.id.description)
    #expect(plan.renewal?.willAutoRenew == .on && plan.renewal?.renewalDate == silver.expiresAt)
    #expect(plan.transaction.deviceVerification == nil && plan.renewal?.deviceVerification == nil)
    let charge = try await read(shop, entries[1])
    #expect(charge.notification.type == "ONE_TIME_CHARGE" && charge.notification.subtype == nil)
    #expect(charge.notification.data?.status == nil && charge.renewal == nil)
    #expect(charge.transaction.transactionID == coins.id.description && charge.transaction.quantity == 3)
    // For people its parts are named one by one.
    let reading = try #require(try await shop.store.signed(entries[0])[.notification])
    let members = reading.payload.map(\.name)
    #expect(members.contains("data.status") && !members.contains("data"))
  }

  @Test
  func `each look at an entry gives the same notification, signed at its time and saying how things were`()
    async throws
  {
    let shop = try TestShop()
    try await shop.buyAndFinish(SampleCatalog.silver)
    let entry = try #require(try await told(shop).first)
    let first = try await read(shop, entry)
    #expect(first.notification.signedDate == entry.time && first.transaction.signedDate == entry.time)
    #expect(first.renewal?.signedDate == entry.time)
    #expect(UUID(uuidString: first.notification.uuid ?? "") != nil)
    let gold = try await shop.buyAndFinish(SampleCatalog.gold)
    shop.clock.advance(by: .seconds(400 * 86_400))
    try await shop.store.act(.refund(gold.id, .full))
    let again = try await read(shop, entry)
    #expect(again.transaction == first.transaction && again.renewal == first.renewal)
    var (one, other) = (first.notification, again.notification)
    for path in [\SignedNotification.Details.signedTransaction, \.signedRenewalInfo] {
      one.data?[keyPath: path] = nil
      other.data?[keyPath: path] = nil
    }
    #expect(one == other)
    var uuids: Set<String?> = []
    for notification in try await told(shop) {
      uuids.insert(try await read(shop, notification).notification.uuid)
    }
    #expect(uuids.count == 3, "an entry, a UUID")
  }

  @Test func `E18: a refund tells of the transaction as it was taken back, and of what renews then`()
    async throws
  {
    let shop = try TestShop()
    let silver = try await shop.buyAndFinish(SampleCatalog.silver)
    try await shop.store.act(.refund(silver.id, .full))
    // At the same instant, and known only later.
    try await shop.buyAndFinish(SampleCatalog.gold)
    let refund = try await read(shop, try #require(try await told(shop).first { $0.type == .refund }))
    #expect(refund.notification.data?.status == 5)
    #expect(refund.transaction.revocationDate == shop.clock.now)
    #expect(refund.renewal?.willAutoRenew == .off && refund.renewal?.autoRenewProductID == "club.silver")
  }

  @Test func `E15, E18: a plan that was replaced does not renew when the one in its place is refunded`()
    async throws
  {
    let shop = try TestShop()
    try await shop.buyAndFinish(SampleCatalog.bronze)
    let gold = try await shop.buyAndFinish(SampleCatalog.gold)
    try await shop.store.act(.refund(gold.id, .full))
    let told = try await told(shop)
    let renewals = try await [read(shop, told[0]), read(shop, told[1]), read(shop, told[2])].map(\.renewal)
    #expect(renewals.map { $0?.autoRenewProductID } == ["club.bronze", "club.gold", "club.gold"])
    #expect(renewals.map { $0?.willAutoRenew } == [.on, .on, .off])
  }

  @Test func `store-rules 2.7: the status is the subscription's, whichever of its purchases is refunded`()
    async throws
  {
    let shop = try TestShop()
    let bronze = try await shop.buyAndFinish(SampleCatalog.bronze)
    let gold = try await shop.buyAndFinish(SampleCatalog.gold)
    for id in [bronze.id, gold.id] { try await shop.store.act(.refund(id, .full)) }
    let refunds = try await told(shop).filter { $0.type == .refund }
    let status = try await [read(shop, refunds[0]), read(shop, refunds[1])].map(\.notification.data?.status)
    #expect(status == [1, 5], "the plan that took its place runs on, until it is refunded too")
  }

  @Test func `looking journals nothing, and an entry without a notification has none to sign`() async throws {
    let shop = try TestShop()
    try await shop.buyAndFinish(SampleCatalog.coins)
    let journal = try await shop.journal()
    let told = try #require(try await told(shop).first)
    #expect(try await shop.store.signedNotification(of: told.entry).tokens.count == 2)
    for id in [EventID(rawValue: 1), EventID(rawValue: 99), EventID(rawValue: 0)] {
      await #expect(throws: StoreError.self) { try await shop.store.signedNotification(of: id) }
    }
    #expect(try await shop.journal() == journal)
  }
}

extension AppStore {
  fileprivate func act(_ action: StoreAction) async throws {
    try await perform(.store(action))
  }
}

/// A past that says what the row says.
private struct Past: NotificationHistory {
  var isUpgrade = false
  var isReturn: Bool? = false
  var revocation: Revocation?
  var known: Transaction?

  func transaction(_ id: TransactionID, before entry: JournalEntry) -> Transaction? { known }
  func isUpgrade(_ purchase: Transaction, at entry: JournalEntry) -> Bool { isUpgrade }
  func hasSubscribedBefore(_ purchase: Transaction, at entry: JournalEntry) -> Bool? { isReturn }
  func revocation(of id: TransactionID, before entry: JournalEntry) -> Revocation? { revocation }
}

/// What is told, row by row.
private enum Rows {
  static let noon = Timestamp(milliseconds: 1_796_040_000_000)

  static func transaction(
    _ type: ProductType, _ offer: Offer.Kind? = nil, _ revocation: Revocation.Kind? = nil
  ) -> Transaction {
    Transaction(
      id: TransactionID(rawValue: 7), payment: Payment(productID: "p"), productType: type,
      storefront: "USA", groupID: type == .autoRenewable ? GroupID("g") : nil, state: .purchased,
      createdAt: noon, date: noon,
      expiresAt: type == .autoRenewable ? noon.advanced(byMilliseconds: 86_400_000) : nil,
      offerKind: offer, revokedAt: revocation == nil ? nil : noon,
      revocation: revocation.map { Revocation($0, percentage: 50) })
  }

  static func decide(_ event: Event, _ past: Past = Past(), after days: Int64 = 0) throws
    -> ServerNotification?
  {
    let time = noon.advanced(byMilliseconds: days * 86_400_000)
    return try ServerNotification(
      JournalEntry(id: EventID(rawValue: 12), time: time, cause: nil, event: event), in: past)
  }

  static let plan = transaction(.autoRenewable)
  static let sharing = Revocation(.family, percentage: 0)

  static let told: [(event: Event, past: Past, told: String)] = [
    (.purchased(transaction(.consumable)), Past(), "ONE_TIME_CHARGE"),
    (.purchased(transaction(.nonConsumable)), Past(), "ONE_TIME_CHARGE"),
    (.purchased(transaction(.nonRenewing)), Past(), "ONE_TIME_CHARGE"),
    (.purchased(plan), Past(), "SUBSCRIBED INITIAL_BUY"),
    (.purchased(transaction(.autoRenewable, .introductory)), Past(), "SUBSCRIBED INITIAL_BUY"),
    (.purchased(plan), Past(isReturn: true), "SUBSCRIBED RESUBSCRIBE"),
    (.purchased(plan), Past(isReturn: nil), "SUBSCRIBED"),
    (.purchased(transaction(.autoRenewable, .code)), Past(), "SUBSCRIBED INITIAL_BUY"),
    (.purchased(transaction(.autoRenewable, .code)), Past(isReturn: true), "SUBSCRIBED RESUBSCRIBE"),
    (.purchased(transaction(.autoRenewable, .winBack)), Past(isReturn: true), "SUBSCRIBED RESUBSCRIBE"),
    (.purchased(plan), Past(isUpgrade: true, isReturn: true), "DID_CHANGE_RENEWAL_PREF UPGRADE"),
    (
      .purchased(transaction(.autoRenewable, .introductory)), Past(isUpgrade: true, isReturn: true),
      "DID_CHANGE_RENEWAL_PREF UPGRADE"
    ),
    (
      .purchased(transaction(.autoRenewable, .code)), Past(isUpgrade: true, isReturn: true),
      "OFFER_REDEEMED UPGRADE"
    ),
    (
      .purchased(transaction(.autoRenewable, .promotional)), Past(isUpgrade: true, isReturn: true),
      "OFFER_REDEEMED UPGRADE"
    ),
    (.revoked(transaction(.consumable, nil, .refund)), Past(), "REFUND"),
    (.revoked(transaction(.autoRenewable, nil, .prorated)), Past(), "REFUND"),
    (.revoked(transaction(.nonConsumable, nil, .family)), Past(), "REVOKE"),
    (.revocationReversed(plan), Past(revocation: Revocation(.refund, percentage: 100)), "REFUND_REVERSED"),
    (.revocationReversed(plan), Past(), "REFUND_REVERSED"),
    (.revocationReversed(plan), Past(revocation: sharing), "SUBSCRIBED RESUBSCRIBE"),
    (.revocationReversed(transaction(.nonConsumable)), Past(revocation: sharing), "ONE_TIME_CHARGE"),
    (.refundDeclined(transaction: plan.id, product: "p"), Past(known: plan), "REFUND_DECLINED"),
  ]

  static let untold: [Event] = [
    .command(.store(.refund(plan.id, .full))), .command(.buy(Payment(productID: "p"))), .purchasing(plan),
    .upgraded(transaction: plan.id, by: TransactionID(rawValue: 8)), .failed(plan), .restored(plan),
    .restoreStarted, .restoreFinished(count: 1), .restoreFailed(StoreError(.unknown, .other)),
    .redelivered(plan), .contentDelivered(transaction: plan.id, product: "p", quantity: 1),
    .finished(transaction: plan.id, product: "p"), .storefrontChanged(from: "USA", to: "DEU"),
    .signedOut(.tester), .receiptRefreshed(purchases: 1), .deferred(plan),
    .refundFailed(transaction: plan.id, product: "p", StoreError(.unknown, .other)),
    .deleted(transaction: plan.id, product: "p"), .historyCleared(.tester, count: 1),
    .intent(Payment(productID: "p")),
  ]
}
