import Foundation
import StoreCatalog
import StoreModel
import Testing

struct PriceFormatterTests {
  @Test(arguments: [
    (SampleStorefront.usa, "9.99", "$9.99"),
    (SampleStorefront.usa, "1234567.89", "$1,234,567.89"),
    (SampleStorefront.canada, "4.99", "$4.99"),
    (SampleStorefront.unitedKingdom, "9.99", "£9.99"),
    (SampleStorefront.germany, "9.99", "9,99\u{A0}€"),
    (SampleStorefront.germany, "1234.5", "1.234,50\u{A0}€"),
    (SampleStorefront.france, "1234.5", "1\u{202F}234,50\u{A0}€"),
    (SampleStorefront.spain, "1234.56", "1234,56\u{A0}€"),
    (SampleStorefront.brazil, "9.99", "R$\u{A0}9,99"),
    (SampleStorefront.japan, "1500", "¥1,500"),
    (SampleStorefront.korea, "14000", "₩14,000"),
    (SampleStorefront.china, "68", "¥68.00"),
    (SampleStorefront.india, "1234567.89", "₹12,34,567.89"),
    (SampleStorefront.poland, "9.99", "9,99\u{A0}PLN"),
    (SampleStorefront.capeVerde, "9.99", "US$\u{A0}9$99"),
    (SampleStorefront.saudiArabia, "9.99", "\u{200F}٩٫٩٩\u{A0}ر.س.\u{200F}"),
  ])
  func `D4: a price is written as its storefront writes it`(
    storefront: Storefront, amount: String, text: String
  ) throws {
    #expect(PriceFormatter(storefront: storefront).text(try price(amount, storefront)) == text)
  }

  @Test(arguments: [
    (SampleStorefront.japan, "2.5", "¥2.5"),
    (SampleStorefront.japan, "3.5", "¥3.5"),
    (SampleStorefront.colombia, "9.99", "$\u{A0}9,99"),
    (SampleStorefront.usa, "9.995", "$9.995"),
    (SampleStorefront.usa, "0.0001", "$0.0001"),
    (SampleStorefront.usa, "9.9", "$9.90"),
  ])
  func `D4: a billed price is never rounded`(storefront: Storefront, amount: String, text: String) throws {
    #expect(PriceFormatter(storefront: storefront).text(try price(amount, storefront)) == text)
  }

  @Test func `trailing zeros of an amount add no digits`() throws {
    let yen = Price(amount: try #require(Decimal(string: "150.0")), currency: "JPY")
    #expect(PriceFormatter(storefront: SampleStorefront.japan).text(yen) == "¥150")
    let product = Decimal(string: "0.50")! * Decimal(string: "30.00")!
    #expect(
      PriceFormatter(storefront: SampleStorefront.japan).text(Price(amount: product, currency: "JPY"))
        == "¥15")
  }

  @Test func `another currency than the storefront's is told apart`() {
    let formatter = PriceFormatter(storefront: SampleStorefront.canada)
    #expect(formatter.text(Price(amount: 4, currency: "USD")) == "US$4.00")
    #expect(formatter.text(Price(amount: 4, currency: "JPY")) == "JP¥4")
  }

  @Test func `plain text has no marks and no special spaces`() {
    let formatter = PriceFormatter(storefront: SampleStorefront.saudiArabia)
    #expect(formatter.plainText(Price(amount: 9, currency: "SAR")) == "٩٫٠٠ ر.س.")
  }

  @Test func `a nonsense locale and currency still give a text`() {
    let odd = SampleStorefront.make("XXX", "", "@@ not a locale")
    #expect(PriceFormatter(storefront: odd).text(Price(amount: 9, currency: "")).contains("9"))
  }

  @Test(arguments: [
    (SampleStorefront.usa, "59.99", "P1Y", "5", SubscriptionPeriod.Unit.month),
    (SampleStorefront.usa, "59.88", "P1Y", "4.99", .month),
    (SampleStorefront.usa, "29.99", "P6M", "5", .month),
    (SampleStorefront.usa, "9.98", "P2W", "4.99", .week),
    (SampleStorefront.usa, "9.98", "P14D", "4.99", .week),
    (SampleStorefront.usa, "0.10", "P3D", "0.04", .day),
    (SampleStorefront.usa, "100", "P2Y", "4.17", .month),
    (SampleStorefront.japan, "6000", "P1Y", "500", .month),
    (SampleStorefront.japan, "6001", "P1Y", "501", .month),
    (SampleStorefront.colombia, "19900", "P1Y", "1659", .month),
  ])
  func `D6: a unit price is rounded up, so that the units never add up to less than is billed`(
    storefront: Storefront, amount: String, period: String, unit: String, of name: SubscriptionPeriod.Unit
  ) throws {
    let period = try #require(SubscriptionPeriod(period))
    let billed = try price(amount, storefront)
    let found = try #require(PriceFormatter(storefront: storefront).unitPrice(of: billed, per: period))
    #expect(found.price.amount == Decimal(string: unit))
    #expect(found.price.currency == storefront.currency)
    #expect(found.unit == name)
  }

  @Test(arguments: [
    (SampleStorefront.usa, "9.99", "P1M"), (SampleStorefront.usa, "9.99", "P1W"),
    (SampleStorefront.usa, "9.99", "P7D"), (SampleStorefront.usa, "9.99", "P1D"),
    (SampleStorefront.usa, "0", "P1Y"), (SampleStorefront.japan, "5", "P1Y"),
    (SampleStorefront.usa, "0.05", "P1Y"),
  ])
  func `D6: no unit price where there is none, or where it would be nothing`(
    storefront: Storefront, amount: String, period: String
  ) throws {
    let period = try #require(SubscriptionPeriod(period))
    let formatter = PriceFormatter(storefront: storefront)
    #expect(formatter.unitPrice(of: try price(amount, storefront), per: period) == nil)
  }

  private func price(_ amount: String, _ storefront: Storefront) throws -> Price {
    Price(amount: try #require(Decimal(plain: amount)), currency: storefront.currency)
  }
}
