import FoundationEssentials
import Glibc
import JSONSyntax
import StoreModel

/// A product and the value that it was read from, for findings that come later.
struct LocatedProduct {
  let product: Product
  let value: JSONValue
}

/// A price and the value that it was read from.
struct LocatedPrice {
  let amount: Decimal
  let value: JSONValue
}

/// Reads the part of a StoreKit product that one-time products and subscriptions share.
struct StoreKitProductReader {
  private static let types: [String: ProductType] = [
    "Consumable": .consumable, "NonConsumable": .nonConsumable, "NonRenewingSubscription": .nonRenewing,
    "RecurringSubscription": .autoRenewable,
  ]

  let log: FindingLog
  /// The one storefront in which the file's prices are.
  let storefront: Storefront

  func fields(of value: JSONValue) -> Fields? {
    guard let fields = Fields(value, log: log, expecting: "a product") else { return nil }
    for member in fields.object.members where member.key.lowercased() == "familysharable" {
      log.add(
        .warning, at: member.keyOffset, "Xcode ignores the key \(member.key.quoted)",
        "Write 'familyShareable'.")
    }
    return fields
  }

  /// The type, in Xcode's exact spelling; another spelling is an error with the right one.
  func type(of fields: Fields) -> ProductType? {
    let text = fields["type"]?.string ?? ""
    if let type = Self.types[text] { return type }
    let letters = text.lowercased().filter(\.isLetter)
    let near: String? =
      letters.contains("nonrenew")
      ? "NonRenewingSubscription"
      : letters.contains("subscription") || letters.contains("renew")
        ? "RecurringSubscription"
        : nearest(to: letters, in: Self.types.keys.sorted())
    fields.log.add(
      .error, at: fields["type"] ?? fields.value,
      text.isEmpty
        ? "the product has no 'type' and is left out"
        : "Xcode knows no type \(text.quoted) and the product is left out",
      near.map { "Write '\($0)'." }
        ?? "Write Consumable, NonConsumable, NonRenewingSubscription or RecurringSubscription.")
    return nil
  }

  func read(_ fields: Fields, type: ProductType, subscription: SubscriptionInfo?) -> LocatedProduct? {
    guard let id = fields.string("productID"), !id.isEmpty else {
      fields.add(.error, "the product has no 'productID' and is left out", "Give it a product id in Xcode.")
      return nil
    }
    ProductIDRule.check(id, at: fields["productID"] ?? fields.value, log: log)
    let prices: [Storefront.ID: Decimal]
    switch readPrice(fields, severity: .error) {
    case .amount(let amount): prices = [storefront.id: amount]
    case .none:
      prices = [:]
      log.add(
        .warning, at: fields["displayPrice"] ?? fields.value,
        "no 'displayPrice': the product is sold nowhere",
        "Set a price in Xcode.")
    case .unclear: return nil
    }
    let product = Product(
      id: ProductID(id), type: type, referenceName: fields.string("referenceName") ?? "",
      localizations: readLocalizations(fields), prices: prices,
      isFamilyShareable: readFamilySharing(fields, type), subscription: subscription)
    return LocatedProduct(product: product, value: fields.value)
  }

  /// The texts of a product or a group; empty ones are kept, since another language or name answers for them.
  func readLocalizations(_ fields: Fields) -> [LocalizedText] {
    var seen: Set<LocaleID> = []
    return fields.items("localizations").compactMap { value in
      guard let text = value.object, let locale = text["locale"]?.string.map({ LocaleID($0) }) else {
        log.add(.warning, at: value, "the text names no 'locale' and is ignored", "Add one, such as en_US.")
        return nil
      }
      guard seen.insert(locale).inserted else {
        log.add(
          .warning, at: value, "the language \(locale.rawValue.quoted) is given twice; the first one counts",
          "Remove one of the two.")
        return nil
      }
      return LocalizedText(
        locale: locale, title: text["displayName"]?.string ?? "",
        description: text["description"]?.string ?? "")
    }
  }

  /// The dearest product with its place.
  func largestPrice(of products: [LocatedProduct]) -> LocatedPrice? {
    let prices = products.compactMap { located in
      located.product.prices[storefront.id].map { LocatedPrice(amount: $0, value: located.value) }
    }
    return prices.max { $0.amount < $1.amount }
  }

  private func readFamilySharing(_ fields: Fields, _ type: ProductType) -> Bool {
    guard fields.bool("familyShareable") == true else { return false }
    if type == .nonConsumable || type == .autoRenewable { return true }
    log.add(
      .warning, at: fields["familyShareable"] ?? fields.value,
      "this type of product cannot be shared with a family",
      "Turn family sharing off in Xcode.")
    return false
  }

  // MARK: - Prices

  enum PriceReading {
    case amount(Decimal)
    /// Missing or empty.
    case none
    /// More than one reading is possible, so nothing may be sold at it.
    case unclear
  }

  /// Reads the `displayPrice` of a product or an offer; the caller reports one that is missing.
  ///
  /// One that is unclear is reported with `severity`, the weight of losing the thing that has the price.
  func readPrice(_ fields: Fields, severity: Finding.Severity) -> PriceReading {
    guard let value = fields["displayPrice"] else { return .none }
    guard let text = value.string ?? value.number else {
      log.add(
        severity, at: value, "the price is \(value.kind) and the item is left out",
        "Write text such as \"4.99\".")
      return .unclear
    }
    let trimmed = String(text.trimmed)
    if trimmed.isEmpty { return .none }
    guard let price = PriceText(trimmed) else {
      log.add(
        severity, at: value,
        "the price \(text.quoted) can be read in more than one way and the item is left out",
        "Write digits with a decimal point, such as 4.99.")
      return .unclear
    }
    if !price.liberties.isEmpty || value.string == nil {
      let why =
        value.string == nil
        ? "it is a number, not text" : "it has \(price.liberties.joined(separator: " and "))"
      log.add(
        .warning, at: value, "the price \(text.quoted) is read as \(price.amount): \(why)",
        "Write \"\(price.amount)\"; the storefront sets the currency.")
    }
    PriceText.checkDigits(price.amount, storefront.currency, at: value, log: log)
    return .amount(price.amount)
  }
}
