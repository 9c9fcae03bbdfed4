/// The two colours that a picture has for what a terminal leaves to the person: text and background.
public struct PicturePalette: Hashable, Sendable {
  public let foreground: Color
  public let background: Color

  public static let dark = PicturePalette(foreground: .hex(0xd8dee9), background: .hex(0x14181f))
  public static let light = PicturePalette(foreground: .hex(0x1f2328), background: .hex(0xffffff))

  /// The colours that a style is seen in: `#rrggbb` of the text and of what it stands on.
  ///
  /// Dim text is mixed with its background, since pictures know no dim.
  func colors(of style: Style) -> (text: String, background: String) {
    var text = style.foreground.nominalRGB ?? foreground.nominalRGB ?? 0
    var ground = style.background.nominalRGB ?? background.nominalRGB ?? 0xff_ffff
    if style.attributes.contains(.reverse) { swap(&text, &ground) }
    if style.attributes.contains(.dim) { text = Self.mixed(text, ground) }
    return (Color.hex(text).description, Color.hex(ground).description)
  }

  /// Three parts of the one and two of the other.
  private static func mixed(_ one: UInt32, _ other: UInt32) -> UInt32 {
    [16, 8, 0].reduce(0) { sum, shift in
      let parts = (one >> shift & 0xff) * 3 + (other >> shift & 0xff) * 2
      return sum | (parts / 5) << shift
    }
  }
}
