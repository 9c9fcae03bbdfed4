import StoreLedger
import StoreModel
import StoreSimulator
import StoreTesting
import Testing

struct FaultTests {
  @Test func `a full disk is said, changes nothing, and the store goes on when there is room`() async throws {
    let folder = try TestFolder()
    let shop = try TestShop(path: folder.file())
    let sheet = try await shop.sheet(for: SampleCatalog.coins)
    let before = try await shop.journal()

    // Fills the file's last page, then asks for one more purchase.
    try shop.ledger.limit(pages: 1)
    var failure: StoreError?
    for _ in 0..<200 where failure == nil {
      do {
        _ = try await shop.store.begin(Payment(productID: SampleCatalog.theme, applicationUsername: .long))
      } catch {
        failure = error
      }
    }
    #expect(failure?.code == .unknown)
    #expect(failure?.reason == .ledgerUnavailable)
    #expect(failure?.subject.contains("no space left") == true)
    #expect(failure?.errorDescription?.contains(folder.file()) == true)
    let journal = try await shop.journal()
    #expect(Array(journal.prefix(before.count)) == before)
    #expect(journal.map(\.id.rawValue) == (1...journal.count).map(Int64.init))
    #expect(try shop.ledger.problems() == [])

    try shop.ledger.limit(pages: 100_000)
    guard case .settled(let bought) = try await shop.store.confirm(sheet.transaction.id, price: sheet.price)
    else { throw TestShopError("the sheet came back") }
    #expect(bought.state == .purchased)
  }

  @Test func `an entry that is not on disk is told to nobody`() async throws {
    let folder = try TestFolder()
    let shop = try TestShop(path: folder.file())
    let stream = try await shop.store.entries()
    try shop.ledger.limit(pages: 1)
    for _ in 0..<50 {
      _ = try? await shop.store.begin(Payment(productID: SampleCatalog.theme, applicationUsername: .long))
    }
    try shop.ledger.limit(pages: 100_000)
    try await shop.store.perform(.network(isOn: false))
    let journal = try await shop.journal()
    let told = try await waiting(for: "the last entry") {
      var told: [JournalEntry] = []
      for await entry in stream {
        told.append(entry)
        if entry.id == journal.last?.id { break }
      }
      return told
    }
    #expect(told == journal)
  }
}

extension String {
  fileprivate static let long = String(repeating: "x", count: 500)
}
