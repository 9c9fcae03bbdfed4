import StoreModel
import Testing

struct EntitlementTests {
  private let january = Timestamp(milliseconds: 1_767_225_600_000)

  private func purchase(
    _ id: Int64, _ product: ProductID, _ type: ProductType, expiresAt: Timestamp? = nil
  ) -> Transaction {
    Transaction(
      id: TransactionID(rawValue: id), payment: Payment(productID: product), productType: type,
      storefront: "USA",
      state: .purchased, createdAt: january, date: january, expiresAt: expiresAt)
  }

  @Test func `R179: a subscription entitles until its end and not at it`() {
    let end = january.advanced(byMilliseconds: 1000)
    let plan = purchase(1, "plan", .autoRenewable, expiresAt: end)
    #expect(
      Entitlement.current(in: [plan], at: end.advanced(byMilliseconds: -1)).map(\.productID) == ["plan"])
    #expect(Entitlement.current(in: [plan], at: end).isEmpty)
  }

  @Test func `C19, R182: revoked and upgraded purchases entitle to nothing`() {
    var revoked = purchase(1, "map", .nonConsumable)
    revoked.revokedAt = january.advanced(byMilliseconds: 10)
    var upgraded = purchase(2, "plan", .autoRenewable, expiresAt: january.advanced(byMilliseconds: 1000))
    upgraded.isUpgraded = true
    let later = january.advanced(byMilliseconds: 20)
    #expect(Entitlement.current(in: [revoked, upgraded], at: later).isEmpty)
    #expect(Entitlement.current(in: [revoked], at: january).count == 1)
  }

  @Test func `consumables and restored copies entitle to nothing of their own`() {
    var copy = purchase(3, "map", .nonConsumable)
    copy.state = .restored
    #expect(Entitlement.current(in: [purchase(1, "coins", .consumable), copy], at: january).isEmpty)
  }

  @Test func `two periods of one plan are one entitlement until the later end`() {
    let first = purchase(1, "plan", .autoRenewable, expiresAt: january.advanced(byMilliseconds: 1000))
    let second = purchase(2, "plan", .autoRenewable, expiresAt: january.advanced(byMilliseconds: 2000))
    for order in [[first, second], [second, first]] {
      let found = Entitlement.current(in: order, at: january)
      #expect(found.map(\.transactionID.rawValue) == [2])
      #expect(found.map(\.expiresAt) == [january.advanced(byMilliseconds: 2000)])
    }
  }

  @Test func `X29: a download's progress is a share whatever the numbers say`() {
    var download = Download(
      productID: "atlas", transactionID: nil, contentVersion: "1", expectedContentLength: 0, state: .active)
    #expect(download.progress == 0)
    #expect(download.secondsRemaining == nil)
    download.receivedLength = 50
    download.bytesPerSecond = 0
    #expect(download.secondsRemaining == nil)
    let over = Download(
      productID: "atlas", transactionID: nil, contentVersion: "1", expectedContentLength: 10, state: .active,
      receivedLength: 50, bytesPerSecond: 7)
    #expect(over.progress == 1)
    #expect(over.secondsRemaining == 0)
  }
}
