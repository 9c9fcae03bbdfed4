import FoundationEssentials

/// What kind of thing a product is; it decides what restore, finish and a second purchase do.
public enum ProductType: String, Sendable, Codable, CaseIterable {
  case consumable, nonConsumable, nonRenewing, autoRenewable
}

/// A title and a description in one language, exactly as the catalogue holds them.
///
/// The text is untrusted: it is made safe where it is drawn, never here.
public struct LocalizedText: Hashable, Sendable, Codable {
  public let locale: LocaleID
  public let title: String
  public let description: String

  public init(locale: LocaleID, title: String, description: String) {
    self.locale = locale
    self.title = title
    self.description = description
  }
}

/// One thing that can be bought.
public struct Product: Hashable, Sendable {
  public let id: ProductID
  public let type: ProductType
  /// The developer's own name for it, shown when no localization answers.
  public let referenceName: String
  /// In the order of the catalogue; may be empty.
  public let localizations: [LocalizedText]
  /// What it costs in each storefront where it is sold, in that storefront's currency.
  public let prices: [Storefront.ID: Decimal]
  public let isFamilyShareable: Bool
  /// Set exactly for auto-renewable subscriptions.
  public let subscription: SubscriptionInfo?
  /// Content that the store hosts and the device downloads after purchase.
  public let hostedContent: HostedContent?

  public init(
    id: ProductID, type: ProductType, referenceName: String, localizations: [LocalizedText] = [],
    prices: [Storefront.ID: Decimal] = [:], isFamilyShareable: Bool = false,
    subscription: SubscriptionInfo? = nil, hostedContent: HostedContent? = nil
  ) {
    self.id = id
    self.type = type
    self.referenceName = referenceName
    self.localizations = localizations
    self.prices = prices
    self.isFamilyShareable = isFamilyShareable
    self.subscription = subscription
    self.hostedContent = hostedContent
  }

  /// What one costs in `storefront`; nil when it is not sold there.
  public func price(in storefront: Storefront) -> Price? {
    prices[storefront.id].map { Price(amount: $0, currency: storefront.currency) }
  }
}

/// What makes a product a subscription.
public struct SubscriptionInfo: Hashable, Sendable {
  public let groupID: GroupID
  /// Rank in the group: 1 is the highest. Several products may share a level.
  public let level: Int
  public let period: SubscriptionPeriod
  public let offers: [Offer]

  public init(groupID: GroupID, level: Int, period: SubscriptionPeriod, offers: [Offer] = []) {
    self.groupID = groupID
    self.level = level
    self.period = period
    self.offers = offers
  }

  /// The one introductory offer, if there is one.
  public var introductoryOffer: Offer? { offers.first { $0.kind == .introductory } }
}

/// A price that applies for a while and then gives way to the standard price.
public struct Offer: Hashable, Sendable {
  public enum Kind: String, Sendable, Codable, CaseIterable { case introductory, promotional, code, winBack }
  public enum PaymentMode: String, Sendable, Codable, CaseIterable { case freeTrial, payAsYouGo, payUpFront }

  /// The public id; introductory offers and codes have none of their own and are named by the catalogue.
  public let id: String
  public let kind: Kind
  public let paymentMode: PaymentMode
  /// One offer period.
  public let period: SubscriptionPeriod
  /// How many periods the offer lasts; at least 1.
  public let periodCount: Int
  /// One period's price (pay as you go) or the whole offer's (pay up front); empty for a free trial.
  public let prices: [Storefront.ID: Decimal]

  public init(
    id: String, kind: Kind, paymentMode: PaymentMode, period: SubscriptionPeriod, periodCount: Int = 1,
    prices: [Storefront.ID: Decimal] = [:]
  ) {
    self.id = id
    self.kind = kind
    self.paymentMode = paymentMode
    self.period = period
    self.periodCount = periodCount
    self.prices = prices
  }

  /// How long the offer lasts in all.
  public var duration: SubscriptionPeriod { period.repeated(periodCount) }

  /// What is charged each time in `storefront`: zero for a free trial, nil when no price is set there.
  public func price(in storefront: Storefront) -> Price? {
    if paymentMode == .freeTrial { return Price(amount: 0, currency: storefront.currency) }
    return prices[storefront.id].map { Price(amount: $0, currency: storefront.currency) }
  }
}

/// Content that the store keeps for a product.
public struct HostedContent: Hashable, Sendable, Codable {
  public let version: String
  /// Size in bytes; at least 1.
  public let size: Int64

  public init(version: String, size: Int64) {
    self.version = version
    self.size = size
  }
}
