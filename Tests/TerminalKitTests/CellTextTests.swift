import TerminalSamples
import Testing

@testable import TerminalKit

struct CellTextTests {
  /// What one row shows for a text, through the canvas.
  private func shown(_ text: String) -> String {
    var canvas = Canvas(size: Size(columns: 40, rows: 1))
    canvas.put(text, column: 0, row: 0)
    return canvas.text
  }

  @Test(arguments: [
    ("é", 1, "é"), ("e\u{301}", 1, "é"), ("日", 2, "日"), ("한", 2, "한"), ("\u{1112}\u{1161}\u{11ab}", 2, "한"),
    ("👍", 2, "👍"), ("👍🏽", 2, "👍"), ("👨‍👩‍👧", 2, "👨"), ("🧑🏿‍💻", 2, "🧑"), ("❤️", 1, "❤"), ("⚠️", 1, "⚠"),
    ("1️⃣", 1, "1"), ("🇯🇵", 2, "🇯🇵"), ("🏳️‍🌈", 1, "🏳"), ("🫨", 1, "□"), ("हिन्दी", 5, "हिन्दी"), ("ไทย", 3, "ไทย"),
    ("น้ำ", 2, "น้ำ"), ("العربية", 7, "ﺔﻴﺑﺮﻌﻟﺍ"), ("Ａ", 2, "Ａ"), ("ｱ", 1, "ｱ"), ("①", 1, "①"), ("…", 1, "…"),
    ("\u{a0}", 1, "\u{a0}"), ("9\u{202f}€", 3, "9\u{202f}€"), ("", 0, ""), ("\u{301}", 0, ""),
    ("a\u{200b}b", 2, "ab"),
    ("co\u{ad}op", 4, "coop"), ("a\r\nb", 3, "a b"), ("क्\u{200d}ष", 2, "क्ष"),
  ])
  func `K14: width is what ncurses advances by, in a form on which terminals agree`(
    text: String, width: Int, expected: String
  ) {
    #expect(text.cellWidth == width)
    #expect(shown(text) == expected.precomposed)
  }

  @Test func `width never depends on the order of asking or on neighbours in the row`() {
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = RandomText(seed: seed)
      let text = random.text(pieces: 10)
      var canvas = Canvas(size: Size(columns: 200, rows: 1))
      #expect(canvas.put(text, column: 0, row: 0) == text.cellWidth, "seed \(seed)")
    }
  }

  @Test(arguments: [
    ("Premium", 7, "Premium"), ("Premium", 6, "Premi…"), ("Premium", 1, "…"), ("Premium", 0, ""),
    ("Premium", -3, ""),
    ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 6, "日本語"), ("e\u{301}e\u{301}e\u{301}", 2, "é…"),
    ("a\nb", 3, "a b"),
  ])
  func `text is cut between characters and says so`(text: String, width: Int, expected: String) {
    #expect(text.truncated(toWidth: width) == expected)
  }

  @Test func `an ASCII ellipsis is counted, and cut when it does not fit`() {
    #expect("Premium".truncated(toWidth: 6, ellipsis: "...") == "Pre...")
    #expect("Premium".truncated(toWidth: 2, ellipsis: "...") == "..")
  }

  @Test func `cut text is never wider than asked`() {
    for seed in 1...300 as ClosedRange<UInt64> {
      var random = RandomText(seed: seed)
      let text = random.text(pieces: 8)
      for width in 0...20 {
        #expect(text.truncated(toWidth: width).cellWidth <= width, "\(text.debugDescription) to \(width)")
      }
    }
  }

  @Test(arguments: [
    ("Renews every month until cancelled.", 12, ["Renews every", "month until", "cancelled."]),
    ("one  two", 4, ["one", "two"]), ("one  two", 20, ["one  two"]), ("a\n\nb", 5, ["a", "", "b"]),
    ("", 5, [""]),
    ("9,99\u{a0}€ pro Monat", 6, ["9,99\u{a0}€", "pro", "Monat"]),
    ("購入は自動更新されます。", 12, ["購入は自動更", "新されます。"]), ("日本、語", 4, ["日", "本、", "語"]),
    ("auto-renewing plan", 8, ["auto-", "renewing", "plan"]), ("minus -9 now", 7, ["minus", "-9 now"]),
    ("see https://example.com/a-b today", 21, ["see", "https://example.com/a", "-b today"]),
    ("see https://example.com/a-b today", 23, ["see", "https://example.com/a-b", "today"]),
    ("abcdefghij", 4, ["abcd", "efgh", "ij"]), ("日", 1, ["日"]), ("   ", 3, [""]),
    ("การสมัครสมาชิก", 8, ["การสมัคร", "สมาชิก"]), ("การสมัครสมาชิก", 6, ["การ", "สมัคร", "สมาชิก"]),
    ("ต่ออายุทุกเดือนจนกว่าจะยกเลิก", 12, ["ต่ออายุทุกเดือน", "จนกว่าจะยกเลิก"]), ("สมาชิก", 3, ["สมา", "ชิก"]),
    ("ສະບາຍດີ Pro", 7, ["ສະບາຍດີ", "Pro"]),
    ("구독은 매월", 7, ["구독은", "매월"]),
  ])
  func `lines break where readers expect it`(text: String, width: Int, expected: [String]) {
    #expect(text.wrapped(toWidth: width) == expected)
  }

  @Test func `wrapping keeps every visible character and never exceeds the width`() {
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = RandomText(seed: seed)
      let text = random.text(pieces: 15)
      let visible = CellText(text.filter { !$0.isNewline }).text.filter { $0 != " " }
      for width in [2, 3, 7, 20] {
        let lines = text.wrapped(toWidth: width)
        #expect(lines.joined().filter { $0 != " " }.cellWidth == visible.cellWidth, "seed \(seed)")
        let marks: Set<Character> = ["\u{200e}", "\u{200f}"]
        for line in lines where line.filter({ !marks.contains($0) }).count > 1 {
          #expect(line.cellWidth <= width, "seed \(seed)")
        }
      }
    }
    #expect("text".wrapped(toWidth: 0).isEmpty)
  }
}

extension String {
  fileprivate var precomposed: String { CellText(self).text }
}
