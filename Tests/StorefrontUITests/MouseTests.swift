import StoreDisclosures
import StoreModel
import StoreScript
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

/// Clicks and the wheel, on what is drawn.
struct MouseTests {
  /// The first cell of a text on the screen.
  private func place(_ text: String, in shop: Shop, row: Int? = nil) throws -> Point {
    let canvas = shop.canvas()
    for line in row.map({ [$0] }) ?? Array(0..<canvas.size.rows) {
      let cells = canvas.row(line).map(\.text)
      let wanted = text.map(String.init)
      for column in 0..<max(cells.count - wanted.count + 1, 0)
      where Array(cells[cells.startIndex + column..<cells.startIndex + column + wanted.count]) == wanted {
        return Point(column: column, row: line)
      }
    }
    throw ShopError(description: "\(text) is not on the screen:\n\(canvas.text)")
  }

  @discardableResult
  private func click(_ text: String, in shop: inout Shop, row: Int? = nil) throws -> [Effect] {
    let point = try place(text, in: shop, row: row)
    return shop.take(.input(.mouse(MouseEvent(.press(.left), at: point))))
  }

  @discardableResult
  private func wheel(_ action: MouseEvent.Action, at point: Point, in shop: inout Shop) -> [Effect] {
    shop.take(.input(.mouse(MouseEvent(action, at: point))))
  }

  @Test func `a click selects, the next one opens`() throws {
    var shop = Shop(columns: 100)
    try click("Theme", in: &shop)
    #expect(shop.state.selectedProduct?.id == SampleCatalog.theme)
    #expect(shop.state.pane == .list)
    try click("Theme", in: &shop)
    #expect(shop.state.pane == .detail)
    // The list has the keys again after one click, whatever row it is on.
    try click("Gold", in: &shop)
    #expect(shop.state.pane == .list)
    #expect(shop.state.selectedProduct?.id == SampleCatalog.gold)
  }

  @Test func `tabs and hints can be clicked, and off commands say why`() throws {
    var shop = Shop(columns: 100)
    try click("3 Transactions", in: &shop, row: 0)
    #expect(shop.state.screen == .transactions)
    try click("1 Store", in: &shop, row: 0)
    #expect(shop.state.screen == .store)
    try click("buy", in: &shop, row: 22)
    #expect(shop.commands.count == 1)
    try click("help", in: &shop, row: 22)
    #expect(shop.state.context == .help)
    try click("close", in: &shop, row: 22)
    #expect(shop.state.context == .store)
  }

