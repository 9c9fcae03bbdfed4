import FoundationEssentials
import JSONSyntax
import StoreModel

/// Reads prices by storefront: `{ "USA": "9.99" }`; a price that is not certain is left out, never guessed.
struct PriceMembers {
  let log: FindingLog

  func read(_ members: [JSONObject.Member]) -> [Storefront.ID: Decimal] {
    var prices: [Storefront.ID: Decimal] = [:]
    prices.reserveCapacity(members.count)
    for member in members {
      let storefront = Storefront.ID(member.key)
      guard let currency = StorefrontTable.currency(of: storefront) else {
        log.add(
          .error, at: member.keyOffset, "\(member.key.quoted) is no storefront and its price is left out",
          StorefrontTable.nearestID(to: member.key).map { "Did you mean '\($0)'?" }
            ?? "Write a country code of three letters, such as USA or DEU.")
        continue
      }
      guard let amount = readAmount(member.value) else { continue }
      PriceText.checkDigits(amount, currency, at: member.value, log: log)
      prices[storefront] = amount
    }
    return prices
  }

  private func readAmount(_ value: JSONValue) -> Decimal? {
    guard let text = value.string else {
      let digits = value.number.flatMap { Decimal(plain: $0) == nil ? nil : $0 }
      log.add(
        .error, at: value, "the price is \(value.kind), not text, and is left out",
        digits.map { "Put it in quotes: \"\($0)\"." } ?? "Write digits in quotes, such as \"9.99\".")
      return nil
    }
    if let amount = Decimal(plain: text) { return amount }
    let near = PriceText(text)?.amount
    log.add(
      .error, at: value, "the price \(text.quoted) is not plain digits and is left out",
      near.map { "Write \"\($0)\": the storefront sets the currency." }
        ?? "Write digits with a point, such as \"9.99\"; no sign, no currency.")
    return nil
  }
}
