import StoreCatalog
import StoreModel
import Testing

struct BuiltInCatalogTests {
  @Test func `the built-in catalogue is read without a single finding`() throws {
    let reading = try BuiltInCatalog.read()
    #expect(reading.format == .catalog)
    #expect(reading.findings.map(\.description) == [])
    #expect(!reading.catalog.products.isEmpty)
  }
}
