import StoreCatalog
import StoreModel
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

/// The palette and the help: every command can be found, run, and says why when it is off.
struct CommandMenuTests {
  private func chosen(_ shop: Shop) -> CommandMenu.Item? { shop.state.menu?.cursor.selected }

  @Test func `every command stands in one group, and in the palette and the help`() throws {
    let grouped = ShopCommand.groups.flatMap(\.ids)
    #expect(Set(grouped) == Set(ShopCommand.ID.allCases) && grouped.count == ShopCommand.ID.allCases.count)
    for key: Key in [":", "?"] {
      var shop = Shop()
      shop.press(key)
      let list = try #require(shop.state.menu?.list)
      let own: ShopCommand.ID = key == ":" ? .showPalette : .showHelp
      for id in ShopCommand.ID.allCases where id != own {
        #expect(list.index(of: .command(id)) != nil, "\(id)")
      }
    }
  }

  @Test func `: and Ctrl-P open the palette, typing finds, Enter runs, Esc leads back`() {
    for key: Key in [":", .ctrl("p")] {
      var shop = Shop()
      shop.press(key)
      #expect(shop.state.context == .palette)
      shop.press(.escape)
      #expect(shop.state.context == .store)
      shop.press(key)
      shop.type("restore")
      #expect(chosen(shop) == .command(.restore))
      shop.press(.enter)
      #expect(shop.state.context == .store)
      #expect(shop.commands == [.restore])
    }
  }

  @Test func `K18: the palette and the help take every letter; nothing matching is safe`() {
    for key: Key in [":", "?", .function(1)] {
      var shop = Shop()
      shop.press(key)
      shop.type("quota?:1")
      shop.press(" ")
      #expect(shop.state.menu?.text == "quota?:1 ")
      #expect(shop.state.menu?.list.isEmpty == true)
      shop.press(.enter, .home, .end, .pageDown, .up, .ctrl("n"))
      #expect(shop.toasts.contains("Nothing is called that. Press Backspace."))
      #expect(shop.commands.isEmpty)
      for _ in 0..<20 { shop.press(.backspace) }
      #expect(shop.state.menu?.text == "" && shop.state.menu?.list.isEmpty == false)
      shop.press(.escape)
      #expect(shop.state.context == .store)
    }
  }

  @Test func `row 48: what is pasted is one line, and runs nothing`() {
    var shop = Shop()
    shop.press(":")
    shop.take(.input(.paste("rest\nore\n")))
    #expect(shop.state.menu?.text == "restore" && chosen(shop) == .command(.restore))
    shop.take(.input(.paste(String(repeating: "x", count: 5000))))
    #expect(shop.state.menu?.text.count == CommandMenu.limit)
    #expect(shop.commands.isEmpty)
  }

  @Test func `row 4: what is off says why, on its line and when it is run, and the palette stays`() {
    var shop = Shop(storefront: "JPN")
    while shop.state.selectedProduct?.id != SampleCatalog.theme { shop.press("j") }
    shop.press(":")
    shop.type("buy")
    #expect(chosen(shop) == .command(.buy))
    #expect(shop.screen.contains("! Theme is not sold in Japan."))
    shop.press(.enter)
    #expect(shop.toasts == ["Theme is not sold in Japan. Press s for another storefront."])
    #expect(shop.state.context == .palette && shop.commands.isEmpty)
  }

