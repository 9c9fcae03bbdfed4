import StoreModel
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

/// What a newcomer sees first, and the words that say where one is.
struct WelcomeTests {
  @Test func `row 5: the welcome names the keys in force and is closed by any way out, once`() {
    var refusals: [KeyMap.Refusal] = []
    let keys = KeyMap([.init(.buy, [.function(5)])], refusals: &refusals)
    for key: Key in [.enter, .escape, "q", " "] {
      var shop = Shop(keyMap: keys)
      _ = shop.state.start(welcomes: true)
      #expect(shop.state.context == .welcome)
      #expect(shop.screen.contains("F5 buys") && shop.screen.contains("? lists the keys"))
      #expect(shop.press(key) == [.rememberWelcome])
      #expect(shop.state.context == .store && !shop.screen.contains("Welcome"))
    }
  }

  @Test func `row 5: what is not a way out waits behind the welcome; help and palette open above it`() {
    var shop = Shop()
    _ = shop.state.start(welcomes: true)
    shop.press("b", "j", "2")
    #expect(shop.commands.isEmpty && shop.state.context == .welcome)
    shop.press("?")
    #expect(shop.state.context == .help)
    shop.press(.escape)
    #expect(shop.state.context == .welcome)
  }

  @Test(arguments: [(40, 12), (60, 20), (80, 24), (200, 60)])
  func `the whole welcome fits the smallest screen`(columns: Int, rows: Int) {
    var shop = Shop(columns: columns, rows: rows)
    _ = shop.state.start(welcomes: true)
    #expect(shop.screen.contains("No money moves here") && shop.screen.contains("every command"))
  }

  @Test func `row 6: crumbs say where one is, down to the dialog`() throws {
    func crumbs(_ shop: Shop) -> [String] { Breadcrumbs(shop.state).parts }
    var shop = Shop(columns: 100)
    #expect(crumbs(shop) == ["Sampler"])
    shop.press(.enter)
    #expect(crumbs(shop) == ["Store", "Gold"])
    shop.press("s")
    #expect(crumbs(shop) == ["Store", "Gold", "Storefront"])
    shop.press(.escape, .escape)
    _ = try shop.openSheet(SampleCatalog.gold)
    #expect(crumbs(shop) == ["Store", "Gold", "Confirm"])
    #expect(shop.canvas().line(0).contains("Store ▸ Gold ▸ Confirm"))
    shop.press("?")
    #expect(crumbs(shop) == ["Store", "Gold", "Confirm", "Help"])
  }

  @Test func `row 6: crumbs that are too long lose their beginning`() throws {
    var shop = Shop()
    _ = try shop.openSheet(SampleCatalog.gold)
    shop.press(":")
    let crumbs = Breadcrumbs(shop.state)
    #expect(crumbs.text(width: 40, glyphs: .unicode) == "Store ▸ Gold ▸ Confirm ▸ Commands")
    #expect(crumbs.text(width: 30, glyphs: .unicode) == "… ▸ Gold ▸ Confirm ▸ Commands")
    #expect(crumbs.text(width: 22, glyphs: .ascii) == "... > Commands")
    #expect(crumbs.text(width: 12, glyphs: .unicode) == "… ▸ Commands")
    #expect(crumbs.text(width: 11, glyphs: .unicode) == "Commands")
  }

  @Test func `row 6: every empty list says why and what to press, with the keys in force`() {
    var refusals: [KeyMap.Refusal] = []
    let keys = KeyMap(
      [.init(.showStore, [.function(2)]), .init(.buy, [.function(5)])], refusals: &refusals)
    for (key, words) in [("2", ["F2", "F5"]), ("3", ["F2", "F5"])] as [(Key, [String])] {
      var shop = Shop(columns: 120, rows: 36, keyMap: keys)
      shop.press(key)
      for word in words { #expect(shop.screen.contains(word), "\(word) is missing:\n\(shop.screen)") }
      shop.press("b")
    }
  }
}
