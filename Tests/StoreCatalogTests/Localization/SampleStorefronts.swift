import StoreModel

/// Storefronts whose facts these tests state themselves, so that a test of words needs no table.
enum SampleStorefront {
  static let usa = make("USA", "USD", "en_US", tax: false)
  static let canada = make("CAN", "CAD", "en_CA", tax: false)
  static let unitedKingdom = make("GBR", "GBP", "en_GB")
  static let germany = make("DEU", "EUR", "de_DE")
  static let france = make("FRA", "EUR", "fr_FR")
  static let spain = make("ESP", "EUR", "es_ES")
  static let brazil = make("BRA", "BRL", "pt_BR")
  static let japan = make("JPN", "JPY", "ja_JP")
  static let korea = make("KOR", "KRW", "ko_KR")
  static let china = make("CHN", "CNY", "zh_Hans_CN")
  static let india = make("IND", "INR", "en_IN")
  static let colombia = make("COL", "COP", "es_CO")
  static let saudiArabia = make("SAU", "SAR", "ar_SA")
  static let poland = make("POL", "PLN", "en_PL")
  static let capeVerde = make("CPV", "USD", "en_CV")

  static func make(
    _ id: Storefront.ID, _ currency: CurrencyCode, _ formatLocale: String, tax: Bool = true
  ) -> Storefront {
    Storefront(
      id: id, name: id.rawValue, currency: currency, formatLocale: formatLocale, languages: [],
      pricesIncludeTax: tax)
  }
}
