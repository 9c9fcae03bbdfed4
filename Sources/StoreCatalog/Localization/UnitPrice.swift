import FoundationEssentials
import StoreModel

/// What a longer billed period comes to for one shorter unit: a year's price a month (D6).
///
/// A calculated figure, never charged: show it smaller than the billed price and say that it is
/// calculated. Rounded up to the storefront's digits, so that the units never add up to less than
/// what is billed.
public struct UnitPrice: Hashable, Sendable {
  public let price: Price
  public let unit: SubscriptionPeriod.Unit

  /// Years and months come to a month, weeks to a week, days to a week or a day.
  ///
  /// Nil when there is nothing shorter to compare with (one month, one week, one day), when the
  /// price is zero, and when the figure would be nearer to nothing than to the smallest amount the
  /// currency has.
  public init?(of price: Price, per period: SubscriptionPeriod, fractionDigits: Int) {
    let (unit, count): (SubscriptionPeriod.Unit, Int) =
      switch period.unit {
      case .year: (.month, period.count * 12)
      case .day where period.count.isMultiple(of: 7): (.week, period.count / 7)
      case .day, .week, .month: (period.unit, period.count)
      }
    guard count > 1, price.amount > 0 else { return nil }
    let smallest = Decimal(sign: .plus, exponent: -fractionDigits, significand: 1)
    let exact = price.amount / Decimal(count)
    guard exact * 2 >= smallest else { return nil }
    self.price = Price(amount: exact.raised(toDigits: fractionDigits), currency: price.currency)
    self.unit = unit
  }
}

extension Decimal {
  /// Rounded up to so many digits after the point. The number is positive.
  fileprivate func raised(toDigits digits: Int) -> Decimal {
    let units = self * Decimal(sign: .plus, exponent: digits, significand: 1)
    guard let whole = Decimal(string: String(units.description.prefix { $0 != "." }), locale: nil) else {
      return self
    }
    return (whole == units ? whole : whole + 1) * Decimal(sign: .plus, exponent: -digits, significand: 1)
  }
}

extension PriceFormatter {
  /// The calculated price for one shorter unit of `period`, in this storefront's digits; see `UnitPrice`.
  public func unitPrice(of price: Price, per period: SubscriptionPeriod) -> UnitPrice? {
    UnitPrice(of: price, per: period, fractionDigits: fractionDigits(for: price.currency))
  }
}
