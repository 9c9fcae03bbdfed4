import Foundation
import StoreCatalog
import StoreDisclosures
import StoreModel
import StoreTesting
import Testing

@testable import StorefrontUI

/// What a line does, and what is told: plain mode without a store.
@Suite struct PlainStateTests {
  @Test(arguments: [
    (PlainReason.option, "because --plain was given"),
    (.environment("ACCESSIBLE=1"), "because ACCESSIBLE=1 is set"), (.settings, "because the settings say so"),
    (.terminal("The terminal 'dumb' cannot show a screen."), "the terminal 'dumb' cannot show"),
  ])
  func `the first line says that plain mode is on and why`(reason: PlainReason, text: String) {
    let shop = PlainShop(reason: reason)
    #expect(shop.lines.first?.hasPrefix("Plain mode is on") == true)
    #expect(shop.lines.first?.lowercased().contains(text.lowercased()) == true)
  }

  @Test func `the menu is headers and numbered choices, and ends with what can be typed`() {
    let shop = PlainShop()
    #expect(shop.lines.contains("Storefront: United States, USD"))
    #expect(shop.lines.contains("Network: on") && shop.lines.contains("Payments: allowed"))
    #expect(shop.lines.contains("1. Store: 9 products"))
    #expect(shop.lines.contains("0. Quit"))
    #expect(shop.lines.last == "Choose 0 to \(shop.state.told.count).")
  }

  // MARK: - Browsing

  @Test func `one browses by type and by number to everything that must be told`() {
    var shop = PlainShop()
    shop.choose("Store")
    #expect(shop.news.contains("5. Subscriptions: 5") || shop.number(of: "Subscriptions") != "")
    shop.choose("Subscriptions")
    #expect(shop.news.contains { $0.hasPrefix("Subscriptions: 1 to 5 of 5") })
    shop.choose("Silver")
    #expect(shop.state.visit.place == .product(SampleCatalog.silver))
    let told = shop.news.joined(separator: "\n")
    for text in [
      "Product: club.silver", "Length: 1 month", "https://sampler.app/terms",
      "https://sampler.app/privacy",
    ] {
      #expect(told.contains(text), "\(text) in \(told)")
    }
    shop.type("0", "0", "0")
    #expect(shop.state.visit.place == .menu)
    shop.type("back")
    #expect(shop.news.first == "This is the main menu.")
  }

  @Test(arguments: [
    ["search coin"], ["1", "coin"], ["1", "1", "COINS"], ["coins"], ["show coins"],
  ])
  func `a product is found by text and by id`(lines: [String]) {
    var shop = PlainShop()
    for line in lines { shop.type(line) }
    if shop.state.visit.place != .product(SampleCatalog.coins) { shop.choose("Coins") }
    #expect(shop.state.visit.place == .product(SampleCatalog.coins))
  }

  @Test func `a search without a match says so and leads on`() {
    var shop = PlainShop()
    shop.type("search zzz")
    #expect(shop.news.contains("Nothing is called that. Try other words."))
    #expect(shop.news.last == "Choose 0, or type words to search.")
  }

  @Test func `a long list is told in parts`() {
    var shop = PlainShop()
    shop.choose("Choose the storefront")
    #expect(shop.news.contains("Storefront: 1 to 20 of 175"))
    #expect(shop.news.contains("21. More"))
    shop.type("21")
    #expect(shop.news.contains("Storefront: 21 to 40 of 175"))
  }

  @Test(arguments: ["99", "-1", "1.5", "nonsense", "\u{1b}[2J", "b", "d", "x", "D"])
  func `what is no choice is refused and changes nothing`(line: String) {
    var shop = PlainShop()
    shop.type(line)
    #expect(shop.commands.isEmpty)
    #expect(shop.state.visit.place == .menu)
    #expect(shop.news.count > 1 && !shop.news[0].contains("\u{1b}"))
  }

  @Test(arguments: [
    ("network off", Command.network(isOn: false)), ("storefront DEU", .storefront("DEU")),
    ("restore", .restore),
    ("account ada", .account(AccountID(rawValue: "ada"))),
    ("download atlas start", .download("atlas", .start)),
    ("buy coins quantity 3", .buy(Payment(productID: "coins", quantity: 3))),
    ("finish 7", .finish(TransactionID(rawValue: 7))),
  ])
  func `a line of the script language means the same here`(line: String, command: Command) {
    var shop = PlainShop()
    shop.type(line)
    #expect(shop.commands == [command])
  }

