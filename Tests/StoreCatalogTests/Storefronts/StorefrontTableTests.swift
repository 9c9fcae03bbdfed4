import Foundation
import StoreCatalog
import StoreModel
import Testing

struct StorefrontTableTests {
  @Test func `the App Store has 175 storefronts and 43 currencies`() {
    #expect(StorefrontTable.all.count == 175)
    #expect(Set(StorefrontTable.all.map(\.currency)).count == 43)
    #expect(StorefrontTable.all.map(\.id) == StorefrontTable.all.map(\.id).sorted())
    #expect(StorefrontTable.all.filter { !$0.pricesIncludeTax }.map(\.id) == ["CAN", "USA"])
  }

  @Test func `a storefront knows its currency, its locale for prices and its languages`() throws {
    let japan = try #require(StorefrontTable.storefront("JPN"))
    #expect(
      japan
        == Storefront(
          id: "JPN", name: "Japan", currency: "JPY", formatLocale: "ja_JP", languages: ["ja", "en-US"],
          pricesIncludeTax: true))
    #expect(StorefrontTable.storefront("USA")?.languages.count == 10)
    #expect(StorefrontTable.storefront("XKS")?.name == "Kosovo")
    #expect(StorefrontTable.storefront("usa") == nil)
  }

  @Test func `Foundation knows every currency and locale of the table`() {
    let currencies = Set(Locale.commonISOCurrencyCodes)
    for storefront in StorefrontTable.all {
      #expect(currencies.contains(storefront.currency.rawValue))
      let locale = Locale(identifier: storefront.formatLocale)
      #expect(locale.region?.identifier.count == 2 && locale.language.languageCode != nil)
      #expect(!storefront.languages.isEmpty)
    }
  }

  @Test(arguments: [
    ("usa", "USA"), ("US", "USA"), ("de", "DEU"), ("Germany", "DEU"), ("JPM", "JPN"), ("GBRR", "GBR"),
    ("XKX", "XKS"),
    ("United Kingdon", "GBR"),
  ])
  func `a code is found for what was probably meant`(text: String, code: String) {
    #expect(StorefrontTable.nearestID(to: text)?.rawValue == code)
  }

  @Test(arguments: ["", "Atlantis", "123456"])
  func `no code is made up`(text: String) {
    #expect(StorefrontTable.nearestID(to: text) == nil)
  }

  @Test func `D4: the yen, the won, the dong and the Chilean peso have no smaller unit`() {
    let whole = Set(StorefrontTable.all.map(\.currency).filter { $0.fractionDigits == 0 }.map(\.rawValue))
    #expect(whole == ["JPY", "KRW", "VND", "CLP"])
    #expect(CurrencyCode("EUR").fractionDigits == 2)
  }
}
