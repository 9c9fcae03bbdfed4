import Foundation
import StoreCatalog
import StoreModel
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

/// The purchase sheet: what can be agreed to, when, and how often.
struct PurchaseSheetTests {
  /// A sheet that has been read to the end.
  private func readSheet(_ product: ProductID = SampleCatalog.silver) throws -> Shop {
    var shop = Shop()
    shop.press("b")
    _ = try shop.openSheet(product)
    for _ in 0..<10 {
      shop.showFrame()
      shop.press(.pageDown)
    }
    shop.showFrame()
    return shop
  }

  @Test func `D44: Confirm is off until the whole text has been on the screen, and says how much is left`()
    throws
  {
    var shop = Shop()
    _ = try shop.openSheet(SampleCatalog.silver)
    shop.showFrame()
    #expect(shop.state.sheet?.isRead == false)
    #expect(shop.screen.contains("Read to the end"))
    let left = try #require(shop.state.sheet?.linesLeft)
    #expect(left > 0)
    #expect(shop.press("y").isEmpty == false, "The reason is said and timed.")
    #expect(shop.toasts == ["Scroll to the end first: \(left) lines left to read."])
    #expect(shop.commands.isEmpty)
  }

  @Test func `D44: jumping to the end skips nothing that was not shown`() throws {
    var shop = Shop(columns: 60, rows: 14)
    _ = try shop.openSheet(SampleCatalog.silver)
    shop.showFrame()
    let seen = try #require(shop.state.sheet?.linesSeen)
    shop.press("G", "G", "G", .pageDown, .pageDown)
    #expect(shop.state.sheet?.top == seen, "The next line to read is the first on the screen.")
    shop.showFrame()
    #expect(shop.state.sheet?.isRead == false)
    while shop.state.sheet?.isRead == false {
      let before = shop.state.sheet?.linesSeen
      shop.press("G")
      shop.showFrame()
      #expect(shop.state.sheet?.linesSeen != before, "Each frame shows more.")
      if shop.state.sheet?.linesSeen == before { return }
    }
  }

  @Test func `keys that were pressed before the text was drawn have read nothing`() throws {
    var shop = Shop()
    _ = try shop.openSheet(SampleCatalog.silver)
    shop.press(.pageDown, .pageDown, .pageDown, .pageDown, "y", "y")
    #expect(shop.commands.isEmpty)
    #expect(shop.state.sheet?.phase == .reading)
  }

  @Test func `a wider window keeps what was read`() throws {
    var shop = try readSheet()
    #expect(shop.state.sheet?.isRead == true)
    shop.take(.input(.resize(Size(columns: 50, rows: 20))))
    #expect(shop.state.sheet?.isRead == true)
    shop.take(.input(.resize(Size(columns: 120, rows: 36))))
    #expect(shop.state.sheet?.isRead == true)
  }

  @Test func `K19: Enter five times on Confirm is one agreement`() throws {
    var shop = try readSheet()
    let id = try #require(shop.state.sheet?.id)
    shop.press(.tab)
    shop.press(.enter, .enter, .enter, .enter, .enter)
    #expect(shop.commands.filter { $0 == .confirm(id) }.count == 1)
    #expect(shop.commands.filter { $0 == .cancel(id) }.isEmpty)
  }

  @Test func `K19: b five times is one payment`() {
    var shop = Shop()
    shop.press("b", "b", "b", "b", "b")
    #expect(shop.commands.count == 1)
    #expect(shop.toasts == ["Gold is being bought already."])
  }

  @Test func `Cancel is the default, and Esc cancels`() throws {
    for key in [Key.enter, .escape] {
      var shop = try readSheet()
      let id = try #require(shop.state.sheet?.id)
      shop.press(key)
      #expect(shop.commands.last == .cancel(id))
      shop.take(.sheetClosed(id))
      #expect(shop.state.sheet == nil)
    }
  }

  @Test func `y buys`() throws {
    var shop = try readSheet()
    let id = try #require(shop.state.sheet?.id)
    shop.press("y")
    #expect(shop.commands.last == .confirm(id))
    #expect(shop.screen.contains("Buying"))
  }

  @Test func `K17: a changed price opens a new sheet that has to be read again`() throws {
    var shop = try readSheet(SampleCatalog.coins)
    let payment = try #require(shop.state.sheet?.payment)
    shop.press("y")
    shop.take(.sheetClosed(payment.transaction.id))
    let product = Product(
      id: payment.product.id, type: payment.product.type, referenceName: "Coins",
      localizations: payment.product.localizations, prices: ["USA": 5])
    let dearer = PaymentSheet(
      transaction: payment.transaction, product: product, price: Price(amount: 5, currency: "USD"), offer: nil
    )
    shop.take(.sheetOpened(dearer, now: Shop.now))
    #expect(shop.state.sheet?.phase == .reading)
    #expect(shop.state.sheet?.linesSeen == 0)
    #expect(shop.state.sheet?.notice?.contains("$0.99 and is $5.00 now") == true)
    #expect(shop.screen.contains("$5.00"))
  }

  @Test func `K17: a sheet whose text says another amount than the store charges cannot be agreed to`() throws
  {
    var shop = Shop()
    let payment = try shop.openSheet(SampleCatalog.coins, price: "7.50")
    for _ in 0..<6 {
      shop.showFrame()
      shop.press(.pageDown)
    }
    shop.press("y")
    #expect(shop.commands.isEmpty)
    #expect(shop.toasts.contains { $0.contains("another amount") })
    shop.press(.escape)
    #expect(shop.commands == [.cancel(payment.transaction.id)])
  }

  @Test func `K17: the sheet stays as shown when the catalogue changes under it`() throws {
    var shop = try readSheet(SampleCatalog.coins)
    let shown = shop.state.sheet?.payment
    let changed = SampleCatalog.catalog { $0.id == SampleCatalog.coins ? nil : $0 }
    shop.take(.catalogChanged(.init(catalog: changed, format: .catalog)))
    #expect(shop.state.sheet?.payment == shown)
    #expect(shop.screen.contains("$0.99"))
  }

  @Test func `K18: what is typed into a picker does not answer a sheet that opens meanwhile`() throws {
    var shop = Shop()
    shop.press("b", "s")
    _ = try shop.openSheet(SampleCatalog.coins)
    shop.showFrame()
    shop.type("y")
    #expect(shop.commands.contains { if case .confirm = $0 { true } else { false } } == false)
    guard case .picker(let picker) = shop.state.dialog else {
      Issue.record("The picker should be open.")
      return
    }
    #expect(picker.filter == "y")
  }

  @Test func `a subscription without terms cannot be bought, and says what to mend`() {
    let bare = Catalog(
      app: SampleCatalog.catalog.app, defaultLocale: "en", groups: SampleCatalog.catalog.groups,
      products: SampleCatalog.catalog.products)
    var shop = Shop(catalog: bare)
    shop.press("b")
    #expect(shop.commands.isEmpty)
    #expect(shop.toasts.first?.contains("Terms of Use") == true)
  }
}
