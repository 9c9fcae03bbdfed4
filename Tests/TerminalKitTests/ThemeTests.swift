import Testing

@testable import TerminalKit

struct ThemeTests {
  @Test func `K11: text and background are the terminal's own, and no colour is fixed to one palette`() {
    for role in Theme.Role.allCases {
      let style = Theme.neutral[role]
      #expect(style.background == .default, "\(role)")
      // Black, white and blue vanish on one of the two backgrounds; 8 and up differ from palette to palette.
      let readable: [Color] = [.default, .red, .green, .yellow, .cyan, .magenta]
      #expect(readable.contains(style.foreground), "\(role)")
    }
    #expect(Theme.neutral[.text] == .plain)
    #expect(Theme.neutral[.selection].attributes.contains(.reverse))
  }

  @Test func `K13: every glyph takes one cell and has an ASCII form`() {
    for glyphs in [Glyphs.unicode, .ascii] {
      for lines in [glyphs.lines, glyphs.heavyLines] {
        for line in [
          lines.horizontal, lines.vertical, lines.topLeft, lines.topRight, lines.bottomLeft,
          lines.bottomRight,
          lines.leftTee, lines.rightTee, lines.topTee, lines.bottomTee, lines.cross,
        ] { #expect(line.cellWidth == 1) }
      }
      for glyph in [
        glyphs.check, glyphs.warning, glyphs.bullet, glyphs.pointer, glyphs.up, glyphs.down, glyphs.barFull,
        glyphs.barEmpty, glyphs.scrollThumb, glyphs.separator,
      ] { #expect(glyph.cellWidth == 1) }
      if glyphs == .ascii {
        #expect((glyphs.lines.cross + glyphs.ellipsis + glyphs.check).utf8.allSatisfy { $0 < 0x80 })
      }
    }
  }

  @Test func `a style over another keeps what it does not set`() {
    let below = Style(foreground: .red, background: .palette(17), attributes: .underline)
    let above = Style(foreground: .green, attributes: .bold)
    #expect(
      above.over(below)
        == Style(foreground: .green, background: .palette(17), attributes: [.bold, .underline]))
  }
}
