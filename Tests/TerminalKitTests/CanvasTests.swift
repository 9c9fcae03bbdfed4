import TerminalSamples
import Testing

@testable import TerminalKit

struct CanvasTests {
  /// What must be true of every canvas after every call.
  private func expectSound(
    _ canvas: Canvas, _ context: @autoclosure () -> String, at location: SourceLocation = #_sourceLocation
  ) {
    for row in 0..<canvas.size.rows {
      var open = false
      var width = 0
      for cell in canvas.row(row) {
        if cell.isContinuation != open {
          Issue.record("half of a wide character: \(context())", sourceLocation: location)
        }
        open = !open && cell.width == 2
        width += cell.width
        for scalar in cell.scalars where scalar < 0x20 || (0x7f..<0xa0).contains(scalar) {
          Issue.record("control \(scalar): \(context())", sourceLocation: location)
        }
        for scalar in cell.scalars
        where (0x200b...0x200f).contains(scalar) || (0x202a...0x202e).contains(scalar)
          || (0x2066...0x2069).contains(scalar)
        {
          Issue.record("invisible \(scalar): \(context())", sourceLocation: location)
        }
      }
      if open || width != canvas.size.columns {
        Issue.record("row \(row) is \(width) wide: \(context())", sourceLocation: location)
      }
    }
  }

  @Test func `K1: any text at any place leaves every row exactly as wide as the canvas`() {
    for seed in 1...400 as ClosedRange<UInt64> {
      var random = RandomText(seed: seed)
      let size = Size(columns: random.number(below: 30), rows: random.number(below: 5))
      var canvas = Canvas(size: size)
      for _ in 0..<20 {
        let text = random.text(pieces: 1 + random.number(below: 12))
        let column = random.number(below: 40) - 8
        let row = random.number(below: 8) - 1
        let width = random.number(below: 3) == 0 ? random.number(below: 12) : .max
        let alignment = [Canvas.Alignment.leading, .center, .trailing][random.number(below: 3)]
        let used = canvas.put(
          text, column: column, row: row, width: width, alignment: alignment,
          ellipsis: random.number(below: 2) == 0 ? "…" : nil)
        #expect(used >= 0 && used <= size.columns)
        if random.number(below: 4) == 0 {
          canvas.fill(Rect(column: column, row: row, columns: random.number(below: 9), rows: 2), with: "░")
        }
        if random.number(below: 4) == 0 {
          canvas.box(
            Rect(column: column, row: row, columns: random.number(below: 20), rows: random.number(below: 5)),
            lines: Glyphs.unicode.lines, title: text)
        }
        expectSound(canvas, "seed \(seed), \(text.debugDescription) at \(column),\(row)")
      }
    }
  }

  @Test func `K1: a title too wide is cut at a character and the border keeps its column`() {
    var canvas = Canvas(size: Size(columns: 20, rows: 3))
    canvas.box(canvas.bounds, lines: Glyphs.unicode.lines)
    canvas.put("限定版ゴールドコインパック", column: 1, row: 1, width: 18, ellipsis: "…")
    #expect(canvas.text == "┌──────────────────┐\n│限定版ゴールドコ… │\n└──────────────────┘")
    #expect(canvas[19, 1].text == "│")
  }

  @Test func `K2: a dialog over wide text keeps its edge and blanks what it cuts`() {
    var canvas = Canvas(size: Size(columns: 12, rows: 3))
    for row in 0..<3 { canvas.put("日日日日日日", column: 0, row: row) }
    let dialog = Rect(column: 3, row: 0, columns: 6, rows: 3)
    canvas.fill(dialog)
    canvas.box(dialog, lines: Glyphs.ascii.lines)
    #expect(canvas.text == "日 +----+ 日\n日 |    | 日\n日 +----+ 日")
  }

  @Test func `K16: text cannot drive the terminal`() {
    var canvas = Canvas(size: Size(columns: 60, rows: 2))
    canvas.put("A \u{1b}]52;c;eA==\u{7}\u{1b}[2J \u{9b}31m \n \t B", column: 0, row: 0)
    #expect(canvas.text == "A ]52;c;eA==[2J 31m     B\n")
  }

