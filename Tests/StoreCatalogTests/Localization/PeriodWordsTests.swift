import Foundation
import StoreModel
import Testing

@testable import StoreCatalog

struct PeriodWordsTests {
  @Test(arguments: [
    ("en", "P1M", "1 month"), ("en", "P3M", "3 months"), ("en", "P1Y", "1 year"), ("en", "P7D", "7 days"),
    ("de", "P1W", "1 Woche"), ("de", "P3M", "3 Monate"), ("de", "P2Y", "2 Jahre"), ("de", "P1D", "1 Tag"),
    ("fr", "P1M", "1 mois"), ("fr", "P6M", "6 mois"), ("fr", "P1Y", "1 an"), ("fr", "P2Y", "2 ans"),
    ("es", "P1M", "1 mes"), ("es", "P2M", "2 meses"), ("es", "P1Y", "1 año"),
    ("pt-BR", "P1M", "1 mês"), ("pt-BR", "P2M", "2 meses"), ("pt-BR", "P3D", "3 dias"),
    ("ja", "P1M", "1か月"), ("ja", "P3M", "3か月"), ("ja", "P1Y", "1年"), ("ja", "P7D", "7日間"),
    ("ko", "P3M", "3개월"), ("ko", "P1W", "1주"), ("zh-Hans", "P3M", "3个月"), ("zh-Hans", "P7D", "7天"),
    ("ar", "P1M", "شهر"), ("ar", "P2M", "شهران"), ("ar", "P3M", "3 أشهر"), ("ar", "P12M", "12 شهرًا"),
    ("ar", "P100D", "100 يوم"), ("ar", "P103M", "103 أشهر"), ("ar", "P2Y", "سنتان"),
    ("ar-SA", "P3M", "٣ أشهر"),
    ("pl", "P1M", "1 miesiąc"), ("pl", "P2M", "2 miesiące"), ("pl", "P5M", "5 miesięcy"),
    ("pl", "P12M", "12 miesięcy"), ("pl", "P22M", "22 miesiące"), ("pl", "P1Y", "1 rok"),
    ("pl", "P2Y", "2 lata"), ("pl", "P5Y", "5 lat"), ("pl", "P7D", "7 dni"), ("pl", "P1W", "1 tydzień"),
    ("en-GB", "P1M", "1 month"), ("pt-PT", "P1M", "1 mês"), ("fi", "P2M", "2 months"), ("", "P1M", "1 month"),
  ])
  func `D3: a length is said in the language's own words`(locale: String, period: String, text: String) throws
  {
    let words = PeriodWords(locale: LocaleID(locale))
    #expect(words.length(try #require(SubscriptionPeriod(period))) == text)
  }

  @Test(arguments: [
    ("en", "P1M", "$9 per month"), ("en", "P3M", "$9 every 3 months"), ("de", "P1M", "$9 pro Monat"),
    ("de", "P1Y", "$9 pro Jahr"), ("fr", "P2W", "$9 toutes les 2 semaines"), ("es", "P1Y", "$9 al año"),
    ("pt-BR", "P6M", "$9 a cada 6 meses"), ("ja", "P1M", "$9/月"), ("ja", "P3M", "3か月ごとに$9"),
    ("ko", "P1Y", "$9/년"), ("ko", "P2M", "2개월마다 $9"), ("zh-Hans", "P1M", "$9/月"),
    ("zh-Hans", "P6M", "每6个月$9"), ("ar", "P1M", "\u{2068}$9\u{2069} في الشهر"),
    ("ar", "P2M", "\u{2068}$9\u{2069} كل شهرين"),
    ("ar", "P3M", "\u{2068}$9\u{2069} كل 3 أشهر"), ("ar", "P12M", "\u{2068}$9\u{2069} كل 12 شهرًا"),
    ("pl", "P1M", "$9 za miesiąc"),
    ("pl", "P2Y", "$9 co 2 lata"), ("pl", "P6M", "$9 co 6 miesięcy"),
  ])
  func `D4: a price for a period reads naturally`(locale: String, period: String, text: String) throws {
    let words = PeriodWords(locale: LocaleID(locale))
    #expect(words.price("$9", every: try #require(SubscriptionPeriod(period))) == text)
  }

