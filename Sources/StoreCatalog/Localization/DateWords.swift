import FoundationEssentials
import FoundationInternationalization
import StoreModel

/// Writes days in one language: `7 December 2026`.
///
/// Always the Gregorian calendar in UTC, which is what the store bills by, and the digits that the
/// language's numbers and prices use.
public struct DateWords: Sendable {
  private let locale: LocaleID
  private let printed: PrintedTexts?
  private let style: Deferred<Date.FormatStyle>

  /// - Parameter printed: what has been printed before; nil remembers nothing.
  public init(locale: LocaleID, printed: PrintedTexts? = nil) {
    self.locale = locale
    self.printed = printed
    style = Deferred {
      Date.FormatStyle(
        date: .long, time: .omitted, locale: Locale(writing: locale),
        calendar: Calendar(identifier: .gregorian),
        timeZone: .gmt)
    }
  }

  public func day(_ instant: Timestamp) -> String {
    printed.text("day \(locale.rawValue) \(instant.utcDay)") { style.value.format(instant.date) }
  }
}

extension Locale {
  /// The locale that writes numbers and dates for `locale`, with its own digits said outright, so
  /// that a date never uses others than a number beside it.
  init(writing locale: LocaleID) {
    let plain = Locale(identifier: locale.rawValue)
    var components = Locale.Components(locale: plain)
    components.numberingSystem = plain.numberingSystem
    components.calendar = .gregorian
    self.init(components: components)
  }
}
