/// The grid as text, for snapshots, tests and people.
extension Canvas {
  /// One line for each row, without the blanks at its end.
  public var text: String {
    (0..<size.rows).map { line($0) }.joined(separator: "\n")
  }

  /// The text of one row, without the blanks at its end.
  public func line(_ row: Int) -> String {
    var line = self.row(row).map(\.text).joined()
    while line.last == " " { line.removeLast() }
    return line
  }

  /// The styles of the grid: a letter for each cell, `.` for plain, then what the letters mean.
  ///
  /// Letters are given in the order in which styles appear, so equal screens give equal text.
  public var styleText: String {
    var letters: [Style: Character] = [.plain: "."]
    var legend: [String] = []
    let names = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    var lines: [String] = []
    for row in 0..<size.rows {
      var line = ""
      for cell in self.row(row) {
        let letter: Character
        if let known = letters[cell.style] {
          letter = known
        } else {
          letter = legend.count < names.count ? names[legend.count] : "?"
          letters[cell.style] = letter
          legend.append("\(letter) \(cell.style)")
        }
        line.append(letter)
      }
      lines.append(line)
    }
    return (lines + legend).joined(separator: "\n")
  }
}
