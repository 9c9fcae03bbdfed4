import FoundationEssentials
import StoreCatalog
import StoreModel

/// What one subscription purchase charges, and when: the figures that the statements are made of.
struct SubscriptionTerms {
  let period: SubscriptionPeriod
  let price: Price
  let offer: Offer?
  /// What each payment of the offer costs; nil without an offer.
  let offerPrice: Price?
  let chargedNow: Price
  /// The day from which the standard price is charged.
  let standardPriceFrom: Timestamp

  init(
    subscription: SubscriptionInfo, price: Price, offer: Offer?, storefront: Storefront, now: Timestamp
  ) {
    period = subscription.period
    self.price = price
    self.offer = offer
    offerPrice = offer?.price(in: storefront)
    chargedNow = offerPrice ?? price
    standardPriceFrom = (offer?.duration ?? subscription.period).end(from: now)
  }
}

extension DisclosureComposer {
  func subscriptionStatements(_ terms: SubscriptionTerms, sharesGroup: Bool) -> [Statement] {
    let renewalPrice = periods.price(prices.text(terms.price), every: terms.period)
    var statements = [
      Statement(
        .length, .body, say(.length, [.period: periods.length(terms.period)]), rules: [.d3]),
      Statement(.billedPrice, .billedPrice, renewalPrice, rules: [.d4, .d5]),
    ]
    if let unit = prices.unitPrice(of: terms.price, per: terms.period) {
      let text = periods.price(prices.text(unit.price), every: SubscriptionPeriod(1, unit.unit))
      statements.append(
        Statement(.unitPrice, .subordinate, say(.unitPrice, [.unitPrice: text]), rules: [.d5, .d6]))
    }
    statements += offerStatements(terms, renewalPrice: renewalPrice)
    if terms.chargedNow.amount > 0 {
      let text = say(.charge, [.price: amount(terms.chargedNow)])
      statements.append(Statement(.charge, .body, text, rules: [.d9]))
    }
    statements += [
      Statement(.renewal, .body, say(.renewal), rules: [.d7, .d8]),
      Statement(
        .renewalCharge, .body,
        say(
          .renewalCharge,
          [.renewalPrice: renewalPrice, .renewalDate: dates.day(terms.standardPriceFrom)]),
        rules: [.d9, .d19]),
      Statement(.manage, .body, say(.manage, [.manage: say(.managePlace)]), rules: [.d8, .d19]),
    ]
    if terms.offer?.paymentMode == .freeTrial, sharesGroup {
      statements.append(Statement(.forfeiture, .body, say(.forfeiture), rules: [.d11]))
    }
    return statements + [restoreStatement]
  }

  private func offerStatements(_ terms: SubscriptionTerms, renewalPrice: String) -> [Statement] {
    guard let offer = terms.offer, let offerPrice = terms.offerPrice else { return [] }
    let length = periods.span(offer.duration)
    let end = dates.day(terms.standardPriceFrom)
    switch offer.paymentMode {
    case .freeTrial:
      let text = say(.freeTrial, [.trialPeriod: length, .renewalPrice: renewalPrice, .trialEnd: end])
      return [Statement(.freeTrial, .subordinate, text, rules: [.d5, .d9, .d10])]
    case .payAsYouGo:
      let each = periods.price(prices.text(offerPrice), every: offer.period)
      let text = say(
        .payAsYouGo, [.introPrice: each, .introPeriod: length, .renewalPrice: renewalPrice, .introEnd: end])
      return [Statement(.introductoryPrice, .subordinate, text, rules: [.d5, .d12])]
    case .payUpFront:
      let once = amount(offerPrice)
      let text = say(
        .payUpFront, [.introPrice: once, .introPeriod: length, .renewalPrice: renewalPrice, .introEnd: end])
      return [Statement(.introductoryPrice, .subordinate, text, rules: [.d5, .d12])]
    }
  }

  func oneTimeStatements(
    of type: ProductType, price: Price, total: Price, quantity: Int
  ) -> [Statement] {
    var statements = [Statement(.billedPrice, .billedPrice, prices.text(total), rules: [.d4, .d5])]
    if quantity > 1 {
      let text = "\(periods.number(quantity)) × \(amount(price))"
      statements.append(Statement(.quantity, .subordinate, text, rules: [.d4]))
    }
    statements.append(
      Statement(.charge, .body, say(.oneTimeCharge, [.price: amount(total)]), rules: [.d9]))
    switch type {
    case .nonRenewing: statements.append(Statement(.doesNotRenew, .body, say(.doesNotRenew), rules: []))
    case .nonConsumable: statements.append(restoreStatement)
    // Used up, so there is nothing to bring back; a subscription has its own statements.
    case .consumable, .autoRenewable: break
    }
    return statements
  }

  private var restoreStatement: Statement {
    Statement(.restore, .body, say(.restore, [.restore: say(.labelRestore)]), rules: [.d18])
  }
}
