/// Neighbouring cells of one row that are drawn alike: what pictures and recordings are written from.
struct CellRun: Hashable {
  let column: Int
  /// Cells, not characters: a wide character takes two.
  let columns: Int
  let text: String
  let style: Style
}

extension Canvas {
  /// The runs of a row from left to right, every cell in exactly one of them.
  func runs(inRow row: Int) -> [CellRun] {
    runs(in: Rect(column: 0, row: row, columns: size.columns, rows: 1))
  }

  /// The runs of a part of one row.
  func runs(in place: Rect) -> [CellRun] {
    let cells = Array(self.cells(in: place.column..<place.endColumn, row: place.row))
    var runs: [CellRun] = []
    var start = 0
    while start < cells.count {
      let style = cells[start].style
      var end = start
      while end < cells.count, cells[end].style == style { end += 1 }
      let text = cells[start..<end].map(\.text).joined()
      runs.append(CellRun(column: place.column + start, columns: end - start, text: text, style: style))
      start = end
    }
    return runs
  }
}
