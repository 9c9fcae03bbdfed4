import FoundationEssentials

extension ScreenPicture {
  private struct Screen: Encodable {
    struct Run: Encodable {
      let column: Int
      let columns: Int
      let text: String
      let style: String
    }

    let title: String
    let columns: Int
    let rows: Int
    let cursor: Cursor?
    let lines: [[Run]]
  }

  private struct Cursor: Encodable {
    let column: Int
    let row: Int
  }

  /// The grid for programs: each row as runs of cells that are drawn alike, with their styles in words.
  var json: String {
    let screen = Screen(
      title: title, columns: canvas.size.columns, rows: canvas.size.rows,
      cursor: canvas.cursor.map { Cursor(column: $0.column, row: $0.row) },
      lines: (0..<canvas.size.rows).map { row in
        canvas.runs(inRow: row).map {
          Screen.Run(column: $0.column, columns: $0.columns, text: $0.text, style: $0.style.description)
        }
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and numbers of a grid always encode; only floating-point numbers and cycles cannot.
    let data = (try? encoder.encode(screen)) ?? Data()
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
