/// Text measured in cells, cut and wrapped for the grid.
///
/// What comes back is safe to show: controls, escapes and marks that reorder are gone.
extension String {
  /// How many cells the text takes in one row.
  public var cellWidth: Int {
    let safe = CellText(self)
    if safe.isASCII { return safe.text.utf8.count }
    var cluster = CellText.Cluster()
    var width = 0
    for character in safe.text {
      CellText.fill(&cluster, from: character, style: .plain)
      width += cluster.width
    }
    return width
  }

  /// The text when it fits, else as much of it as fits with an ellipsis after it.
  ///
  /// Cut between characters, never inside one; the result is at most `width` cells wide.
  public func truncated(toWidth width: Int, ellipsis: String = "…") -> String {
    let safe = CellText(self)
    if safe.text.utf8.count <= width, safe.isASCII { return safe.text }
    if safe.text.cellWidth <= width { return safe.text }
    let room = width - ellipsis.cellWidth
    if room < 0 { return ellipsis.cellPrefix(width) }
    return safe.text.cellPrefix(room) + ellipsis
  }

  /// As many whole characters as fit in `width` cells.
  func cellPrefix(_ width: Int) -> String {
    var cluster = CellText.Cluster()
    var room = width
    var result = ""
    for character in CellText(self).text {
      CellText.fill(&cluster, from: character, style: .plain)
      if cluster.width > room { break }
      room -= cluster.width
      result.append(character)
    }
    return result
  }

  /// The text in lines of at most `width` cells, broken where readers expect it.
  ///
  /// Lines break at spaces, after a hyphen between letters, and between ideographs, kana and
  /// Thai; not at a no-break space, not before closing punctuation, and not inside a word or
  /// address unless it is wider than the line. A line break in the text stays one. Empty for
  /// a width below 1. A character wider than `width` has a line of its own.
  public func wrapped(toWidth width: Int) -> [String] {
    guard width > 0 else { return [] }
    return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap {
      LineBreaker(width: width).lines(of: CellText(String($0)).text)
    }
  }
}
