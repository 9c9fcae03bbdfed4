/// A length of time in calendar units: one week, three months.
///
/// Calendar units, not seconds: a month is added on the calendar, and seven days and one week are
/// the same length but not the same words.
public struct SubscriptionPeriod: Hashable, Sendable {
  public enum Unit: String, Sendable, Codable, CaseIterable { case day, week, month, year }

  public let unit: Unit
  /// How many units; at least 1.
  public let count: Int

  public init(_ count: Int, _ unit: Unit) {
    precondition(count >= 1, "A period has at least one unit.")
    self.unit = unit
    self.count = count
  }

  /// This period `times` over: P1M times 3 is P3M. `times` is at least 1.
  public func repeated(_ times: Int) -> SubscriptionPeriod { SubscriptionPeriod(count * times, unit) }

  /// The instant one such period after `start`, on the Gregorian calendar in UTC.
  ///
  /// The 31st plus a month is the last day of a shorter month.
  public func end(from start: Timestamp) -> Timestamp {
    let day = start.utcDay
    // More days than the calendar has left, whatever the unit.
    let count = Int64(min(count, 4_000_000))
    let end =
      switch unit {
      case .day: day + count
      case .week: day + 7 * count
      case .month: CivilDay(number: day).adding(months: count).number
      case .year: CivilDay(number: day).adding(months: 12 * count).number
      }
    // Nothing is later than the calendar's end.
    return Timestamp(milliseconds: min(start.milliseconds + (end - day) * 86_400_000, Timestamp.end))
  }
}

// MARK: - ISO 8601 text

extension SubscriptionPeriod: CustomStringConvertible, Codable {
  /// Reads an ISO 8601 duration of one unit: `P1W`, `P3M`. Anything else, zero, and counts above 9999 are nil.
  public init?(_ text: String) {
    let units: [Character: Unit] = ["D": .day, "W": .week, "M": .month, "Y": .year]
    guard text.first == "P", let letter = text.last, let unit = units[letter] else { return nil }
    let digits = text.dropFirst().dropLast()
    guard (1...4).contains(digits.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let count = Int(digits), count >= 1
    else { return nil }
    self.init(count, unit)
  }

  /// The ISO 8601 duration: `P1M`.
  public var description: String {
    let letter =
      switch unit {
      case .day: "D"
      case .week: "W"
      case .month: "M"
      case .year: "Y"
      }
    return "P\(count)\(letter)"
  }

  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let value = SubscriptionPeriod(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "'\(text)' is not a period like P1M."))
    }
    self = value
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
