import StoreCatalog
import StoreModel
import Testing

/// Real files, each with the counts that a structural look at it gives.
struct CorpusTests {
  @Test(arguments: Corpus.shared?.expectations ?? [])
  func `every real StoreKit file is read as it should be`(expected: Corpus.Expectation) throws {
    let corpus = try #require(Corpus.shared)
    let bytes = try corpus.bytes(of: expected.file)
    let reading: CatalogReading
    do {
      reading = try CatalogReader.read(bytes, file: expected.file)
    } catch {
      // A file is refused because it is no configuration, or because nothing in it can be sold.
      #expect(
        expected.verdict == "refuse"
          || expected.verdict == "look" && expected.counts[..<4].allSatisfy { $0 == 0 } && !error.findings.isEmpty)
      #expect(!error.problem.isEmpty && !error.advice.isEmpty)
      #expect(!error.description.contains("\n"))
      return
    }
    let products = reading.catalog.products
    let dropped = reading.findings.filter { $0.path.contains("introductoryOffer") && $0.message.contains("left out") }
    let introductory = products.count { $0.subscription?.introductoryOffer != nil }
    let counts =
      [ProductType.consumable, .nonConsumable, .nonRenewing, .autoRenewable].map { type in
        products.count { $0.type == type }
      } + [reading.catalog.groups.count, introductory + Set(dropped.map { $0.path.prefix { $0 != "." } + $0.path.suffix(40) }).count]
    #expect(counts == expected.counts)
    #expect(reading.format == .storekit)
    switch expected.verdict {
    case "ok": #expect(!reading.findings.contains { $0.severity == .error })
    case "empty": #expect(reading.findings.contains { $0.severity == .warning && $0.message.contains("0 products") })
    default: #expect(!reading.findings.isEmpty)
    }
    for finding in reading.findings {
      print(expected.file, expected.verdict, finding)
    }
  }
}
