import FoundationEssentials
import StoreModel

/// What a purchase costs now, and what it gives.
struct PurchaseTerms: Hashable, Sendable {
  let product: Product
  /// In all: unit price times quantity; zero for a free trial.
  let price: Price
  /// The introductory offer when it applies; nil when the standard price does.
  let offer: Offer?
  /// When the time that is paid for ends; nil for what does not end.
  let expiresAt: Timestamp?
  /// Subscriptions of the same group that this one takes the place of.
  let replaces: [TransactionID]
}

extension SubscriptionInfo {
  /// What the first charge is and how long it lasts, for an account that may or may not have the
  /// introductory offer.
  ///
  /// A free trial costs nothing for its whole length. Pay as you go costs one offer period's price and
  /// lasts one offer period. Pay up front costs the whole offer's price and lasts the whole offer. An
  /// offer without a price in `storefront` does not apply there. Nil when the product is not sold there.
  func firstCharge(of product: Product, in storefront: Storefront, isEligible: Bool)
    -> (price: Price, offer: Offer?, length: SubscriptionPeriod)?
  {
    guard let standard = product.price(in: storefront) else { return nil }
    guard isEligible, let offer = introductoryOffer else { return (standard, nil, period) }
    return charge(for: offer, in: storefront) ?? (standard, nil, period)
  }

  /// What the first charge under the offer of this id is, as `firstCharge` counts it; nil when there is no such offer,
  /// or none in `storefront`.
  func charge(of product: Product, for offerID: String?, in storefront: Storefront)
    -> (price: Price, offer: Offer?, length: SubscriptionPeriod)?
  {
    offers.first { $0.id == offerID }.flatMap { charge(for: $0, in: storefront) }
  }

  private func charge(for offer: Offer, in storefront: Storefront)
    -> (price: Price, offer: Offer?, length: SubscriptionPeriod)?
  {
    guard let price = offer.price(in: storefront) else { return nil }
    let length =
      switch offer.paymentMode {
      case .payAsYouGo: offer.period
      case .freeTrial, .payUpFront: offer.duration
      }
    return (price, offer, length)
  }
}

extension Price {
  func times(_ quantity: Int) -> Price { Price(amount: amount * Decimal(quantity), currency: currency) }
}
