import StoreModel

/// What a disclosure has to know about the customer and the moment.
public struct AccountFacts: Hashable, Sendable {
  /// True when the account has never had an introductory offer in the product's group. Trial
  /// wording is shown to nobody else.
  public var isEligibleForIntroductoryOffer: Bool
  /// False when this device may not pay.
  public var canMakePayments: Bool
  /// True when the account has this very subscription now.
  public var isSubscribed: Bool
  /// The store's clock.
  public var now: Timestamp

  public init(
    isEligibleForIntroductoryOffer: Bool, canMakePayments: Bool = true, isSubscribed: Bool = false,
    now: Timestamp
  ) {
    self.isEligibleForIntroductoryOffer = isEligibleForIntroductoryOffer
    self.canMakePayments = canMakePayments
    self.isSubscribed = isSubscribed
    self.now = now
  }
}
