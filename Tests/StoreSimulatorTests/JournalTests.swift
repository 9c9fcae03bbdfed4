import StoreLedger
import StoreModel
import StoreSimulator
import StoreTesting
import Testing

struct JournalTests {
  @Test func `each entry names the command or the entry that led to it`() async throws {
    let shop = try TestShop()
    let bought = try await shop.buy(SampleCatalog.atlas)
    _ = try await shop.store.recordDelivery(of: bought.id)
    var download = Download(
      productID: SampleCatalog.atlas, transactionID: bought.id, contentVersion: "1.0",
      expectedContentLength: 100_000)
    try await shop.store.save(download, command: nil)
    download.state = .active
    try await shop.store.save(download, command: nil)
    download.state = .paused
    try await shop.store.save(download, command: .download(SampleCatalog.atlas, .pause))
    download.state = .finished
    try await shop.store.save(download, command: nil)
    _ = try await shop.store.finish(bought.id, command: nil)
    try await shop.store.deleteDownload(
      of: SampleCatalog.atlas, command: .download(SampleCatalog.atlas, .delete))

    let journal = try await shop.journal()
    let expected: [(String, Int64?)] = [
      ("command", nil), ("purchasing", 1), ("command", nil), ("purchased", 3), ("contentDelivered", 4),
      ("download", 5), ("download", 6), ("command", nil), ("download", 8), ("download", 9), ("finished", 10),
      ("command", nil), ("contentDeleted", 12),
    ]
    #expect(journal.map(\.event.name) == expected.map(\.0))
    #expect(journal.map(\.cause?.rawValue) == expected.map(\.1))
    #expect(journal.map(\.id.rawValue) == (1...13).map { $0 })
  }

  @Test func `a finish that a person asked for names the command`() async throws {
    let shop = try TestShop()
    let bought = try await shop.buy(SampleCatalog.coins)
    _ = try await shop.store.finish(bought.id, command: .finish(bought.id))
    let journal = try await shop.journal().suffix(2)
    #expect(
      journal.map(\.event)
        == [.command(.finish(bought.id)), .finished(transaction: bought.id, product: SampleCatalog.coins)])
    #expect(journal.last?.cause == journal.first?.id)
  }

  @Test func `every observer is told everything, in order, after it is on disk`() async throws {
    let folder = try TestFolder()
    let shop = try TestShop(path: folder.file())
    try await shop.buyAndFinish(SampleCatalog.theme)
    let past = try await shop.journal().count
    let first = try await shop.store.entries()
    let second = try await shop.store.entries()
    try await shop.buyAndFinish(SampleCatalog.coins)
    let added = try await shop.store.journal(after: EventID(rawValue: Int64(past)), limit: 100)
    #expect(added.count == 5)
    for stream in [first, second] {
      let told = try await waiting(for: "\(added.count) entries") {
        var told: [JournalEntry] = []
        for await entry in stream {
          told.append(entry)
          if told.count == added.count { break }
        }
        return told
      }
      #expect(told == added)
    }
  }

  @Test func `what another process wrote in between is told too, before the own entry`() async throws {
    let folder = try TestFolder()
    let here = try TestShop(path: folder.file())
    let there = try TestShop(path: folder.file())
    let stream = try await here.store.entries()
    try await there.buyAndFinish(SampleCatalog.coins)
    try await here.store.perform(.network(isOn: false))
    let told = try await waiting(for: "seven entries") {
      var told: [EventID] = []
      for await entry in stream {
        told.append(entry.id)
        if told.count == 7 { break }
      }
      return told
    }
    #expect(told.map(\.rawValue) == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test func `pages of the journal go both ways`() async throws {
    let shop = try TestShop()
    for _ in 0..<5 { try await shop.buyAndFinish(SampleCatalog.coins) }
    let all = try await shop.journal()
    #expect(all.count == 25)
    #expect(try await shop.store.journal(before: nil, limit: 4) == all.suffix(4).reversed())
    #expect(try await shop.store.journal(before: EventID(rawValue: 3), limit: 9) == all.prefix(2).reversed())
    #expect(try await shop.store.journal(after: EventID(rawValue: 23), limit: 9) == all.suffix(2))
    #expect(try await shop.store.journal(after: nil, limit: 0) == [])
  }

  @Test func `settings commands are journalled, and what they changed`() async throws {
    let shop = try TestShop()
    try await shop.store.perform(.storefront("DEU"))
    try await shop.store.perform(.storefront("DEU"))
    try await shop.store.perform(.payments(allowed: false))
    try await shop.store.perform(.network(isOn: false))
    #expect(
      try await shop.journal().map(\.event) == [
        .command(.storefront("DEU")), .storefrontChanged(from: "USA", to: "DEU"),
        .command(.storefront("DEU")),
        .command(.payments(allowed: false)), .paymentsAllowed(false), .command(.network(isOn: false)),
        .networkChanged(isOn: false),
      ])
    #expect(await !shop.store.canMakePayments())
    await #expect(throws: StoreError.self) { try await shop.store.perform(.storefront("XXX")) }
    await #expect(throws: StoreError.self) { try await shop.store.perform(.restore) }
    #expect(try await shop.journal().count == 7)
  }

  @Test func `the same seed, catalogue and commands give the same journal, byte for byte`() async throws {
    func run() async throws -> [String] {
      let shop = try TestShop()
      try await shop.buyAndFinish(SampleCatalog.silver)
      shop.clock.advance(by: .milliseconds(1500))
      try await shop.buyAndFinish(SampleCatalog.gold)
      try await shop.buyAndFinish(SampleCatalog.coins, quantity: 11)
      try await shop.store.perform(.storefront("JPN"))
      try await shop.buyAndFinish(SampleCatalog.coins, quantity: 3)
      _ = try await shop.store.beginRestore(applicationUsername: "ann")
      return try shop.ledger.journalText()
    }
    let first = try await run()
    #expect(first.count > 20)
    #expect(first == (try await run()))
  }
}
