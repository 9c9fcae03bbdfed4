import StoreModel

/// What the store answers to a payment; decides and performs nothing.
///
/// The first of these that applies is the one outcome:
///
/// | Case | Outcome |
/// | --- | --- |
/// | payments are not allowed | failed 4, `paymentsRefused` (R31) |
/// | the customer did not sign in | failed 2, `signInCancelled` (C12) |
/// | the network is off | failed 0, `networkOffline` |
/// | the catalogue has no such product | failed 3, `unknownProduct` |
/// | quantity below 1 or above 10 | failed 3, `invalidQuantity` |
/// | more than one of a non-consumable or an auto-renewable subscription | failed 3, `quantityNotAllowed` |
/// | no price in the storefront | failed 5, `notSoldInStorefront` |
/// | an offer that the product does not have | failed 11, `offerNotFound` |
/// | an introductory offer, asked for by id, that was used | failed 18, `offerUsed` |
/// | an offer code that is not redeemed as one, or an offer that comes with a signature | failed 13 |
/// | an owned non-consumable | restored, free (C6, R51) |
/// | the same subscription is running | failed 0, `alreadySubscribed` (C5) |
/// | a higher plan of the group is running | failed 0, `higherPlanActive`, with its end |
/// | the last purchase of the product is not finished | failed 0, `unfinishedPurchase` (C6, C7) |
/// | anything else | a charge, which the customer has to agree to |
///
/// A lower or equal plan of the group that is running is replaced at once.
enum PurchaseDecision: Hashable, Sendable {
  case refuse(StoreError)
  /// The account owns it: a restored transaction that goes back to this one.
  case restore(Transaction)
  case charge(PurchaseTerms)

  static func decide(
    _ payment: Payment, catalog: Catalog, storefront: Storefront?, settings: StoreSettings, now: Timestamp,
    redeems: Bool = false, history: (Product) throws -> AccountHistory
  ) rethrows -> PurchaseDecision {
    guard settings.paymentsAllowed else { return .refuse(StoreError(.paymentNotAllowed, .paymentsRefused)) }
    guard settings.isSignedIn else { return .refuse(StoreError(.paymentCancelled, .signInCancelled)) }
    guard settings.networkIsOn else { return .refuse(.offline) }
    guard let product = catalog.product(payment.productID) else {
      return .refuse(StoreError(.paymentInvalid, .unknownProduct, subject: payment.productID.rawValue))
    }
    if let error = refusal(ofQuantity: payment.quantity, for: product.type) { return .refuse(error) }
    guard let storefront, let unitPrice = product.price(in: storefront) else {
      return .refuse(
        StoreError(
          .storeProductNotAvailable, .notSoldInStorefront,
          subject: storefront?.name ?? settings.storefront.rawValue))
    }
    let history = try history(product)
    if let error = refusal(ofOffer: payment.offerID, for: product, redeems: redeems, history: history) {
      return .refuse(error)
    }
    if let owned = history.owned { return .restore(owned) }
    if let error = refusal(ofPlan: product, catalog: catalog, active: history.active) {
      return .refuse(error)
    }
    if let unfinished = history.unfinished {
      return .refuse(StoreError(.unknown, .unfinishedPurchase, subject: unfinished.id.description))
    }
    guard product.type == .autoRenewable else {
      return .charge(
        PurchaseTerms(
          product: product, price: unitPrice.times(payment.quantity), offer: nil, expiresAt: nil, replaces: []
        ))
    }
    guard let subscription = product.subscription,
      let charge = redeems
        ? subscription.charge(of: product, for: payment.offerID, in: storefront)
        : subscription.firstCharge(
          of: product, in: storefront, isEligible: !history.hasUsedIntroductoryOffer)
    else {
      return .refuse(
        StoreError(
          .unknown, .other, subject: "The catalogue gives the subscription '\(product.id)' no period."))
    }
    return .charge(
      PurchaseTerms(
        product: product, price: charge.price, offer: charge.offer, expiresAt: charge.length.end(from: now),
        replaces: history.active.map(\.id)))
  }

  private static func refusal(ofQuantity quantity: Int, for type: ProductType) -> StoreError? {
    guard (1...10).contains(quantity) else {
      return StoreError(.paymentInvalid, .invalidQuantity, subject: String(quantity))
    }
    let allowsSeveral = type == .consumable || type == .nonRenewing
    return quantity == 1 || allowsSeveral
      ? nil : StoreError(.paymentInvalid, .quantityNotAllowed, subject: String(quantity))
  }

  private static func refusal(
    ofOffer id: String?, for product: Product, redeems: Bool, history: AccountHistory
  ) -> StoreError? {
    guard let id else { return nil }
    guard let offer = product.subscription?.offers.first(where: { $0.id == id }) else {
      return StoreError(.invalidOfferIdentifier, .offerNotFound, subject: id)
    }
    if redeems, offer.kind == .code { return nil }
    guard offer.kind == .introductory else {
      return StoreError(
        .missingOfferParams, .other, subject: "The offer '\(id)' has to be signed by the app's server.")
    }
    return history.hasUsedIntroductoryOffer ? StoreError(.ineligibleForOffer, .offerUsed, subject: id) : nil
  }

  private static func refusal(ofPlan product: Product, catalog: Catalog, active: [Transaction]) -> StoreError?
  {
    guard let level = product.subscription?.level else { return nil }
    for transaction in active {
      if transaction.productID == product.id {
        return StoreError(.unknown, .alreadySubscribed, subject: product.id.rawValue)
      }
      // A plan that left the catalogue has no rank any more; it stands in nobody's way.
      if let rank = catalog.product(transaction.productID)?.subscription?.level, rank < level {
        return StoreError(.unknown, .higherPlanActive, subject: transaction.expiresAt?.description ?? "")
      }
    }
    return nil
  }
}

extension StoreError {
  static let offline = StoreError(.unknown, .networkOffline)
}
