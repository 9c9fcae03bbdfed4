import Testing

@testable import TerminalKit

struct GeometryTests {
  @Test func `parts of a split cover the whole and never exceed it`() {
    for columns in [0, 1, 5] {
      for rows in [0, 1, 4] {
        let whole = Rect(column: 2, row: 3, columns: columns, rows: rows)
        for count in [-1, 0, 1, 3, 9] {
          let (top, below) = whole.split(top: count)
          #expect(top.rows + below.rows == rows && below.row == top.endRow)
          let (above, bottom) = whole.split(bottom: count)
          #expect(above.rows + bottom.rows == rows && bottom.endRow == whole.endRow)
          let (left, beside) = whole.split(left: count)
          #expect(left.columns + beside.columns == columns && beside.column == left.endColumn)
          let (rest, right) = whole.split(right: count)
          #expect(rest.columns + right.columns == columns && right.endColumn == whole.endColumn)
          let inner = whole.inset(columns: max(0, count), rows: max(0, count))
          #expect(inner.intersection(whole) == inner || inner.isEmpty)
        }
      }
    }
  }

  @Test func `a dialog is centred and held within its screen`() {
    let screen = Rect(Size(columns: 80, rows: 24))
    #expect(screen.centered(columns: 40, rows: 10) == Rect(column: 20, row: 7, columns: 40, rows: 10))
    #expect(screen.centered(columns: 200, rows: 100) == screen)
    #expect(screen.centered(columns: 0, rows: 0).isEmpty)
  }
}
