import FoundationEssentials
import StoreModel

/// Writes instants of the store's clock for the screen, in one time zone.
public struct ClockText: Hashable, Sendable {
  /// Nil for the system's.
  private let timeZone: TimeZone?

  public init(timeZone: TimeZone) { self.timeZone = timeZone }

  private init() { timeZone = nil }

  /// In the system's time zone, which nobody looks up before something is written.
  public static let local = ClockText()

  /// `12:00:03`
  public func time(_ instant: Timestamp) -> String {
    let second = ((local(instant) % 86_400) + 86_400) % 86_400
    return [second / 3600, second / 60 % 60, second % 60].map(Self.twoDigits).joined(separator: ":")
  }

  /// `30 Nov 2026`
  public func day(_ instant: Timestamp) -> String {
    let (year, month, day) = Self.civil(dayNumber(instant))
    return "\(day) \(Self.months[month - 1]) \(year)"
  }

  /// `30 Nov 2026 12:00:03`
  public func dayAndTime(_ instant: Timestamp) -> String {
    "\(day(instant)) \(time(instant))"
  }

  /// `until 30 Nov 2026 12:00:03` for what ends, `since 30 Nov 2026` for what does not.
  func term(of entitlement: Entitlement) -> String {
    entitlement.expiresAt.map { "until \(dayAndTime($0))" } ?? "since \(day(entitlement.since))"
  }

  /// Which day it is, counted from 1 January 1970: equal for instants that share a heading.
  func dayNumber(_ instant: Timestamp) -> Int64 {
    let seconds = local(instant)
    return seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
  }

  private func local(_ instant: Timestamp) -> Int64 {
    let milliseconds = instant.milliseconds
    let seconds = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
    return seconds + Int64((timeZone ?? .current).secondsFromGMT(for: instant.date))
  }

  private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Year, month and day of the Gregorian calendar. The year is taken to begin in March, so that the
  /// day that some years lack comes last.
  private static func civil(_ dayNumber: Int64) -> (year: Int64, month: Int, day: Int64) {
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = Int(marchMonth < 10 ? marchMonth + 3 : marchMonth - 9)
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
