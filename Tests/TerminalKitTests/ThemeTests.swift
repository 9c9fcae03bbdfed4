import Testing

@testable import TerminalKit

struct ThemeTests {
  /// The lightest and darkest of what people call dark and light, as terminals ship them.
  private static let darkest: [Color] = [.hex(0x000000), .hex(0x282a36)]
  private static let lightest: [Color] = [.hex(0xffffff), .hex(0xeee8d5)]

  private static let backgrounds: [(ThemeName, TerminalBackground, [Color])] = [
    (.neutral, .unknown, [.hex(0x000000), .hex(0xffffff)]),
    (.auto, .unknown, [.hex(0x000000), .hex(0xffffff)]),
    (.dark, .unknown, darkest), (.auto, .dark, darkest), (.colorBlind, .dark, darkest),
    (.colorBlind, .unknown, darkest), (.light, .dark, lightest), (.auto, .light, lightest),
    (.colorBlind, .light, lightest), (.highContrast, .dark, darkest), (.highContrast, .light, lightest),
    (.mono, .unknown, [.hex(0x000000), .hex(0xffffff)]),
  ]

  @Test(arguments: backgrounds)
  func `K11: every colour has a contrast of 4.5 to 1 on the backgrounds of its theme`(
    name: ThemeName, background: TerminalBackground, assumed: [Color]
  ) throws {
    for tier in [ColorTier.direct, .indexed256] {
      let theme = Theme.named(name, tier: tier, background: background)
      for role in Theme.Role.allCases where theme[role].foreground != .default {
        let style = theme[role]
        for ground in style.background == .default ? assumed : [style.background] {
          let contrast = try #require(
            style.foreground.reduced(to: tier).contrast(to: ground.reduced(to: .direct)))
          #expect(contrast >= (name == .highContrast ? 7 : 4.5), "\(name) \(role) on \(ground) in \(tier)")
        }
      }
    }
  }

  @Test(arguments: backgrounds)
  func `K11: with sixteen colours only those are used that xterm's palette has readable`(
    name: ThemeName, background: TerminalBackground, assumed: [Color]
  ) throws {
    let theme = Theme.named(name, tier: .ansi16, background: background)
    for role in Theme.Role.allCases {
      #expect(theme[role].background == .default, "\(role)")
      guard theme[role].foreground != .default else { continue }
      // Black and white are what people swap.
      #expect(![.black, .white, .palette(8), .palette(15)].contains(theme[role].foreground), "\(role)")
      #expect(try #require(theme[role].foreground.contrast(to: assumed[0])) >= 4.5, "\(name) \(role)")
    }
  }

  @Test func `K11: text is the terminal's own and the selection is reversed, in every theme`() {
    for name in ThemeName.allCases {
      for tier in ColorTier.allCases {
        let theme = Theme.named(name, tier: tier, background: .light)
        #expect(theme[.text] == .plain)
        #expect(theme[.selection].attributes.contains(.reverse))
        if tier <= .ansi16 { #expect(theme.adapted(to: tier) == theme, "\(name) is made for \(tier)") }
      }
    }
  }

  @Test func `K12: without colour a theme has attributes only, and messages still differ from text`() {
    for name in ThemeName.allCases {
      let theme = Theme.named(name, tier: .mono)
      for role in Theme.Role.allCases {
        #expect(theme[role].foreground == .default && theme[role].background == .default, "\(name) \(role)")
      }
      #expect(theme[.error] != theme[.text] && theme[.hintKey] != theme[.hint])
    }
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

  // MARK: - Themes of people

  @Test(arguments: [
    ("", Style.plain), ("plain", .plain), ("bold", .bold),
    ("bold #ff8800 on default", Style(foreground: .rgb(255, 136, 0), attributes: .bold)),
    ("Red ON 17", Style(foreground: .red, background: .palette(17))),
    ("bright-blue underline", Style(foreground: .palette(12), attributes: .underline)),
    ("#f80 on #123", Style(foreground: .rgb(255, 136, 0), background: .rgb(0x11, 0x22, 0x33))),
    ("default on black reverse", Style(background: .black, attributes: .reverse)),
  ])
  func `a style reads as people write it`(text: String, style: Style) throws {
    #expect(try Style(text: text) == style)
  }

  @Test(arguments: [
    ("bolld red", ThemeError.unknownWord("bolld")), ("#ff88", .unknownWord("#ff88")),
    ("256", .unknownWord("256")),
    ("#ggg", .unknownWord("#ggg")), ("red on", .missingBackground), ("red on bold", .unknownWord("bold")),
    ("red blue", .secondColor("blue")), ("-1", .unknownWord("-1")), ("#", .unknownWord("#")),
    ("٣", .unknownWord("٣")),
  ])
  func `X36: a wrong style names the word and what to write`(text: String, error: ThemeError) {
    #expect(throws: error) { try Style(text: text) }
    #expect(error.errorDescription?.isEmpty == false && error.recoverySuggestion?.isEmpty == false)
  }

  @Test func `X36: a theme of one's own changes its roles, keeps the rest and refuses unknown ones`() throws {
    let theme = try Theme(name: "mine", roles: ["error": "bold #ff0000", "hintKey": "208"])
    #expect(theme[.error] == Style(foreground: .rgb(255, 0, 0), attributes: .bold))
    #expect(theme[.hintKey] == Style(foreground: .palette(208)))
    #expect(theme[.success] == Theme.neutral[.success])
    #expect(throws: ThemeError.unknownRole("eror")) { try Theme(name: "mine", roles: ["eror": "red"]) }
    #expect(ThemeError.unknownRole("eror").candidates.contains("error"))
    #expect(Theme.Role.allCases.allSatisfy { Theme.Role(name: $0.name) == $0 })
  }

  @Test func `a theme with coloured backgrounds is reversed where there are few colours`() throws {
    let theme = try Theme(name: "mine", roles: ["selection": "#ffffff on #005f87", "error": "#ff0000"])
    #expect(theme.adapted(to: .indexed256)[.selection].background == .palette(24))
    #expect(theme.adapted(to: .ansi16)[.selection] == .reverse)
    #expect(theme.adapted(to: .ansi16)[.error].foreground == .palette(9))
    #expect(theme.adapted(to: .mono)[.error] == .plain)
  }
}
