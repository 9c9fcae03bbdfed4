import Testing

@testable import StoreLedger

@Test func `a released migration never changes`() {
  // FNV-1a of each migration's text. A new migration adds a line; no line ever changes.
  let hashes = LedgerSchema.migrations.map { migration in
    migration.sql.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
  #expect(hashes == [15_013_842_882_546_594_968])
}
