import Foundation
import TerminalSamples
import Testing

@testable import TerminalKit

struct InputDecoderTests {
  /// Everything that one batch of bytes means, pending bytes included.
  private func events(_ text: String) -> [InputEvent] {
    var decoder = InputDecoder()
    return decoder.decode(text.utf8) + decoder.flush()
  }

  private static let keys: [(String, [InputEvent])] = [
    ("a", [.key("a")]), ("B", [.key("B")]), (" ", [.key(" ")]), ("é", [.key("é")]), ("日", [.key("日")]),
    ("👍", [.key("👍")]),
    ("\r", [.key(.enter)]), ("\n", [.key(.enter)]), ("\t", [.key(.tab)]), ("\u{7f}", [.key(.backspace)]),
    ("\u{8}", [.key(.backspace)]), ("\u{3}", [.key(.ctrl("c"))]),
    ("\u{0}", [.key(Key(.character(" "), .control))]),
    ("\u{1b}x", [.key(.alt("x"))]), ("\u{1b}é", [.key(.alt("é"))]), ("\u{1b}\r", [.key(Key(.enter, .alt))]),
    ("\u{1b}[A", [.key(.up)]), ("\u{1b}OB", [.key(.down)]), ("\u{1b}[C", [.key(.right)]),
    ("\u{1b}[D", [.key(.left)]),
    ("\u{1b}[H", [.key(.home)]), ("\u{1b}[1~", [.key(.home)]), ("\u{1b}[7~", [.key(.home)]),
    ("\u{1b}[F", [.key(.end)]),
    ("\u{1b}[4~", [.key(.end)]), ("\u{1b}[2~", [.key(.insert)]), ("\u{1b}[3~", [.key(.delete)]),
    ("\u{1b}[5~", [.key(.pageUp)]), ("\u{1b}[6~", [.key(.pageDown)]), ("\u{1b}[Z", [.key(.backTab)]),
    ("\u{1b}[1;5C", [.key(Key(.right, .control))]), ("\u{1b}[1;2A", [.key(Key(.up, .shift))]),
    ("\u{1b}[3;3~", [.key(Key(.delete, .alt))]), ("\u{1b}OP", [.key(.function(1))]),
    ("\u{1b}[[A", [.key(.function(1))]),
    ("\u{1b}[15~", [.key(.function(5))]), ("\u{1b}[24~", [.key(.function(12))]),
    ("\u{1b}O5A", [.key(Key(.up, .control))]),
    ("\u{1b}OM", [.key(.enter)]),
    ("\u{1b}[200~a\rb\r\nc\u{1b}[2J\td\u{1b}[201~", [.paste("a\nb\nc[2J\td")]),
    ("\u{1b}[200~\u{1b}[201~", []),
    ("\u{1b}[200~x\u{1b}\u{1b}[201~y", [.paste("x"), .key("y")]),
  ]

  private static let mouse: [(String, [InputEvent])] = [
    ("\u{1b}[<0;1;1M", [.mouse(MouseEvent(.press(.left), at: Point(column: 0, row: 0)))]),
    ("\u{1b}[<1;300;2M", [.mouse(MouseEvent(.press(.middle), at: Point(column: 299, row: 1)))]),
    (
      "\u{1b}[<22;3;4M",
      [.mouse(MouseEvent(.press(.right), at: Point(column: 2, row: 3), modifiers: [.shift, .control]))]
    ),
    ("\u{1b}[<64;10;5M", [.mouse(MouseEvent(.wheelUp, at: Point(column: 9, row: 4)))]),
    ("\u{1b}[<65;10;5M", [.mouse(MouseEvent(.wheelDown, at: Point(column: 9, row: 4)))]),
    ("\u{1b}[M !!", [.mouse(MouseEvent(.press(.left), at: Point(column: 0, row: 0)))]),
    ("\u{1b}[M`$%", [.mouse(MouseEvent(.wheelUp, at: Point(column: 3, row: 4)))]),
    ("\u{1b}[Ma$%", [.mouse(MouseEvent(.wheelDown, at: Point(column: 3, row: 4)))]),
    ("\u{1b}[<0;2;3M\u{1b}[<0;2;3m", [.mouse(MouseEvent(.press(.left), at: Point(column: 1, row: 2)))]),
  ]

  private static let noise = [
    "\u{1b}[?1;2c", "\u{1b}[>0;276;0c", "\u{1b}]11;rgb:1111/2222/3333\u{1b}\\", "\u{1b}]11;rgb:1/2/3\u{7}",
    "\u{1b}[27u", "\u{1b}[97;1:3u", "\u{1b}P1+r544e=7\u{1b}\\", "\u{1b}[<0;10;10m",
    "\u{1b}[<35;10;10M", "\u{1b}[<66;1;1M", "\u{1b}[<0;0;4M", "\u{1b}[<0;4M", "\u{1b}[<0;?;4M", "\u{1b}[M#!!",
    "\u{1b}[24;80R", "\u{1b}_Gi=1;OK\u{1b}\\", "\u{1b}[?2026;2$y", "\u{1b}[27;5;106~",
    "\u{1b}[E", "\u{1b}[99999~",
  ]

  @Test func `X30: a window that gets or loses the keyboard says so`() {
    #expect(events("\u{1b}[Ij\u{1b}[O") == [.focus(true), .key("j"), .focus(false)])
  }

