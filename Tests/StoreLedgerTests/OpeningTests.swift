import Foundation
import SQLite
import StoreLedger
import StoreModel
import Testing

struct OpeningTests {
  @Test func `a missing folder is made for its owner alone, and the ledger in it`() throws {
    let file = try LedgerFile()
    let path = file.folder.appendingPathComponent("a/b/ledger.sqlite").path
    let ledger = try SQLiteLedger(path: path)
    #expect(try ledger.read { try $0.lastEventID() } == nil)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: file.folder.appendingPathComponent("a/b").path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
  }

  @Test func `an empty file becomes a ledger`() throws {
    let file = try LedgerFile()
    try file.write([])
    #expect(file.refusal() == nil)
    #expect(try file.bytes().starts(with: "SQLite format 3".utf8))
  }

  @Test func `a ledger whose maker was killed before its tables were there is made again`() throws {
    let file = try LedgerFile()
    do {
      let maker = try SQLiteConnection(path: file.path, for: .shared(busyTimeout: .zero))
      try maker.execute("PRAGMA journal_mode = WAL")
    }
    #expect(try file.bytes().count > 100)
    #expect(file.refusal() == nil)
    let other = try LedgerFile()
    try SQLiteConnection(path: other.path, for: .alone).execute("CREATE TABLE notes (text TEXT)")
    #expect(other.refusal()?.kind == .otherApplication)
  }

  @Test func `what was written is there when the ledger is opened again`() throws {
    let file = try LedgerFile()
    try file.fill(3)
    let ledger = try SQLiteLedger(path: file.path)
    #expect(try ledger.read { try $0.transactions(before: nil, limit: 9) }.map(\.id.rawValue) == [3, 2, 1])
    #expect(try ledger.problems() == [])
  }

  // MARK: Refused and left as they are

  struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let kind: LedgerError.Kind
    let change: @Sendable (inout [UInt8]) -> Void

    init(_ name: String, _ kind: LedgerError.Kind, _ change: @escaping @Sendable (inout [UInt8]) -> Void) {
      testDescription = name
      self.kind = kind
      self.change = change
    }
  }

  @Test(arguments: [
    Damage("a newer version", .newerVersion) { $0[63] = 200 },
    Damage("another program's database", .otherApplication) { $0[68] = 1 },
    Damage("text", .notADatabase) { $0 = Array("{ \"products\": [] }".utf8) },
    Damage("one byte", .notADatabase) { $0 = [0] },
    Damage("another first byte", .notADatabase) { $0[0] = 0 },
    Damage("only the first fifty bytes", .damaged) { $0.removeLast($0.count - 50) },
    Damage("only the header", .damaged) { $0.removeLast($0.count - 100) },
    Damage("the last page cut off", .damaged) { $0.removeLast(1) },
    Damage("a page size that cannot be", .damaged) { $0[16] = 0x13 },
    Damage("a format number that cannot be", .damaged) { $0[18] = 9 },
    Damage("the tables' page overwritten", .damaged) {
      $0.replaceSubrange(100..<300, with: Array(repeating: 0xAA, count: 200))
    },
    Damage("an inner page overwritten", .damaged) {
      $0.replaceSubrange(4096..<4500, with: Array(repeating: 0xAA, count: 404))
    },
  ])
  func `a file that is no sound ledger of this version is refused by name and stays as it is`(
    _ damage: Damage
  ) throws {
    let file = try LedgerFile()
    try file.fill(20)
    try file.edit(damage.change)
    let before = try file.bytes()
    let refusal = try #require(file.refusal())
    #expect(refusal.kind == damage.kind)
    #expect(refusal.path == file.path)
    #expect(refusal.errorDescription?.contains(file.path) == true)
    #expect(refusal.recoverySuggestion?.isEmpty == false)
    #expect(try file.bytes() == before)
  }

  @Test func `a newer version in the log alone is refused, and file and log stay as they are`() throws {
    let file = try LedgerFile()
    try file.fill(1)
    // A copy of a ledger that a newer program has open, log and all.
    let newer = try SQLiteLedger(path: file.path)
    try newer.pretend(version: 99)
    let copy = try LedgerFile()
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy.path + suffix)
    }
    let before = try copy.bytes()
    let log = try Data(contentsOf: URL(fileURLWithPath: copy.path + "-wal"))
    #expect(!log.isEmpty)
    #expect(copy.refusal()?.kind == .newerVersion)
    #expect(try copy.bytes() == before)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy.path + "-wal")) == log)
  }

  @Test func `a folder instead of a file is refused`() throws {
    let file = try LedgerFile()
    #expect(throws: LedgerError(.isADirectory, path: file.folder.path)) {
      _ = try SQLiteLedger(path: file.folder.path)
    }
  }

  @Test(arguments: ["/proc/storefront/ledger.sqlite", "/dev/null/ledger.sqlite"])
  func `a place where nothing can be made is refused`(path: String) throws {
    let error = #expect(throws: LedgerError.self) { _ = try SQLiteLedger(path: path) }
    #expect(error?.kind == .notWritable)
    #expect(error?.path == path)
  }

  @Test(arguments: LedgerError.Kind.allCases)
  func `every refusal says what, where and what to do`(kind: LedgerError.Kind) throws {
    let error = LedgerError(kind, path: "/tmp/x.sqlite", detail: "why")
    #expect(error.errorDescription?.contains("/tmp/x.sqlite") == true)
    #expect(error.errorDescription?.contains("why") == true)
    #expect(error.errorDescription?.hasSuffix(".") == true)
    #expect(error.recoverySuggestion?.hasSuffix(".") == true)
  }
}