  @Test func `Arabic says two months differently after a preposition`() {
    let words = PeriodWords(locale: "ar")
    #expect(words.length(SubscriptionPeriod(2, .month)) == "شهران")
    #expect(words.span(SubscriptionPeriod(2, .month)) == "شهرين")
    #expect(words.span(SubscriptionPeriod(3, .month)) == "3 أشهر")
  }

  @Test func `nothing in a price is taken for a token`() {
    let words = PeriodWords(locale: "en")
    #expect(
      words.price("{count}{price}", every: SubscriptionPeriod(3, .month)) == "{count}{price} every 3 months")
  }

  @Test(arguments: SupportedLanguage.allCases)
  func `each form holds its tokens, and each category that the language uses has a form`(
    language: SupportedLanguage
  ) {
    let rules = PluralRules(language: language.rawValue)
    // Only Arabic says one and two by the word alone; a price for one unit needs no count anywhere.
    let table = PeriodTable.of(language)
    for unit in [table.day, table.week, table.month, table.year] {
      for (category, form) in unit.length.all + (unit.span?.all ?? []) {
        let wordIsEnough = language == .arabic && [.one, .two].contains(category)
        #expect(form.contains("{count}") != wordIsEnough, "\(form)")
        #expect(!form.contains("{price}"), "\(form)")
      }
      for (category, form) in unit.price.all {
        let wordIsEnough = category == .one || (language == .arabic && category == .two)
        #expect(form.contains("{count}") != wordIsEnough, "\(form)")
        #expect(form.contains("{price}"), "\(form)")
      }
      #expect(unit.price.one != nil)
    }
    let used = Set((1...120).map { rules.category(of: $0) })
    let expected: Set<PluralCategory> =
      switch language {
      case .japanese, .korean, .simplifiedChinese: [.other]
      case .arabic: [.one, .two, .few, .many, .other]
      case .polish: [.one, .few, .many]
      default: [.one, .other]
      }
    #expect(used == expected)
  }

  @Test func `plural rules answer many threads at once`() async {
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<16 {
        group.addTask {
          (1...500).allSatisfy { count in
            let rules = PluralRules(language: task.isMultiple(of: 2) ? "pl" : "lt-\(task)")
            return task.isMultiple(of: 2)
              ? rules.category(of: 2) == .few : rules.category(of: count * 10) == .other
          }
        }
      }
      for await right in group { #expect(right) }
    }
  }

  @Test(arguments: [
    ("en", "December 7, 2026"), ("en-GB", "7 December 2026"), ("de", "7. Dezember 2026"),
    ("fr", "7 décembre 2026"), ("es", "7 de diciembre de 2026"), ("pt-BR", "7 de dezembro de 2026"),
    ("ja", "2026年12月7日"), ("ko", "2026년 12월 7일"), ("zh-Hans", "2026年12月7日"),
    ("ar", "7 ديسمبر، 2026"), ("ar-SA", "٧ ديسمبر، ٢٠٢٦"), ("pl", "7 grudnia 2026"), ("th", "7 ธันวาคม 2026"),
  ])
  func `D10: a day is written in the language, on the Gregorian calendar, in UTC`(
    locale: String, text: String
  ) throws {
    let instant = try #require(Timestamp("2026-12-07T23:59:59Z"))
    #expect(DateWords(locale: LocaleID(locale)).day(instant) == text)
  }

  @Test(arguments: ["en", "ar", "ar-SA", "ar-EG", "fa", "hi", "ja"])
  func `a date, a length and a price in one locale use the same digits`(locale: String) throws {
    let id = LocaleID(locale)
    let date = DateWords(locale: id).day(Timestamp(milliseconds: 0))
    let storefront = SampleStorefront.make("XXX", "USD", locale)
    let price = PriceFormatter(storefront: storefront).text(Price(amount: 1970, currency: "USD"))
    #expect(zeros(of: date) == zeros(of: price))
    let length = PeriodWords(locale: id).length(SubscriptionPeriod(17, .day))
    if SupportedLanguage.allCases.contains(where: { $0.locale.language == id.language }) {
      #expect(zeros(of: length) == zeros(of: price))
    }
  }

  /// The zero of each set of digits in the text.
  private func zeros(of text: String) -> Set<UInt32> {
    Set(
      text.unicodeScalars.compactMap { scalar in
        scalar.properties.numericValue.map { scalar.value - UInt32($0) }
      })
  }
}
