import Foundation
import StoreModel

/// A small shop with one of everything, for tests of the store, the queue and the screens.
public enum SampleCatalog {
  public static let usa = Storefront(
    id: "USA", name: "United States", currency: "USD", formatLocale: "en_US", languages: ["en"],
    pricesIncludeTax: false)
  public static let germany = Storefront(
    id: "DEU", name: "Germany", currency: "EUR", formatLocale: "de_DE", languages: ["de", "en"],
    pricesIncludeTax: true)
  public static let japan = Storefront(
    id: "JPN", name: "Japan", currency: "JPY", formatLocale: "ja_JP", languages: ["ja", "en"],
    pricesIncludeTax: true)

  public static let storefronts = [usa, germany, japan]

  /// What a device starts with: the American storefront, payments allowed, network on.
  public static let settings = StoreSettings(storefront: "USA")

  /// Consumable, in all three storefronts.
  public static let coins: ProductID = "coins"
  /// Non-consumable, not sold in Japan, shared with the family.
  public static let theme: ProductID = "theme"
  /// Non-consumable with hosted content of 100,000 bytes.
  public static let atlas: ProductID = "atlas"
  /// Non-renewing subscription.
  public static let season: ProductID = "season"
  /// Group `club`, level 1, monthly, no offer.
  public static let gold: ProductID = "club.gold"
  /// Group `club`, level 1, yearly, no offer.
  public static let goldYearly: ProductID = "club.gold.yearly"
  /// Group `club`, level 2, monthly, one week free, shared with the family.
  public static let silver: ProductID = "club.silver"
  /// Group `club`, level 3, monthly, three months at a lower price.
  public static let bronze: ProductID = "club.bronze"
  /// Group `news`, level 1, monthly, three months for one lower payment.
  public static let news: ProductID = "news"

  public static let catalog = Catalog(
    app: Catalog.App(name: "Sampler", bundleID: "com.example.sampler", seller: "Example Ltd"),
    defaultLocale: "en",
    policies: [
      Catalog.Policies(
        locale: "en", terms: "https://sampler.app/terms", privacy: "https://sampler.app/privacy")
    ],
    groups: [
      SubscriptionGroup(
        id: GroupID("club"), referenceName: "Club",
        localizations: [LocalizedText(locale: "en", title: "Club", description: "")]),
      SubscriptionGroup(
        id: GroupID("news"), referenceName: "News",
        localizations: [LocalizedText(locale: "en", title: "News", description: "")]),
    ],
    products: [
      product(coins, .consumable, "Coins", "Münzen", [usa: "0.99", germany: "1.19", japan: "160"]),
      product(theme, .nonConsumable, "Theme", "Thema", [usa: "2.99", germany: "3.49"], isShared: true),
      product(
        atlas, .nonConsumable, "Atlas", "Atlas", [usa: "4.99", germany: "5.99", japan: "800"],
        hosted: HostedContent(version: "1.0", size: 100_000)),
      product(
        season, .nonRenewing, "Season pass", "Saisonpass",
        [usa: "9.99", germany: "10.99", japan: "1500"]),
      plan(
        gold, "club", 1, SubscriptionPeriod(1, .month), "Gold", [usa: "9.99", germany: "9.99", japan: "1500"]),
      plan(
        goldYearly, "club", 1, SubscriptionPeriod(1, .year), "Gold, yearly", [usa: "99.99", germany: "99.99"]),
      plan(
        silver, "club", 2, SubscriptionPeriod(1, .month), "Silver",
        [usa: "4.99", germany: "4.99", japan: "700"], isShared: true,
        offer: Offer(
          id: "club.silver.intro", kind: .introductory, paymentMode: .freeTrial,
          period: SubscriptionPeriod(1, .week))),
      plan(
        bronze, "club", 3, SubscriptionPeriod(1, .month), "Bronze", [usa: "2.99", germany: "2.99"],
        offer: Offer(
          id: "club.bronze.intro", kind: .introductory, paymentMode: .payAsYouGo,
          period: SubscriptionPeriod(1, .month), periodCount: 3,
          prices: amounts([usa: "0.99", germany: "0.99"]))),
      plan(
        news, "news", 1, SubscriptionPeriod(1, .month), "News", [usa: "3.99", germany: "3.99"],
        offer: Offer(
          id: "news.intro", kind: .introductory, paymentMode: .payUpFront,
          period: SubscriptionPeriod(3, .month), prices: amounts([usa: "5.99", germany: "5.99"]))),
    ])

  /// The sample with some products left out or replaced, for tests of a catalogue that changes.
  public static func catalog(changing change: (Product) -> Product?) -> Catalog {
    Catalog(
      app: catalog.app, defaultLocale: catalog.defaultLocale, policies: catalog.policies,
      groups: catalog.groups, products: catalog.products.compactMap(change))
  }

  private static func product(
    _ id: ProductID, _ type: ProductType, _ english: String, _ german: String,
    _ prices: [Storefront: String], isShared: Bool = false, subscription: SubscriptionInfo? = nil,
    hosted: HostedContent? = nil
  ) -> Product {
    Product(
      id: id, type: type, referenceName: english,
      localizations: [
        LocalizedText(locale: "en", title: english, description: "\(english), in English."),
        LocalizedText(locale: "de", title: german, description: "\(german), auf Deutsch."),
      ],
      prices: amounts(prices), isFamilyShareable: isShared, subscription: subscription, hostedContent: hosted)
  }

  private static func plan(
    _ id: ProductID, _ group: String, _ level: Int, _ period: SubscriptionPeriod, _ title: String,
    _ prices: [Storefront: String], isShared: Bool = false, offer: Offer? = nil
  ) -> Product {
    product(
      id, .autoRenewable, title, title, prices, isShared: isShared,
      subscription: SubscriptionInfo(
        groupID: GroupID(group), level: level, period: period, offers: offer.map { [$0] } ?? []))
  }

  private static func amounts(_ prices: [Storefront: String]) -> [Storefront.ID: Decimal] {
    var amounts: [Storefront.ID: Decimal] = [:]
    for (storefront, text) in prices {
      guard let amount = Decimal(plain: text) else { preconditionFailure("\(text) is not a price.") }
      amounts[storefront.id] = amount
    }
    return amounts
  }
}
