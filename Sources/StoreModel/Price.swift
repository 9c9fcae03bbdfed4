import FoundationEssentials

/// An ISO 4217 currency code: `EUR`.
public struct CurrencyCode: RawRepresentable, Hashable, Sendable, Codable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

extension CurrencyCode: ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral value: String) { self.init(value) }
  public var description: String { rawValue }
}

/// A decimal amount of money with its currency. Never a `Double`.
public struct Price: Hashable, Sendable {
  public let amount: Decimal
  public let currency: CurrencyCode

  public init(amount: Decimal, currency: CurrencyCode) {
    self.amount = amount
    self.currency = currency
  }

  /// The amount as plain digits with a point, such as `9.99`; no currency, no grouping, no locale.
  public var plainAmount: String { amount.description }
}

extension Decimal {
  /// Reads digits with at most one decimal point (`9.99`, `12`); signs, exponents, commas and spaces are nil.
  ///
  /// `Decimal(string:)` reads `9,99` as 9; a price must never be guessed.
  public init?(plain text: String) {
    // As many digits as fit an integer are read by hand: catalogues have a price for each storefront.
    var digits = 0
    var count = 0
    var point: Int?
    for byte in text.utf8 {
      if byte == UInt8(ascii: "."), point == nil, count > 0 {
        point = count
      } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), count < 30 {
        if count < 18 { digits = digits * 10 + Int(byte - UInt8(ascii: "0")) }
        count += 1
      } else {
        return nil
      }
    }
    guard count > 0, point != count, text.utf8.count <= 30 else { return nil }
    // Foundation keeps how many zeros nothing was written with.
    if count > 18 || digits == 0 {
      self.init(string: text, locale: nil)
      return
    }
    var decimals = point.map { count - $0 } ?? 0
    // Without the zeros at its end, as Foundation reads it.
    while decimals > 0, digits.isMultiple(of: 10) {
      digits /= 10
      decimals -= 1
    }
    self.init(sign: .plus, exponent: -decimals, significand: Decimal(digits))
  }
}

extension Price: Codable {
  private enum CodingKeys: CodingKey { case amount, currency }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let text = try container.decode(String.self, forKey: .amount)
    guard let amount = Decimal(plain: text) else {
      throw DecodingError.dataCorruptedError(
        forKey: .amount, in: container, debugDescription: "'\(text)' is not a decimal amount.")
    }
    self.init(amount: amount, currency: try container.decode(CurrencyCode.self, forKey: .currency))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(plainAmount, forKey: .amount)
    try container.encode(currency, forKey: .currency)
  }
}
