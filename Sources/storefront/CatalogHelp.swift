/// How to write `catalog.json`: what `storefront help catalog` prints. The README says the same.
enum CatalogHelp {
  static let text = """
    catalog.json: what an app sells. JSON, and JSON5 too: comments, trailing commas, unquoted keys.

    {
      app: { name: "Stargarden", bundleId: "app.stargarden", seller: "Evening Hill Software" },
      defaultLocale: "en",                    // answers when the chosen language has no text
      policies: {                             // links that must be shown before a subscription is sold
        en: { terms: "https://stargarden.app/en/terms", privacy: "https://stargarden.app/en/privacy" },
      },
      groups: [                               // a customer has one subscription of a group at a time
        { id: "sky", referenceName: "Sky Plans", localizations: { en: "Sky Plans" } },
      ],
      products: [
        {
          id: "app.stargarden.sky.monthly",   // letters, digits, - . _ ; unique
          type: "autoRenewable",              // or consumable, nonConsumable, nonRenewing
          referenceName: "Sky, monthly",      // shown when no language has a title
          localizations: { en: { title: "Sky, monthly", description: "Every chart, every night." } },
          prices: { USA: "4.99", DEU: "4.99", JPN: "700" },  // decimal strings; no price: not sold there
          group: "sky", level: 1,             // level 1 is the highest; several products may share one
          period: "P1M",                      // P1W P1M P2M P3M P6M P1Y
          offers: [
            { id: "trial", kind: "introductory", mode: "freeTrial", period: "P1W" },
          ],
          familyShareable: true,
        },
        {
          id: "app.stargarden.atlas", type: "nonConsumable", referenceName: "Atlas",
          localizations: { en: { title: "Southern Atlas", description: "The southern sky." } },
          prices: { USA: "9.99" },
          content: { version: "1.0", size: 24000000 },       // hosted; downloaded after purchase, in bytes
        },
      ],
    }

    Offers: kind is introductory, promotional, code or winBack; mode is freeTrial, payAsYouGo (a price each
    period) or payUpFront (one price for all); period and periods (1 if not given) say how long; prices as
    above, none for a free trial.

    A product that is wrong is left out, and the rest is sold: 'storefront doctor' lists each fault with its
    line, its path and what to do. A file that is no catalogue at all ends with exit code 2.

    Xcode's .storekit files are read as they are; their prices count in the storefront that they name.
    """
}
