import FoundationEssentials
import FoundationInternationalization
import StoreModel

/// Writes lengths of time and prices per length of time in one language.
///
/// From the project's own tables: Foundation has no words for months and years here, and language
/// data says "24-hour day" where a trial says "7 days". Plural forms are chosen by Unicode's rules,
/// digits are those of the locale. Seven days stay seven days: the catalogue's unit is kept.
public struct PeriodWords: Sendable {
  /// The language that answers; English when the locale's own is not among the ten.
  public let language: SupportedLanguage
  private let printed: PrintedTexts?
  /// Whose digits are written.
  private let writer: LocaleID
  private let rules: Deferred<PluralRules>
  private let digits: Deferred<IntegerFormatStyle<Int>>

  /// - Parameter printed: what has been printed before; nil remembers nothing.
  public init(locale: LocaleID, printed: PrintedTexts? = nil) {
    let language = SupportedLanguage(answering: locale)
    // Digits of another language than the words' would look like a mistake.
    let writer = locale.language == language.locale.language ? locale : language.locale
    self.language = language
    self.writer = writer
    self.printed = printed
    rules = Deferred { PluralRules(language: language.rawValue) }
    digits = Deferred { IntegerFormatStyle<Int>(locale: Locale(writing: writer)).grouping(.never) }
  }

  /// The length by itself: `1 month`, `3 Monate`, `2 lata`, `شهران`.
  public func length(_ period: SubscriptionPeriod) -> String { fill(words(period).length, period.count) }

  /// The length inside "for ...": like `length` except where grammar changes it (Arabic `شهرين`).
  public func span(_ period: SubscriptionPeriod) -> String {
    let words = words(period)
    return fill(words.span ?? words.length, period.count)
  }

  /// A price that comes again every `period`: `9,99 € pro Monat`, `$29.99 every 3 months`, `¥500/月`.
  ///
  /// - Parameter price: the price as its formatter wrote it.
  public func price(_ price: String, every period: SubscriptionPeriod) -> String {
    fill(words(period).price, period.count, price: price)
  }

  /// A count in the digits of this language.
  public func number(_ count: Int) -> String {
    printed.text("number \(writer.rawValue) \(count)") { digits.value.format(count) }
  }

  private func category(of count: Int) -> PluralCategory {
    let name = printed.text("plural \(language.rawValue) \(count)") {
      rules.value.category(of: count).rawValue
    }
    return PluralCategory(rawValue: name) ?? rules.value.category(of: count)
  }

  private func words(_ period: SubscriptionPeriod) -> UnitWords {
    let table = PeriodTable.of(language)
    return switch period.unit {
    case .day: table.day
    case .week: table.week
    case .month: table.month
    case .year: table.year
    }
  }

  private func fill(_ forms: PluralForms, _ count: Int, price: String = "") -> String {
    let form = forms.form(for: count, category: category(of: count))
    // The count first: the price is given text, and nothing in it may be taken for a token.
    return form.filling("{count}", with: number(count)).filling("{price}", with: language.isolating(price))
  }
}

extension String {
  /// The text with `value`, which is made only if needed, in place of the token, if it is there.
  fileprivate func filling(_ token: StaticString, with value: @autoclosure () -> String) -> String {
    let count = token.utf8CodeUnitCount
    let token = UnsafeBufferPointer(start: token.utf8Start, count: count)
    var start = utf8.startIndex
    while let found = utf8[start...].firstIndex(of: UInt8(ascii: "{")) {
      if utf8[found...].starts(with: token) {
        let end = utf8.index(found, offsetBy: count)
        return String(self[..<found]) + value() + String(self[end...])
      }
      start = utf8.index(after: found)
    }
    return self
  }
}

/// One phrase in each plural form that a language tells apart.
struct PluralForms: Sendable {
  /// Also answers for exactly 1 in languages without plural forms, for "每月" beside "每3个月".
  let one: String?
  let two: String?
  let few: String?
  let many: String?
  let other: String

  init(one: String? = nil, two: String? = nil, few: String? = nil, many: String? = nil, other: String) {
    self.one = one
    self.two = two
    self.few = few
    self.many = many
    self.other = other
  }

  func form(for count: Int, category: PluralCategory) -> String {
    let chosen: String? =
      switch category {
      case .one: one
      case .two: two
      case .few: few
      case .many: many
      case .zero: nil
      case .other: count == 1 ? one : nil
      }
    return chosen ?? other
  }

  /// The forms for tests and checks, each with its category.
  var all: [(PluralCategory, String)] {
    [(.one, one), (.two, two), (.few, few), (.many, many), (.other, other)].compactMap { category, form in
      form.map { (category, $0) }
    }
  }
}

/// The phrases for one unit in one language.
struct UnitWords: Sendable {
  let length: PluralForms
  let span: PluralForms?
  /// Holds `{price}`.
  let price: PluralForms

  init(length: PluralForms, span: PluralForms? = nil, price: PluralForms) {
    self.length = length
    self.span = span
    self.price = price
  }
}

/// The phrases for all units in one language.
struct PeriodTable: Sendable {
  let day: UnitWords
  let week: UnitWords
  let month: UnitWords
  let year: UnitWords
}
