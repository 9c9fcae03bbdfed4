import StoreCatalog
import StoreModel
import StoreScript
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

/// The command of each key: what a person does on the screen, as a line of a script.
struct KeyStatementTests {
  private let parser = ScriptParser(
    vocabulary: Vocabulary(screen: Gallery.reading.catalog), load: { _ in "" })

  private func line(_ shop: Shop) -> String? { shop.state.lastStatement?.act.text }

  @Test func `a key is the command that it gave, else the screen or the language, else itself`() {
    var shop = Shop()
    shop.press("b")
    #expect(line(shop) == "buy \(SampleCatalog.gold)")
    let rows: [(key: Key, text: String)] = [
      ("j", "key j"), ("w", "network off"), ("p", "payments refused"), ("r", "restore"),
      ("2", "screen library"),
      (.tab, "screen transactions"), (.down, "key Down"), ("#", "key \"#\""), (.ctrl("d"), "key Ctrl-D"),
      (" ", "key Space"), ("s", "key s"),
    ]
    for row in rows {
      shop.press(row.key)
      #expect(line(shop) == row.text, "\(row.key)")
    }
    shop.type("jap")
    shop.press(.enter)
    #expect(line(shop) == "storefront JPN")
    shop.press("l")
    shop.type("deu")
    #expect(line(shop) == "key u")
    shop.press(.enter)
    #expect(line(shop) == "locale de")
  }

  @Test func `the open sheet is answered without its number`() throws {
    var shop = try Gallery.sheetOnce.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
    shop.press(.escape)
    #expect(line(shop) == "cancel")
    shop = try Gallery.sheetRead.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
    shop.press("y")
    #expect(line(shop) == "confirm")
  }

  @Test func `opening a thing of the Library in the Store is a key, since screen would show the list`() throws
  {
    var shop = try Gallery.library.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
    shop.press(.enter)
    #expect(shop.state.screen == .store && line(shop) == "key Enter")
  }

  @Test func `what no statement does leaves the last one`() throws {
    var shop = Shop()
    shop.press("w")
    shop.take(.input(.resize(Size(columns: 130, rows: 30))))
    shop.take(.input(.mouse(MouseEvent(.press(.left), at: Point(column: 5, row: 5)))))
    shop.take(.input(.paste("restore")))
    #expect(line(shop) == "network off")
    // A click on a hint is its key.
    let hint = try #require(
      HintBar(shop.state, in: shop.state.layout.hints).hints.first { $0.command == .zoom })
    shop.take(
      .input(.mouse(MouseEvent(.press(.left), at: Point(column: hint.place.column, row: hint.place.row)))))
    #expect(line(shop) == "key z")
    shop.press("/")
    shop.take(.input(.paste("go\nld")))
    #expect(line(shop) == #"key "gold""#)
    shop.press(.escape, "q")
    #expect(line(shop) == "key Esc")
  }

  @Test(arguments: Gallery.allCases)
  func `the line of every key is read back as the same statement`(_ picture: Gallery) throws {
    let start = try picture.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
    for command in ShopCommand.all where command.contexts.contains(start.state.context) {
      for key in command.keys + ["#", "\"", "$", "\u{e9}", .alt("x"), .function(7), .backspace] {
        var shop = start
        shop.press(key)
        guard let act = shop.state.lastStatement?.act else { continue }
        let script = try parser.parse(act.text, name: "line")
        let read = try #require(script.statements.first?.act)
        #expect(read == act, "\(act.text)")
      }
    }
  }

  @Test func `c shows the command of each key above the hints and covers nothing`() throws {
    for columns in [40, 60, 80, 120] {
      var shop = Shop(columns: columns, rows: 24)
      shop.press("c")
      #expect(shop.canvas().line(21).contains("c  \u{2192}  key c"))
      shop.press("b")
      #expect(shop.canvas().line(21).contains("b  \u{2192}  buy \(SampleCatalog.gold)"))
      _ = try shop.openSheet(SampleCatalog.gold)
      #expect(shop.canvas().line(21).contains("b  \u{2192}  buy \(SampleCatalog.gold)"))
      shop.press(.escape, "c")
      #expect(!shop.screen.contains("\u{2192}"))
    }
    var shop = Shop(inASCII: true)
    shop.press("c", "w")
    #expect(shop.canvas(glyphs: .ascii).line(21).contains("w  >  network off"))
  }

  @Test func `C copies the last command that is more than a key, or says that there is none`() {
    var shop = Shop()
    shop.press("j")
    #expect(!shop.press("C").contains { if case .copy = $0 { true } else { false } })
    #expect(shop.toasts == ["No command has been given yet. Give one, such as b, then copy its line."])
    shop.press("w", "j")
    #expect(shop.press("C") == [.copy("network off")])
    // Copying is no command of its own.
    #expect(shop.press("C") == [.copy("network off")])
  }
}
