import StoreModel
import StoreReceipts
import StoreScript
import TerminalKit
import Testing

@testable import StorefrontUI

/// A signed token: what it says beside the text that says it.
struct TokenPageTests {
  private func token(in shop: Shop) throws -> TokenReader {
    guard case .token(let reader) = shop.state.dialog else { throw NoToken() }
    return reader
  }

  private struct NoToken: Error {}

  private func opened(_ columns: Int, _ rows: Int, _ picture: Gallery = .token) throws -> Shop {
    try picture.shop(locale: "en", storefront: "USA", columns: columns, rows: rows)
  }

  /// The raw text of each part in the order in which it is met while scrolling to the end, without what is met twice.
  private func rawText(_ shop: Shop) throws -> String {
    let page = try #require(shop.state.page(of: try token(in: shop)))
    let trusted = "yes: signature and chain lead to this store's root"
    return page.lines(from: 0, height: page.count).compactMap { line in
      line.pieces.last { piece in
        TokenPart.allCases.contains { $0.role == piece.role }
          && !TokenPart.allCases.map(\.name).contains(piece.text) && !trusted.contains(piece.text)
      }?.text
    }.joined()
  }

  // MARK: - Beside

  @Test(arguments: [(96, 24), (100, 30), (120, 36), (200, 60)])
  func `issue 5: where there is room, each part's raw text begins beside what it decodes to`(
    columns: Int, rows: Int
  ) throws {
    let shop = try opened(columns, rows)
    let page = try #require(shop.state.page(of: try token(in: shop)))
    let rule = try #require(page.rule)
    let lines = page.lines(from: 0, height: page.count)
    for part in TokenPart.allCases {
      let row = try #require(lines.firstIndex { $0.pieces.first?.text == part.name })
      let beside = try #require(lines[row].pieces.last)
      #expect(beside.column > rule && beside.text.hasPrefix("Raw \(part.name.lowercased()), "))
      #expect(lines[row + 1].pieces.last?.role == part.role, "coloured as its part")
    }
  }

  @Test(arguments: [(95, 24), (80, 24), (60, 20), (40, 12)])
  func `issue 5: where there is none, the raw text of a part stands below its fields`(columns: Int, rows: Int)
    throws
  {
    let shop = try opened(columns, rows)
    let page = try #require(shop.state.page(of: try token(in: shop)))
    #expect(page.rule == nil)
    let texts = page.lines(from: 0, height: page.count).compactMap { $0.pieces.first?.text }
    let order = ["Header", "Raw header, ", "Payload", "Raw payload, ", "Signature", "Raw signature, "].map {
      begin in
      texts.firstIndex { $0 == begin || (begin.hasSuffix(" ") && $0.hasPrefix(begin)) }
    }
    #expect(order.allSatisfy { $0 != nil })
    #expect(order.compactMap(\.self) == order.compactMap(\.self).sorted())
  }

  // MARK: - Nothing is lost

  @Test(arguments: [(40, 12), (60, 20), (80, 24), (100, 30), (120, 36), (200, 60)])
  func `a long part is folded, says so, and Enter shows every character of it in order`(
    columns: Int, rows: Int
  )
    throws
  {
    var shop = try opened(columns, rows)
    let compact = try #require(try token(in: shop).token?.compact)
    let folded = try rawText(shop)
    #expect(folded != compact)
    let page = try #require(shop.state.page(of: try token(in: shop)))
    let words = page.lines(from: 0, height: page.count).flatMap(\.pieces).map(\.text).joined(separator: " ")
    #expect(words.contains("more characters. Enter shows"))
    shop.press(.enter)
    #expect(try rawText(shop) == compact)
    shop.press(.enter)
    #expect(try rawText(shop) == folded)
  }

  @Test func `no line of raw text is wider than its side`() throws {
    for columns in 40...130 {
      let shop = try opened(columns, 24)
      let reader = try token(in: shop)
      let page = try #require(shop.state.page(of: reader))
      let room = shop.state.layout.token(reader).text.columns
      for line in page.lines(from: 0, height: page.count) {
        for piece in line.pieces where piece.role != .text {
          #expect(piece.column + piece.text.cellWidth <= room, "\(columns): \(piece.text)")
        }
      }
    }
  }

