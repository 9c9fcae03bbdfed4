import CatalogShelf
import Foundation
import StoreCatalog
import StoreModel
import StoreScript
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

/// The catalogue's file before and while it is followed.
@MainActor struct FollowedCatalogTests {
  private static let text = #"{"products": [{"id": "a", "type": "consumable", "prices": {"USA": "1"}}]}"#

  @Test func `a save between the first reading and the watch is seen`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "catalog.json")
    let followed = FollowedCatalog(CatalogFile(folder.file("catalog.json")), shelf: CatalogShelf(folder: nil))
    #expect(try followed.read().catalog.products.count == 1)
    try folder.write(Self.text + " ", to: "catalog.json")
    var changes = try followed.changes().makeAsyncIterator()
    #expect(await changes.next() != nil)
    // And so is the next one.
    try folder.write(Self.text + "  ", to: "catalog.json")
    #expect(await changes.next() != nil)
  }

  @Test func `the first reading of a large catalogue ends with the catalogue or with what is wrong`()
    async throws
  {
    let folder = try TemporaryFolder()
    let terminal = MemoryTerminal(columns: 60, rows: 12)
    let followed = FollowedCatalog(CatalogFile(folder.file("catalog.json")), shelf: CatalogShelf(folder: nil))
    let refused = await CatalogReadingScreen(terminal: terminal, name: "catalog.json").run(followed)
    guard case .refused(let error) = refused else {
      Issue.record("a file that is not there gave \(refused)")
      return
    }
    #expect(error.problem == "there is no such file")
    #expect(terminal.text.contains("Reading catalog.json"))
    #expect(terminal.text.contains("q quits"))
    try folder.write(Self.text, to: "catalog.json")
    let read = await CatalogReadingScreen(terminal: terminal, name: "catalog.json").run(followed)
    guard case .read(let reading) = read else {
      Issue.record("a catalogue gave \(read)")
      return
    }
    #expect(reading.catalog.products.map(\.id) == ["a"])
  }
}
