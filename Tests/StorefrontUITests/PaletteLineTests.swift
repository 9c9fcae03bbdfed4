import StoreCatalog
import StoreModel
import StoreScript
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

/// The palette takes lines of the script language: completed, run, recalled, and refused with the place of the mistake.
struct PaletteLineTests {
  private func typed(_ line: String, in start: Shop = Shop()) -> Shop {
    var shop = start
    shop.press(":")
    shop.type(line)
    return shop
  }

  /// The titles on the lines of the list, in order.
  private func titles(_ shop: Shop) -> [String] {
    guard let menu = shop.state.menu else { return [] }
    return (0..<menu.list.count).compactMap(menu.list.id(nearest:)).compactMap { menu.entry($0)?.title }
  }

  @Test(arguments: [
    (
      "buy \(SampleCatalog.coins) quantity 3",
      Command.buy(Payment(productID: SampleCatalog.coins, quantity: 3))
    ),
    ("network off", .network(.off)), ("network slow", .network(.slow)),
    ("payments refused", .payments(allowed: false)),
    ("storefront jpn", .storefront("JPN")), ("account \"Ada L.\"", .account(AccountID(rawValue: "Ada L."))),
    ("restore", .restore), ("download \(SampleCatalog.atlas) start", .download(SampleCatalog.atlas, .start)),
    ("finish 7", .finish(TransactionID(rawValue: 7))),
  ])
  func `a line runs as in a script, and the palette closes`(_ line: String, _ command: Command) {
    var shop = typed(line)
    shop.press(.enter)
    #expect(shop.commands == [command])
    #expect(shop.state.menu == nil && shop.toasts.isEmpty)
    #expect(shop.state.lastStatement?.act.text == Act(command).text)
  }

  @Test func `locale, screen and key do on the screen what they do in a script`() {
    var shop = typed("locale de")
    shop.press(.enter)
    #expect(shop.state.texts.locale == "de" && shop.state.lastCommand == .locale("de"))
    shop = typed("screen activity", in: shop)
    shop.press(.enter)
    #expect(shop.state.screen == .activity && shop.state.lastCommand == .screen(.activity))
    shop = typed("key 1 s \"jap\" Enter", in: shop)
    shop.press(.enter)
    #expect(shop.commands == [.storefront("JPN")] && shop.state.screen == .store)
  }

  @Test func `the open sheet is answered by a line, only when it was read and only by its own number`() throws
  {
    var shop = typed("confirm")
    shop.press(.enter)
    #expect(shop.toasts == ["No purchase sheet is open. Write 'buy PRODUCT' first."])
    shop = try Gallery.sheetTrial.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
    let before = shop.commands
    shop = typed("confirm", in: shop)
    shop.press(.enter)
    #expect(shop.commands == before)
    #expect(shop.toasts.last?.hasPrefix("Scroll to the end first") == true)
    shop.press(.escape)
    shop = typed("cancel 99", in: shop)
    shop.press(.enter)
    #expect(shop.commands == before)
    shop.press(.escape)
    shop = typed("cancel", in: shop)
    shop.press(.enter)
    let id = try #require(shop.state.sheet?.id)
    #expect(shop.commands == before + [.cancel(id)])
    shop = try Gallery.sheetRead.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
    let earlier = shop.commands
    shop = typed("confirm last", in: shop)
    shop.press(.enter)
    #expect(shop.commands == earlier)
  }

  @Test(arguments: [
    ("buy gld", "Column 5: The catalogue has no product 'gld'. Did you mean 'gold'?", 5),
    ("network off on", "Column 13: 'on' does not belong here. Write 'network on|off|slow|flapping'.", 13),
    ("network onn", "Column 9: 'onn' is no choice here. Did you mean 'on'?", 9),
    ("storefront JPX", "Column 12: There is no storefront 'JPX'. Did you mean JPN?", 12),
    ("finish", "", 0),
    ("finish ", "Column 7: TX is missing. Write 'finish TX'.", 0),
    ("let a = b", "Each line stands alone here, so that a name would stand for nothing.", 1),
    ("start seed 5", "The store is open already.", 1),
    ("include a.storefront", "Lines are run one by one here. A file is run by 'storefront run FILE'.", 1),
    ("release delivery", "Nothing is held at delivery.", 0),
    ("crash never", "Nothing is set to crash the app.", 0), ("wait 5s", "Here time goes by by itself.", 0),
    ("expect entitled gold", "Only a script expects", 0),
    ("price gold 1", "Here prices are what the catalogue says.", 0),
    ("buy \"a", "Column 5: The quotes are not closed.", 5),
  ])
  func `a line that cannot run says where and why, stays, and changes nothing`(
    _ line: String, _ message: String, _ column: Int
  ) {
    let start = typed(line)
    var shop = start
    shop.press(.enter)
    #expect(shop.commands.isEmpty)
    #expect(shop.state.menu != nil)
    if message.isEmpty { return }
    #expect(shop.toasts.last?.hasPrefix(message) == true, "\(shop.toasts)")
    #expect(shop.state.facts == start.state.facts && shop.state.screen == start.state.screen)
    #expect(shop.state.menu?.text == line)
    guard column > 0 else { return }
    let canvas = ShopView(theme: .neutral.adapted(to: .mono)).draw(start.state, size: start.state.size)
    let prompt = start.state.layout.menu.prompt
    let marked = canvas.row(prompt.row).enumerated().filter {
      $0.element.style.attributes.contains(.underline)
    }
    #expect(marked.first?.offset == prompt.column + 2 + column - 1, "The word at fault is marked.")
  }

