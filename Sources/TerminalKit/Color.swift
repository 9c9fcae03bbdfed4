import Glibc

/// A colour of the terminal: its own default, an entry of its palette, or red, green and blue.
///
/// Entries 0-7 are the ANSI colours that people set to be readable on their background;
/// a backend maps what its terminal does not have to the nearest thing it has.
public struct Color: Hashable, Sendable {
  /// 0 is the default; else the kind in the highest byte and the value below it.
  package let code: UInt32
  private static let paletteKind: UInt32 = 0x0100_0000
  private static let rgbKind: UInt32 = 0x0200_0000

  /// The terminal's own foreground or background.
  public static let `default` = Color(code: 0)
  public static func palette(_ index: UInt8) -> Color { Color(code: paletteKind | UInt32(index)) }
  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
    Color(code: rgbKind | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }
  /// A colour as the web writes it: `0xff8800`.
  static func hex(_ value: UInt32) -> Color { Color(code: rgbKind | value & 0xff_ffff) }

  public static let black = palette(0)
  public static let red = palette(1)
  public static let green = palette(2)
  public static let yellow = palette(3)
  public static let blue = palette(4)
  public static let magenta = palette(5)
  public static let cyan = palette(6)
  public static let white = palette(7)

  /// The palette entry; `nil` for the default and for red, green and blue.
  public var paletteIndex: UInt8? {
    code & 0xff00_0000 == Self.paletteKind ? UInt8(truncatingIfNeeded: code) : nil
  }

  /// Red, green and blue as 0xRRGGBB; `nil` for the default and for palette entries.
  public var rgbValue: UInt32? { code & 0xff00_0000 == Self.rgbKind ? code & 0xff_ffff : nil }
}

// MARK: - What it looks like

extension Color {
  /// 0xRRGGBB as it is seen: for a palette entry what xterm has there, `nil` for the default.
  ///
  /// Entries 0-15 are often set otherwise by people; 16-255 hardly ever.
  public var nominalRGB: UInt32? {
    if let rgbValue { return rgbValue }
    guard let index = paletteIndex.map(Int.init) else { return nil }
    switch index {
    case 0..<16: return Self.ansi[index]
    case 16..<232:
      let (red, green, blue) = ((index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6)
      return UInt32(Self.levels[red] << 16 | Self.levels[green] << 8 | Self.levels[blue])
    default: return UInt32(8 + (index - 232) * 10) * 0x01_0101
    }
  }

  /// The relative luminance, 0 for black to 1 for white (WCAG 2.2); `nil` for the default.
  public var luminance: Double? {
    guard let value = nominalRGB else { return nil }
    let parts = [value >> 16, value >> 8 & 0xff, value & 0xff].map { part in
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  /// How well two colours stand out from each other, 1 to 21 (WCAG 2.2); 4.5 is enough for text.
  ///
  /// `nil` when one of them is the terminal's default, which nobody knows.
  public func contrast(to other: Color) -> Double? {
    guard let one = luminance, let two = other.luminance else { return nil }
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  // MARK: - Fewer colours

  /// The nearest colour that a tier has; the default and what it has stay as they are.
  public func reduced(to tier: ColorTier) -> Color {
    switch tier {
    case .mono: return .default
    case .direct: return self
    case .indexed256: return rgbValue.map { .palette(Self.nearest(to: $0, in: 16..<256)) } ?? self
    case .ansi16:
      if let index = paletteIndex, index < 16 { return self }
      return nominalRGB.map { .palette(Self.nearest(to: $0, in: 0..<16)) } ?? self
    }
  }

  private static func nearest(to value: UInt32, in candidates: Range<Int>) -> UInt8 {
    func distance(_ index: Int) -> Int {
      guard let other = Color.palette(UInt8(index)).nominalRGB else { return .max }
      let red = Int(value >> 16) - Int(other >> 16)
      let green = Int(value >> 8 & 0xff) - Int(other >> 8 & 0xff)
      let blue = Int(value & 0xff) - Int(other & 0xff)
      // The eye sees green best and blue least.
      return 3 * red * red + 4 * green * green + 2 * blue * blue
    }
    return UInt8(candidates.min { distance($0) < distance($1) } ?? 0)
  }

  /// The steps of each part in the cube of entries 16-231.
  private static let levels = [0, 95, 135, 175, 215, 255]

  private static let ansi: [UInt32] = [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
    0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
  ]
}

// MARK: - CustomStringConvertible

extension Color: CustomStringConvertible {
  /// `default`, the number of a palette entry, or `#rrggbb`.
  public var description: String {
    if let paletteIndex { return "\(paletteIndex)" }
    guard let rgbValue else { return "default" }
    let digits = String(rgbValue, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
