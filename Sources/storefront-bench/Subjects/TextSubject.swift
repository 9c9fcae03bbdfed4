import Foundation
import StoreCatalog
import StoreDisclosures
import StoreModel

/// Prices and disclosures: what one product's words cost.
@MainActor
enum TextSubject {
  static func measure(_ report: Report) async throws {
    let small = try SampleShop.catalog(count: SampleShop.sizes[0])
    let large = try SampleShop.catalog(count: SampleShop.sizes[2])
    guard let germany = StorefrontTable.storefront("DEU") else { return }
    try await measurePrices(of: large, in: germany, report)

    let few = DisclosureComposer(catalog: small, storefront: germany, locale: "de")
    let many = DisclosureComposer(catalog: large, storefront: germany, locale: "de")
    let count = 1_000
    let times = try await Stopwatch.interleaved(
      rounds: 5,
      { Stopwatch.work { compose(many, large.products.prefix(count)) } },
      {
        Stopwatch.work {
          for _ in 0..<count / small.products.count { compose(few, small.products) }
        }
      })
    report.add(
      "", "disclosures of a product, of \(large.products.count) against 20", ours: times[0], floor: times[1],
      per: count, goal: .atMost(1.1))
  }

  private static func compose(_ composer: DisclosureComposer, _ products: some Sequence<Product>) {
    let facts = AccountFacts(isEligibleForIntroductoryOffer: true, now: SampleShop.now)
    for product in products { _ = try? composer.disclosure(for: product, facts: facts) }
  }

  private static func measurePrices(of catalog: Catalog, in storefront: Storefront, _ report: Report)
    async throws
  {
    let prices = catalog.products.prefix(2_000).compactMap { $0.price(in: storefront) }
    let formatter = PriceFormatter(storefront: storefront)
    let style = Decimal.FormatStyle.Currency(
      code: storefront.currency.rawValue, locale: Locale(identifier: storefront.formatLocale))
    let times = try await Stopwatch.interleaved(
      rounds: 5,
      { Stopwatch.work { for price in prices { _ = formatter.text(price) } } },
      { Stopwatch.work { for price in prices { _ = style.format(price.amount) } } })
    report.add(
      "", "a price in words against Foundation's kept style", ours: times[0], floor: times[1],
      per: prices.count, goal: .atMost(1.5))
  }
}
