import FoundationEssentials
import JSONSyntax
import StoreModel

/// Reads the offers of one StoreKit subscription; an offer that is not understood is left out with a warning.
struct StoreKitOfferReader {
  private static let modes: [String: Offer.PaymentMode] = [
    "free": .freeTrial, "payAsYouGo": .payAsYouGo, "payUpFront": .payUpFront,
  ]

  let log: FindingLog
  let products: StoreKitProductReader
  let basePeriod: SubscriptionPeriod

  func read(_ subscription: Fields) -> [Offer] {
    var offers = OfferList(log: log)
    for value in introductoryValues(subscription) { add(value, .introductory, to: &offers) }
    for (key, kind) in [
      ("adHocOffers", Offer.Kind.promotional), ("codeOffers", .code), ("winbackOffers", .winBack),
    ] {
      for value in subscription.items(key) { add(value, kind, to: &offers) }
    }
    return offers.offers
  }

  /// The list first, then the single one of older versions unless the list holds it already.
  private func introductoryValues(_ subscription: Fields) -> [JSONValue] {
    let list = subscription.items("introductoryOffers").filter { value in
      guard value.object?["billingPlanType"]?.string == "MONTHLY" else { return true }
      log.add(
        .warning, at: value, "the offer belongs to a monthly plan that is not imported and is left out",
        "Nothing needs to be done unless you test that plan.")
      return false
    }
    guard let single = subscription["introductoryOffer"] else { return list }
    let id = single.object?["internalID"]?.string
    let isRepeated = !list.isEmpty && list.contains { $0.object?["internalID"]?.string == id }
    return isRepeated ? list : list + [single]
  }

  private func add(_ value: JSONValue, _ kind: Offer.Kind, to offers: inout OfferList) {
    if let offer = readOffer(value, kind) { offers.add(offer, at: value) }
  }

  private func readOffer(_ value: JSONValue, _ kind: Offer.Kind) -> Offer? {
    guard let object = value.object else {
      drop(at: value, "the offer is \(value.kind)", "Set the offer again in Xcode.")
      return nil
    }
    let fields = Fields(value: value, object: object, log: log)
    let text = fields["paymentMode"]?.string ?? ""
    guard let mode = Self.modes[text] else {
      drop(
        at: fields["paymentMode"] ?? value,
        text.isEmpty ? "the offer has no 'paymentMode'" : "Xcode knows no payment mode \(text.quoted)",
        suggestion(for: text, in: Self.modes.keys.sorted()) ?? "Write free, payAsYouGo or payUpFront.")
      return nil
    }
    guard let period = fields["subscriptionPeriod"]?.string.flatMap({ SubscriptionPeriod($0) }) else {
      drop(
        at: fields["subscriptionPeriod"] ?? value, "the offer has no period that can be read",
        "Write 'subscriptionPeriod' as P1W or P1M.")
      return nil
    }
    let count = fields["numberOfPeriods"].map { $0.integer ?? 0 } ?? 1
    guard (1...999).contains(count) else {
      drop(
        at: fields["numberOfPeriods"] ?? value, "the number of periods is not from 1 to 999",
        "Set it again in Xcode.")
      return nil
    }
    guard let id = name(of: fields, kind) else {
      drop(at: value, "the offer has neither 'offerID' nor 'referenceName'", "Name the offer in Xcode.")
      return nil
    }
    guard let prices = readPrices(fields, mode) else { return nil }
    if mode == .payAsYouGo, period != basePeriod {
      log.add(
        .warning, at: fields["subscriptionPeriod"] ?? value,
        "a pay-as-you-go offer is charged with the subscription, every \(basePeriod), not every \(period)",
        "Set the offer again in Xcode.")
    }
    return Offer(id: id, kind: kind, paymentMode: mode, period: period, periodCount: count, prices: prices)
  }

  /// Codes go by their reference name; an introductory offer needs no name.
  private func name(of fields: Fields, _ kind: Offer.Kind) -> String? {
    if kind == .introductory { return "introductory" }
    let names = [kind == .code ? nil : fields.string("offerID"), fields.string("referenceName")]
    return names.compactMap { $0 }.first { !$0.isEmpty }
  }

  /// A free offer costs nothing, whatever price a former choice left behind; nil leaves the offer out.
  private func readPrices(_ fields: Fields, _ mode: Offer.PaymentMode) -> [Storefront.ID: Decimal]? {
    if mode == .freeTrial { return [:] }
    switch products.readPrice(fields, severity: .warning) {
    case .amount(let amount): return [products.storefront.id: amount]
    case .none:
      drop(
        at: fields["displayPrice"] ?? fields.value, "the offer is paid but has no price", "Set it in Xcode.")
    case .unclear: break
    }
    return nil
  }

  private func drop(at value: JSONValue, _ problem: String, _ advice: String) {
    log.add(.warning, at: value, "\(problem); the offer is left out", advice)
  }
}
