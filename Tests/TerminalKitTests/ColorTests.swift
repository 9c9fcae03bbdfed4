import Testing

@testable import TerminalKit

struct ColorTests {
  @Test(arguments: [
    (Color.black, Color.palette(15), 21.0), (.hex(0x767676), .hex(0xffffff), 4.54), (.red, .red, 1),
    (.palette(16), .palette(231), 21),
  ])
  func `contrast is what WCAG defines`(one: Color, two: Color, expected: Double) throws {
    #expect(abs(try #require(one.contrast(to: two)) - expected) < 0.01)
    #expect(one.contrast(to: two) == two.contrast(to: one))
    #expect(one.contrast(to: .default) == nil)
  }

  @Test(arguments: [
    (Color.rgb(0xff, 0x87, 0), ColorTier.indexed256, Color.palette(208)),
    (.rgb(0xff, 0x88, 0x01), .indexed256, .palette(208)), (.rgb(8, 8, 8), .indexed256, .palette(232)),
    (.rgb(0, 0, 0), .indexed256, .palette(16)), (.rgb(255, 255, 255), .ansi16, .palette(15)),
    (.rgb(250, 10, 10), .ansi16, .palette(9)), (.palette(21), .ansi16, .palette(4)), (.red, .ansi16, .red),
    (.palette(208), .indexed256, .palette(208)), (.rgb(1, 2, 3), .direct, .rgb(1, 2, 3)),
    (.rgb(1, 2, 3), .mono, .default), (.default, .ansi16, .default),
  ])
  func `a colour becomes the nearest that there is`(color: Color, tier: ColorTier, expected: Color) {
    #expect(color.reduced(to: tier) == expected)
  }

  @Test func `every colour of the palette is its own nearest`() {
    for index in 16...255 as ClosedRange<UInt8> {
      let color = Color.palette(index)
      let again = color.nominalRGB.map { Color.hex($0).reduced(to: .indexed256) }
      #expect(again?.nominalRGB == color.nominalRGB, "\(index)")
    }
  }

  @Test(
    arguments: [
      (ColorChoice.auto, [:], ColorTier.indexed256), (.auto, ["NO_COLOR": "1"], .mono),
      (.auto, ["NO_COLOR": ""], .indexed256), (.auto, ["COLORTERM": "truecolor"], .direct),
      (.auto, ["COLORTERM": "24bit"], .direct), (.auto, ["COLORTERM": "yes"], .indexed256),
      (.always, ["NO_COLOR": "1"], .indexed256),
      (.always, ["NO_COLOR": "1", "COLORTERM": "truecolor"], .direct),
      (.never, ["COLORTERM": "truecolor"], .mono), (.ansi16, ["COLORTERM": "truecolor"], .ansi16),
      (.indexed256, ["NO_COLOR": "1"], .indexed256), (.truecolor, [:], .direct),
    ] as [(ColorChoice, [String: String], ColorTier)])
  func `K12: the choice beats NO_COLOR, and NO_COLOR beats what the terminal can`(
    choice: ColorChoice, environment: [String: String], tier: ColorTier
  ) {
    #expect(choice.limit(environment: environment) == tier)
  }

  @Test(arguments: [
    ("\u{1b}]11;rgb:1e1e/1e1e/1e1e\u{1b}\\\u{1b}[?62;22c", TerminalBackground.dark),
    ("\u{1b}]11;rgb:ff/ff/ee\u{7}\u{1b}[?1;2c", .light), ("\u{1b}]11;rgba:ffff/ffff/ffff/ffff\u{7}", .light),
    ("\u{1b}]11;rgb:f/f/f\u{7}", .light), ("\u{1b}]11;rgb:0/2b/36\u{7}", .dark), ("\u{1b}[?62;22c", .unknown),
    ("", .unknown), ("\u{1b}]11;rgb:xx/00/00\u{7}", .unknown), ("jj\u{1b}]11;rgb:0/0/0\u{7}q", .dark),
    ("\u{1b}]11;rgb:12345/0/0\u{7}", .unknown),
  ])
  func `the background is read from what the terminal answers`(bytes: String, background: TerminalBackground)
  {
    #expect(TerminalBackground(answer: Array(bytes.utf8)) == background)
    #expect(TerminalBackground.isAnswered(Array(bytes.utf8)) == bytes.contains("c"))
  }

  @Test(
    arguments: [
      ("15;0", TerminalBackground.dark), ("0;15", .light), ("0;default;7", .light), ("12;8", .dark),
      ("15;default", .unknown), ("", .unknown), ("7", .unknown), ("0;99", .unknown), (nil, .unknown),
    ] as [(String?, TerminalBackground)])
  func `the background is read from COLORFGBG`(value: String?, background: TerminalBackground) {
    #expect(TerminalBackground(colorFGBG: value) == background)
  }
}

struct ClipboardTests {
  @Test func `X32: the text goes as Base64, so that nothing in it acts on the terminal`() {
    #expect(ClipboardSequence.bytes(for: "Grüße \u{1b}[2J") == "\u{1b}]52;c;R3LDvMOfZSAbWzJK\u{7}")
    #expect(ClipboardSequence.bytes(for: "") == "\u{1b}]52;c;\u{7}")
  }

  @MainActor @Test func `X32: what is too long is not sent, and the answer says so`() {
    let terminal = MemoryTerminal()
    let most = String(repeating: "a", count: 74_994)
    #expect(terminal.copy(most) == .sent(bytes: 74_994))
    #expect(terminal.copy(most + "a") == .tooLong(bytes: 74_995, limit: 74_994))
    #expect(terminal.copied == [most])
    #expect((ClipboardSequence.bytes(for: most)?.utf8.count ?? 0) <= 100_000)
  }

  @MainActor @Test func `X23: no mouse event comes while the mouse is off`() {
    let terminal = MemoryTerminal()
    var events: [InputEvent] = []
    terminal.onEvents = { events += $0 }
    terminal.mouse(.wheelDown, column: 3, row: 4)
    terminal.setMouse(false)
    terminal.mouse(.press(.left), column: 3, row: 4)
    #expect(events == [.mouse(MouseEvent(.wheelDown, at: Point(column: 3, row: 4)))])
  }
}