  @Test func `K15: marks of direction never reach a cell`() {
    var canvas = Canvas(size: Size(columns: 12, rows: 1))
    canvas.put("\u{200f}9\u{202e}.\u{2066}99\u{2069}\u{61c} ₪", column: 0, row: 0)
    #expect(canvas.text == "₪ 9.99")
  }

  @Test func `a wide character cut by the left or right edge is a blank`() {
    var canvas = Canvas(size: Size(columns: 3, rows: 1))
    #expect(canvas.put("日本", column: -1, row: 0) == 3)
    #expect(canvas.text == " 本")
    #expect(canvas.put("a日b", column: 1, row: 0) == 2)
    #expect(canvas.text == " a")
    var narrow = Canvas(size: Size(columns: 1, rows: 1))
    narrow.put("日", column: 0, row: 0)
    #expect(narrow.text == "")
  }

  @Test func `text is aligned within its width`() {
    var canvas = Canvas(size: Size(columns: 10, rows: 3))
    canvas.put("9,99 €", column: 1, row: 0, width: 8, alignment: .trailing)
    canvas.put("日", column: 0, row: 1, alignment: .center)
    canvas.put("abcdefgh", column: 2, row: 2, width: 4, alignment: .trailing, ellipsis: "…")
    #expect(canvas.text == "   9,99 €\n    日\n  abc…")
  }

  @Test func `only rows that differ are named as changed`() {
    var first = Canvas(size: Size(columns: 5, rows: 4))
    first.put("same", column: 0, row: 1)
    var second = first
    #expect(second.changes(since: first).isEmpty)
    second.put("new", column: 0, row: 2)
    second.restyle(Rect(column: 0, row: 3, columns: 5, rows: 1)) { $0.adding(.reverse) }
    #expect(second.changes(since: first).map(\.row) == [2, 3])
    #expect(second.changes(since: nil).map(\.row) == [0, 1, 2, 3])
    #expect(second.changes(since: Canvas(size: Size(columns: 6, rows: 4))).map(\.row) == [0, 1, 2, 3])
  }

  @Test func `styles show as the letters of their roles, with a legend`() {
    let theme = Theme.named(.mono)
    var canvas = Canvas(size: Size(columns: 8, rows: 1))
    canvas.put("ab", column: 1, row: 0, style: theme[.link])
    canvas.put("c", column: 4, row: 0, style: theme[.bar])
    canvas.put("d", column: 6, row: 0, style: theme[.warning].over(theme[.selection]))
    #expect(
      canvas.styleText(in: theme) == """
        .ll.*.0.
        * selection bar: reverse
        . text price border focusedBorder hint success progress progressTrack: plain
        0 mixed: bold reverse
        l link: underline
        """)
  }

  @Test(arguments: ThemeName.allCases)
  func `no two styles of a theme have one letter`(_ name: ThemeName) {
    let theme = Theme.named(name)
    let styles = Set(Theme.Role.allCases.map { theme[$0] })
    var canvas = Canvas(size: Size(columns: styles.count, rows: 1))
    for (column, style) in styles.enumerated() { canvas.put("x", column: column, row: 0, style: style) }
    let letters = canvas.styleText(in: theme).prefix { $0 != "\n" }
    #expect(Set(letters).count == styles.count)
  }

  @Test(arguments: [
    ("é", "e"), ("日", "??"), ("ﬁ", "?"), ("—", "-"), ("’", "'"), ("\u{a0}", " "), ("Ａ", "A?"), ("╬", "+"),
    ("x", "x"), ("ł", "l"), ("ß", "s"), ("✓", "v"), ("←", "<"), ("×", "x"),
  ])
  func `K13: a cell has an ASCII form of the same width`(text: String, expected: String) {
    var canvas = Canvas(size: Size(columns: 2, rows: 1))
    let used = canvas.put(text, column: 0, row: 0)
    let bytes = canvas.row(0).prefix(used).map(\.ascii)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }
}
