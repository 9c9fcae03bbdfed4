import Foundation
import StoreCatalog
import StoreModel
import Testing

/// The catalogue that comes with the program is complete in every language and storefront it names.
struct ShippedCatalogTests {
  private let reading: CatalogReading
  private let catalog: Catalog

  init() throws {
    reading = try BuiltInCatalog.read()
    catalog = reading.catalog
  }

  @Test func `it reads without a single finding`() {
    #expect(reading.findings.map(\.description) == [])
    #expect(reading.format == .catalog)
  }

  @Test func `it has products of all four types, two groups, and three ranked levels in one`() {
    let counts = Dictionary(grouping: catalog.products, by: \.type).mapValues(\.count)
    #expect(counts == [.consumable: 4, .nonConsumable: 5, .nonRenewing: 2, .autoRenewable: 8])
    #expect(catalog.groups.map(\.id) == [GroupID("sky"), GroupID("letter")])
    let plans = catalog.products.compactMap(\.subscription).filter { $0.groupID == GroupID("sky") }
    for level in 1...3 {
      #expect(plans.filter { $0.level == level }.map(\.period.description) == ["P1M", "P1Y"])
    }
  }

  @Test func `it has each kind of introductory offer, hosted content and something not sold everywhere`() {
    let modes = Set(catalog.products.compactMap { $0.subscription?.introductoryOffer?.paymentMode })
    #expect(modes == [.freeTrial, .payAsYouGo, .payUpFront])
    let sizes = catalog.products.compactMap { $0.hostedContent?.size }
    // Five to fifteen seconds at 2 MB a second.
    #expect(sizes.count == 2 && sizes.allSatisfy { (10_000_000...30_000_000).contains($0) })
    let everywhere = Set(catalog.storefronts)
    #expect(
      everywhere == [
        "USA", "CAN", "GBR", "DEU", "FRA", "ESP", "BRA", "JPN", "KOR", "CHN", "SAU", "POL", "IND",
      ])
    let elsewhere = catalog.products.filter { Set($0.prices.keys) != everywhere }
    #expect(elsewhere.map(\.id) == ["app.stargarden.satellites"])
    #expect(elsewhere.first.map { everywhere.subtracting($0.prices.keys) } == ["CHN"])
  }

  @Test
  func `C20, R102, R119: every price and discount is in its storefront's currency, written as it writes it`()
  {
    var pairs = 0
    for storefront in StorefrontTable.all where catalog.storefronts.contains(storefront.id) {
      let formatter = PriceFormatter(storefront: storefront)
      for product in catalog.products {
        guard let price = product.price(in: storefront) else { continue }
        let discounts = product.subscription?.offers.compactMap { $0.prices[storefront.id] } ?? []
        for amount in [price.amount] + discounts {
          let text = formatter.plainText(Price(amount: amount, currency: storefront.currency))
          let hasDigits = text.contains { $0.isNumber }
          #expect(price.currency == storefront.currency && hasDigits)
          #expect(text.contains("€") == (storefront.currency == "EUR"), "\(storefront.id) \(text)")
          pairs += 1
        }
      }
    }
    #expect(pairs > 19 * 12)
  }

  @Test(arguments: SupportedLanguage.allCases)
  func `D1 D2 D17 D20: every product, group and policy is there in every language`(
    language: SupportedLanguage
  ) throws {
    let resolver = TextResolver(locale: language.locale, catalog: catalog)
    var titles = Set<String>()
    for product in catalog.products {
      let text = resolver.text(of: product)
      #expect(text.source == .exactLocale && text.descriptionLanguage == language.locale, "\(product.id)")
      #expect(text.title != text.description && !text.description.isEmpty)
      #expect(titles.insert(text.title).inserted, "Two products are called \(text.title).")
    }
    for group in catalog.groups { #expect(resolver.text(of: group).source == .exactLocale) }
    #expect(resolver.terms(in: catalog.policies)?.language == language.locale)
    #expect(resolver.privacy(in: catalog.policies)?.language == language.locale)
  }

  @Test func `D12: every offer costs less than the standard price`()
    throws
  {
    for product in catalog.products {
      for (id, amount) in product.prices {
        let storefront = try #require(StorefrontTable.storefront(id))
        #expect(amount > 0)
        guard let subscription = product.subscription, let offer = subscription.introductoryOffer else {
          continue
        }
        let offerPrice = try #require(offer.price(in: storefront)).amount
        if offer.paymentMode == .payAsYouGo { #expect(offerPrice < amount) }
        if offer.paymentMode == .payUpFront {
          let periods = offer.duration.count / subscription.period.count
          #expect(offer.duration.unit == subscription.period.unit && offerPrice < amount * Decimal(periods))
        }
      }
    }
  }
}
