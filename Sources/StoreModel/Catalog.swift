/// Everything an app sells: the app, its policies, its subscription groups and its products.
public struct Catalog: Hashable, Sendable {
  public struct App: Hashable, Sendable {
    public let name: String
    public let bundleID: String
    public let seller: String

    public init(name: String, bundleID: String, seller: String) {
      self.name = name
      self.bundleID = bundleID
      self.seller = seller
    }
  }

  /// Links to the terms of use and the privacy policy in one language. Either may be missing.
  public struct Policies: Hashable, Sendable {
    public let locale: LocaleID
    public let terms: String?
    public let privacy: String?

    public init(locale: LocaleID, terms: String?, privacy: String?) {
      self.locale = locale
      self.terms = terms
      self.privacy = privacy
    }
  }

  public let app: App
  /// The language that answers when the chosen one has no text.
  public let defaultLocale: LocaleID
  /// The storefront to open with, when the file names one (`.storekit` files do).
  public let defaultStorefront: Storefront.ID?
  public let policies: [Policies]
  public let groups: [SubscriptionGroup]
  /// In catalogue order; ids are unique.
  public let products: ProductList
  /// What holds for all of them together.
  public let summary: CatalogSummary

  /// A catalogue whose products are in memory. Later products with an id that is taken are left out; the
  /// reader reports them.
  public init(
    app: App, defaultLocale: LocaleID, defaultStorefront: Storefront.ID? = nil, policies: [Policies] = [],
    groups: [SubscriptionGroup] = [], products: some Sequence<Product>
  ) {
    let storage = ProductArray(products)
    self.init(
      app: app, defaultLocale: defaultLocale, defaultStorefront: defaultStorefront, policies: policies,
      groups: groups, products: ProductList(storage), summary: CatalogSummary(storage.products))
  }

  /// A catalogue whose products are wherever `products` finds them; `summary` is that of these products.
  public init(
    app: App, defaultLocale: LocaleID, defaultStorefront: Storefront.ID?, policies: [Policies],
    groups: [SubscriptionGroup], products: ProductList, summary: CatalogSummary
  ) {
    self.app = app
    self.defaultLocale = defaultLocale
    self.defaultStorefront = defaultStorefront
    self.policies = policies
    self.groups = groups
    self.products = products
    self.summary = summary
  }

  /// The same catalogue with other policies.
  public func with(policies: [Policies]) -> Catalog {
    Catalog(
      app: app, defaultLocale: defaultLocale, defaultStorefront: defaultStorefront, policies: policies,
      groups: groups, products: products, summary: summary)
  }

  /// The product with this id; takes no longer for more products.
  public func product(_ id: ProductID) -> Product? { products.product(id) }

  public func group(_ id: GroupID) -> SubscriptionGroup? { groups.first { $0.id == id } }

  /// Every language in which some product has a text, sorted.
  public var languages: [LocaleID] { summary.languages.sorted() }

  /// Every storefront in which some product has a price, sorted.
  public var storefronts: [Storefront.ID] { summary.storefronts.sorted() }
}

/// Subscriptions of which a customer has one at a time.
public struct SubscriptionGroup: Hashable, Sendable {
  public let id: GroupID
  public let referenceName: String
  /// The group's name in each language; `description` is unused and empty.
  public let localizations: [LocalizedText]

  public init(id: GroupID, referenceName: String, localizations: [LocalizedText] = []) {
    self.id = id
    self.referenceName = referenceName
    self.localizations = localizations
  }
}