  @Test func `keys are known in every form in which terminals send them`() {
    for (bytes, expected) in Self.keys { #expect(events(bytes) == expected, "\(bytes.debugDescription)") }
  }

  @Test func `X22: presses and the wheel are told with their cell, in both forms of report`() {
    for (bytes, expected) in Self.mouse { #expect(events(bytes) == expected, "\(bytes.debugDescription)") }
    // Columns beyond what an ASCII byte can say.
    var decoder = InputDecoder()
    #expect(
      decoder.decode([0x1b, 0x5b, 0x4d, 0x20, 32 + 200, 33])
        == [.mouse(MouseEvent(.press(.left), at: Point(column: 199, row: 0)))])
  }

  @Test func `K8, K10: the same events come however the bytes are split`() {
    for (text, expected) in Self.keys + Self.mouse + Self.noise.map({ ($0, []) }) {
      let bytes = Array((text + "z").utf8)
      for first in 0...bytes.count {
        for second in first...bytes.count {
          var decoder = InputDecoder()
          let parts = [bytes[..<first], bytes[first..<second], bytes[second...]]
          let events = parts.flatMap { decoder.decode($0) }
          #expect(events == expected + [.key("z")], "\(text.debugDescription) split at \(first), \(second)")
          #expect(decoder.timeout == nil)
        }
      }
    }
  }

  @Test func `K8: a lone Escape waits for a short time, then is a key`() {
    var decoder = InputDecoder()
    #expect(decoder.decode([0x1b]).isEmpty)
    #expect(decoder.timeout == .milliseconds(75))
    #expect(decoder.flush() == [.key(.escape)])
    #expect(decoder.timeout == nil)
    #expect(decoder.decode([0x1b, 0x1b]) == [.key(.escape)])
    #expect(decoder.flush() == [.key(.escape)])
    #expect(decoder.decode("\u{1b}[".utf8).isEmpty)
    #expect(decoder.flush() == [.key(.alt("["))])
    #expect(decoder.decode("\u{1b}[1;".utf8).isEmpty)
    #expect(decoder.flush().isEmpty)
  }

  @Test func `K9: a paste without its end does not become keys, and a huge one is cut`() {
    var decoder = InputDecoder()
    #expect(decoder.decode("\u{1b}[200~buy\nyq".utf8).isEmpty)
    #expect(decoder.timeout == .seconds(5))
    #expect(decoder.flush() == [.paste("buy\nyq")])
    #expect(decoder.decode("\u{1b}[200~".utf8).isEmpty)
    #expect(decoder.decode(repeatElement(UInt8(ascii: "x"), count: InputDecoder.pasteLimit + 5)).isEmpty)
    guard case .paste(let text)? = decoder.decode("\u{1b}[201~".utf8).first else {
      Issue.record("no paste")
      return
    }
    #expect(text.utf8.count == InputDecoder.pasteLimit)
  }

  @Test func `any bytes at all give no control characters and leave nothing behind`() {
    for seed in 1...3_000 as ClosedRange<UInt64> {
      var random = RandomText(seed: seed)
      var decoder = InputDecoder()
      var events: [InputEvent] = []
      for _ in 0..<(1 + random.number(below: 40)) {
        let likely: [UInt8] = [0x1b, 0x5b, 0x4f, 0x5d, 0x3b, 0x30, 0x32, 0x7e, 0x4d, 0xe3, 0x81]
        let byte =
          random.number(below: 2) == 0
          ? likely[random.number(below: likely.count)] : UInt8(random.number(below: 256))
        events += decoder.decode([byte])
      }
      events += decoder.flush()
      #expect(decoder.timeout == nil)
      for case .key(let key) in events {
        guard case .character(let character) = key.code else { continue }
        #expect(
          character.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7f..<0xa0).contains($0.value) },
          "seed \(seed)")
      }
    }
  }

  @Test func `a sequence that never ends is bounded and costs no memory`() {
    var decoder = InputDecoder()
    #expect(
      decoder.decode(Array("\u{1b}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 100_000)).isEmpty)
    #expect(decoder.decode("q".utf8).isEmpty)
    #expect(decoder.decode("z".utf8) == [.key("z")])
  }

  @Test func `a key reads what it prints`() {
    let keys: [Key] = [
      "b", "?", "-", " ", .enter, .escape, .tab, .backTab, .ctrl("c"), .alt("x"), .function(1), .function(12),
      .pageDown, "F",
      Key(.up, [.shift, .control]), "日",
    ]
    for key in keys { #expect(Key(key.description) == key, "\(key)") }
    #expect(Key.ctrl("c").description == "Ctrl-C" && Key.backTab.description == "Shift-Tab")
    #expect(Key("Nothing") == nil && Key("") == nil && Key("F0") == nil)
  }

  @Test(
    arguments: [
      ("ctrl-b", .ctrl("b")), ("CTRL-B", .ctrl("b")), ("space", " "), ("pgdn", .pageDown),
      ("PageDown", .pageDown),
      ("f5", .function(5)), ("shift-tab", .backTab), ("shift-g", "G"), ("esc", .escape), ("return", .enter),
      ("alt-x", .alt("x")), ("-", "-"), ("ctrl--", .ctrl("-")), ("ctrl-up", Key(.up, .control)), ("ö", "ö"),
    ] as [(String, Key)])
  func `a key is read as people write it`(text: String, key: Key) {
    #expect(Key(text) == key)
  }

  @Test(arguments: ["ctrl-", "meta-x", "f25", "f05", "f+5", "bb", "\u{1b}", "\n", "\t", "page", "ctrl-alt"])
  func `what is no key is not read as one`(text: String) {
    #expect(Key(text) == nil)
  }
}