  @Test func `what belongs elsewhere says where`() throws {
    var shop = try Gallery.sheetOnce.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
    #expect(shop.state.usability(of: .agree).isEnabled)
    #expect(
      shop.state.usability(of: .restore) == .disabled("Close the purchase sheet first, with Esc."))
    shop.press(":")
    shop.type("yes")
    shop.press(.enter)
    #expect(shop.state.menu == nil && shop.commands.count == 1)
    let other = Shop()
    #expect(other.state.usability(of: .keepFilter) == .disabled("This is for the filter."))
  }

  @Test func `the help of the sheet lists the sheet's keys first`() throws {
    var shop = try Gallery.sheetOnce.shop(locale: "en", storefront: "USA", columns: 80, rows: 40)
    shop.press("?")
    #expect(shop.state.menu?.list.sections.first?.title == "In the purchase sheet")
    #expect(shop.state.menu?.list.sections.first?.ids.contains(.command(.agree)) == true)
    // Below the help the sheet is still being read: what it covers has not been seen.
    let seen = shop.state.sheet?.linesSeen
    shop.showFrame()
    #expect(shop.state.sheet?.linesSeen == seen)
    shop.press(.escape)
    #expect(shop.state.context == .sheet)
  }

  @Test func `typing narrows the help, and a key that is typed is chosen`() {
    var shop = Shop()
    shop.press("?")
    shop.type("D")
    #expect(chosen(shop) == .command(.deleteContent))
    shop.press(.backspace)
    shop.type("network")
    #expect(chosen(shop) == .command(.toggleNetwork))
    shop.press(.enter)
    #expect(shop.commands == [.network(isOn: false)])
  }

  @Test func `X24: after a remap the hint, the help and the palette show the new key`() {
    var refusals: [KeyMap.Refusal] = []
    let keys = KeyMap([.init(.buy, [.function(5)]), .init(.showPalette, ["P"])], refusals: &refusals)
    #expect(refusals.isEmpty)
    var shop = Shop(columns: 120, rows: 36, keyMap: keys)
    #expect(shop.screen.contains("F5 buy"))
    for key: Key in ["P", "?"] {
      shop.press(key)
      shop.type("buy the")
      let line = shop.screen.split(separator: "\n").first { $0.contains("Buy the selected product") }
      #expect(line?.contains("F5") == true, "\(key)")
      shop.press(.escape)
    }
  }

  @Test func `the chosen line is an id: news below changes neither it nor what is typed`() throws {
    var shop = Shop()
    shop.press(":")
    shop.press(.down, .down)
    let before = chosen(shop)
    shop.happen(.networkChanged(isOn: false))
    #expect(chosen(shop) == before)
    shop.press(.home)
    shop.type("r")
    let typed = chosen(shop)
    // A sheet that opens by itself puts its own commands first.
    _ = try shop.openSheet(SampleCatalog.coins)
    #expect(shop.state.menu?.text == "r" && chosen(shop) == typed)
    shop.press(.escape)
    #expect(shop.state.context == .sheet)
  }

  @Test func `arrows, Ctrl-N and Ctrl-P, a click and the wheel choose`() throws {
    var shop = Shop()
    shop.press(":")
    let first = chosen(shop)
    shop.press(.ctrl("n"))
    let second = chosen(shop)
    #expect(second != first)
    shop.press(.ctrl("p"))
    #expect(chosen(shop) == first)
    let lines = ShopLayout.inside(shop.state.layout.menu.list)
    let point = Point(column: lines.column + 3, row: lines.row + 2)
    shop.take(.input(.mouse(MouseEvent(.press(.left), at: point))))
    #expect(chosen(shop) == second)
    let top = shop.state.menu?.cursor.top
    shop.take(.input(.mouse(MouseEvent(.wheelDown, at: point))))
    #expect(shop.state.menu?.cursor.top != top)
    let other = Point(column: point.column, row: lines.row + 5)
    let item = try #require(shop.state.menu?.item(onLine: 5))
    shop.take(.input(.mouse(MouseEvent(.press(.left), at: other))))
    #expect(chosen(shop) == item)
    shop.take(.input(.mouse(MouseEvent(.press(.left), at: other))))
    #expect(shop.state.menu == nil || !shop.toasts.isEmpty, "The second click runs it or says why not.")
  }

  @Test func `every command in the palette runs or says why, wherever it is opened`() throws {
    for picture in Gallery.allCases {
      let start = try picture.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
      if start.state.menu != nil { continue }
      for command in ShopCommand.ID.allCases where command != .showPalette {
        var shop = start
        let effects = shop.take(.input(.key(.ctrl("p"))))
        guard shop.state.context == .palette else { continue }
        #expect(effects.isEmpty)
        shop.state.menu?.select(.command(command))
        let usable = shop.state.usability(of: command).isEnabled
        shop.press(.enter)
        #expect(usable ? shop.state.menu?.kind != .palette : !shop.toasts.isEmpty)
      }
    }
  }

  @Test func `what matched is marked without colour`() throws {
    var shop = Shop()
    shop.press(":")
    shop.type("rp")
    let canvas = ShopView(theme: .neutral.adapted(to: .mono)).draw(shop.state, size: shop.state.size)
    let row = try #require((0..<24).first { canvas.line($0).contains("Restore purchases") })
    let cells = canvas.row(row)
    let underlined = cells.filter { $0.style.attributes.contains(.underline) }.map(\.text)
    #expect(underlined == ["R", "p"])
  }
}
