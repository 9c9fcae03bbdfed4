import FoundationEssentials
import JSONSyntax
import StoreModel

/// Reads the offers of one subscription of `catalog.json`; an offer that is wrong is left out, never the product.
struct OfferJSONReader {
  private static let keys = ["id", "kind", "mode", "period", "periods", "prices"]

  let log: FindingLog
  let basePeriod: SubscriptionPeriod
  /// The product's own prices: where an offer must have one too.
  let sellingIn: [Storefront.ID: Decimal]

  init(log: FindingLog, basePeriod: SubscriptionPeriod, sellingIn prices: [Storefront.ID: Decimal]) {
    self.log = log
    self.basePeriod = basePeriod
    self.sellingIn = prices
  }

  func read(_ values: [JSONValue]) -> [Offer] {
    var offers = OfferList(log: log)
    for value in values {
      if let offer = readOffer(value) { offers.add(offer, at: value) }
    }
    return offers.offers
  }

  private func readOffer(_ value: JSONValue) -> Offer? {
    guard let fields = Fields(value, log: log, expecting: "an offer") else { return nil }
    fields.reportUnknownKeys(known: Self.keys)
    let kind: Offer.Kind? = readName(fields, "kind")
    let mode: Offer.PaymentMode? = readName(fields, "mode")
    let period = PeriodText.read(fields, "period", of: "offer", severity: .warning)
    if fields["period"] == nil {
      fields.add(.warning, "the offer has no 'period' and is left out", "Add a period such as P1W.")
    }
    guard let kind, let mode, let period, let count = readCount(fields) else { return nil }
    guard let id = fields.string("id") ?? (kind == .introductory ? "introductory" : nil), !id.isEmpty else {
      fields.add(.warning, "the offer has no 'id' and is left out", "Give it an id that a purchase can name.")
      return nil
    }
    guard let prices = readPrices(fields, mode) else { return nil }
    if mode == .payAsYouGo, period != basePeriod {
      log.add(
        .warning, at: fields["period"] ?? value,
        "a pay-as-you-go offer is charged with the subscription, every \(basePeriod), not every \(period)",
        "Write \(basePeriod) and set 'periods'.")
    }
    return Offer(id: id, kind: kind, paymentMode: mode, period: period, periodCount: count, prices: prices)
  }

  private func readName<Name: RawRepresentable<String> & CaseIterable>(_ fields: Fields, _ key: String)
    -> Name?
  {
    let names = Name.allCases.map(\.rawValue)
    let value = fields[key]
    let text = value?.string ?? ""
    if let name = Name(rawValue: text) { return name }
    log.add(
      .warning, at: value ?? fields.value,
      value.map { "the \(key) \($0.string?.quoted ?? $0.kind) is not known and the offer is left out" }
        ?? "the offer has no '\(key)' and is left out",
      suggestion(for: text, in: names) ?? "Write one of \(names.joined(separator: ", ")).")
    return nil
  }

  private func readCount(_ fields: Fields) -> Int? {
    guard let value = fields["periods"] else { return 1 }
    if let count = value.integer, (1...999).contains(count) { return count }
    log.add(
      .warning, at: value,
      "the number of periods is not a whole number from 1 to 999 and the offer is left out",
      "Write how many periods the offer lasts, such as 3.")
    return nil
  }

  private func readPrices(_ fields: Fields, _ mode: Offer.PaymentMode) -> [Storefront.ID: Decimal]? {
    if mode == .freeTrial {
      if let prices = fields["prices"] {
        log.add(.warning, at: prices, "a free trial costs nothing; its prices are ignored", "Remove them.")
      }
      return [:]
    }
    let prices = PriceMembers(log: log).read(fields.members("prices"))
    guard !prices.isEmpty else {
      fields.add(
        .warning, "the offer is paid but has no price and is left out", "Add prices { \"USA\": \"0.99\" }.")
      return nil
    }
    let missing = sellingIn.keys.filter { prices[$0] == nil }.sorted().map(\.rawValue)
    if !missing.isEmpty {
      let shown = missing.prefix(5).joined(separator: ", ") + (missing.count > 5 ? ", …" : "")
      fields.add(
        .warning, "the offer has no price in \(missing.count) of the product's storefronts (\(shown))",
        "Add the prices, or the offer is not made there.")
    }
    return prices
  }
}
