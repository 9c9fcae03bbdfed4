import CNcurses
import Testing

/// What becomes of a frame's bytes on their way to the terminal.
struct ShorteningTests {
  @Test(arguments: [
    ("\u{1b}[1m\u{1b}[38;5;4mx", "\u{1b}[1;38;5;4mx"), ("\u{1b}[1m\u{1b}[0mx", "\u{1b}[0mx"),
    ("a\u{1b}(Bb", "ab"), ("──────────", "──────────"),
  ])
  func `renditions become one, and nothing is repeated where the terminal cannot`(bytes: String, sent: String)
  {
    #expect(shortened(bytes, canRepeat: false) == sent)
  }

  @Test(arguments: [
    ("┌──────────┐", "┌─\u{1b}[9b┐"), ("───", "───"), ("────", "─\u{1b}[3b"),
    ("━━━━────", "━\u{1b}[3b─\u{1b}[3b"),
    ("█████x█", "█\u{1b}[4bx█"), ("aaaaaaaa", "aaaaaaaa"), ("日日日日日", "日日日日日"), ("……………", "……………"),
    ("\u{1b}[1m────\u{1b}[0m\u{1b}[2m────", "\u{1b}[1m─\u{1b}[3b\u{1b}[0;2m─\u{1b}[3b"), ("──", "──"),
  ])
  func `P4: a run of one line or block is sent once where the terminal can repeat it`(
    bytes: String, sent: String
  ) {
    #expect(shortened(bytes, canRepeat: true) == sent)
  }

  @Test func `a long run and one that is cut off stay what they are`() {
    let long = String(repeating: "─", count: 1000)
    #expect(shortened(long, canRepeat: true) == "─\u{1b}[999b")
    let cut = Array("─────".utf8.dropLast())
    #expect(shorten(cut, canRepeat: true) == Array("─\u{1b}[3b".utf8) + cut.suffix(2))
  }

  private func shortened(_ text: String, canRepeat: Bool) -> String {
    String(decoding: shorten(Array(text.utf8), canRepeat: canRepeat), as: UTF8.self)
  }

  private func shorten(_ bytes: [UInt8], canRepeat: Bool) -> [UInt8] {
    var frame = bytes.map { CChar(bitPattern: $0) }
    let count = ncurses_shorten(&frame, frame.count, canRepeat)
    return frame.prefix(count).map { UInt8(bitPattern: $0) }
  }
}
