import FoundationEssentials

/// An instant on the store's clock, in whole milliseconds since 1970-01-01 00:00 UTC.
///
/// Whole milliseconds, unlike `Date`'s floating seconds, survive the ledger, the journal and JSON
/// unchanged, so that the same run gives the same bytes. Text is always RFC 3339 in UTC.
public struct Timestamp: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Rounds `date` to the nearest millisecond. Dates beyond the years 1 to 9999 are clamped.
  public init(_ date: Date) {
    let exact = (date.timeIntervalSince1970 * 1000).rounded()
    milliseconds = Int64(min(max(exact, Double(Self.start)), Double(Self.end)))
  }

  /// The first one of the year 1.
  private static let start: Int64 = -62_135_596_800_000

  /// The last one there is, in the year 9999.
  static let end: Int64 = 253_402_300_799_999

  /// Which day it is in UTC, counted from 1 January 1970; negative before.
  public var utcDay: Int64 { milliseconds.quotientFloored(by: 86_400_000) }

  public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// This instant moved by whole milliseconds.
  public func advanced(byMilliseconds amount: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds + amount)
  }
}

// MARK: - Text

extension Timestamp: CustomStringConvertible {
  /// Reads `2026-11-30`, `2026-11-30T12:00:00Z` or `2026-11-30T12:00:00.250Z`, always as UTC.
  /// Days before the Gregorian calendar began (15 October 1582) are nil, since calendars differ there.
  /// Anything else is nil.
  public init?(_ text: String) {
    let style: Date.ISO8601FormatStyle
    switch text.utf8.count {
    case 10: style = .iso8601.year().month().day()
    case 20: style = .iso8601
    case 24: style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    default: return nil
    }
    guard let date = try? style.parse(text) else { return nil }
    self.init(date)
    // Foundation's parser overlooks trailing text; what was read must print as it was written.
    let written = text.utf8.count == 10 ? text : String(text.dropLast())
    guard text.utf8.count == 10 || text.last == "Z", description.hasPrefix(written) else { return nil }
  }

  /// RFC 3339 in UTC with milliseconds; beyond the years 1 to 9999, which only other people's tokens name, the number
  /// of milliseconds. By arithmetic, because every journal line holds several.
  public var description: String {
    guard (Self.start...Self.end).contains(milliseconds) else { return "\(milliseconds) ms" }
    let day = utcDay
    let time = milliseconds - day * 86_400_000
    let civil = CivilDay(number: day)

    var text = ""
    text.reserveCapacity(24)
    func add(_ number: Int64, _ width: Int, _ end: Character) {
      let digits = String(number)
      for _ in 0..<max(width - digits.utf8.count, 0) { text.append("0") }
      text += digits
      text.append(end)
    }
    add(civil.year, 4, "-")
    add(civil.month, 2, "-")
    add(civil.day, 2, "T")
    add(time / 3_600_000, 2, ":")
    add(time / 60_000 % 60, 2, ":")
    add(time / 1000 % 60, 2, ".")
    add(time % 1000, 3, "Z")
    return text
  }
}

extension Timestamp: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let value = Timestamp(text) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "'\(text)' is not a date like 2026-11-30T12:00:00Z."))
    }
    self = value
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
