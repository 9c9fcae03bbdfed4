import StoreDisclosures
import StoreModel
import StoreScript
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

/// Any size, any key, in any order.
struct SizeTests {
  private static let sizes = [
    (0, 0), (1, 1), (2, 1), (1, 40), (20, 5), (39, 12), (40, 11), (40, 12), (41, 13), (59, 17), (60, 18),
    (79, 24),
    (80, 24), (81, 25), (110, 30), (120, 36), (200, 60), (500, 3),
  ].map { Size(columns: $0, rows: $1) }

  @Test(arguments: Gallery.allCases)
  func `K3: no size traps, and what was open stays open`(_ picture: Gallery) throws {
    var shop = try picture.shop(locale: "ja", storefront: "JPN", columns: 80, rows: 24)
    let before = shop.state
    for size in Self.sizes {
      shop.take(.input(.resize(size)))
      let canvas = shop.canvas()
      #expect(canvas.size == size)
      shop.showFrame()
    }
    shop.take(.input(.resize(Size(columns: 80, rows: 24))))
    // A frame for another size than the state's is drawn just as well.
    for other in Self.sizes { #expect(ShopView().draw(shop.state, size: other).size == other) }
    #expect(shop.state.screen == before.screen)
    #expect(shop.state.selectedProduct == before.selectedProduct)
    #expect(shop.state.sheet?.id == before.sheet?.id)
    #expect((shop.state.dialog == nil) == (before.dialog == nil))
  }

  @Test func `below 40x12 it says what there is and what is needed`() {
    let shop = Shop(columns: 32, rows: 9)
    #expect(shop.screen.contains("now 32x9"))
    #expect(shop.screen.contains("needed 40x12"))
  }

  @Test func `messages keep inside the pane's border, and clear of dialogs`() throws {
    for size in [
      Size(columns: 80, rows: 24), Size(columns: 60, rows: 20), Size(columns: 120, rows: 36),
      Size(columns: 40, rows: 12),
    ] {
      var shop = try Gallery.store.shop(
        locale: "en", storefront: "USA", columns: size.columns, rows: size.rows)
      let before = shop.canvas()
      shop.happen(.networkChanged(isOn: false))
      shop.happen(.paymentsAllowed(false))
      let after = shop.canvas()
      #expect(after != before)
      let layout = shop.state.layout
      for frame in [layout.list, layout.detail].compactMap(\.self) {
        for row in frame.row..<frame.endRow {
          for column in [frame.column, frame.endColumn - 1] {
            // The thumb of a scroll bar may move.
            let isEdge =
              row > frame.row && row < frame.endRow - 1 && ["│", "┃", "█"].contains(after[column, row].text)
            #expect(isEdge || after[column, row] == before[column, row], "\(size): \(column),\(row)")
          }
        }
      }
      shop.press("q")
      let question = shop.canvas()
      let dialog = try #require(shop.state.dialogFrame(layout))
      shop.take(.toastExpired(shop.state.toasts.shown[0].id))
      shop.take(.toastExpired(shop.state.toasts.shown[0].id))
      let bare = shop.canvas()
      for row in dialog.row..<dialog.endRow {
        #expect(question.line(row) == bare.line(row), "\(size): row \(row)")
      }
    }
  }

  @Test func `a screen has three, two or one pane, as it has room`() {
    func panes(_ columns: Int, _ rows: Int) -> Int {
      let layout = ShopLayout(size: Size(columns: columns, rows: rows), screen: .store, pane: .list)
      return [layout.list, layout.detail, layout.strip].compactMap(\.self).count
    }
    #expect([panes(120, 36), panes(100, 30)] == [3, 3])
    #expect([panes(100, 24), panes(80, 24), panes(60, 20)] == [2, 2, 2])
    #expect([panes(59, 24), panes(40, 12)] == [1, 1])
  }

  @Test func `K3: filter, zoom and selection are as before after any sizes`() throws {
    var shop = try Gallery.filterKept.shop(locale: "en", storefront: "USA", columns: 120, rows: 36)
    shop.press("z")
    let before = shop.state
    for size in Self.sizes { shop.take(.input(.resize(size))) }
    shop.take(.input(.resize(Size(columns: 120, rows: 36))))
    #expect(shop.state.filter == before.filter)
    #expect(shop.state.isZoomed)
    #expect(shop.state.selectedProduct == before.selectedProduct)
  }

  @Test func `K1: a wide title does not push the price off`() {
    let wide = SampleCatalog.catalog { product in
      Product(
        id: product.id, type: product.type, referenceName: product.referenceName,
        localizations: [LocalizedText(locale: "ja", title: "限定版ゴールドコインパック限定版ゴールドコインパック", description: "")],
        prices: product.prices, subscription: product.subscription)
    }
    let shop = Shop(catalog: wide, storefront: "JPN", locale: "ja", columns: 40, rows: 24)
    let canvas = shop.canvas()
    let priced = (0..<24).filter { canvas.line($0).contains("¥1,500") }
    #expect(!priced.isEmpty)
    for row in priced {
      #expect(["┃", "█"].contains(canvas[39, row].text), "The last cell is the border.")
      #expect(canvas.line(row).contains("…"))
    }
  }

  @Test func `K2: a dialog over wide text has straight edges`() throws {
    let shop = try Gallery.sheetTrial.shop(locale: "ja", storefront: "JPN", columns: 81, rows: 24)
    let frame = shop.state.layout.sheet(try #require(shop.state.sheet)).frame
    let canvas = shop.canvas()
    for row in frame.row + 1..<frame.endRow - 1 {
      #expect(canvas[frame.column, row].text == "┃")
      #expect(["┃", "█"].contains(canvas[frame.endColumn - 1, row].text))
    }
  }

  @Test(
    arguments: ["en", "de", "fr", "es", "pt-BR", "pl", "ja", "ko", "zh-Hans"] as [LocaleID], [40, 60, 80])
  func `D23: the order button says all of its words in every language and size`(
    _ language: LocaleID, _ columns: Int
  ) throws {
    let shop = try Gallery.sheetTrial.shop(locale: language, storefront: "USA", columns: columns, rows: 12)
    let place = shop.state.layout.sheet(try #require(shop.state.sheet))
    let (canvas, button) = (shop.canvas(), place.buttons.yes)
    let words = (button.row..<button.endRow).map { row in
      (button.column..<button.endColumn).map { canvas[$0, row].text }.joined()
    }.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(words == "[ \(PurchaseLabels(locale: language).confirm) ]")
    #expect(place.text.rows >= 3, "There is room to read.")
    #expect(place.buttons.no.intersection(button).columns * place.buttons.no.intersection(button).rows == 0)
  }

  @Test(arguments: 1...4)
  func `random keys, news and sizes never trap and never agree to an unread sheet`(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    var shop = try Gallery.store.shop(locale: "de", storefront: "DEU", columns: 80, rows: 24)
    let keys: [Key] =
      [
        .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .enter, .escape, .tab, .backTab,
        .backspace,
      ]
      + "jkghGbrdxDsl?!npqy1234 abcÖ/zmwN".map(Key.character)
    for _ in 0..<1500 {
      switch random.next(30) {
      case 0:
        shop.take(
          .input(.resize(Size(columns: random.next(130), rows: random.next(45)))))
      case 1:
        let products = shop.state.catalog.products
        if shop.state.sheet == nil,
          let product = products.indices.contains(0) ? products[random.next(products.count)] : nil,
          product.prices["DEU"] != nil
        {
          _ = try? shop.openSheet(product.id)
        }
      case 2: if let id = shop.state.sheet?.id { shop.take(.sheetClosed(id)) }
      case 3: for (request, _) in shop.state.requests { shop.take(.answered(request, refusal: nil)) }
      case 4: shop.take(.input(.paste("§ \u{1B}[31mx\n")))
      case 5: if let toast = shop.state.toasts.shown.first { shop.take(.toastExpired(toast.id)) }
      case 7:
        let point = Point(column: random.next(130), row: random.next(45))
        let action: MouseEvent.Action = [.press(.left), .wheelUp, .wheelDown][random.next(3)]
        let isRead = shop.state.sheet?.isRead
        let effects = shop.take(.input(.mouse(MouseEvent(action, at: point))))
        if effects.contains(where: { if case .run(.confirm, _) = $0 { true } else { false } }) {
          #expect(isRead == true)
        }
      case 6: shop.happen(.networkChanged(isOn: random.next(2) == 0))
      default: break
      }
      let isRead = shop.state.sheet?.isRead
      let effects = shop.press(keys[random.next(keys.count)])
      if effects.contains(where: { if case .run(.confirm, _) = $0 { true } else { false } }) {
        #expect(isRead == true)
      }
      if random.next(3) == 0 {
        let canvas = shop.canvas()
        #expect(canvas.size == shop.state.size)
        shop.showFrame()
      }
    }
  }
}

/// A small random source that gives the same numbers for the same seed.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(max(limit, 1)))
  }
}
