import CNcurses
import Testing

/// What becomes of a frame's bytes on their way to the terminal.
struct ShorteningTests {
  @Test(arguments: [
    ("\u{1b}[1m\u{1b}[38;5;4mx", "\u{1b}[1;38;5;4mx"), ("\u{1b}[1m\u{1b}[0mx", "\u{1b}[0mx"),
    ("\u{1b}[1mx\u{1b}[2my", "\u{1b}[1mx\u{1b}[2my"), ("a\u{1b}(Bb", "ab"),
    // tmux and others repeat letters alone: a run of lines stays one.
    ("┌──────────┐", "┌──────────┐"),
  ])
  func `renditions that follow each other become one, and all else stays what it is`(
    bytes: String, sent: String
  ) {
    var frame = bytes.utf8.map { CChar(bitPattern: $0) }
    let count = ncurses_shorten(&frame, frame.count)
    #expect(String(decoding: frame.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) == sent)
  }
}
