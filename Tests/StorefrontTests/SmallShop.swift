/// A catalogue that is quick to sell from: a consumable, a theme, two small contents, a subscription.
enum SmallShop {
  static let coins = "shop.coins"
  static let theme = "shop.theme"
  static let atlas = "shop.atlas"
  static let globe = "shop.globe"
  static let plan = "shop.plan"

  static let atlasSize = 300_000
  static let globeSize = 200_000

  static let text = """
    {
      app: { name: "Small Shop", bundleId: "shop.small", seller: "Small Shop Ltd" },
      defaultLocale: "en",
      policies: { en: { terms: "https://small.shop/terms", privacy: "https://small.shop/privacy" } },
      groups: [{ id: "plans", referenceName: "Plans", localizations: { en: "Plans" } }],
      products: [
        {
          id: "\(coins)", type: "consumable", referenceName: "Coins",
          localizations: { en: { title: "Coins", description: "Ten coins." } },
          prices: { USA: "0.99", JPN: "150" },
        },
        {
          id: "\(theme)", type: "nonConsumable", referenceName: "Theme",
          localizations: { en: { title: "Theme", description: "A theme." } }, prices: { USA: "1.99" },
        },
        {
          id: "\(atlas)", type: "nonConsumable", referenceName: "Atlas",
          localizations: { en: { title: "Atlas", description: "All maps." } },
          prices: { USA: "4.99" }, content: { version: "1.0", size: \(atlasSize) },
        },
        {
          id: "\(globe)", type: "nonConsumable", referenceName: "Globe",
          localizations: { en: { title: "Globe", description: "The world." } },
          prices: { USA: "3.99" }, content: { version: "2.0", size: \(globeSize) },
        },
        {
          id: "\(plan)", type: "autoRenewable", referenceName: "Plan",
          localizations: { en: { title: "Plan", description: "Everything." } },
          prices: { USA: "2.99" }, group: "plans", level: 1, period: "P1M",
        },
      ],
    }
    """
}
