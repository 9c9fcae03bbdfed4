import StoreCatalog
import StoreModel
import Testing

struct TextResolverTests {
  @Test(arguments: [
    ("de", ["de", "en"], "de", ResolvedText.Source.exactLocale),
    ("de-AT", ["en", "de-DE"], "de-DE", .sameLanguage),
    ("de-AT", ["de-DE", "de"], "de", .sameLanguage),
    ("zh-TW", ["zh-Hans", "zh-Hant"], "zh-Hant", .sameLanguage),
    ("zh-CN", ["zh-Hant", "zh-Hans"], "zh-Hans", .sameLanguage),
    ("fr", ["ja", "en"], "en", .appDefault),
    ("fr", ["ja", "en-US"], "en-US", .appDefault),
    ("fr", ["ja", "ko"], "ja", .firstEntry),
  ])
  func `text falls back in the fixed order`(
    wish: String, present: [String], answer: String, source: ResolvedText.Source
  ) {
    let found = resolve(wish, present.map { entry($0, "title \($0)", "description \($0)") })
    #expect(found.title == "title \(answer)")
    #expect(found.description == "description \(answer)")
    #expect(found.language == LocaleID(answer))
    #expect(found.source == source)
    #expect(found.isFallback == ![.exactLocale, .sameLanguage].contains(source))
  }

  @Test func `with no entry the reference name answers, then the id`() {
    #expect(resolve("de", []).title == "Reference")
    #expect(resolve("de", []).source == .referenceName)
    #expect(resolve("de", [], referenceName: " \u{200B}").title == "com.a.b")
    #expect(resolve("de", [], referenceName: "").source == .id)
    #expect(!resolve("de", []).hasLocalizedTitle)
  }

  @Test(arguments: ["", " ", "\n\t", "\u{200B}", "\u{A0}\u{FEFF}", "\u{1B}"])
  func `D1: a blank title counts as missing`(blank: String) {
    let found = resolve("de", [entry("de", blank, "Text"), entry("en", "Title", "")])
    #expect(found.title == "Title")
    #expect(found.language == "en")
    #expect(found.isFallback)
  }

  @Test func `D2: a blank description is filled from the nearest language, which is named`() {
    let found = resolve("de", [entry("de", "Titel", " "), entry("en", "Title", "Text")])
    #expect(found.title == "Titel")
    #expect(found.description == "Text")
    #expect(found.descriptionLanguage == "en")
    #expect(!found.isFallback)
    #expect(resolve("de", [entry("de", "Titel", "")]).descriptionLanguage == nil)
  }

  @Test func `groups fall back as products do`() {
    let group = SubscriptionGroup(
      id: GroupID("g"), referenceName: "Plans",
      localizations: [LocalizedText(locale: "pl", title: "Plany", description: "")])
    #expect(TextResolver(locale: "pl", defaultLocale: "en").text(of: group).title == "Plany")
    #expect(TextResolver(locale: "de", defaultLocale: "en").text(of: group).source == .firstEntry)
    let bare = SubscriptionGroup(id: GroupID("g"), referenceName: "Plans")
    #expect(TextResolver(locale: "de", defaultLocale: "en").text(of: bare).title == "Plans")
  }

  @Test func `D17: each policy link falls back by itself`() {
    let policies = [
      Catalog.Policies(locale: "en", terms: "https://a.app/terms", privacy: "https://a.app/privacy"),
      Catalog.Policies(locale: "de", terms: "https://a.app/agb", privacy: " "),
    ]
    let resolver = TextResolver(locale: "de", defaultLocale: "en")
    #expect(resolver.terms(in: policies)?.url == "https://a.app/agb")
    #expect(resolver.privacy(in: policies)?.url == "https://a.app/privacy")
    #expect(resolver.privacy(in: policies)?.language == "en")
    #expect(resolver.terms(in: []) == nil)
  }

  @Test(arguments: [
    ("en-US", SupportedLanguage.english), ("de-CH", .german), ("pt", .brazilianPortuguese),
    ("pt-PT", .brazilianPortuguese), ("zh-CN", .simplifiedChinese), ("ar-SA", .arabic), ("fi", .english),
    ("", .english),
  ])
  func `our own words answer in the same language, else in English`(locale: String, answer: SupportedLanguage)
  {
    #expect(SupportedLanguage(answering: LocaleID(locale)) == answer)
  }

  private func resolve(
    _ wish: String, _ entries: [LocalizedText], referenceName: String = "Reference"
  ) -> ResolvedText {
    let product = Product(
      id: "com.a.b", type: .consumable, referenceName: referenceName, localizations: entries)
    return TextResolver(locale: LocaleID(wish), defaultLocale: "en").text(of: product)
  }

  private func entry(_ locale: String, _ title: String, _ description: String) -> LocalizedText {
    LocalizedText(locale: LocaleID(locale), title: title, description: description)
  }
}
