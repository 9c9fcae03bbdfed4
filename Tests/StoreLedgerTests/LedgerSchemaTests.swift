import SQLite
import StoreModel
import Testing

@testable import StoreLedger

struct LedgerSchemaTests {
  @Test func `a released migration never changes`() {
    // FNV-1a of each migration's text. A new migration adds a line; no line ever changes.
    let hashes = LedgerSchema.migrations.map { migration in
      migration.sql.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
    #expect(hashes == [15_013_842_882_546_594_968, 5_196_420_712_689_714_677])
  }

  @Test func `each migration has a name and applies after the ones before it`() throws {
    let connection = try SQLiteConnection(path: ":memory:", for: .alone)
    for migration in LedgerSchema.migrations {
      #expect(!migration.name.isEmpty)
      try connection.execute(migration.sql)
    }
    let tables = try connection.statement("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .all { $0.text(0) }
    #expect(tables == ["balances", "deliveries", "downloads", "journal", "settings", "transactions"])
  }

  @Test func `a ledger says in its header whose it is and of which version`() throws {
    let file = try LedgerFile()
    try file.fill(1)
    #expect(Array(try file.bytes()[68..<72]) == Array("SFLG".utf8))
    #expect(try LedgerHeader.read(path: file.path)?.userVersion == LedgerSchema.version)
  }
}
