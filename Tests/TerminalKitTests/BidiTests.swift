import Foundation
import TerminalSamples
import Testing

@testable import TerminalKit

struct BidiTests {
  private func row(_ text: String, width: Int = 40, mode: BidiMode = .visual) -> String {
    var canvas = Canvas(size: Size(columns: width, rows: 1), bidi: mode)
    canvas.put(text, column: 0, row: 0)
    return canvas.line(0)
  }

  @Test(arguments: [
    // Hebrew: the first letter is at the right; Latin, numbers and brackets stay readable.
    ("שלום", "םולש"), ("שלום abc", "abc םולש"), ("מחיר 9.90 לחודש", "שדוחל 9.90 ריחמ"),
    ("Gold שלום 12", "Gold 12 םולש"), ("(שלום)", "(םולש)"), ("שלום (abc)", "(abc) םולש"),
    // Vowel points stay on their letters.
    ("שָׁלוֹם", "םוֹלשָׁ"),
    // Prices as Foundation prints them.
    ("\u{200f}9.90\u{a0}\u{200f}₪", "₪\u{a0}9.90"), ("\u{200e}US$9.99", "US$9.99"),
    // Arabic letters take their joined forms, and lam-alef is one.
    ("شهر", "\u{feae}\u{feec}\u{feb7}"), ("لا", "\u{fefb}"),
    ("(٩٫٩٩ US$ لكل شهر)", "(٩٫٩٩ US$ \u{feae}\u{feec}\u{feb7} \u{fede}\u{fedc}\u{fedf})"),
    ("\u{200f}(٩٫٩٩ US$ لكل شهر)", "(\u{feae}\u{feec}\u{feb7} \u{fede}\u{fedc}\u{fedf} $US ٩٫٩٩)"),
    // A vowel mark takes no cell.
    ("شَهر", "\u{feae}\u{feec}\u{feb7}\u{64e}"),
  ])
  func `K15: right-to-left text is drawn in the order in which it is seen`(text: String, expected: String) {
    let shown = row(text).precomposedStringWithCanonicalMapping
    #expect(shown == expected.precomposedStringWithCanonicalMapping, "\(shown.unicodeScalars.map(\.value))")
  }

  @Test func `K15: a terminal that orders by itself gets the order of reading`() {
    #expect(row("שלום abc", mode: .logical) == "שלום abc")
    #expect(row("شهر", mode: .logical) == "شهر")
  }

  @Test(arguments: [
    "שלום עולם, זהו משחק", "اشتراك سنوي في التطبيق", "\u{202e}9.99\u{202c}", "\u{200f}9.\u{200f}99",
    "\u{2067}9.\u{2066}99",
  ])
  func `K15: a title never moves or changes the price beside it`(title: String) {
    for mode in BidiMode.allCases {
      for width in 1...24 {
        var canvas = Canvas(size: Size(columns: 40, rows: 1), bidi: mode)
        canvas.put(title, column: 0, row: 0, width: width, ellipsis: "…")
        canvas.put("9.99 $", column: 30, row: 0)
        #expect(canvas.row(0)[30..<36].map(\.text).joined() == "9.99 $")
        #expect(canvas.row(0)[width..<30].allSatisfy { $0 == .blank })
        let scalars = canvas.row(0).flatMap(\.scalars)
        #expect(!scalars.contains { (0x200b...0x200f).contains($0) || (0x202a...0x202e).contains($0) })
        #expect(!scalars.contains { (0x2066...0x2069).contains($0) })
      }
    }
    // An override in a title cannot turn its own digits.
    if title.contains("9") { #expect(row(title) == "9.99") }
  }

  @Test func `K15: text that is too long loses what would be read last`() {
    #expect(row("שלום עולם", width: 4) == "םולש")
    var canvas = Canvas(size: Size(columns: 10, rows: 1))
    canvas.put("שלום עולם", column: 0, row: 0, width: 6, ellipsis: "…")
    #expect(canvas.line(0) == "… םולש")
  }

  @Test func `K15: right-to-left text is aligned by what it takes when drawn`() {
    var canvas = Canvas(size: Size(columns: 6, rows: 1))
    // Two letters that are drawn as one.
    #expect(canvas.put("لا", column: 0, row: 0, width: 6, alignment: .trailing) == 1)
    #expect(canvas.row(0).map(\.text).joined() == "     \u{fefb}")
  }

  @Test func `K15: each line of a paragraph has the direction of the paragraph`() {
    // The second line begins with a Latin word, and the full stop belongs to its left end.
    let lines = "שלום לכולם Premium הוא מנוי.".wrapped(toWidth: 12)
    #expect(lines.count == 3 && lines.allSatisfy { $0.cellWidth <= 12 })
    #expect(lines.map { row($0) } == ["םלוכל םולש", "אוה Premium", ".יונמ"])
    #expect("Buy שלום now".wrapped(toWidth: 8).map { row($0) } == ["Buy םולש", "now"])
    #expect("שלום".readsRightToLeft && !"Buy שלום".readsRightToLeft && !"12".readsRightToLeft)
  }

  @Test func `K15: an isolated title leaves the number beside it where it stands`() {
    #expect(row("Restored \("שלום".isolated) 3 times") == "Restored םולש 3 times")
    #expect(row("Restored \("Gold".isolated) 3 times") == "Restored Gold 3 times")
    #expect("Gold".isolated == "Gold")
    #expect("שלום".isolated.cellWidth == 4)
  }

  @Test func `text without right-to-left writing is drawn the same in both modes`() {
    var random = RandomText(seed: 11)
    for _ in 0..<2_000 {
      let text = random.text(pieces: 4)
      guard !Bidi.isNeeded(for: text) else { continue }
      #expect(row(text) == row(text, mode: .logical))
    }
  }
}
