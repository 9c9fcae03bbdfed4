import FoundationEssentials
import StoreCatalog
import StoreModel

/// What `products --json` prints. Its keys are stable: programs read them.
struct ProductListing: Encodable {
  /// The file, or `built-in`.
  let catalog: String
  let storefront: Storefront.ID
  let locale: LocaleID
  let products: [Item]
  let diagnostics: [Diagnostic]

  struct Item: Encodable {
    let id: ProductID
    let type: ProductType
    let group: GroupID?
    let level: Int?
    let period: SubscriptionPeriod?
    let title: String
    let description: String
    /// Which language the title is in; null when the reference name or the id had to answer.
    let language: LocaleID?
    /// Null where it is not sold.
    let price: PriceTag?
    let available: Bool
    let offers: [OfferItem]
  }

  struct PriceTag: Encodable {
    /// Plain digits with a point, for programs.
    let amount: String
    let currency: CurrencyCode
    /// As the storefront writes it, for people.
    let text: String
  }

  struct OfferItem: Encodable {
    let id: String
    let kind: Offer.Kind
    let mode: Offer.PaymentMode
    let period: SubscriptionPeriod
    let periods: Int
    let price: PriceTag?
  }

  struct Diagnostic: Encodable {
    let severity: Finding.Severity
    let path: String
    let message: String
    let advice: String
    let line: Int?
    let column: Int?

    init(_ finding: Finding) {
      severity = finding.severity
      path = finding.path
      message = finding.message
      advice = finding.advice
      line = finding.line
      column = finding.column
    }
  }

  init(_ reading: CatalogReading, named name: String, in place: Place) {
    let formatter = PriceFormatter(storefront: place.storefront)
    let resolver = TextResolver(locale: place.locale, catalog: reading.catalog)
    catalog = name
    storefront = place.storefront.id
    locale = place.locale
    products = reading.catalog.products.map { Item($0, resolver, formatter) }
    diagnostics = reading.findings.map(Diagnostic.init)
  }
}

extension ProductListing.Item {
  init(_ product: Product, _ resolver: TextResolver, _ formatter: PriceFormatter) {
    let text = resolver.text(of: product)
    id = product.id
    type = product.type
    group = product.subscription?.groupID
    level = product.subscription?.level
    period = product.subscription?.period
    title = text.title
    description = text.description
    language = text.language
    price = product.price(in: formatter.storefront).map { ProductListing.PriceTag($0, formatter) }
    available = price != nil
    offers = product.subscription?.offers.map { ProductListing.OfferItem($0, formatter) } ?? []
  }
}

extension ProductListing.OfferItem {
  init(_ offer: Offer, _ formatter: PriceFormatter) {
    id = offer.id
    kind = offer.kind
    mode = offer.paymentMode
    period = offer.period
    periods = offer.periodCount
    price = offer.price(in: formatter.storefront).map { ProductListing.PriceTag($0, formatter) }
  }
}

extension ProductListing.PriceTag {
  init(_ price: Price, _ formatter: PriceFormatter) {
    amount = price.plainAmount
    currency = price.currency
    text = formatter.plainText(price)
  }
}

// MARK: - JSON

extension ProductListing.Item {
  private enum CodingKeys: CodingKey {
    case id, type, group, level, period, title, description, language, price, available, offers
  }

  /// Writes every key, with null for what is not there, so that a program need not guess.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(type, forKey: .type)
    try container.encode(group, forKey: .group)
    try container.encode(level, forKey: .level)
    try container.encode(period, forKey: .period)
    try container.encode(title, forKey: .title)
    try container.encode(description, forKey: .description)
    try container.encode(language, forKey: .language)
    try container.encode(price, forKey: .price)
    try container.encode(available, forKey: .available)
    try container.encode(offers, forKey: .offers)
  }
}

// MARK: - Text

extension ProductListing {
  /// The list for people: a title, a price and an id a line, under a heading for each type.
  func text(in place: Place) -> String {
    var lines = [
      "\(place.storefront.name) (\(place.storefront.currency)), \(locale): \(products.count) products"
    ]
    let words = PeriodWords(locale: locale)
    for type in ProductType.allCases {
      let items = products.filter { $0.type == type }
      if items.isEmpty { continue }
      let rows = items.map { item in
        [item.title, item.priceText(words), item.id.rawValue]
      }
      lines += ["", type.heading] + TextTable(rows).lines.map { "  " + $0 }
    }
    return lines.joined(separator: "\n")
  }
}

extension ProductListing.Item {
  func priceText(_ words: PeriodWords) -> String {
    guard let price else { return "not sold here" }
    return period.map { words.price(price.text, every: $0) } ?? price.text
  }
}

extension ProductType {
  /// The plural in words, for headings.
  var heading: String {
    switch self {
    case .consumable: "Consumables"
    case .nonConsumable: "Non-consumables"
    case .nonRenewing: "Non-renewing subscriptions"
    case .autoRenewable: "Auto-renewable subscriptions"
    }
  }
}
