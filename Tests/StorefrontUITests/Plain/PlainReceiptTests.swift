import Purchasing
import StoreModel
import StoreReceipts
import StoreTesting
import Testing

@testable import StorefrontUI

/// The receipt and signed forms as lines.
struct PlainReceiptTests {
  private func report() throws -> ReceiptReading {
    let shop = try Gallery.receipt.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
    return try #require(shop.state.receipt.reading)
  }

  @Test func `R27, C15: the place is told once it has been read; without a receipt it says what brings one`()
  {
    var shop = PlainShop()
    shop.choose("Receipt")
    #expect(shop.effects.last == .readReceipt && shop.state.isWaiting)
    shop.hear(.receiptRead(.missing))
    shop.ready()
    #expect(shop.news.contains("There is none, as on every fresh install."))
    #expect(shop.news.contains { $0.contains("A purchase, a restore or a refresh") })
    shop.choose("Refresh the receipt")
    #expect(shop.commands == [.refreshReceipt])
  }

  @Test
  func `fields, trust, changes and records are told, and a record leads to its transaction and signed form`()
    throws
  {
    var shop = PlainShop(transactions: 4)
    shop.choose("Receipt")
    shop.hear(.receiptRead(try report()))
    shop.ready()
    for line in ["2: bundle id: app.stargarden", "Trusted", "New: 1", "Purchases in it: 1 to 2 of 2"] {
      #expect(shop.news.contains(line), "\(line) in \(shop.news)")
    }
    shop.choose("app.stargarden.atlas.deepsky")
    #expect(shop.news.contains("1703: transaction: 4"))
    shop.choose("Its signed form")
    #expect(shop.effects.last == .sign(.transaction(TransactionID(rawValue: 4))) && shop.state.isWaiting)
    let token = TokenReading(
      compact: "a.b.c", kind: .transaction, certificates: ["Leaf"],
      payload: [.init("purchaseDate", "\(Shop.now.milliseconds)", date: Shop.now)])
    shop.hear(.signed(.transaction(TransactionID(rawValue: 4)), .success(SignedTokens([token]))))
    shop.ready()
    for line in [
      "Signed transaction 4", "purchaseDate: 1796040000000  (30 Nov 2026 12:00:00)", "a.b.c",
    ] {
      #expect(shop.news.contains(line), "\(line) in \(shop.news)")
    }
    shop.choose("Its transaction")
    #expect(shop.news.contains("Number: 4"))
  }

  @Test func `E1: an entry says what the app's server is told, and its signed form can be chosen there`() {
    var shop = PlainShop()
    var maker = Shop()
    shop.happen(.purchased(maker.transaction(SampleCatalog.theme, .purchased, price: "2.99")))
    shop.choose("Activity")
    shop.choose("30 Nov 2026 12:00:01, Theme was bought for $2.99.")
    #expect(shop.news.contains("Server: ONE_TIME_CHARGE"), "\(shop.news)")
    shop.choose("Its signed form")
    #expect(shop.effects.last == .sign(.notification(EventID(rawValue: 1))) && shop.state.isWaiting)
  }
}
