import Foundation
import StoreDisclosures
import StoreModel

/// A shop with one product for each kind of disclosure, in four languages.
enum TestShop {
  static let usa = storefront("USA", "USD", "en_US", tax: false)
  static let germany = storefront("DEU", "EUR", "de_DE")
  static let japan = storefront("JPN", "JPY", "ja_JP")
  static let saudiArabia = storefront("SAU", "SAR", "en_SA")

  /// The storefront that goes with each language of the golden texts.
  static let storefronts: [LocaleID: Storefront] = ["en": usa, "de": germany, "ja": japan, "ar": saudiArabia]

  // Noon on the last of November: a month on is the 30th, seven days on the 7th.
  static let now = Timestamp("2026-11-30T12:00:00Z")!
  static let newcomer = AccountFacts(isEligibleForIntroductoryOffer: true, now: now)
  static let returning = AccountFacts(isEligibleForIntroductoryOffer: false, now: now)

  static let monthlyTrial = plan("monthly", every("P1M"), ["9.99", "9.99", "1500", "39.99"], offer: trial)
  static let trial = Offer(id: "trial", kind: .introductory, paymentMode: .freeTrial, period: every("P1W"))
  static let yearlyUpFront = plan(
    "yearly", every("P1Y"), ["59.99", "59.99", "9000", "239.99"],
    offer: Offer(
      id: "upfront", kind: .introductory, paymentMode: .payUpFront, period: every("P1Y"),
      prices: amounts(["39.99", "39.99", "6000", "159.99"])))
  static let payAsYouGo = plan(
    "basic", every("P1M"), ["4.99", "4.99", "700", "19.99"],
    offer: Offer(
      id: "slow", kind: .introductory, paymentMode: .payAsYouGo, period: every("P1M"), periodCount: 2,
      prices: amounts(["1.99", "1.99", "300", "7.99"])))
  static let quarterly = plan("quarterly", every("P3M"), ["24.99", "24.99", "3600", "99.99"])
  static let lonely = plan(
    "lonely", every("P1M"), ["2.99", "2.99", "400", "9.99"], group: "alone", offer: trial)
  static let seeds = product("seeds", .consumable, ["0.99", "1.19", "160", "4.99"])
  static let atlas = product("atlas", .nonConsumable, ["4.99", "5.99", "800", "19.99"])
  static let season = product("season", .nonRenewing, ["9.99", "10.99", "1500", "39.99"])

  static let golden: [(name: String, product: Product)] = [
    ("monthly-trial", monthlyTrial), ("yearly-pay-up-front", yearlyUpFront),
    ("pay-as-you-go", payAsYouGo), ("consumable", seeds), ("non-renewing", season),
  ]

  static let policies = [
    Catalog.Policies(locale: "en", terms: "https://moss.app/terms", privacy: "https://moss.app/privacy"),
    Catalog.Policies(
      locale: "de", terms: "https://moss.app/de/agb", privacy: "https://moss.app/de/datenschutz"),
  ]

  static func catalog(
    _ products: [Product] = [
      monthlyTrial, yearlyUpFront, payAsYouGo, quarterly, lonely, seeds, atlas, season,
    ],
    policies: [Catalog.Policies] = policies
  ) -> Catalog {
    Catalog(
      app: Catalog.App(name: "Moss", bundleID: "app.moss", seller: "Moss Works"), defaultLocale: "en",
      policies: policies,
      groups: [SubscriptionGroup(id: GroupID("club"), referenceName: "Club")], products: products)
  }

  static func composer(
    _ locale: LocaleID = "en", _ storefront: Storefront = usa, catalog: Catalog = catalog()
  ) -> DisclosureComposer {
    DisclosureComposer(catalog: catalog, storefront: storefront, locale: locale)
  }

  static func every(_ text: String) -> SubscriptionPeriod { SubscriptionPeriod(text)! }

  static func product(
    _ id: ProductID, _ type: ProductType, _ prices: [String], subscription: SubscriptionInfo? = nil,
    localizations: [LocalizedText]? = nil
  ) -> Product {
    Product(
      id: id, type: type, referenceName: "Reference \(id)", localizations: localizations ?? texts(id),
      prices: amounts(prices), subscription: subscription)
  }

  static func plan(
    _ id: ProductID, _ period: SubscriptionPeriod, _ prices: [String], group: String = "club",
    offer: Offer? = nil, localizations: [LocalizedText]? = nil
  ) -> Product {
    product(
      id, .autoRenewable, prices,
      subscription: SubscriptionInfo(
        groupID: GroupID(group), level: 1, period: period, offers: offer.map { [$0] } ?? []),
      localizations: localizations)
  }

  private static func texts(_ id: ProductID) -> [LocalizedText] {
    [
      LocalizedText(locale: "en", title: "Moss \(id)", description: "All that grows."),
      LocalizedText(locale: "de", title: "Moos \(id)", description: "Alles, was wächst."),
      LocalizedText(locale: "ja", title: "苔 \(id)", description: "育つものすべて。"),
      LocalizedText(locale: "ar", title: "طحلب \(id)", description: "كل ما ينمو."),
    ]
  }

  /// Prices in USA, DEU, JPN and SAU, in this order.
  static func amounts(_ prices: [String]) -> [Storefront.ID: Decimal] {
    let ids: [Storefront.ID] = ["USA", "DEU", "JPN", "SAU"]
    return Dictionary(uniqueKeysWithValues: zip(ids, prices.map { Decimal(plain: $0)! }))
  }

  private static func storefront(
    _ id: Storefront.ID, _ currency: CurrencyCode, _ formatLocale: String, tax: Bool = true
  ) -> Storefront {
    Storefront(
      id: id, name: id.rawValue, currency: currency, formatLocale: formatLocale, languages: [],
      pricesIncludeTax: tax)
  }
}
