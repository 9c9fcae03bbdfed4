import Foundation
import StoreCatalog
import StoreModel
import TerminalKit
import Testing

@testable import StorefrontUI

/// Prices follow the storefront, words the language, whatever the two are.
struct PriceAndLanguageTests {
  private static func catalog(_ amount: String, in storefront: Storefront.ID) throws -> Catalog {
    let product = Product(
      id: "plan", type: .autoRenewable, referenceName: "Plan",
      localizations: ["en", "de", "ja", "es"].map {
        LocalizedText(locale: $0, title: "Plan", description: "")
      },
      prices: [storefront: try #require(Decimal(plain: amount))],
      subscription: SubscriptionInfo(
        groupID: GroupID("plans"), level: 1, period: SubscriptionPeriod(1, .year)))
    return Catalog(
      app: .init(name: "App", bundleID: "app", seller: "Seller"), defaultLocale: "en",
      groups: [SubscriptionGroup(id: GroupID("plans"), referenceName: "Plans")], products: [product])
  }

  @Test(arguments: [
    ("USA", "en", "9.99", "$9.99"), ("DEU", "de", "9.99", "9,99 €"), ("JPN", "ja", "1500", "¥1,500"),
    ("JPN", "de", "1500", "¥1,500"), ("KWT", "en", "3.5", "US$3.50"),
    ("IND", "en", "1299.5", "₹1,299.50"),
    ("ISR", "es", "39.9", "₪39.90"),
  ])
  func `X27: a price has the currency, the digits and the marks of its storefront, in any language`(
    storefront: String, language: String, amount: String, expected: String
  ) throws {
    let catalog = try Self.catalog(amount, in: Storefront.ID(storefront))
    let shop = Shop(
      catalog: catalog, storefront: Storefront.ID(storefront), locale: LocaleID(language), columns: 60,
      rows: 14)
    let canvas = shop.canvas()
    let row = try #require((0..<14).first { canvas.line($0).contains("▸") })
    // As it is drawn: marks of direction are gone, and a no-break space is one blank cell.
    let price = canvas.line(row).split { $0.isWhitespace || "┃█▸".contains($0) }.dropFirst().joined(
      separator: " ")
    #expect(price.contains(expected) || price == expected, "\(canvas.line(row))")
    #expect(canvas.row(row).count == 60)
  }

  @Test func `X27: a price for another period than the billed one is marked as calculated`() throws {
    let shop = Shop(catalog: try Self.catalog("59.88", in: "USA"), columns: 100, rows: 24)
    #expect(shop.screen.contains("= $4.99 per month, calculated"))
    #expect(shop.screen.contains("$59.88 per year"))
  }

  @Test func `paragraphs that were broken before are the same again, at each width`() {
    let shop = Shop(columns: 80, rows: 24)
    for width in [60, 34, 20, 60, 34, 0] {
      for product in shop.state.catalog.products {
        let paragraphs = shop.state.productDetail(product)
        #expect(shop.state.texts.lines(of: paragraphs, width: width) == paragraphs.lines(width: width))
      }
    }
  }
}
