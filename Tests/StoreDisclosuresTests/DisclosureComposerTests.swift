import Foundation
import StoreCatalog
import StoreDisclosures
import StoreModel
import Testing

struct DisclosureComposerTests {
  @Test(arguments: ["en", "de", "ja", "ar"] as [LocaleID], TestShop.golden.map(\.name))
  func `golden texts of each kind of product`(locale: LocaleID, name: String) throws {
    let storefront = try #require(TestShop.storefronts[locale])
    let product = try #require(TestShop.golden.first { $0.name == name }?.product)
    let disclosure = try TestShop.composer(locale, storefront).disclosure(
      for: product, facts: TestShop.newcomer)
    try expectSnapshot(disclosure, named: "\(name).\(locale)")
  }

  @Test(arguments: SupportedLanguage.allCases, ["en", "ar"] as [LocaleID])
  func `no token is left unreplaced in any composed text`(language: SupportedLanguage, prices: LocaleID)
    throws
  {
    let storefront = try #require(TestShop.storefronts[prices])
    for product in TestShop.catalog().products {
      for facts in [TestShop.newcomer, TestShop.returning] {
        let disclosure = try TestShop.composer(language.locale, storefront)
          .disclosure(for: product, facts: facts, quantity: product.type == .consumable ? 3 : 1)
        #expect(disclosure.language == language.locale)
        for statement in disclosure.statements {
          #expect(!statement.text.contains("{") && !statement.text.contains("}"), "\(statement.text)")
          #expect(!statement.text.isEmpty)
        }
        #expect(Set(disclosure.statements.map(\.id)).count == disclosure.statements.count)
      }
    }
  }

