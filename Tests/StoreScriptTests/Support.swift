import Foundation
import StoreLedger
import StoreModel
import StoreTesting
import Testing

@testable import StoreScript

/// Plays scripts on the sample shop.
enum Play {
  static func machine(ledger: SQLiteLedger? = nil, seed: UInt64 = 1, rate: Int64? = 100_000) throws
    -> StoreMachine
  {
    StoreMachine(
      StoreMachine.Parts(
        catalog: SampleCatalog.catalog, ledger: try ledger ?? SQLiteLedger.inMemory(),
        settings: SampleCatalog.settings, seed: seed, rate: rate))
  }

  static func script(_ source: String) throws -> Script {
    try ScriptParser(vocabulary: Vocabulary(catalog: SampleCatalog.catalog)).parse(
      source, name: "a.storefront")
  }

  /// The result and the journal, line by line as it is stored.
  static func run(_ source: String, seed: UInt64 = 1) async throws -> (
    result: ScriptResult, journal: [String]
  ) {
    let ledger = try SQLiteLedger.inMemory()
    let result = await ScriptRun.play(
      try script(source), on: SessionStage(try machine(ledger: ledger, seed: seed)))
    return (result, try ledger.journalText())
  }

  /// Plays a script that has to pass.
  static func passes(_ source: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let result = try await run(source).result
    #expect(result.failure == nil, sourceLocation: sourceLocation)
    #expect(result.done == result.statements, sourceLocation: sourceLocation)
  }

  /// Plays a script that has to fail, and gives why.
  static func failure(_ source: String) async throws -> ScriptFailure {
    try #require(try await run(source).result.failure)
  }
}