  // MARK: - Scrolling

  @Test func `what is decoded stays beside its raw text until that has passed`() throws {
    var shop = try opened(100, 20, .token)
    shop.press(.enter)
    let page = try #require(shop.state.page(of: try token(in: shop)))
    let height = 12
    let whole = page.lines(from: 0, height: page.count)
    let payload = try #require(whole.firstIndex { $0.pieces.last?.text.hasPrefix("Raw payload, ") == true })
    for top in 0..<payload - height {
      let seen = page.lines(from: top, height: height)
      #expect(seen.first?.pieces.first?.text == "Header", "at \(top)")
      #expect(seen.allSatisfy { $0.pieces.last?.role != .progress }, "no other part beside it")
    }
  }

  @Test func `every line is met on the way down, and the end is the end of both sides`() throws {
    var shop = try opened(100, 20)
    shop.press(.enter, "G")
    let last = try #require(try token(in: shop).token?.parts.last).suffix(20)
    #expect(shop.screen.contains(last))
    #expect(shop.screen.contains("trusted"))
    let end = try token(in: shop).top
    shop.press("j")
    #expect(try token(in: shop).top == end)
    shop.press("g")
    #expect(shop.screen.contains("Raw header, ") && shop.screen.contains("alg"))
  }

  // MARK: - Any number of tokens

  @Test func `Tab goes round all tokens, Shift-Tab back, and each is named`() throws {
    var shop = try opened(100, 30, .tokenNotification)
    #expect(shop.screen.contains("[1 Notification]") && shop.screen.contains("2 Transaction"))
    shop.press(.tab)
    #expect(shop.screen.contains("[2 Transaction]") && shop.screen.contains("productId"))
    shop.press(.backTab, .backTab)
    #expect(shop.screen.contains("[3 Renewal info]"))
    shop.press(.tab)
    #expect(shop.screen.contains("[1 Notification]"))
  }

  @Test func `a token inside another is told by its place, not repeated`() throws {
    let shop = try opened(120, 36, .tokenNotification)
    #expect(
      shop.screen.contains("characters: token 2 here") && shop.screen.contains("characters: token 3 here"))
    #expect(shop.screen.contains("(active)"))
  }

  @Test func `codes, prices and dates are explained beside their values`() throws {
    var shop = try opened(120, 36, .token)
    for words in ["4990  (4.99 USD)", "1  (introductory)", "(30 Nov 2026 12:00:00)"] {
      #expect(shop.screen.contains(words), "\(words)")
    }
    shop.press(.tab)
    #expect(shop.screen.contains("1  (renews)"))
  }

  @Test func `one token has nothing to choose from, and it is said why`() throws {
    var shop = try Gallery.receipt.shop(locale: "en", storefront: "USA", columns: 100, rows: 30)
    shop.press("t")
    let alone = TokenReading(compact: "a.b.c", kind: .appTransaction, certificates: [], payload: [])
    shop.take(.signed(.app, .success(SignedTokens([alone]))))
    #expect(!shop.screen.contains("[1 App transaction]"))
    shop.press(.tab)
    #expect(shop.toasts.last?.contains("There is one token here") == true)
    shop.press(.escape, .enter)
    #expect(shop.state.dialog == nil || shop.state.context == .token)
  }

  @Test func `C copies the line of the last command here too`() throws {
    var shop = try opened(100, 30)
    let reader = try token(in: shop)
    shop.press(.escape, "w", "t")
    shop.take(.signed(reader.subject, .success(reader.signed)))
    #expect(shop.press("C") == [.copy("network off")])
    #expect(shop.state.context == .token)
  }

  // MARK: - Colours

  @Test(arguments: [ThemeName.dark, .light, .neutral, .colorBlind, .highContrast])
  func `K11: the three parts are told apart by their colours, and by their names without any`(
    _ name: ThemeName
  ) {
    for background in [TerminalBackground.dark, .light] {
      let theme = Theme.named(name, background: background)
      let styles = Set(TokenPart.allCases.map { "\(theme[$0.role])" })
      #expect(styles.count == 3, "\(name) on \(background)")
    }
    #expect(Set(TokenPart.allCases.map(\.name)).count == 3)
  }
}
