import StoreCatalog
import StoreModel
import StoreTesting
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
          || expected.verdict == "look" && expected.counts[..<4].allSatisfy { $0 == 0 }
            && !error.findings.isEmpty
      )
      #expect(!error.problem.isEmpty && !error.advice.isEmpty)
      #expect(!error.description.contains("\n"))
      return
    }
    let products = reading.catalog.products
    // An introductory offer that is not understood is left out and said so; it was in the file all the same.
    let dropped = reading.findings.filter {
      $0.path.contains("introductoryOffer") && !$0.path.contains("introductoryOffers")
        && $0.message.hasSuffix("the offer is left out")
    }
    let introductory = products.count { $0.subscription?.introductoryOffer != nil } + dropped.count
    let types: [ProductType] = [.consumable, .nonConsumable, .nonRenewing, .autoRenewable]
    let counts =
      types.map { type in products.count { $0.type == type } } + [reading.catalog.groups.count, introductory]
    #expect(counts == expected.counts)
    #expect(reading.format == .storekit)
    switch expected.verdict {
    case "ok": #expect(!reading.findings.contains { $0.severity == .error })
    case "empty":
      #expect(reading.findings.contains { $0.severity == .warning && $0.message.contains("0 products") })
    default: #expect(!reading.findings.isEmpty)
    }
  }
}
