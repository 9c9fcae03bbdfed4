import FoundationEssentials
import JSONSyntax
import StoreModel

/// A price as people write it: with a comma, or a currency sign, of which only one reading is possible.
struct PriceText {
  let amount: Decimal
  /// What had to be understood first; empty when the text was plain digits.
  let liberties: [String]

  /// Reads digits with a point, or with one comma and one or two digits after it; a currency before or after.
  ///
  /// Nil for everything else: a comma before three digits may be a decimal comma or separate thousands.
  init?(_ text: String) {
    var liberties: [String] = []
    var digits = text
    let bare = Self.withoutCurrency(text)
    if bare != text {
      digits = bare
      liberties.append("a currency sign")
    }
    let halves = digits.split(separator: ",", omittingEmptySubsequences: false)
    if halves.count == 2, (1...2).contains(halves[1].utf8.count), !digits.contains(".") {
      digits = halves.joined(separator: ".")
      liberties.append("a decimal comma")
    }
    guard let amount = Decimal(plain: digits) else { return nil }
    self.amount = amount
    self.liberties = liberties
  }

  private static func withoutCurrency(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isDigit: (Unicode.Scalar) -> Bool = { ("0"..."9").contains($0) }
    guard let first = scalars.firstIndex(where: isDigit), let last = scalars.lastIndex(where: isDigit) else {
      return text
    }
    let around = [String(scalars[..<first]), String(scalars[scalars.index(after: last)...])]
      .map { String($0.trimmed) }.filter { !$0.isEmpty }
    guard around.count <= 1, around.allSatisfy(isCurrency) else { return text }
    return String(scalars[first...last])
  }

  private static func isCurrency(_ text: String) -> Bool {
    if text.unicodeScalars.count == 1 {
      return text.unicodeScalars.allSatisfy { $0.properties.generalCategory == .currencySymbol }
    }
    return StorefrontTable.all.contains { $0.currency.rawValue == text }
      || ["US$", "CA$", "A$", "R$", "kr", "zł", "Kč", "Ft", "lei"].contains(text)
  }

  /// D4: warns of more digits than the currency has; the price is kept and never rounded.
  static func checkDigits(_ amount: Decimal, _ currency: CurrencyCode, at value: JSONValue, log: FindingLog) {
    let digits = max(0, -amount.exponent)
    guard digits > currency.fractionDigits else { return }
    let most = currency.fractionDigits == 0 ? "no digits" : "\(currency.fractionDigits) digits"
    log.add(
      .warning, at: value,
      "the price \(amount) has \(digits) digits after the point; \(currency) has \(most)",
      "Write an amount that can be paid.")
  }
}
