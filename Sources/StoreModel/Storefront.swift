/// A country's App Store: which currency prices are in and how they are written there.
///
/// A storefront is independent of the language that text is shown in (`LocaleID`).
public struct Storefront: Hashable, Sendable, Codable {
  /// ISO 3166-1 alpha-3 country code, as StoreKit's `Storefront.countryCode` gives it: `USA`.
  public struct ID: RawRepresentable, Hashable, Sendable, Codable, Comparable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
  }

  public let id: ID
  /// The country's English name.
  public let name: String
  /// ISO 4217 code of the one currency of this storefront.
  public let currency: CurrencyCode
  /// The locale that formats this storefront's prices, such as `de_DE`.
  public let formatLocale: String
  /// Languages that this storefront can show, the default first.
  public let languages: [LocaleID]
  /// False where tax is added to the shown price (USA, CAN).
  public let pricesIncludeTax: Bool

  public init(
    id: ID, name: String, currency: CurrencyCode, formatLocale: String, languages: [LocaleID],
    pricesIncludeTax: Bool
  ) {
    self.id = id
    self.name = name
    self.currency = currency
    self.formatLocale = formatLocale
    self.languages = languages
    self.pricesIncludeTax = pricesIncludeTax
  }
}

extension Storefront.ID: ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral value: String) { self.init(value) }
  public var description: String { rawValue }
}
