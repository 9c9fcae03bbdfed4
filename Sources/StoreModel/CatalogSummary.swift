/// What holds for all products of a catalogue together, gathered one product at a time.
///
/// A screen and a disclosure need these figures at once, however many products there are.
public struct CatalogSummary: Hashable, Sendable {
  /// The subscriptions of one group.
  public struct Group: Hashable, Sendable {
    public var productCount = 0
    public var levels: Set<Int> = []
    /// The first one with an introductory offer: what eligibility is asked by.
    public var introductoryProduct: ProductID?

    public init() {}
  }

  /// How many products there are of each type; a type without products is not in it.
  public var counts: [ProductType: Int] = [:]
  /// Every language in which some product has a text.
  public var languages: Set<LocaleID> = []
  /// Every storefront in which some product has a price.
  public var storefronts: Set<Storefront.ID> = []
  /// By group; a group without products is not in it.
  public var groups: [GroupID: Group] = [:]

  public init() {}

  public init(_ products: some Sequence<Product>) {
    for product in products { add(product) }
  }

  /// Takes in the next product, in catalogue order.
  public mutating func add(_ product: Product) {
    counts[product.type, default: 0] += 1
    for text in product.localizations { languages.insert(text.locale) }
    for storefront in product.prices.keys { storefronts.insert(storefront) }
    guard let subscription = product.subscription else { return }
    groups[subscription.groupID, default: Group()].add(subscription, of: product.id)
  }
}

extension CatalogSummary.Group {
  fileprivate mutating func add(_ subscription: SubscriptionInfo, of product: ProductID) {
    productCount += 1
    levels.insert(subscription.level)
    if introductoryProduct == nil, subscription.introductoryOffer != nil { introductoryProduct = product }
  }
}
