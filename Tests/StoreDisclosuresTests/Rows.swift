/// Measures how many rows a text takes, without the terminal.
enum Rows {
  /// Rows of a text broken at blanks, or anywhere between wide characters.
  static func count(of text: String, width: Int) -> Int {
    var rows = 1
    var column = 0
    for word in text.split(separator: " ") {
      let cells = word.unicodeScalars.reduce(0) { $0 + (isWide($1) ? 2 : 1) }
      let mayBreakInside = word.unicodeScalars.contains(where: isWide)
      if column + cells <= width {
        column += cells + 1
      } else if mayBreakInside {
        rows += (column + cells) / width
        column = (column + cells) % width + 1
      } else {
        rows += 1
        column = cells + 1
      }
    }
    return rows
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    (0x1100...0x115F).contains(scalar.value) || (0x2E80...0xFFEF).contains(scalar.value)
  }
}
