import StoreCatalog
import StoreDisclosures
import StoreModel
import Testing

/// Everything in the catalogue that comes with the program can be sold as the checklist asks.
struct ShippedCatalogTests {
  @Test(arguments: SupportedLanguage.allCases)
  func `every product can be bought wherever it has a price, with nothing left to fill in`(
    language: SupportedLanguage
  ) throws {
    let catalog = try BuiltInCatalog.read().catalog
    for id in catalog.storefronts {
      let storefront = try #require(StorefrontTable.storefront(id))
      let composer = DisclosureComposer(catalog: catalog, storefront: storefront, locale: language.locale)
      for product in catalog.products {
        let availability = composer.availability(of: product, facts: TestShop.newcomer)
        guard product.price(in: storefront) != nil else {
          #expect(availability == .notSold)
          continue
        }
        #expect(availability == .available)
        let disclosure = try composer.disclosure(for: product, facts: TestShop.newcomer)
        #expect(!disclosure.title.isFallback)
        #expect(!disclosure.statements.contains { $0.text.contains("{") })
      }
    }
  }

  @Test(arguments: SupportedLanguage.allCases)
  func `D44: each disclosure fits 80 by 24 with room for the sheet's frame and buttons`(
    language: SupportedLanguage
  ) throws {
    let catalog = try BuiltInCatalog.read().catalog
    let storefront = try #require(StorefrontTable.storefront("BRA"))
    let composer = DisclosureComposer(catalog: catalog, storefront: storefront, locale: language.locale)
    for product in catalog.products {
      let statements = try composer.disclosure(for: product, facts: TestShop.newcomer).statements
      let rows = statements.map { Rows.count(of: $0.text, width: 74) }.reduce(0, +)
      #expect(rows <= 20, "\(product.id) needs \(rows) rows")
    }
  }
}
