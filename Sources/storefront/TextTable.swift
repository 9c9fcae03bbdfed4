import TerminalKit

/// Rows of texts in columns that line up in a terminal, whatever the script.
///
/// Texts are untrusted: control and direction marks are taken out, one row is one line, without spaces at its end.
struct TextTable {
  let lines: [String]

  init(_ rows: [[String]], gap: Int = 2) {
    let safe = rows.map { $0.map(\.singleLine) }
    var widths: [Int] = []
    for row in safe {
      for (column, text) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], text.cellWidth)
      }
    }
    lines = safe.map { row in
      var line = ""
      for (column, text) in row.enumerated() {
        line += text
        guard column < row.count - 1 else { break }
        line += String(repeating: " ", count: widths[column] - text.cellWidth + gap)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

extension String {
  /// This text on one line, without anything that could drive the terminal.
  var singleLine: String {
    var safe = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: safe.append(" ")
      case .format: continue
      default: safe.append(scalar)
      }
    }
    return String(safe)
  }
}
