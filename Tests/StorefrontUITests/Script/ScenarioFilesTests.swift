import Foundation
import StoreCatalog
import StoreLedger
import StoreModel
import StoreScript
import TerminalKit
import Testing

@testable import StorefrontUI

/// Every story in Tests/Scenarios, played by the app alone and again behind the screen: the same journal each time.
@MainActor @Suite(.serialized) struct ScenarioFilesTests {
  nonisolated static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Scenarios")
  nonisolated static let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".storefront") }.sorted()

  private func script(_ file: String) throws -> Script {
    let catalog = try BuiltInCatalog.read().catalog
    let source = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
    return try ScriptParser(vocabulary: Vocabulary(screen: catalog)).parse(source, name: file)
  }

  private func machine(_ ledger: SQLiteLedger) throws -> StoreMachine {
    StoreMachine(
      StoreMachine.Parts(
        catalog: try BuiltInCatalog.read().catalog, ledger: ledger, settings: StoreSettings(storefront: "USA")
      ))
  }

  @Test func `there are scenarios, written as they are printed`() throws {
    #expect(Self.files.count > 25)
    for file in Self.files {
      #expect(
        try script(file).text == String(contentsOf: Self.folder.appending(path: file), encoding: .utf8),
        "\(file)")
    }
  }

  @Test(arguments: files)
  func `a scenario passes with and without a screen, and leaves the same journal`(_ file: String) async throws
  {
    let script = try script(file)
    let ledger = try SQLiteLedger.inMemory()
    let stage = ScreenStage(try machine(ledger))
    let result = await ScriptRun.play(script, on: stage)
    #expect(result.failure == nil, "\(stage.screen.text)")
    #expect(result.done == script.statements.count)
    guard !script.needsScreen else { return }

    let alone = try SQLiteLedger.inMemory()
    let other = await ScriptRun.play(script, on: SessionStage(try machine(alone)))
    #expect(other.failure == nil)
    #expect(try alone.journalText() == ledger.journalText())
    #expect(try alone.journalText().count > 1)
  }

  @Test func `what the screen shows can be wrong, and the failure says what is there`() async throws {
    let catalog = try BuiltInCatalog.read().catalog
    let parser = ScriptParser(vocabulary: Vocabulary(screen: catalog))
    let script = try parser.parse("key 2\nexpect screen \"No such words\"", name: "a")
    let result = await ScriptRun.play(script, on: ScreenStage(try machine(try SQLiteLedger.inMemory())))
    #expect(result.failure?.found.hasPrefix("on the screen: ") == true)
    #expect(result.failure?.found.contains("Library") == true)
    #expect(throws: ScriptErrors.self) { try parser.parse("key Entr", name: "a") }
  }
}
