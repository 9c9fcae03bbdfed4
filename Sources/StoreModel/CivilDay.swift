/// A day of the Gregorian calendar, by arithmetic alone: Foundation's calendar is a thousand times as slow to ask, and
/// slower still the first time.
///
/// Years are taken to begin in March, so that the day that some lack comes last, in eras of 400 years (146,097 days).
struct CivilDay: Hashable {
  var year: Int64
  /// From 1 to 12.
  var month: Int64
  /// From 1 on.
  var day: Int64

  init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// - Parameter number: of days since 1 January 1970.
  init(number: Int64) {
    let shifted = number + 719_468
    let era = shifted.quotientFloored(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// How many days after 1 January 1970 it is.
  var number: Int64 {
    let fromMarch = year - (month <= 2 ? 1 : 0)
    let era = fromMarch.quotientFloored(by: 400)
    let yearOfEra = fromMarch - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// So many months later; the last day of a month that is too short.
  func adding(months: Int64) -> CivilDay {
    let count = year * 12 + month - 1 + months
    let year = count.quotientFloored(by: 12)
    let first = CivilDay(year: year, month: count - year * 12 + 1, day: 1)
    let next = count + 1
    let nextYear = next.quotientFloored(by: 12)
    let length = CivilDay(year: nextYear, month: next - nextYear * 12 + 1, day: 1).number - first.number
    return CivilDay(year: year, month: first.month, day: min(day, length))
  }
}

extension Int64 {
  func quotientFloored(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
