import StoreCatalog
import Testing

@testable import StoreDisclosures

struct WordingTests {
  @Test(arguments: SupportedLanguage.allCases, Wording.allCases)
  func `each language has every template with exactly the required tokens, each once`(
    language: SupportedLanguage, wording: Wording
  ) {
    let template = wording.template(in: language)
    #expect(!template.isEmpty)
    #expect(!template.contains("\n"))
    #expect(!template.contains("  "), "Two blanks in a row.")
    let tokens = tokens(in: template)
    #expect(tokens.sorted() == wording.requiredTokens.map(\.rawValue).sorted())
    #expect(template.count { $0 == "{" } == tokens.count)
    #expect(template.count { $0 == "}" } == tokens.count)
  }

  @Test(arguments: SupportedLanguage.allCases.filter { $0 != .english }, Wording.allCases)
  func `D41: no language shows the English text`(language: SupportedLanguage, wording: Wording) {
    #expect(wording.template(in: language) != wording.template(in: .english))
  }

  @Test func `nothing in a value is taken for a token`() {
    let text = Template(Wording.freeTrial.template(in: .english)).filled(
      with: [.trialPeriod: "{trialEnd}", .renewalPrice: "{", .trialEnd: "}{url}"])
    #expect(text.hasPrefix("Free for {trialEnd}, then {. "))
    #expect(text.contains("on }{url}, unless"))
  }

  @Test func `braces that name nothing, and tokens without a value, stay as they are`() {
    let template = Template("{price} and {cost}, {url}: {")
    #expect(template.filled(with: [.price: "9"]) == "9 and {cost}, {url}: {")
    #expect(Template("").filled(with: [:]) == "")
  }

  @Test(arguments: [
    (SupportedLanguage.english, "Buy now"), (.german, "Zahlungspflichtig bestellen"),
    (.french, "Commander avec obligation de paiement"), (.spanish, "Pedido con obligación de pago"),
    (.brazilianPortuguese, "Comprar agora"), (.japanese, "今すぐ購入"), (.korean, "지금 구매"),
    (.simplifiedChinese, "立即购买"), (.arabic, "اشترِ الآن"), (.polish, "Zamawiam z obowiązkiem zapłaty"),
  ])
  func `the order button says that it costs and nothing else`(language: SupportedLanguage, label: String) {
    let labels = PurchaseLabels(locale: language.locale)
    #expect(labels.confirm == label)
    #expect(labels.cancel != labels.confirm)
  }

  private func tokens(in template: String) -> [String] {
    template.split(separator: "{").dropFirst(template.hasPrefix("{") ? 0 : 1).map {
      String($0.prefix { $0 != "}" })
    }
  }
}
