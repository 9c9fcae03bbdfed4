import StoreCatalog
import StoreModel
import Testing

@testable import StoreDisclosures

struct PurchaseAvailabilityTests {
  @Test func `what is sold and can be disclosed can be bought`() {
    for product in TestShop.catalog().products {
      #expect(TestShop.composer().availability(of: product, facts: TestShop.newcomer) == .available)
    }
    #expect(PurchaseAvailability.available.reason(in: "de") == nil)
  }

  @Test func `D4: without a price here it is not sold here`() throws {
    let composer = TestShop.composer("en", TestShop.japan)
    let product = TestShop.product("p", .consumable, ["1", "1"])
    #expect(composer.availability(of: product, facts: TestShop.newcomer) == .notSold)
    let error = #expect(throws: DisclosureError.self) {
      try composer.disclosure(for: product, facts: TestShop.newcomer)
    }
    #expect(error?.problems.map(\.path) == ["products[id=p].prices.JPN"])
    #expect(error?.problems.map(\.rule) == [.d4])
  }

  @Test func `payments that are not allowed and a plan that is owned turn buying off`() {
    var facts = TestShop.newcomer
    facts.isSubscribed = true
    #expect(TestShop.composer().availability(of: TestShop.quarterly, facts: facts) == .alreadySubscribed)
    facts.canMakePayments = false
    #expect(TestShop.composer().availability(of: TestShop.quarterly, facts: facts) == .paymentsNotAllowed)
  }

  @Test func `a subscription that lacks everything is refused with everything that is missing`() throws {
    let plan = TestShop.plan("bare", TestShop.every("P1M"), ["9"])
    let bare = Product(
      id: plan.id, type: plan.type, referenceName: " ", prices: plan.prices, subscription: plan.subscription)
    let composer = TestShop.composer(catalog: TestShop.catalog([bare], policies: []))
    let error = try #require(
      #expect(throws: DisclosureError.self) { try composer.disclosure(for: bare, facts: TestShop.newcomer) })
    #expect(error.problems.map(\.kind) == [.noTitle, .noTerms, .noPrivacy])
    #expect(error.problems.map(\.rule) == [.d1, .d15, .d16])
    #expect(
      error.problems.map(\.path) == [
        "products[id=bare].localizations", "policies.<locale>.terms", "policies.<locale>.privacy",
      ])
    #expect(error.errorDescription?.contains("'bare' cannot be bought") == true)
    for problem in error.problems {
      #expect(error.errorDescription?.contains(problem.message) == true)
      #expect(error.recoverySuggestion?.contains(problem.advice) == true)
    }
    #expect(composer.availability(of: bare, facts: TestShop.newcomer) == .disclosureIncomplete(error))
  }

  @Test func `a reference name is title enough, and a missing description is no reason not to sell`() throws {
    let bare = TestShop.plan("bare", TestShop.every("P1M"), ["9"], localizations: [])
    let composer = TestShop.composer(catalog: TestShop.catalog([bare]))
    let disclosure = try composer.disclosure(for: bare, facts: TestShop.newcomer)
    #expect(disclosure.statement(.title)?.text == bare.referenceName)
    #expect(disclosure.statement(.description) == nil)
  }

  @Test func `D15 D16: an unusable link turns a subscription off, and is named`() throws {
    let policies = [
      Catalog.Policies(locale: "en", terms: "https://example.com/terms", privacy: "http://moss.app/privacy")
    ]
    let composer = TestShop.composer(catalog: TestShop.catalog(policies: policies))
    let error = try #require(
      #expect(throws: DisclosureError.self) {
        try composer.disclosure(for: TestShop.quarterly, facts: TestShop.newcomer)
      })
    #expect(error.problems.map(\.path) == ["policies.en.terms", "policies.en.privacy"])
    #expect(
      error.problems.map(\.message) == [
        "The Terms of Use link 'https://example.com/terms' names a placeholder host.",
        "The Privacy Policy link 'http://moss.app/privacy' does not begin with https://.",
      ])
  }

  @Test func `a one-time product needs no links and no title, and shows no unusable link`() throws {
    let bare = TestShop.product("bare", .consumable, ["1"], localizations: [])
    let policies = [
      Catalog.Policies(locale: "en", terms: "https://example.com", privacy: "https://moss.app/p")
    ]
    let composer = TestShop.composer(catalog: TestShop.catalog([bare], policies: policies))
    #expect(composer.availability(of: bare, facts: TestShop.newcomer) == .available)
    let disclosure = try composer.disclosure(for: bare, facts: TestShop.newcomer)
    #expect(disclosure.statements.map(\.id) == [.title, .billedPrice, .charge, .privacy])
    #expect(disclosure.statement(.title)?.text == "Reference bare")
    #expect(disclosure.title.language == nil)
  }

  @Test(arguments: SupportedLanguage.allCases)
  func `D22: each reason is said in the customer's language, and no two alike`(language: SupportedLanguage)
    throws
  {
    let error = DisclosureError(productID: "p", problems: [])
    let off: [PurchaseAvailability] = [
      .notSold, .paymentsNotAllowed, .alreadySubscribed, .disclosureIncomplete(error),
    ]
    let reasons = try off.map { try #require($0.reason(in: language.locale)) }
    let waiting = PurchaseLabels(locale: language.locale).awaitingApproval
    #expect(Set(reasons + [waiting]).count == 5)
  }
}
