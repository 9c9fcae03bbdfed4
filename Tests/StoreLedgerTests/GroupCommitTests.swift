import Foundation
import StoreModel
import Synchronization
import Testing

@testable import StoreLedger

/// Commits that are gathered: each part whole by itself, none told before it is on disk.
struct GroupCommitTests {
  private struct Stop: Error {}

  /// What the parts were told, in order.
  private final class Told: Sendable {
    let list = Mutex<[String]>([])
    var words: [String] { list.withLock { $0 } }

    func note(_ name: String) -> @Sendable (Result<[JournalEntry], any Error>) -> Void {
      { result in
        let word =
          switch result {
          case .success(let entries): "\(name) \(entries.map(\.id.rawValue))"
          case .failure(let error): "\(name) \((error as? LedgerError)?.kind.rawValue ?? "failed")"
          }
        self.list.withLock { $0.append(word) }
      }
    }
  }

  @Test(arguments: [1, 2, 3, 7, 50])
  func `the same writes give the same ids and bytes, in groups of any size`(size: Int) throws {
    func run(_ size: Int) throws -> (journal: [String], rows: [Transaction], failures: Int) {
      let ledger = try SQLiteLedger.inMemory()
      var failures = 0
      for number in 0..<50 {
        do {
          _ = try ledger.gather({ try Self.write(number, to: $0) }, settled: { _ in })
        } catch is Stop {
          failures += 1
        }
        if (number + 1).isMultiple(of: size) { ledger.commit() }
      }
      return (
        try ledger.journalText(), try ledger.read { try $0.transactions(after: nil, limit: 100) }, failures
      )
    }
    let grouped = try run(size)
    let single = try run(1)
    #expect(grouped.journal == single.journal && grouped.journal.count == 80)
    #expect(grouped.rows == single.rows && grouped.rows.count == 40)
    #expect(grouped.failures == 10 && single.failures == 10)
  }

  /// Takes the next id, and every fifth time gives up when half is written.
  private static func write(_ number: Int, to ledger: any LedgerWriter) throws {
    let id = (try ledger.lastTransactionID()?.rawValue ?? 0) + 1
    try ledger.add(.sample(id, product: ProductID("p\(number)"), isFinished: false))
    if number % 5 == 4 { throw Stop() }
    let last = try ledger.append(
      .finished(transaction: TransactionID(rawValue: id), product: "p"), at: .noon,
      cause: try ledger.lastEventID())
    try ledger.update(.sample(id, product: ProductID("p\(number)")), lastEvent: last)
  }

  @Test func `a part that throws is undone alone, and its neighbours are told in order`() throws {
    let file = try LedgerFile()
    let ledger = try SQLiteLedger(path: file.path)
    let other = try SQLiteLedger(path: file.path)
    let told = Told()
    _ = try ledger.gather({ try $0.add(.sample(1)) }, settled: told.note("first"))
    #expect(throws: Stop.self) {
      _ = try ledger.gather(
        {
          try $0.add(.sample(2))
          throw Stop()
        }, settled: told.note("thrown"))
    }
    _ = try ledger.gather({ try $0.set("key", to: "value") }, settled: told.note("silent"))
    _ = try ledger.gather(
      {
        try $0.add(.sample(2))
        try $0.add(.sample(3))
      }, settled: told.note("last"))
    #expect(told.words.isEmpty)
    #expect(try other.read { try $0.lastEventID() } == nil)
    ledger.commit()
    #expect(told.words == ["first [1]", "silent []", "last [2, 3]"])
    #expect(try other.read { try $0.journal(after: nil, limit: 9).count } == 3)
    ledger.commit()
    #expect(told.words.count == 3)
  }

  @Test func `a first part that throws leaves no transaction open`() throws {
    let file = try LedgerFile()
    let ledger = try SQLiteLedger(path: file.path)
    let other = try SQLiteLedger(path: file.path, busyTimeout: .zero)
    #expect(throws: Stop.self) {
      _ = try ledger.gather({ _ in throw Stop() }, settled: { _ in })
    }
    _ = try other.write { try $0.add(.sample(1)) }
    #expect(try ledger.read { try $0.lastTransactionID()?.rawValue } == 1)
  }

  @Test func `reading or writing commits first what was gathered, so that nothing is seen before`() throws {
    let ledger = try SQLiteLedger.inMemory()
    let told = Told()
    _ = try ledger.gather({ try $0.add(.sample(1)) }, settled: told.note("one"))
    #expect(try ledger.read { try $0.lastTransactionID()?.rawValue } == 1)
    #expect(told.words == ["one [1]"])
    _ = try ledger.gather({ try $0.add(.sample(2)) }, settled: told.note("two"))
    let commit = try ledger.write { try $0.add(.sample(3)) }
    #expect(told.words == ["one [1]", "two [2]"])
    #expect(commit.entries.map(\.id.rawValue) == [3])
  }

  @Test func `a full disk fails what did not fit, each part is told, and the rest is whole`() throws {
    let file = try LedgerFile()
    try file.fill(5)
    let ledger = try SQLiteLedger(path: file.path)
    try ledger.limit(pages: 1)
    let told = Told()
    var thrown = 0
    for number in 0..<200 {
      do {
        _ = try ledger.gather(
          { try $0.add(.sample((try $0.lastTransactionID()?.rawValue ?? 0) + 1)) },
          settled: told.note("\(number)"))
      } catch let error as LedgerError {
        #expect(error.kind == .diskFull)
        thrown += 1
      }
      if number % 10 == 9 { ledger.commit() }
    }
    ledger.commit()
    #expect(thrown > 0)
    // Nobody is left waiting, and what was told as kept is what is there.
    #expect(told.words.count + thrown == 200)
    let kept = told.words.filter { $0.hasSuffix("]") }.count
    #expect(try ledger.read { try $0.lastTransactionID()?.rawValue } == Int64(5 + kept))
    #expect(try ledger.read { try $0.lastEventID()?.rawValue } == Int64(5 + kept))
    #expect(try ledger.problems() == [])
    try ledger.limit(pages: 100_000)
    _ = try ledger.write { try $0.add(.sample(Int64(6 + kept))) }
  }
}