  @Test(arguments: [
    ("network of", "'of' is no choice here. Did you mean 'off'?"),
    (
      "download atlas",
      "start, pause, resume, cancel or delete is missing. Write 'download PRODUCT start|pause|resume|cancel|delete'."
    ),
    ("finish last", "There is no such transaction. Transactions in the main menu lists them."),
  ])
  func `a mistake in such a line is told as in a script, and changes nothing`(line: String, message: String) {
    var shop = PlainShop()
    shop.type(line)
    #expect(shop.news.first == message)
    #expect(shop.commands.isEmpty)
  }

  @Test func `only a number agrees to a purchase, never a word of a script`() throws {
    var shop = PlainShop()
    shop.type("buy coins")
    _ = try shop.openSheet(SampleCatalog.coins)
    shop.type("confirm")
    #expect(shop.commands == [.buy(Payment(productID: "coins"))])
  }

  @Test func `digits of any script are numbers`() {
    var shop = PlainShop()
    shop.type("\u{661}")
    #expect(shop.state.visit.place == .store)
  }

  @Test func `Enter alone tells everything again`() {
    var shop = PlainShop()
    shop.choose("Store")
    let first = shop.news
    shop.type("")
    #expect(shop.news == first)
  }

  @Test func `K17: a number means what was told, whatever has happened since`() {
    var shop = PlainShop()
    shop.choose("Store")
    shop.type("1")
    let number = shop.number(of: "Theme")
    let others = SampleCatalog.catalog.products.filter { $0.id != SampleCatalog.theme }
    let other = Catalog(
      app: SampleCatalog.catalog.app, defaultLocale: "en", policies: SampleCatalog.catalog.policies,
      groups: SampleCatalog.catalog.groups, products: others)
    shop.hear(.catalogChanged(CatalogReading(catalog: other, format: .catalog, findings: [])))
    shop.type(number)
    #expect(shop.state.visit.place == .product(SampleCatalog.theme))
    #expect(shop.news.contains("The catalogue no longer has theme."))
    shop.type("b")
    #expect(shop.commands.isEmpty)
  }

  // MARK: - Buying

