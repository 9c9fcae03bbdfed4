import StoreModel

extension CurrencyCode {
  /// How many digits after the point amounts of this currency have by ISO 4217: none for the yen, the won,
  /// the dong and the Chilean peso, two for every other currency of the App Store.
  public var fractionDigits: Int {
    switch rawValue {
    case "JPY", "KRW", "VND", "CLP": 0
    default: 2
    }
  }
}
