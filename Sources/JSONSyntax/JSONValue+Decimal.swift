import FoundationEssentials

extension Int64 {
  /// The whole part of a number; nil when it does not fit.
  package init?(cuttingOff number: Decimal) { self.init(number.description.prefix { $0 != "." }) }
}

extension JSONValue {
  /// A number as an exact decimal; nil for other values, for hexadecimal, `Infinity` and `NaN`, and for a
  /// number with more digits than `Decimal` can hold exactly.
  public var decimal: Decimal? {
    guard var text = number else { return nil }
    if text.hasPrefix("+") { text.removeFirst() }
    let mantissa = text.prefix { $0 != "e" && $0 != "E" }
    let digits = mantissa.utf8.filter { (48...57).contains($0) }
    // Beyond 38 digits or an exponent of 100 `Decimal` rounds or gives up without saying so.
    guard (1...38).contains(digits.count),
      mantissa.utf8.allSatisfy({ (48...57).contains($0) || $0 == 45 || $0 == 46 })
    else { return nil }
    let exponent = text.dropFirst(mantissa.count + 1)
    if mantissa.count < text.count {
      guard let value = Int(exponent), value.magnitude + UInt(digits.count) <= 100 else { return nil }
    }
    return Decimal(string: text, locale: nil)
  }
}