  @Test func `X34: a purchase is disclosures, then a numbered choice with Cancel as the default`() throws {
    var shop = PlainShop()
    shop.type("show club.silver")
    shop.choose("Buy")
    #expect(shop.commands == [.buy(Payment(productID: SampleCatalog.silver))])
    #expect(shop.state.isWaiting)
    let sheet = try shop.openSheet(SampleCatalog.silver)
    let told = shop.news.joined(separator: "\n")
    #expect(told.contains("https://sampler.app/terms") && told.contains("Account: "))
    #expect(
      shop.news.suffix(3) == [
        "1. Cancel (Enter alone chooses this)", "2. \(try #require(shop.state.shop.sheet).labels.confirm)",
        "Choose 1 to 2.",
      ])
    shop.type("")
    #expect(shop.commands.last == .cancel(sheet.transaction.id))
  }

  @Test func `X28: all of the sheet has been told before it can be agreed to`() throws {
    var shop = PlainShop()
    shop.type("buy club.silver")
    let sheet = try shop.openSheet(SampleCatalog.silver)
    #expect(shop.state.shop.sheet?.isRead == true)
    shop.type("2")
    #expect(shop.commands.last == .confirm(sheet.transaction.id))
    shop.type("2", "2")
    #expect(shop.commands.count == 2)
  }

  @Test(arguments: ["y", "yes", "ok", "buy coins", "0", "3", "quit", "b"])
  func `nothing but its number agrees to a purchase`(line: String) throws {
    var shop = PlainShop()
    shop.type("buy coins")
    _ = try shop.openSheet(SampleCatalog.coins)
    shop.type(line)
    #expect(shop.commands.count == 1)
    #expect(shop.state.shop.sheet?.phase == .reading)
  }

  @Test(arguments: ["n", "No", "cancel", "back", "esc"])
  func `words can decline a purchase`(line: String) throws {
    var shop = PlainShop()
    shop.type("buy coins")
    let sheet = try shop.openSheet(SampleCatalog.coins)
    shop.type(line)
    #expect(shop.commands.last == .cancel(sheet.transaction.id))
  }

  @Test func `K17: a sheet with another price is told again before it can be agreed to`() throws {
    var shop = PlainShop()
    shop.type("buy coins")
    let first = try shop.openSheet(SampleCatalog.coins)
    let dearer = PaymentSheet(
      transaction: first.transaction, product: first.product,
      price: Price(amount: first.price.amount + 1, currency: first.price.currency), offer: nil)
    shop.hear(.sheetClosed(first.transaction.id))
    shop.hear(.sheetOpened(dearer, now: Shop.now))
    #expect(shop.news.contains { $0.contains("Nothing was charged. Please read again.") })
    #expect(shop.state.told.map(\.act) == [.answer(false)])
  }

  @Test func `what came of a purchase is told in one line each, with what to do`() throws {
    var shop = PlainShop()
    shop.type("buy coins")
    let sheet = try shop.openSheet(SampleCatalog.coins)
    shop.type("2")
    shop.hear(.sheetClosed(sheet.transaction.id))
    shop.happen(.purchased(shop.transaction(SampleCatalog.coins, .purchased, price: "0.99")))
    shop.answer()
    #expect(shop.news.filter { $0.contains("was bought for $0.99") }.count == 1)
    shop.type("buy coins")
    let error = StoreError(.paymentNotAllowed, .paymentsRefused)
    shop.happen(.failed(shop.transaction(SampleCatalog.coins, .failed, error: error)))
    #expect(
      shop.news.contains { $0.contains("was not bought") && $0.contains(error.recoverySuggestion ?? "?") })
  }

  @Test func `what cannot be bought here says why`() {
    var shop = PlainShop()
    shop.happen(.storefrontChanged(from: "USA", to: "JPN"))
    shop.type("show theme")
    #expect(shop.news.contains { $0.contains("not sold in Japan") })
    #expect(shop.number(of: "Buy").hasPrefix("no choice"))
    shop.type("b")
    #expect(shop.news.first?.contains("not sold in Japan") == true)
    #expect(shop.commands.isEmpty)
  }

  // MARK: - Downloads and restores

  private func download(_ state: DownloadState, _ received: Int64) -> Download {
    Download(
      productID: SampleCatalog.atlas, transactionID: nil, contentVersion: "1.0",
      expectedContentLength: 100_000, state: state, receivedLength: received,
      bytesPerSecond: state == .active ? 10_000 : nil)
  }

  @Test func `progress is a line for every tenth, and the choices are pause, resume and cancel`() {
    var shop = PlainShop()
    shop.happen(.download(download(.active, 0)))
    for received in stride(from: Int64(0), through: 35_000, by: 1_000) {
      shop.hear(.progress([download(.active, received)]))
    }
    #expect(
      shop.lines.filter { $0.hasPrefix("Atlas: ") && $0.contains("% , ") == false && $0.contains(" %, ") }
        .count == 3)
    #expect(shop.lines.contains("Atlas: 30 %, 30.0 of 100.0 kB, 10.0 kB/s, 7 s left"))
    shop.type("show atlas")
    shop.choose("Pause the download")
    #expect(shop.commands.last == .download(SampleCatalog.atlas, .pause))
    shop.happen(.download(download(.paused, 35_000)))
    shop.answer()
    #expect(shop.news.contains("Atlas: download paused at 35 %."))
    shop.choose("Go on with the download")
    #expect(shop.commands.last == .download(SampleCatalog.atlas, .resume))
    shop.answer()
    shop.choose("Cancel the download")
    #expect(shop.commands.last == .download(SampleCatalog.atlas, .cancel))
  }

  @Test func `deleting content asks first, and keeping it is the default`() {
    var shop = PlainShop()
    shop.happen(.download(download(.finished, 100_000)))
    shop.type("show atlas")
    shop.choose("Delete the downloaded content")
    #expect(shop.news.contains("1. Keep (Enter alone chooses this)"))
    shop.type("")
    #expect(shop.commands.isEmpty)
    shop.choose("Delete the downloaded content")
    shop.type("2")
    #expect(shop.commands == [.download(SampleCatalog.atlas, .delete)])
  }

  @Test func `wait holds the input until downloads have ended`() {
    var shop = PlainShop()
    shop.type("wait")
    #expect(shop.news.first == "Nothing is being downloaded.")
    shop.happen(.download(download(.active, 0)))
    shop.type("wait")
    #expect(shop.state.isWaiting)
    shop.happen(.download(download(.finished, 100_000)))
    #expect(!shop.state.isWaiting)
  }

  @Test func `X25: a restore tells what came back, or that there was nothing`() {
    var shop = PlainShop()
    shop.choose("Restore purchases")
    #expect(shop.commands == [.restore] && shop.state.isWaiting)
    shop.happen(.restoreStarted, .restoreFinished(count: 0))
    shop.answer()
    #expect(shop.news.contains { $0.hasPrefix("Nothing to restore") })
    shop.type("r")
    shop.happen(.restoreStarted, .restored(shop.transaction(SampleCatalog.theme, .restored)))
    shop.happen(.restoreFinished(count: 1))
    shop.answer()
    #expect(shop.news.contains("Restored 1 item: Theme."))
  }

  @Test func `older transactions are read when the list comes to the end of what is there`() throws {
    var shop = PlainShop(transactions: 25)
    shop.choose("Transactions")
    #expect(shop.news.contains("Transactions, the newest first: 1 to 20 of 25"))
    shop.choose("More")
    let oldest = try #require(shop.state.shop.facts.transactions.last?.id)
    #expect(shop.effects.last == .loadTransactions(before: oldest) && shop.state.isWaiting)
    shop.hear(.transactionsLoaded([], before: oldest))
    shop.ready()
    #expect(shop.news.contains("Transactions, the newest first: 21 to 25 of 25"))
    shop.type("1")
    #expect(shop.news.contains("Charged: $0.99"))
    shop.choose("The product")
    #expect(shop.state.visit.place == .product(SampleCatalog.coins))
  }

  // MARK: - The device

  @Test func `network and payments are switched by number, and the menu says how they are`() {
    var shop = PlainShop()
    shop.choose("Turn the network off")
    shop.happen(.networkChanged(isOn: false))
    shop.answer()
    shop.choose("Refuse payments")
    #expect(shop.commands == [.network(isOn: false), .payments(allowed: false)])
    shop.happen(.paymentsAllowed(false))
    shop.answer()
    shop.type("again")
    #expect(shop.news.contains("Network: off") && shop.news.contains("Payments: refused"))
    #expect(shop.number(of: "Turn the network on") != "" && shop.number(of: "Allow payments") != "")
  }

  @Test func `storefront and language are chosen from lists that words narrow`() {
    var shop = PlainShop()
    shop.choose("Choose the storefront")
    shop.type("japan")
    shop.choose("Japan")
    #expect(shop.commands == [.storefront("JPN")])
    #expect(shop.state.visit.place == .menu)
    shop.happen(.storefrontChanged(from: "USA", to: "JPN"))
    shop.answer()
    shop.type("l", "deutsch")
    shop.choose("Deutsch")
    #expect(shop.state.shop.texts.locale == "de")
    shop.type("show coins")
    #expect(shop.news.contains("Münzen"))
  }

  // MARK: - Leaving

  @Test func `quit leaves at once when nothing runs, and asks when something does`() {
    var shop = PlainShop()
    shop.happen(.download(download(.active, 0)))
    shop.type("quit")
    #expect(shop.news.contains { $0.contains("1 download not finished.") })
    shop.type("")
    #expect(!shop.effects.contains(.quit(0)))
    shop.type("quit", "2")
    #expect(shop.effects.last == .quit(0))
    var idle = PlainShop()
    idle.type("0")
    #expect(idle.effects.last == .quit(0))
  }

  @Test func `the end of the input leaves cleanly, and says what goes on`() {
    var shop = PlainShop()
    shop.happen(.download(download(.active, 0)))
    guard case .print(let lines) = shop.state.update(.inputEnded).first else {
      Issue.record("Nothing is said.")
      return
    }
    #expect(lines.joined().contains("1 download not finished."))
    #expect(shop.state.update(.inputEnded).last == .shop(.quit(0)))
  }

  // MARK: - Lines

  @Test func `the help names every word and every key that works`() {
    var shop = PlainShop()
    shop.type("help")
    for word in PlainWord.allCases { #expect(shop.news.contains { $0.hasPrefix(word.rawValue) }) }
    for id in PlainState.keyed {
      let title = ShopCommand.command(id)?.title ?? "?"
      #expect(shop.news.contains { $0.hasSuffix(title) }, "\(title)")
    }
  }

  @Test func `X34, K16: no line can drive a terminal or hold what is drawn`() {
    let nasty = "A\u{1b}]52;c;AAAA\u{7}B\u{1b}[2J\r\n\t\u{9b}31m\u{2588}\u{2502}\u{28ff}\u{202e}9.99"
    let product = Product(
      id: "nasty", type: .consumable, referenceName: nasty,
      localizations: [LocalizedText(locale: "en", title: nasty, description: nasty)],
      prices: ["USA": 1])
    var shop = PlainShop(
      catalog: Catalog(
        app: Catalog.App(name: nasty, bundleID: "x", seller: nasty), defaultLocale: "en", products: [product])
    )
    shop.type("1", "1", "1", nasty, "help", "0", "0", "0")
    #expect(shop.lines.count > 30)
    for line in shop.lines {
      let scalars = line.unicodeScalars
      #expect(!scalars.contains { $0.properties.generalCategory == .control }, "\(line.debugDescription)")
      #expect(
        !scalars.contains { (0x2500...0x259f).contains($0.value) || (0x2800...0x28ff).contains($0.value) })
      #expect(!scalars.contains { (0x202a...0x202e).contains($0.value) })
    }
  }
}
