import StoreLedger
import StoreModel
import StoreReceipts
import StoreTesting
import Testing

@testable import StoreSimulator

/// Which event a receipt differs by from the one before it.
struct ReceiptCausesTests {
  private struct Issued {
    let container: ReceiptContainer
    let date: Timestamp
  }

  private func issue(_ shop: TestShop) async throws -> Issued {
    let container = try ReceiptContainer(try #require(try await shop.store.issueReceipt(unless: nil)))
    return Issued(container: container, date: try #require(try container.receipt().creationDate))
  }

  private func causes(_ shop: TestShop, _ old: Issued, _ new: Issued) async throws -> ReceiptCauses? {
    try await shop.store.causes(
      of: try ReceiptDifference(from: old.container, to: new.container), from: old.date, to: new.date)
  }

  @Test func `a purchase is the event, whatever has happened after the receipt`() async throws {
    let shop = try TestShop()
    let old = try await issue(shop)
    let theme = try await shop.buy(SampleCatalog.theme)
    let bought = try await shop.journal().last { $0.event.name == "purchased" }
    let new = try await issue(shop)
    _ = try await shop.store.finish(theme.id, command: nil)
    try await shop.store.perform(.account(AccountID(rawValue: "ada")))
    let causes = try #require(try await causes(shop, old, new))
    #expect(causes.last == bought && causes.entries == [theme.id.description: bought])
  }

  @Test func `of several, the newest is the last, and each purchase has its own`() async throws {
    let shop = try TestShop()
    let coins = try await shop.buy(SampleCatalog.coins)
    let old = try await issue(shop)
    _ = try await shop.store.finish(coins.id, command: nil)
    shop.clock.advance(by: .seconds(60))
    let theme = try await shop.buyAndFinish(SampleCatalog.theme)
    let new = try await issue(shop)
    let causes = try #require(try await causes(shop, old, new))
    #expect(causes.last.event.name == "purchased" && causes.entries[theme.id.description] == causes.last)
    #expect(
      causes.entries[coins.id.description]?.event
        == .finished(transaction: coins.id, product: SampleCatalog.coins))
  }

  @Test func `a refund is the event of what has a cancellation date since`() async throws {
    let shop = try TestShop()
    let theme = try await shop.buyAndFinish(SampleCatalog.theme)
    let old = try await issue(shop)
    shop.clock.advance(by: .seconds(60))
    try await shop.store.perform(.store(.refund(theme.id, .full)))
    let new = try await issue(shop)
    let causes = try #require(try await causes(shop, old, new))
    #expect(causes.last.event.name == "revoked" && causes.entries[theme.id.description] == causes.last)
  }

  @Test func `another account explains what nothing else does`() async throws {
    let shop = try TestShop()
    try await shop.buyAndFinish(SampleCatalog.theme)
    let old = try await issue(shop)
    shop.clock.advance(by: .seconds(60))
    try await shop.store.perform(.account(AccountID(rawValue: "ada")))
    let new = try await issue(shop)
    let causes = try #require(try await causes(shop, old, new))
    #expect(causes.last.event.name == "accountChanged" && causes.entries.isEmpty)
  }

  @Test func `it is found however much has happened since, and not told by books that do not know it`()
    async throws
  {
    let shop = try TestShop()
    let old = try await issue(shop)
    try await shop.buyAndFinish(SampleCatalog.theme)
    let new = try await issue(shop)
    for step in 0..<300 {
      shop.clock.advance(by: .seconds(1))
      try await shop.store.perform(.network(isOn: step % 2 == 1))
    }
    #expect(try await causes(shop, old, new)?.last.event.name == "purchased")
    #expect(try await causes(try TestShop(), old, new) == nil)
  }
}
