import StoreModel
import StoreSimulator
import StoreTesting
import Testing

struct RestoreTests {
  @Test func `R67, R22: non-consumables and every subscription period come back, oldest first, with new ids`()
    async throws
  {
    let shop = try TestShop()
    let theme = try await shop.buyAndFinish(SampleCatalog.theme)
    try await shop.buyAndFinish(SampleCatalog.coins)
    try await shop.buyAndFinish(SampleCatalog.season)
    let first = try await shop.buyAndFinish(SampleCatalog.gold)
    shop.clock.now = try #require(first.expiresAt)
    let second = try await shop.buyAndFinish(SampleCatalog.gold)
    shop.clock.advance(by: .seconds(400 * 86_400))

    let restored = try await shop.store.beginRestore(applicationUsername: "ann")
    #expect(restored.map(\.original?.id) == [theme.id, first.id, first.id], "a group's are one subscription")
    #expect(restored.map(\.productID) == [SampleCatalog.theme, SampleCatalog.gold, SampleCatalog.gold])
    #expect(restored.allSatisfy { $0.state == .restored && $0.price == nil && $0.date == shop.clock.now })
    #expect(restored.allSatisfy { $0.id > second.id && $0.payment.applicationUsername == "ann" })
    #expect(restored.dropFirst().map(\.expiresAt) == [first.expiresAt, second.expiresAt])
    #expect(restored.map(\.id) == restored.map(\.id).sorted())
    try await shop.store.endRestore(count: restored.count, error: nil)

    // Copies are rows, and are not restored again themselves.
    #expect(try await shop.store.transactions(before: nil, limit: 3) == restored.reversed())
    #expect(try await shop.store.beginRestore(applicationUsername: "").count == 3)
    // The subscription is over; a copy of it gives nothing.
    #expect(
      try await shop.store.library().entitlements.map(\.productID)
        == [SampleCatalog.season, SampleCatalog.theme])
  }

  @Test func `R8, R61: nothing to restore ends well, with nothing`() async throws {
    let shop = try TestShop()
    #expect(try await shop.store.beginRestore(applicationUsername: "") == [])
    try await shop.store.endRestore(count: 0, error: nil)
    #expect(
      try await shop.journal().map(\.event) == [
        .command(.restore), .restoreStarted, .restoreFinished(count: 0),
      ])
  }

  @Test func `R67: what a restore does not bring back is named, with how many and why`() async throws {
    let shop = try TestShop()
    for _ in 0..<2 {
      let coins = try await shop.buy(SampleCatalog.coins)
      _ = try await shop.store.recordDelivery(of: coins.id)
      _ = try await shop.store.finish(coins.id, command: nil)
    }
    try await shop.buyAndFinish(SampleCatalog.season)
    let theme = try await shop.buyAndFinish(SampleCatalog.theme)
    try await shop.store.perform(.store(.refund(theme.id, .full)))
    #expect(try await shop.store.beginRestore(applicationUsername: "") == [])
    try await shop.store.endRestore(count: 0, error: nil)
    let skipped = [
      RestoreOmission(product: SampleCatalog.coins, reason: .consumable, quantity: 2),
      RestoreOmission(product: SampleCatalog.season, reason: .nonRenewing, quantity: 1),
      RestoreOmission(product: SampleCatalog.theme, reason: .revoked, quantity: 1),
    ].sorted { $0.product < $1.product }
    #expect(await shop.store.restoreRemainder == RestoreRemainder(skipped: skipped))
    let journal = try await shop.journal().suffix(5)
    #expect(
      journal.map(\.event)
        == [.restoreStarted] + skipped.map { .restoreSkipped($0) } + [.restoreFinished(count: 0)])
    #expect(journal.dropFirst().allSatisfy { $0.cause == journal.first?.id })
  }

  @Test func `R6: a second restore is refused and does not disturb the first`() async throws {
    let shop = try TestShop()
    _ = try await shop.store.beginRestore(applicationUsername: "")
    let refusal = StoreError(.unknown, .restoreInProgress)
    await #expect(throws: refusal) { try await shop.store.beginRestore(applicationUsername: "") }
    try await shop.store.endRestore(count: 0, error: nil)
    let journal = try await shop.journal()
    #expect(
      journal.map(\.event.name) == [
        "command", "restoreStarted", "command", "restoreFailed", "restoreFinished",
      ])
    #expect(journal[4].cause == journal[1].id)
    _ = try await shop.store.beginRestore(applicationUsername: "")
  }

  @Test func `R8: a restore without network fails once, journalled, and the next one works`() async throws {
    let shop = try TestShop()
    try await shop.buyAndFinish(SampleCatalog.theme)
    try await shop.store.perform(.network(isOn: false))
    let offline = StoreError(.unknown, .networkOffline)
    await #expect(throws: offline) { try await shop.store.beginRestore(applicationUsername: "") }
    #expect(
      try await shop.journal().suffix(3).map(\.event)
        == [.command(.restore), .restoreStarted, .restoreFailed(offline)])
    try await shop.store.perform(.network(isOn: true))
    #expect(try await shop.store.beginRestore(applicationUsername: "").count == 1)
  }

  @Test func `ending a restore that does not run is refused`() async throws {
    let shop = try TestShop()
    await #expect(throws: StoreError.self) { try await shop.store.endRestore(count: 0, error: nil) }
    #expect(try await shop.journal().isEmpty)
  }

  @Test func `a thousand restored transactions are one commit`() async throws {
    let shop = try TestShop()
    let start = shop.clock.now
    for _ in 0..<1000 {
      let bought = try await shop.buyAndFinish(SampleCatalog.gold)
      shop.clock.now = try #require(bought.expiresAt)
    }
    #expect(shop.clock.now > start)
    let before = try await shop.journal().count
    let restored = try await shop.store.beginRestore(applicationUsername: "")
    #expect(restored.count == 1000)
    let added = try await shop.store.journal(after: EventID(rawValue: Int64(before)), limit: 5000)
    #expect(added.count == 1002)
    #expect(added.dropFirst(2).allSatisfy { $0.cause == added[1].id })
  }
}
