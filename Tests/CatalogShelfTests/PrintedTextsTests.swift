import CatalogShelf
import Foundation
import StoreCatalog
import StoreModel
import StoreTesting
import Testing

/// What is kept of Foundation's printing is what it prints now, or is not used.
struct PrintedTextsTests {
  private static let amounts = ["0", "0.99", "5", "9.9", "1234567.891", "999999999"].compactMap {
    Decimal(string: $0, locale: nil)
  }

  @Test(arguments: StorefrontTable.all)
  func `every storefront's prices are kept as Foundation prints them`(storefront: Storefront) throws {
    let sample = try SampleShelf()
    func prices(_ printed: PrintedTexts?) -> [String] {
      [false, true].flatMap { inASCII in
        let formatter = PriceFormatter(storefront: storefront, inASCII: inASCII, printed: printed)
        return [storefront.currency, "USD", "KWD", "JPY"].flatMap { currency in
          Self.amounts.map { formatter.text(Price(amount: $0, currency: currency)) }
            + ["\(formatter.fractionDigits(for: currency))"]
        }
      }
    }
    try expectKept(prices, sample)
  }

  @Test(
    arguments: SupportedLanguage.allCases.map(\.locale) + [
      "ar-EG", "de-AT", "fa", "hi", "th", "zh-TW", "ja-JP", "he", "nl", "xx",
    ])
  func `every language's counts, plurals and days are kept as ICU prints them`(locale: LocaleID) throws {
    let sample = try SampleShelf()
    func words(_ printed: PrintedTexts?) -> [String] {
      let periods = PeriodWords(locale: locale, printed: printed)
      let dates = DateWords(locale: locale, printed: printed)
      let counts = [1, 2, 3, 5, 11, 100].map { SubscriptionPeriod($0, .month) }
      return counts.flatMap { [periods.length($0), periods.span($0), periods.price("9", every: $0)] }
        + [-1, 0, 86_399_999, 86_400_000, 1_796_083_200_000].map { dates.day(Timestamp(milliseconds: $0)) }
    }
    try expectKept(words, sample)
  }

  /// Prints, keeps, and expects of what was kept the same without anything being printed again.
  private func expectKept(_ texts: (PrintedTexts?) -> [String], _ sample: SampleShelf) throws {
    let fresh = texts(nil)
    let memory = PrintedTexts()
    #expect(texts(memory) == fresh)
    #expect(memory.hasNews)
    sample.shelf.keep(memory)
    let kept = sample.shelf.printedTexts()
    #expect(texts(kept) == fresh)
    #expect(!kept.hasNews)
  }

  @Test func `a text of each kind depends on all that it is asked by`() {
    // A text that is none of Foundation's shows what is looked up.
    let memory = PrintedTexts()
    let germany = PriceFormatter(storefront: SampleCatalog.germany, printed: memory)
    _ = germany.text(Price(amount: 5, currency: "EUR"))
    let marked = PrintedTexts(memory.all.mapValues { _ in "kept" })
    let again = PriceFormatter(storefront: SampleCatalog.germany, printed: marked)
    #expect(again.text(Price(amount: 5, currency: "EUR")) == "kept")
    for other in [Price(amount: 6, currency: "EUR"), Price(amount: 5, currency: "USD")] {
      #expect(again.text(other) == germany.text(other))
    }
    let ascii = PriceFormatter(storefront: SampleCatalog.germany, inASCII: true, printed: marked)
    #expect(ascii.text(Price(amount: 5, currency: "EUR")) != "kept")
    let america = PriceFormatter(storefront: SampleCatalog.usa, printed: marked)
    #expect(america.text(Price(amount: 5, currency: "EUR")) != "kept")
  }

  @Test func `texts of which a byte is another are not used`() throws {
    let (sample, path) = try shelfWithTexts()
    let whole = try Data(contentsOf: path)
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 1
      try bytes.write(to: path)
      #expect(sample.shelf.printedTexts().all.isEmpty)
    }
    for count in 0..<whole.count {
      try whole.prefix(count).write(to: path)
      #expect(sample.shelf.printedTexts().all.isEmpty)
    }
    try whole.write(to: path)
    #expect(sample.shelf.printedTexts().all.count == 1)
  }

  @Test func `texts that another program printed are not used`() throws {
    let (sample, _) = try shelfWithTexts()
    let other = sample.shelf(of: "another program")
    #expect(other.printedTexts().all.isEmpty)
    other.keep(somethingPrinted())
    #expect(other.printedTexts().all.count == 1)
    #expect(sample.shelf.printedTexts().all.isEmpty)
  }

  @Test func `a shelf that keeps nothing new leaves nothing, and uses what is there`() throws {
    let (sample, path) = try shelfWithTexts()
    let looking = CatalogShelf(folder: sample.copies, keepsNew: false)
    #expect(looking.printedTexts().all.count == 1)
    try FileManager.default.removeItem(at: path)
    looking.keep(somethingPrinted())
    try sample.write(sampleCatalog(count: 5))
    looking.keep(sample.file())
    looking.keep(nil)
    #expect(try looking.read(sample.file()).catalog.products.count == 5)
    #expect(sample.names.isEmpty)
  }

  @Test func `as many texts are kept as two screens show, those of this run first`() {
    let memory = PrintedTexts(Dictionary(uniqueKeysWithValues: (0..<400).map { ("old \($0)", "text") }))
    for number in 0..<300 { _ = memory.text("new \(number)") { "text" } }
    let kept = memory.all
    #expect(kept.count == PrintedTexts.limit)
    #expect((0..<PrintedTexts.limit).allSatisfy { kept["new \($0)"] == "text" })
  }

  private func somethingPrinted() -> PrintedTexts {
    let memory = PrintedTexts()
    _ = PeriodWords(locale: "de", printed: memory).number(3)
    return memory
  }

  private func shelfWithTexts() throws -> (sample: SampleShelf, path: URL) {
    let sample = try SampleShelf()
    sample.shelf.keep(somethingPrinted())
    return (sample, URL(filePath: sample.copies + "/texts"))
  }
}
