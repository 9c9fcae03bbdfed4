import Foundation
import StoreLedger
import StoreModel
import StoreSimulator
import StoreTesting
import Testing

/// Calls that come at once: they share commits, and nobody notices but the disk.
struct GroupCommitTests {
  @Test func `a hundred calls at once are each whole, on disk, and told in order`() async throws {
    let folder = try TestFolder()
    let path = folder.file()
    let shop = try TestShop(path: path)
    let stream = try await shop.store.entries()
    let begun = try await withThrowingTaskGroup(of: TransactionID.self) { group in
      for _ in 0..<100 {
        group.addTask {
          let id = try await shop.store.begin(Payment(productID: SampleCatalog.coins)).id
          // What was answered is what another process finds.
          let other = try SQLiteLedger(path: path)
          #expect(try other.read { try $0.transaction(id)?.value.state } == .purchasing)
          return id
        }
      }
      return try await group.reduce(into: Set<TransactionID>()) { $0.insert($1) }
    }
    #expect(begun.map(\.rawValue).sorted() == (1...100).map { $0 })
    let told = try await waiting(for: "200 entries") {
      var told: [JournalEntry] = []
      for await entry in stream {
        told.append(entry)
        if told.count == 200 { break }
      }
      return told
    }
    #expect(told == (try await shop.journal()))
    #expect(told.map(\.id.rawValue) == (1...200).map { $0 })
  }

  @Test func `a call that is refused fails none of those beside it`() async throws {
    let shop = try TestShop()
    let open = try await shop.store.begin(Payment(productID: SampleCatalog.theme))
    let outcomes = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<40 {
        group.addTask {
          do {
            if number.isMultiple(of: 2) {
              _ = try await shop.store.begin(Payment(productID: SampleCatalog.coins))
            } else {
              _ = try await shop.store.finish(open.id, command: .finish(open.id))
            }
            return true
          } catch {
            return false
          }
        }
      }
      return await group.reduce(into: [Bool]()) { $0.append($1) }
    }
    #expect(outcomes.count { $0 } == 20)
    let journal = try await shop.journal()
    #expect(journal.map(\.id.rawValue) == (1...42).map { $0 })
    #expect(!journal.contains { $0.event == .command(.finish(open.id)) })
  }

  @Test func `R6: of two restores that begin at once, one is refused`() async throws {
    let shop = try TestShop()
    try await shop.buyAndFinish(SampleCatalog.theme)
    async let first = Result { try await shop.store.beginRestore(applicationUsername: "") }
    async let second = Result { try await shop.store.beginRestore(applicationUsername: "") }
    let results = await [first, second]
    #expect(results.compactMap { try? $0.get() }.map(\.count) == [1])
    #expect(try await shop.journal().count { $0.event.name == "restoreStarted" } == 1)
  }

  @Test func `on a full disk every call is answered, and none has half happened`() async throws {
    let folder = try TestFolder()
    let shop = try TestShop(path: folder.file())
    try await shop.buyAndFinish(SampleCatalog.theme)
    let before = try await shop.journal().count
    try shop.ledger.limit(pages: 1)
    let begun = await withTaskGroup(of: TransactionID?.self) { group in
      for _ in 0..<300 {
        group.addTask {
          let name = String(repeating: "x", count: 400)
          let payment = Payment(productID: SampleCatalog.coins, applicationUsername: name)
          return try? await shop.store.begin(payment).id
        }
      }
      return await group.reduce(into: [TransactionID]()) { if let id = $1 { $0.append(id) } }
    }
    try shop.ledger.limit(pages: 100_000)
    #expect(begun.count < 300)
    #expect(try await shop.journal().count == before + 2 * begun.count)
    #expect(try shop.ledger.problems() == [])
    let next = try await shop.store.begin(Payment(productID: SampleCatalog.coins))
    #expect(next.id.rawValue == Int64(begun.count + 2))
  }
}

extension Result where Failure == any Error, Success: Sendable {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
