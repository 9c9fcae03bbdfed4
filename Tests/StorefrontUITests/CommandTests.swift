import StoreCatalog
import StoreModel
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

/// The registry: what is hinted works, and what does not work says why.
struct CommandTests {
  @Test(arguments: ShopCommand.Context.allCases)
  func `no key means two things in one place`(_ context: ShopCommand.Context) {
    let keys = ShopCommand.all.filter { $0.contexts.contains(context) }.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test func `every command has a title, a key and a place`() {
    for id in ShopCommand.ID.allCases {
      let commands = ShopCommand.all.filter { $0.id == id }
      #expect(!commands.isEmpty, "\(id)")
      for command in commands {
        #expect(!command.title.isEmpty && !command.keys.isEmpty && !command.contexts.isEmpty, "\(id)")
        #expect(command.hintRank == nil || !command.hint.isEmpty, "\(id) is hinted without words.")
      }
    }
  }

  @Test(arguments: Gallery.allCases)
  func `X24: every key that is bound here changes something or says why not`(_ picture: Gallery) throws {
    let start = try picture.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
    let context = start.state.context
    for command in ShopCommand.all where command.contexts.contains(context) {
      for key in command.keys {
        var shop = start
        let effects = shop.press(key)
        let isAtEnd = Self.moving.contains(command.id) && start.state.availability(of: command.id).isEnabled
        // Moving stops at the ends of a list without a word, as everywhere.
        if isAtEnd { continue }
        // That a key was pressed is kept of every key.
        shop.state.lastStatement = start.state.lastStatement
        #expect(shop.state != start.state || !effects.isEmpty, "\(key) in \(picture) does nothing.")
      }
    }
  }

  @Test(arguments: Gallery.allCases)
  func `X24: what is hinted can be done`(_ picture: Gallery) throws {
    let shop = try picture.shop(locale: "en", storefront: "USA", columns: 200, rows: 40)
    let hints = shop.canvas().line(38)
    for command in ShopCommand.all
    where command.contexts.contains(shop.state.context) && command.hintRank != nil && !command.hint.isEmpty {
      let isEnabled = shop.state.availability(of: command.id).isEnabled
      let label = command.keys.first?.label ?? ""
      if !isEnabled {
        #expect(!hints.contains(" \(label) \(command.hint)"), "\(command.id) is hinted and off.")
      }
    }
  }

  @Test func `moving works in every list and stops at its ends`() {
    var shop = Shop()
    #expect(shop.state.selectedProduct?.id == SampleCatalog.gold)
    shop.press("j", .down)
    #expect(shop.state.selectedProduct?.id == SampleCatalog.silver)
    shop.press("k", "k", "k", .up)
    #expect(shop.state.selectedProduct?.id == SampleCatalog.gold)
    shop.press("G")
    #expect(shop.state.selectedProduct?.id == SampleCatalog.coins)
    shop.press(.home)
    #expect(shop.state.selectedProduct?.id == SampleCatalog.gold)
  }

  @Test func `Esc leads one level back and never quits`() throws {
    var shop = Shop(columns: 60)
    shop.press(.enter, "?")
    #expect(shop.state.context == .help)
    shop.press(.escape)
    #expect(shop.state.pane == .detail)
    shop.press(.escape)
    #expect(shop.state.pane == .list)
    for _ in 0..<5 { shop.press(.escape) }
    #expect(!shop.effects.contains { if case .quit = $0 { true } else { false } })
  }

  @Test func `q asks while a download is not finished, and No is the default`() throws {
    var shop = try Gallery.quit.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
    #expect(shop.state.context == .question)
    shop.press(.enter)
    #expect(shop.state.context == .store)
    #expect(shop.press("q", "y").contains(.quit(0)))
    var idle = Shop()
    #expect(idle.press("q") == [.quit(0)])
  }

  @Test(arguments: [EndReason.interrupt, .terminate, .hangup])
  func `the terminal's end always quits with 128 and the signal`(_ reason: EndReason) throws {
    var shop = try Gallery.sheetTrial.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
    #expect(shop.take(.input(.end(reason))) == [.quit(reason.exitCode)])
  }

  @Test func `K18: letters are typed into a picker, and nothing matching is safe`() {
    var shop = Shop()
    shop.press("s")
    shop.type("quota?:1")
    guard case .picker(let picker) = shop.state.dialog else {
      Issue.record("The picker should be open.")
      return
    }
    #expect(picker.filter == "quota?:1")
    #expect(picker.list.isEmpty)
    shop.press(.enter, .home, .end, .pageDown)
    #expect(shop.toasts.contains("Nothing is called that. Press Backspace."))
    #expect(shop.commands.isEmpty)
    shop.press(.escape)
    #expect(shop.state.context == .store)
  }

  @Test func `typing a code finds it first: sau is Saudi Arabia, not Guinea-Bissau`() {
    for catalog in [SampleCatalog.catalog, Gallery.reading.catalog] {
      var shop = Shop(catalog: catalog)
      shop.press("s")
      shop.press(.end)
      shop.type("sau")
      guard case .picker(let picker) = shop.state.dialog else {
        Issue.record("The picker should be open.")
        return
      }
      #expect(picker.cursor.selected == "SAU")
      #expect(picker.list.id(nearest: 0) == "SAU")
      #expect(picker.list.index(of: "GNB") != nil)
      shop.press(.enter)
      #expect(shop.commands == [.storefront("SAU")])
    }
  }

  @Test func `a picker marks what is in this catalogue first, then what begins so`() {
    var shop = Shop()
    shop.press("s")
    shop.type("an")
    guard case .picker(let picker) = shop.state.dialog else {
      Issue.record("The picker should be open.")
      return
    }
    let ids = (0..<picker.list.count).compactMap(picker.list.id(nearest:))
    // Germany and Japan hold it and are sold in; Angola begins so.
    #expect(Set(ids.prefix(2)) == ["DEU", "JPN"])
    #expect(ids.dropFirst(2).first == "AGO")
    shop.press(.escape, "l")
    shop.type("de")
    shop.press(.enter)
    #expect(shop.state.texts.locale == "de")
  }

  @Test func `z gives a pane the whole screen, and Esc or z gives it back`() {
    var shop = Shop(columns: 100)
    #expect(shop.screen.contains("Details"))
    shop.press("z")
    #expect(!shop.screen.contains("Details"))
    shop.press(.enter)
    #expect(shop.screen.contains("Details") && !shop.screen.contains("Products"))
    shop.press(.escape)
    #expect(shop.screen.contains("Details") && shop.screen.contains("Products"))
    #expect(shop.state.pane == .detail)
    shop.take(.input(.resize(Size(columns: 50, rows: 20))))
    shop.press("z")
    #expect(shop.toasts.last == "This pane has the whole screen already.")
  }

  @Test func `Ctrl-D and Ctrl-U go half a page, and two lines stay in sight around the selection`() {
    var shop = Shop(catalog: Gallery.reading.catalog, columns: 40, rows: 12)
    let height = shop.state.layout.listHeight
    shop.press(.ctrl("d"))
    let index = shop.state.storeCursor.selected.flatMap(shop.state.products.index(of:)) ?? 0
    #expect(index == height / 2)
    shop.press(.ctrl("u"))
    #expect(shop.state.products.index(of: shop.state.selectedProduct?.id ?? "") == 0)
    for _ in 0..<8 { shop.press("j") }
    let cursor = shop.state.storeCursor
    let line = shop.state.products.lines(of: 8).lowerBound
    #expect(line + 2 < cursor.top + height)
    #expect(line - 2 >= cursor.top)
  }

  @Test func `a product that is not sold here says so and names the way out`() {
    var shop = Shop(storefront: "JPN")
    while shop.state.selectedProduct?.id != SampleCatalog.theme { shop.press("j") }
    shop.press("b")
    #expect(shop.toasts == ["Theme is not sold in Japan. Press s for another storefront."])
    #expect(shop.commands.isEmpty)
    #expect(shop.screen.contains("Not sold here"))
  }
  private static let moving: Set<ShopCommand.ID> = [
    .moveUp, .moveDown, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .moveToFirst, .moveToLast,
  ]
}