  @Test(arguments: SupportedLanguage.allCases)
  func `a subscription with a trial satisfies the whole checklist in each language`(
    language: SupportedLanguage
  ) throws {
    let disclosure = try disclosure(TestShop.monthlyTrial, language.locale)
    let rules = Set(disclosure.statements.flatMap(\.rules))
    #expect(
      rules.isSuperset(of: [.d1, .d2, .d3, .d4, .d5, .d7, .d8, .d9, .d10, .d11, .d15, .d16, .d18, .d19]))
    let yearly = try self.disclosure(TestShop.yearlyUpFront, language.locale)
    #expect(Set(yearly.statements.flatMap(\.rules)).isSuperset(of: [.d6, .d12]))
  }

  @Test func `D1 D2: title and description come first, in the nearest language`() throws {
    let german = try disclosure(TestShop.monthlyTrial, "de-AT", TestShop.germany)
    #expect(german.statements.prefix(2).map(\.id) == [.title, .description])
    #expect(german.statement(.title)?.text == "Moos monthly")
    #expect(!german.title.isFallback)
    let polish = try disclosure(TestShop.monthlyTrial, "pl")
    #expect(polish.statement(.title)?.text == "Moss monthly")
    #expect(polish.title.isFallback && polish.title.language == "en")
    #expect(polish.language == "pl")
  }

  @Test func `D3: the length is said`() throws {
    #expect(try disclosure(TestShop.quarterly, "pl").statement(.length)?.text == "Czas trwania: 3 miesiące")
  }

  @Test func `D4: the price follows the storefront, the words follow the language`() throws {
    let text = try disclosure(TestShop.quarterly, "en", TestShop.germany).statement(.billedPrice)?.text
    #expect(text == "24,99\u{A0}€ every 3 months")
  }

  @Test func `D5: one price is the billed one, and every other price is subordinate or comes after it`()
    throws
  {
    for product in TestShop.catalog().products {
      let statements = try disclosure(product).statements
      let billed = statements.indices.filter { statements[$0].role == .billedPrice }
      #expect(billed.count == 1)
      for (index, statement) in statements.enumerated()
      where statement.text.contains("$") && statement.role != .billedPrice {
        #expect(index > billed[0])
      }
      #expect(
        [.unitPrice, .freeTrial, .introductoryPrice, .quantity].allSatisfy { id in
          statements.first { $0.id == id }.map { $0.role == .subordinate } ?? true
        })
    }
  }

  @Test func `D6: a price per unit is calculated, rounded up and marked; one month has none`() throws {
    let unit = try #require(try disclosure(TestShop.yearlyUpFront).statement(.unitPrice))
    #expect(unit.text == "Calculated for comparison: $5.00 per month")
    #expect(unit.role == .subordinate)
    #expect(try disclosure(TestShop.monthlyTrial).statement(.unitPrice) == nil)
  }

  @Test func `D7 D8 D9: renewal, the 24-hour rule and the renewal charge are said`() throws {
    let disclosure = try disclosure(TestShop.quarterly)
    #expect(disclosure.statement(.renewal)?.text.contains("Renews automatically until cancelled") == true)
    #expect(disclosure.statement(.renewal)?.text.contains("24 hours") == true)
    #expect(disclosure.statement(.charge)?.text == "$24.99 is charged to your account when you confirm.")
    // Three months after the 30th of November is the last of February.
    #expect(
      disclosure.statement(.renewalCharge)?.text
        == "Renewal: $24.99 every 3 months from February 28, 2027, charged within 24 hours before each period ends."
    )
    #expect(disclosure.chargedNow == Price(amount: Decimal(plain: "24.99")!, currency: "USD"))
    #expect(disclosure.renewal?.date.description == "2027-02-28T12:00:00.000Z")
  }

  @Test func `D10: a trial says its length, the price after it and the date of the first charge`() throws {
    let disclosure = try disclosure(TestShop.monthlyTrial)
    let text = try #require(disclosure.statement(.freeTrial)?.text)
    #expect(text.hasPrefix("Free for 1 week, then $9.99 per month."))
    #expect(text.contains("December 7, 2026"))
    #expect(disclosure.statement(.charge) == nil)
    #expect(disclosure.chargedNow.amount == 0)
    #expect(disclosure.renewal?.date.description == "2026-12-07T12:00:00.000Z")
  }

  @Test func `D10 D12: an offer is said to nobody who cannot have it`() throws {
    for product in [TestShop.monthlyTrial, TestShop.yearlyUpFront, TestShop.payAsYouGo] {
      let disclosure = try TestShop.composer().disclosure(for: product, facts: TestShop.returning)
      #expect(disclosure.statement(.freeTrial) == nil)
      #expect(disclosure.statement(.introductoryPrice) == nil)
      #expect(disclosure.statement(.forfeiture) == nil)
      #expect(disclosure.chargedNow == product.price(in: TestShop.usa))
    }
  }

  @Test func `D11: forfeiture is said where the group has another plan to buy`() throws {
    #expect(try disclosure(TestShop.monthlyTrial).statement(.forfeiture)?.rules == [.d11])
    #expect(try disclosure(TestShop.lonely).statement(.forfeiture) == nil)
    #expect(try disclosure(TestShop.payAsYouGo).statement(.forfeiture) == nil)
  }

  @Test func `D12: an introductory price says amount, duration and the standard price after it`() throws {
    let slow = try disclosure(TestShop.payAsYouGo)
    #expect(
      slow.statement(.introductoryPrice)?.text
        == "Introductory price: $1.99 per month for 2 months, then $4.99 per month from January 30, 2027.")
    #expect(slow.statement(.charge)?.text.hasPrefix("$1.99 is charged") == true)
    let once = try disclosure(TestShop.yearlyUpFront)
    #expect(
      once.statement(.introductoryPrice)?.text
        == "Introductory price: one payment of $39.99 for 1 year, then $59.99 per year from November 30, 2027."
    )
    #expect(once.chargedNow.amount == Decimal(plain: "39.99"))
  }

  @Test func `D12: an offer without a price here does not apply here`() throws {
    let offer = Offer(
      id: "o", kind: .introductory, paymentMode: .payUpFront, period: TestShop.every("P1M"),
      prices: ["DEU": 1])
    let product = TestShop.plan("p", TestShop.every("P1M"), ["9", "9", "900", "9"], offer: offer)
    #expect(TestShop.composer().offer(for: product, facts: TestShop.newcomer) == nil)
    #expect(try disclosure(product).statement(.introductoryPrice) == nil)
    #expect(TestShop.composer("en", TestShop.germany).offer(for: product, facts: TestShop.newcomer) == offer)
  }

  @Test(arguments: ["en", "de", "ja", "ar"] as [LocaleID])
  func `D15 D16: terms and privacy stand in full text`(locale: LocaleID) throws {
    let disclosure = try disclosure(TestShop.quarterly, locale)
    for id in [Statement.ID.terms, .privacy] {
      let statement = try #require(disclosure.statement(id))
      let url = try #require(statement.url)
      #expect(statement.role == .link)
      #expect(statement.text.contains(url))
      #expect(url.hasPrefix(locale == "de" ? "https://moss.app/de/" : "https://moss.app/"))
    }
  }

  @Test func `a price and an address in Arabic are not torn apart by the text around them`() throws {
    let disclosure = try disclosure(TestShop.quarterly, "ar", TestShop.saudiArabia)
    #expect(disclosure.statement(.billedPrice)?.text == "\u{2068}SAR\u{A0}99.99\u{2069} كل 3 أشهر")
    #expect(disclosure.statement(.terms)?.text == "شروط الاستخدام: \u{2068}https://moss.app/terms\u{2069}")
  }

  @Test func `D18: restore is offered for what can be restored, and only for that`() throws {
    #expect(try disclosure(TestShop.atlas).statement(.restore)?.text.contains("Restore Purchases") == true)
    #expect(try disclosure(TestShop.quarterly).statement(.restore) != nil)
    #expect(try disclosure(TestShop.seeds).statement(.restore) == nil)
    #expect(try disclosure(TestShop.season).statement(.restore) == nil)
  }

  @Test func `D19: where to manage and cancel, with the renewal date`() throws {
    let disclosure = try disclosure(TestShop.monthlyTrial)
    #expect(disclosure.statement(.manage)?.text.contains("Settings › your name › Subscriptions") == true)
    #expect(disclosure.statement(.renewalCharge)?.text.contains("December 7, 2026") == true)
  }

  @Test func `a one-time product has the short set, and several cost their sum`() throws {
    let disclosure = try TestShop.composer().disclosure(
      for: TestShop.seeds, facts: TestShop.newcomer, quantity: 3)
    #expect(
      disclosure.statements.map(\.id)
        == [.title, .description, .billedPrice, .quantity, .charge, .terms, .privacy])
    #expect(disclosure.statement(.billedPrice)?.text == "$2.97")
    #expect(disclosure.statement(.quantity)?.text == "3 × $0.99")
    #expect(disclosure.chargedNow.amount == Decimal(plain: "2.97"))
    #expect(disclosure.renewal == nil)
    #expect(
      try self.disclosure(TestShop.season).statement(.doesNotRenew)?.text.contains("Does not renew") == true)
  }

  @Test(arguments: SupportedLanguage.allCases)
  func `D44: the longest disclosure fits 80 by 24 with room for the sheet's frame and buttons`(
    language: SupportedLanguage
  ) throws {
    for product in [TestShop.monthlyTrial, TestShop.yearlyUpFront, TestShop.payAsYouGo] {
      let texts = try disclosure(product, language.locale).statements.map(\.text)
      #expect(texts.map { Rows.count(of: $0, width: 74) }.reduce(0, +) <= 20, "\(product.id)")
      for run in texts.flatMap({ $0.split(separator: " ") }) where run.hasPrefix("https") {
        #expect(run.count <= 74)
      }
    }
  }

  private func disclosure(
    _ product: Product, _ locale: LocaleID = "en", _ storefront: Storefront = TestShop.usa
  ) throws -> Disclosure {
    try TestShop.composer(locale, storefront).disclosure(for: product, facts: TestShop.newcomer)
  }
}
