import CatalogShelf
import Foundation
import StoreCatalog
import StoreModel
import StoreTesting
import Testing

/// A copy is the catalogue: whatever is asked of one is what the other answers.
struct CopyTests {
  @Test(arguments: [0, 1, 31, 32, 33, 2500])
  func `a copy gives product for product what reading gives`(count: Int) throws {
    let sample = try SampleShelf()
    try sample.write(sampleCatalog(count: count))
    let fresh = try sample.file().read()
    expectSame(try sample.shelf.read(sample.file()), fresh)
    let kept = try #require(try sample.shelf.readAtOnce(sample.file()))
    expectSame(kept, fresh)
    #expect(sample.names.count == 1)
  }

  @Test func `every real file gives the same from a copy`() throws {
    let sample = try SampleShelf()
    let files = try (Corpus.shared?.allBytes() ?? []) + [(file: "built-in.json", bytes: BuiltInCatalog.data)]
    var compared = 0
    for (name, bytes) in files {
      try Data(bytes).write(to: URL(filePath: sample.folder.file(name)))
      let file = sample.file(name)
      guard let fresh = try? file.read() else {
        #expect(throws: CatalogError.self) { try sample.shelf.read(file) }
        continue
      }
      expectSame(try sample.shelf.read(file), fresh)
      expectSame(try #require(try sample.shelf.readAtOnce(file)), fresh)
      compared += 1
    }
    #expect(compared == 1 || compared > 20)
  }

  @Test func `links that are lent are in what a copy gives, and not in the copy`() throws {
    let sample = try SampleShelf()
    try sample.write(sampleCatalog(count: 40))
    let links = StandInLinks(privacy: "https://example.com/lent")
    let lent = CatalogFile(sample.folder.file("catalog.json"), standIns: links)
    #expect(try sample.shelf.read(lent).catalog.policies.contains { $0.privacy == links.privacy })
    let plain = try #require(try sample.shelf.readAtOnce(sample.file()))
    #expect(!plain.catalog.policies.contains { $0.privacy != nil })
    #expect(plain.catalog.products.count == 40)
  }

  @Test func `two spellings of one id are one id, in a copy too`() throws {
    let sample = try SampleShelf()
    let products = ["caf\u{E9}", "cafe\u{301}"].map {
      #"{"id": "\#($0)", "type": "consumable", "referenceName": "x", "prices": {"USA": "1"}}"#
    }
    try sample.write("{\"products\": [\(products.joined(separator: ","))]}")
    let reading = try sample.shelf.read(sample.file())
    expectSame(reading, try sample.file().read())
    #expect(reading.catalog.products.count == 1)
    #expect(reading.catalog.product("cafe\u{301}") != nil)
  }

  @Test func `what is being read is told, rising to the end`() throws {
    let sample = try SampleShelf()
    try sample.write(sampleCatalog(count: 5000))
    let told = Told()
    _ = try sample.shelf.read(sample.file()) { told.append($0) }
    #expect(told.all.count >= 4)
    #expect(told.all == told.all.sorted())
    #expect(told.all.allSatisfy { (0...1).contains($0) })
    _ = try sample.shelf.read(sample.file()) { _ in Issue.record("A copy is not read again.") }
  }
}

/// Compares all that can be asked.
func expectSame(
  _ reading: CatalogReading, _ fresh: CatalogReading, sourceLocation: SourceLocation = #_sourceLocation
) {
  let (catalog, other) = (reading.catalog, fresh.catalog)
  #expect(catalog == other, sourceLocation: sourceLocation)
  #expect(reading.findings == fresh.findings, sourceLocation: sourceLocation)
  #expect(reading.format == fresh.format, sourceLocation: sourceLocation)
  for (position, product) in other.products.enumerated() {
    if catalog.products[position] != product || catalog.product(product.id) != product
      || catalog.products.place(of: product.id) != other.products.place(of: product.id)
    {
      Issue.record("\(product.id) is another in the copy", sourceLocation: sourceLocation)
    }
  }
  for type in ProductType.allCases {
    for rank in 0..<(other.summary.counts[type] ?? 0) {
      if catalog.products.id(at: rank, of: type) != other.products.id(at: rank, of: type) {
        Issue.record("\(type) \(rank) is another in the copy", sourceLocation: sourceLocation)
      }
    }
  }
  #expect(catalog.product("there is none") == nil, sourceLocation: sourceLocation)
  #expect(catalog.languages == other.languages, sourceLocation: sourceLocation)
}
