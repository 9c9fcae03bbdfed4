import Foundation
import StoreModel
import Testing

struct ValueTextTests {
  @Test(arguments: [
    ("2026-11-30", "2026-11-30T00:00:00.000Z"),
    ("2026-11-30T12:00:01Z", "2026-11-30T12:00:01.000Z"),
    ("2026-11-30T12:00:01.250Z", "2026-11-30T12:00:01.250Z"),
  ])
  func `a timestamp reads dates and prints RFC 3339 in UTC`(text: String, printed: String) throws {
    #expect(try #require(Timestamp(text)).description == printed)
  }

  @Test(arguments: [
    "", "now", "2026-13-01", "2026-11-30T12:00", "2026-11-30 ", "2026-11-30T12:00:01+02:00", "30.11.2026",
  ])
  func `a timestamp refuses what is not a whole date`(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test(arguments: ["P1W", "P1M", "P3M", "P1Y", "P3D", "P12M"])
  func `a period prints as it was read`(text: String) throws {
    #expect(try #require(SubscriptionPeriod(text)).description == text)
  }

  @Test(arguments: ["", "P", "PM", "P0M", "P-1M", "P1", "1M", "P1M1D", "PT1H", "P99999Y", "P1m"])
  func `a period refuses what it cannot mean`(text: String) {
    #expect(SubscriptionPeriod(text) == nil)
  }

  @Test func `a month after the 31st of January is the last of February`() throws {
    let start = try #require(Timestamp("2027-01-31T10:00:00Z"))
    #expect(SubscriptionPeriod(1, .month).end(from: start).description == "2027-02-28T10:00:00.000Z")
  }

  @Test(arguments: SubscriptionPeriod.Unit.allCases)
  func `a period ends when Foundation's calendar says so`(unit: SubscriptionPeriod.Unit) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    let component: Calendar.Component =
      switch unit {
      case .day: .day
      case .week: .weekOfYear
      case .month: .month
      case .year: .year
      }
    // Every day of four years and some of four hundred, at odd times of the day.
    let days = Array(19_700...21_200) + stride(from: -10_000, to: 136_000, by: 997)
    for day in days {
      let start = Timestamp(milliseconds: Int64(day) * 86_400_000 + Int64(abs(day) * 7919 % 86_400_000))
      for count in [1, 2, 3, 6, 12, 13, 400] {
        let end = try #require(calendar.date(byAdding: component, value: count, to: start.date))
        #expect(SubscriptionPeriod(count, unit).end(from: start) == Timestamp(end), "\(count) from \(start)")
      }
    }
  }

  @Test func `a period that would leave the calendar ends with it`() throws {
    let first = try #require(Timestamp("2023-12-28T23:59:59Z"))
    #expect(SubscriptionPeriod(9999, .year).end(from: first).description == "9999-12-31T23:59:59.999Z")
  }

  @Test(arguments: [
    "0", "0.00", "00012", "9.99", "9.90", "100", "1234567890.12345678", "123456789012345678",
    "1234567890123456789",
    "0.000000000000000001", "0.0000000000000000001", "123456789012345678901234567.89",
  ])
  func `D4: a plain decimal is the one that Foundation reads`(text: String) throws {
    let expected = try #require(Decimal(string: text))
    let read = try #require(Decimal(plain: text))
    #expect(read == expected)
    #expect(read.description == expected.description)
    #expect(max(0, -read.exponent) == max(0, -expected.exponent))
  }

  @Test(arguments: [
    "", ".", ".5", "5.", "1.2.3", "-1", "+1", "1e3", "1,5", " 1", "1 ", "٣",
    String(repeating: "1", count: 31),
  ])
  func `D4: what is not plain digits is no decimal`(text: String) { #expect(Decimal(plain: text) == nil) }

  @Test(arguments: ["9.99", "0", "12", "0.10", "29900"])
  func `D4: a plain decimal is read exactly`(text: String) {
    #expect(Decimal(plain: text)?.description == NSDecimalNumber(string: text).description)
  }

  @Test(arguments: ["", "9,99", "-1", "1e3", " 1", "1.", ".5", "1.2.3", "¥18", "٩", "9 99"])
  func `D4: a price that is not a plain decimal is never guessed`(text: String) {
    #expect(Decimal(plain: text) == nil)
  }

  @Test(arguments: [("en_US", "en-US"), ("PT-br", "pt-BR"), ("zh_hans", "zh-Hans"), ("de", "de"), ("", "")])
  func `equal languages are equal values`(text: String, id: String) {
    #expect(LocaleID(text).rawValue == id)
  }

  @Test func `R32: an unknown transaction state survives a round trip`() throws {
    let data = try JSONEncoder().encode(TransactionState(rawValue: 77))
    #expect(try JSONDecoder().decode(TransactionState.self, from: data).rawValue == 77)
  }

  @Test func `an event reads back as it was written`() throws {
    let payment = Payment(productID: "coins", quantity: 3, applicationUsername: "u", offerID: nil)
    let transaction = Transaction(
      id: TransactionID(rawValue: 7), payment: payment, productType: .consumable, storefront: "USA",
      state: .failed, createdAt: Timestamp(milliseconds: 1_796_000_000_123),
      error: StoreError(.paymentCancelled, .cancelledAtSheet))
    let entry = JournalEntry(
      id: EventID(rawValue: 2), time: Timestamp(milliseconds: 5), cause: EventID(rawValue: 1),
      event: .failed(transaction))
    let data = try JSONEncoder().encode(entry)
    #expect(try JSONDecoder().decode(JournalEntry.self, from: data) == entry)
  }
}

@Test func `a timestamp's text is Foundation's, over the years 1600 to 9999`() {
  let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  // A step of many days and odd milliseconds meets every month, leap days and both sides of 1970.
  var milliseconds: Int64 = -11_676_096_000_000
  while milliseconds < 253_402_300_799_000 {
    let whole = Timestamp(milliseconds: milliseconds - milliseconds % 1000)
    #expect(whole.description == style.format(whole.date))
    milliseconds += 86_400_000 * 397 + 3_723_000
  }
  #expect(Timestamp(milliseconds: -1).description == "1969-12-31T23:59:59.999Z")
  #expect(Timestamp(milliseconds: 951_782_400_007).description == "2000-02-29T00:00:00.007Z")
  // What other people's tokens name may be no date at all.
  for milliseconds in [Int64.min, -62_135_596_800_001, 253_402_300_800_000, .max] {
    #expect(Timestamp(milliseconds: milliseconds).description == "\(milliseconds) ms")
  }
}
