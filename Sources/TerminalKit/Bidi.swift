import CICU

/// Puts text that holds right-to-left writing into the order in which it is seen.
///
/// Works on one line, already broken and cut in the order of reading (Unicode Annex 9).
enum Bidi {
  /// Whether a text holds anything written from right to left; the others need nothing of all this.
  static func isNeeded(for text: String) -> Bool {
    // No byte below D6 begins a right-to-left letter in UTF-8: most text is settled here.
    text.utf8.holds { $0 >= 0xd6 } && text.unicodeScalars.contains { isRightToLeft($0.value) }
  }

  private static func isRightToLeft(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x590: false
    // Hebrew, Arabic, Syriac, Thaana, N'Ko, Samaritan, Mandaic; their presentation forms.
    case 0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfeff: true
    case 0x10800...0x10fff, 0x1e800...0x1efff: true
    // The mark that speaks for a letter: Foundation puts it around prices.
    case 0x200f: true
    default: false
    }
  }

  /// One line of safe text as a terminal has to be sent it, without marks of direction.
  static func visual(_ text: String) -> String {
    let units = Array(text.utf16)
    let joined = converted(units) { cicu_shape_arabic($0, $1, &$2, $3) } ?? units
    let ordered = converted(joined.map(withoutSpacingMark)) { cicu_visual_order($0, $1, &$2, $3) }
    return String(decoding: ordered ?? units, as: UTF16.self)
  }

  static func startsRightToLeft(_ text: String) -> Bool {
    let units = Array(text.utf16)
    return cicu_starts_right_to_left(units, Int32(units.count)) != 0
  }

  /// The lines of one paragraph, each with its direction: a mark before those that would not show it.
  static func keepingDirection(of paragraph: String, in lines: [String]) -> [String] {
    let isRightToLeft = startsRightToLeft(paragraph)
    return lines.map { line in
      startsRightToLeft(line) == isRightToLeft ? line : (isRightToLeft ? "\u{200f}" : "\u{200e}") + line
    }
  }

  private static func converted(
    _ units: [UInt16], _ convert: ([UInt16], Int32, inout [UInt16], Int32) -> Int32
  ) -> [UInt16]? {
    // Nothing becomes longer than twice its length.
    var result = [UInt16](repeating: 0, count: units.count * 2 + 1)
    let count = convert(units, Int32(units.count), &result, Int32(result.count))
    return count < 0 ? nil : Array(result.prefix(Int(count)))
  }

  /// Joining makes characters of their own of the vowel marks; on their letters they take no space.
  private static func withoutSpacingMark(_ unit: UInt16) -> UInt16 {
    (0xfe70...0xfe7f).contains(unit) ? 0x064b + (unit - 0xfe70) / 2 : unit
  }
}

extension String {
  /// Whether the text begins with right-to-left writing; align it to the right then.
  public var readsRightToLeft: Bool { Bidi.isNeeded(for: self) && Bidi.startsRightToLeft(self) }

  /// The text for use within a left-to-right sentence: it does not move what stands beside it.
  ///
  /// A title before a number needs it, or the number jumps to its other side. Text that has nothing
  /// from right to left stays as it is.
  public var isolated: String { Bidi.isNeeded(for: self) ? "\u{200e}\(self)\u{200e}" : self }
}