  @Test func `completion offers verbs, keywords and values from the parser, with what they stand for`() {
    #expect(titles(typed("rel")).contains("relaunch"))
    #expect(titles(typed("network ")).dropFirst().prefix(3) == ["on", "off", "slow"])
    #expect(titles(typed("buy g")).contains(SampleCatalog.gold.rawValue))
    #expect(titles(typed("storefront jap")).contains("JPN"))
    #expect(typed("storefront jap").screen.contains("Japan  JPY"))
    #expect(
      titles(typed("screen ")).dropFirst().prefix(4) == ["store", "library", "transactions", "activity"])
    var shop = Shop()
    let coins = shop.transaction(SampleCatalog.coins, .purchased)
    shop.happen(.purchased(coins), .accountChanged(from: .tester, to: AccountID(rawValue: "ada")))
    #expect(titles(typed("finish ", in: shop)).dropFirst().prefix(2) == ["last", coins.id.description])
    #expect(titles(typed("account ", in: shop)).contains("ada"))
  }

  @Test func `Tab completes as far as it is certain, then chooses; Enter runs what is chosen`() {
    var shop = typed("netw")
    shop.press(.tab)
    #expect(shop.state.menu?.text == "network ")
    shop.press(.tab)
    #expect(shop.state.menu?.cursor.selected == .line("network on"))
    shop.press(.down, .enter)
    #expect(shop.commands == [.network(.off)])
    shop = typed("download \(SampleCatalog.atlas) p")
    shop.press(.tab)
    #expect(shop.state.menu?.text == "download \(SampleCatalog.atlas) pause ")
    shop = typed("storefront jap")
    shop.press(.down, .enter)
    #expect(shop.commands == [.storefront("JPN")])
    shop = typed("zzz")
    shop.press(.tab)
    #expect(
      shop.toasts == ["There is nothing to complete. The line below the list says what can stand here."])
  }

  @Test func `a word of a command is not taken for a line, nor a line for a command`() {
    var shop = typed("restore pur")
    #expect(shop.state.menu?.cursor.selected == .command(.restore))
    shop = typed("buy the")
    #expect(shop.state.menu?.cursor.selected == .command(.buy))
    shop = typed("buy the s")
    #expect(shop.state.menu?.cursor.selected == .command(.buy))
    shop = typed("buy \(SampleCatalog.gold)")
    #expect(shop.state.menu?.cursor.selected == .line("buy \(SampleCatalog.gold)"))
  }

  @Test func `Up on an empty text brings back the lines that were run, Down goes forward again`() {
    var shop = Shop()
    for line in ["network off", "payments refused", "network off"] {
      shop = typed(line, in: shop)
      shop.press(.enter)
    }
    shop.press(":", .up)
    #expect(shop.state.menu?.text == "network off")
    shop.press(.up, .up)
    #expect(shop.state.menu?.text == "payments refused")
    shop.press(.down, .down)
    #expect(shop.state.menu?.text == "")
    shop.press(.down, .up, .up)
    shop.press(.enter)
    #expect(shop.commands.last == .network(.off))
  }

  @Test func `K19: a product that is on its way is not bought a second time by a line`() {
    var shop = typed("buy \(SampleCatalog.gold)")
    shop.press(.enter)
    shop = typed("buy \(SampleCatalog.gold)", in: shop)
    shop.press(.enter)
    #expect(shop.commands.count == 1)
    #expect(shop.toasts.last?.hasSuffix("is being bought already.") == true)
  }

  @Test(arguments: Verb.all.map(\.example))
  func `every verb's example runs or says why not`(_ example: String) {
    var shop = typed(example, in: Shop(catalog: Gallery.reading.catalog))
    let effects = shop.press(.enter)
    #expect(!effects.isEmpty || shop.state.menu == nil || !shop.toasts.isEmpty, "\(example)")
  }
}
