/// Text measured in cells, cut and wrapped for the grid.
///
/// What comes back is safe to show, in the order of reading: controls, escapes and marks that override
/// the order are gone. Draw it with `Canvas.put`, which settles the order in which it is seen.
extension String {
  /// How many cells the text takes in one row.
  public var cellWidth: Int { CellText(self).width }

  /// Whether a terminal that has only ASCII would show less than half of the letters.
  public var isLostInASCII: Bool {
    var lost = 0
    var letters = 0
    CellText(self).forEachCluster { cluster, _ in
      for cell in cluster.cells where cell.base != 0x20 {
        letters += 1
        if cell.ascii == UInt8(ascii: "?"), cell.base != 0x3f { lost += 1 }
      }
      return true
    }
    return lost * 2 > letters
  }

  /// The text when it fits, else as much of it as fits with an ellipsis after it.
  ///
  /// Cut between characters, never inside one; the result is at most `width` cells wide.
  public func truncated(toWidth width: Int, ellipsis: String = "…") -> String {
    CellText(self).truncated(toWidth: width, ellipsis: ellipsis).text
  }

  /// The text in lines of at most `width` cells, broken where readers expect it.
  ///
  /// Lines break at spaces, after a hyphen between letters, between ideographs and kana, and between
  /// the words of Thai, Lao, Burmese and Khmer; not at a no-break space, not before closing punctuation, and not inside a word or
  /// address unless it is wider than the line. A line break in the text stays one. Empty for
  /// a width below 1. A character wider than `width` has a line of its own.
  /// The lines of a paragraph keep its direction, with a mark where they would not show it.
  public func wrapped(toWidth width: Int) -> [String] {
    guard width > 0 else { return [] }
    let whole = CellText(self)
    if let bytes = whole.asciiBytes { return LineBreaker(width: width).lines(ofASCII: bytes) }
    if whole.isPlain, !Bidi.isNeeded(for: self) { return LineBreaker(width: width).lines(of: self) }
    return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap {
      let paragraph = CellText(String($0)).text
      let lines = LineBreaker(width: width).lines(of: paragraph)
      return Bidi.isNeeded(for: paragraph) ? Bidi.keepingDirection(of: paragraph, in: lines) : lines
    }
  }
}