  @Test(arguments: Gallery.allCases)
  func `a click on each hint does what its key does`(_ picture: Gallery) throws {
    let start = try picture.shop(locale: "en", storefront: "USA", columns: 120, rows: 36)
    for hint in HintBar(start.state, in: start.state.layout.hints).hints {
      var clicked = start
      var pressed = start
      let point = Point(column: hint.place.column, row: hint.place.row)
      let effects = clicked.take(.input(.mouse(MouseEvent(.press(.left), at: point))))
      let key = try #require(ShopCommand.all.first { $0.id == hint.command }?.keys.first)
      guard start.state.keyMap.command(for: key, in: start.state.context)?.id == hint.command else {
        continue
      }
      #expect(effects == pressed.press(key))
      // Texts in another language are made anew and so never equal; what they say is.
      #expect(clicked.canvas() == pressed.canvas(), "\(hint.command) in \(picture)")
      // What is drawn there is the hint.
      let drawn = start.canvas().line(hint.place.row)
      if start.state.toasts.shown.isEmpty { #expect(drawn.contains("\(hint.key) \(hint.words)")) }
    }
  }

  @Test func `a sheet is agreed to by a click only when it was read`() throws {
    var shop = try Gallery.sheetTrial.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
    let label = try #require(shop.state.sheet?.labels.confirm)
    try click("[ \(label)", in: &shop)
    #expect(!shop.commands.contains { if case .confirm = $0 { true } else { false } })
    #expect(shop.toasts.first?.hasPrefix("Scroll to the end first") == true)
    while shop.state.sheet?.isRead == false {
      shop.showFrame()
      wheel(.wheelDown, at: Point(column: 40, row: 10), in: &shop)
    }
    try click("[ \(label)", in: &shop)
    #expect(shop.commands.contains { if case .confirm = $0 { true } else { false } })
  }

  @Test func `a click on Cancel closes the sheet, and what is below it cannot be clicked`() throws {
    var shop = try Gallery.sheetOnce.shop(locale: "en", storefront: "USA", columns: 120, rows: 36)
    let before = shop.state
    shop.take(.input(.mouse(MouseEvent(.press(.left), at: Point(column: 3, row: 5)))))
    #expect(shop.state == before)
    try click("[ Cancel", in: &shop)
    #expect(shop.commands.contains { if case .cancel = $0 { true } else { false } })
  }

  @Test func `a picker and a question work with clicks`() throws {
    var shop = Shop()
    shop.press("s")
    shop.type("japan")
    try click("Japan", in: &shop)
    #expect(shop.commands == [.storefront("JPN")], "It was marked already.")
    var quit = try Gallery.quit.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
    try click("[ Stay", in: &quit)
    #expect(quit.state.dialog == nil)
    quit.press("q")
    #expect(try click("[ Quit", in: &quit).contains(.quit(0)))
  }

  @Test func `X22: the wheel scrolls what is under the pointer, both ways, whichever pane has the keys`()
    throws
  {
    var shop = try Gallery.store.shop(locale: "en", storefront: "USA", columns: 80, rows: 16)
    let detail = Point(column: 60, row: 8)
    let list = Point(column: 10, row: 8)
    wheel(.wheelDown, at: detail, in: &shop)
    #expect(shop.state.detailTop == 3)
    #expect(shop.state.pane == .list)
    wheel(.wheelUp, at: detail, in: &shop)
    #expect(shop.state.detailTop == 0)
    let first = shop.state.selectedProduct
    for _ in 0..<3 { wheel(.wheelDown, at: list, in: &shop) }
    #expect(shop.state.storeCursor.top == 9)
    #expect(shop.state.selectedProduct != first)
    for _ in 0..<5 { wheel(.wheelUp, at: list, in: &shop) }
    #expect(shop.state.storeCursor.top == 0)
    wheel(.wheelDown, at: Point(column: 500, row: 500), in: &shop)
    #expect(shop.state.storeCursor.top == 0)
  }

  @Test func `X22: without the mouse, the arrows that a terminal makes of the wheel only move the cursor`() {
    var shop = Shop()
    let effects = shop.press(.down, .down, .down, .up)
    #expect(effects.isEmpty)
    #expect(shop.state.storeCursor.selected != nil)
    #expect(shop.state.context == .store)
  }

  @Test func `X23: m leaves the mouse to the terminal and takes it again; the status shows it`() {
    var shop = Shop()
    #expect(shop.press("m") == [.setMouse(true)])
    shop.take(.mouseSet(isOn: true, wanted: true))
    #expect(shop.toasts == ["The mouse is on. Hold Shift to select text."])
    #expect(!shop.screen.contains("mouse off"))
    #expect(shop.press("m") == [.setMouse(false)])
    shop.take(.mouseSet(isOn: false, wanted: false))
    #expect(shop.screen.contains("mouse off"))
    #expect(shop.toasts.last?.hasPrefix("The mouse is off: dragging selects text.") == true)
  }

  @Test func `a terminal without a mouse says so`() {
    var shop = Shop()
    shop.press("m")
    shop.take(.mouseSet(isOn: false, wanted: true))
    #expect(shop.toasts == ["This terminal has no mouse to turn on."])
    #expect(!shop.screen.contains("mouse off"))
  }

  @Test @MainActor func `X23: the loop gives the mouse back to the terminal`() async throws {
    let robot = try await Robot()
    #expect(robot.terminal.isMouseOn)
    robot.press("m")
    #expect(!robot.terminal.isMouseOn)
    try await robot.see("mouse off")
    robot.press("m")
    #expect(robot.terminal.isMouseOn)
    try await robot.see("Hold Shift to select text")
    try await robot.quit()
  }

  @Test(arguments: Gallery.allCases)
  func `K3: clicks and wheel anywhere at any size never trap`(_ picture: Gallery) throws {
    var shop = try picture.shop(locale: "de", storefront: "DEU", columns: 80, rows: 24)
    for size in [Size(columns: 0, rows: 0), Size(columns: 41, rows: 13), Size(columns: 120, rows: 36)] {
      shop.take(.input(.resize(size)))
      for row in stride(from: 0, through: size.rows + 1, by: 3) {
        for column in stride(from: 0, through: size.columns + 1, by: 11) {
          let point = Point(column: column, row: row)
          for action: MouseEvent.Action in [.wheelDown, .wheelUp, .press(.left), .press(.right)] {
            shop.take(.input(.mouse(MouseEvent(action, at: point))))
          }
        }
      }
      #expect(shop.canvas().size == size)
    }
    #expect(!shop.commands.contains { if case .confirm = $0 { true } else { false } }, "It was not read.")
  }
}
