import FoundationEssentials
import FoundationInternationalization
import StoreModel

/// Writes prices the way one storefront writes them.
///
/// Prices follow the storefront's own locale, whatever language the text around them is in. Keep
/// one formatter a storefront: it holds the style, so that a price costs a few microseconds. Safe
/// to share between threads.
///
/// The text may hold zero-width marks that right-to-left scripts need; what draws it takes them
/// out. `plainText` leaves them out at once.
public struct PriceFormatter: Sendable {
  public let storefront: Storefront
  /// Whether a currency whose sign is no ASCII is written as its code.
  public let inASCII: Bool
  private let printed: PrintedTexts?
  private let standard: Deferred<Style>

  /// How amounts of one currency are printed.
  private struct Style {
    let locale: Locale
    let currency: Decimal.FormatStyle.Currency
    /// How many fraction digits it prints of itself.
    let digits: Int

    init(_ currency: CurrencyCode, in locale: Locale) {
      self.locale = locale
      self.currency = Decimal.FormatStyle.Currency(code: currency.rawValue, locale: locale)
      digits = self.currency.digitsAfterPoint
    }
  }

  /// - Parameters:
  ///   - inASCII: for a terminal that has no other characters: `10,99 EUR` for `10,99 €`.
  ///   - printed: what has been printed before; nil remembers nothing.
  public init(storefront: Storefront, inASCII: Bool = false, printed: PrintedTexts? = nil) {
    self.storefront = storefront
    self.inASCII = inASCII
    self.printed = printed
    standard = Deferred { Style(storefront.currency, in: Locale(identifier: storefront.formatLocale)) }
  }

  /// The price as this storefront writes it: `9,99 €`.
  ///
  /// Never rounded (D4): as many fraction digits as the storefront's style prints, more when the
  /// amount has more.
  public func text(_ price: Price) -> String {
    printed.text("\(inASCII ? "ascii" : "price") \(place(price.currency)) \(price.amount.inBytes)") {
      print(price)
    }
  }

  private func print(_ price: Price) -> String {
    let style = style(for: price.currency)
    // Its exponent alone tells of most amounts that no digit is lost.
    let needed =
      price.amount.exponent >= -style.digits ? style.digits : max(style.digits, price.amount.fractionDigits)
    // Of itself it prints as many, and the formatter for that is there already.
    let full =
      needed == style.digits ? style.currency : style.currency.precision(.fractionLength(needed))
    let text = full.format(price.amount)
    let isLost = inASCII && text.unicodeScalars.contains { !$0.isASCII && $0.properties.isCurrencyPart }
    return isLost ? full.presentation(.isoCode).format(price.amount) : text
  }

  /// As `text`, without zero-width marks and with ordinary spaces: for logs, search and comparison.
  public func plainText(_ price: Price) -> String { text(price).withoutInvisibles }

  /// How many fraction digits this storefront's style prints for `currency` of itself.
  public func fractionDigits(for currency: CurrencyCode) -> Int {
    printed.number("digits \(place(currency))") { style(for: currency).digits }
  }

  /// All that the printing of an amount depends on.
  private func place(_ currency: CurrencyCode) -> String { "\(storefront.formatLocale) \(currency.rawValue)" }

  private func style(for currency: CurrencyCode) -> Style {
    let standard = standard.value
    return currency == storefront.currency ? standard : Style(currency, in: standard.locale)
  }
}

extension Unicode.Scalar.Properties {
  /// A sign or a letter, such as those of `zł`; not a digit, a space or a mark.
  fileprivate var isCurrencyPart: Bool { generalCategory == .currencySymbol || isAlphabetic }
}

extension Decimal.FormatStyle.Currency {
  /// Counted on a printed zero, since the number differs from currency to currency and Foundation
  /// does not tell it.
  fileprivate var digitsAfterPoint: Int {
    let zero = format(0).unicodeScalars.count { $0.properties.generalCategory == .decimalNumber }
    return max(0, zero - 1)
  }
}

extension Decimal {
  /// Tells one value from another, at a fraction of what it takes to write it in digits.
  fileprivate var inBytes: String {
    withUnsafeBytes(of: self) { bytes in
      String(decoding: bytes.flatMap { [97 + $0 >> 4, 97 + $0 & 15] }, as: UTF8.self)
    }
  }

  /// How many digits stand after the point: 2 for 9.90's value 9.9 is 1.
  var fractionDigits: Int {
    let text = Substring(description).utf8
    guard let point = text.firstIndex(of: UInt8(ascii: ".")) else { return 0 }
    // A Decimal may keep trailing zeros ("9.90"); a zero is not a digit that rounding could lose.
    guard let last = text.lastIndex(where: { $0 != UInt8(ascii: "0") }) else { return 0 }
    return text.distance(from: point, to: last)
  }
}

extension String {
  /// Without the marks that take no room, and with non-breaking spaces made ordinary.
  var withoutInvisibles: String {
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069, 0x061C, 0xFEFF: continue
      case 0xA0, 0x202F: scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
