import Glibc

/// A grid of cells that a screen is drawn into.
///
/// Works at any size, 0x0 included; what falls outside is cut off. After every call each row
/// is exactly `size.columns` cells wide, holds no control, and has no half of a wide character.
public struct Canvas: Equatable, Sendable {
  public enum Alignment: Sendable { case leading, center, trailing }

  public let size: Size
  /// Where the text cursor is shown; `nil` hides it.
  public var cursor: Point?
  /// Who puts right-to-left text in order; set it before drawing.
  public var bidi: BidiMode
  private var cells: [Cell]

  public init(size: Size, bidi: BidiMode = .visual) {
    self.size = size
    self.bidi = bidi
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  public var bounds: Rect { Rect(size) }

  /// The cell at a position inside the canvas.
  ///
  /// - Precondition: column and row lie inside.
  public subscript(column: Int, row: Int) -> Cell {
    precondition(column >= 0 && column < size.columns, "column outside the canvas")
    return cells[row * size.columns + column]
  }

  /// The cells of one row, from left to right.
  public func row(_ row: Int) -> ArraySlice<Cell> {
    cells[row * size.columns..<(row + 1) * size.columns]
  }

  /// The cells of a row from one column to another.
  ///
  /// - Precondition: they lie inside.
  public func cells(in columns: Range<Int>, row: Int) -> ArraySlice<Cell> {
    precondition(columns.lowerBound >= 0 && columns.upperBound <= size.columns, "columns outside the canvas")
    return cells[row * size.columns + columns.lowerBound..<row * size.columns + columns.upperBound]
  }

  // MARK: - Drawing

  /// Writes one line of text and says how many cells it took.
  ///
  /// Text is made safe here: controls and escapes vanish, a line break becomes a space. It is
  /// cut off at the edge of the canvas and after `width` cells, with `ellipsis` when given.
  /// A wide character that fits only by half becomes a blank. Alignment is within `width`.
  /// Right-to-left text is cut where it would be read last and then put in the order in which it
  /// is seen; its direction is that of its first letter. It stays within its cells.
  @discardableResult
  public mutating func put(
    _ text: String, column: Int, row: Int, width: Int = .max, style: Style = .plain,
    alignment: Alignment = .leading, ellipsis: String? = nil
  ) -> Int {
    guard row >= 0, row < size.rows, width > 0, column < size.columns else { return 0 }
    var start = column
    let room = min(width, size.columns - column)
    var safe = CellText(text)
    if let ellipsis { safe = safe.truncated(toWidth: room, ellipsis: ellipsis) }
    if bidi == .visual, safe.asciiBytes == nil, Bidi.isNeeded(for: text) {
      safe = CellText(visual: safe, room: room)
    }
    if alignment != .leading {
      let rest = max(0, room - safe.width)
      start += alignment == .center ? rest / 2 : rest
    }
    return write(safe, from: start, to: column + room, row: row, style: style)
  }

  /// Fills a rectangle with one character of width 1.
  public mutating func fill(_ rect: Rect, with character: Character = " ", style: Style = .plain) {
    fill(rect, with: Self.cell(for: character, style: style))
  }

  private mutating func fill(_ rect: Rect, with cell: Cell) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    for row in area.row..<area.endRow {
      free(area.column, area.endColumn, row: row)
      for column in area.column..<area.endColumn { cells[row * size.columns + column] = cell }
    }
  }

  /// The cell for a character of width 1; a blank for every other.
  private static func cell(for character: Character, style: Style) -> Cell {
    var cluster = CellText.Cluster()
    CellText.fill(&cluster, from: CellText(String(character)).text.first ?? " ", style: style)
    return cluster.width == 1 && cluster.cells.count == 1 ? cluster.cells[0] : .blank(style)
  }

  /// Draws a border just inside a rectangle, with a title in its upper edge.
  public mutating func box(
    _ rect: Rect, lines: Glyphs.Lines, style: Style = .plain, title: String = "",
    titleStyle: Style = .bold, ellipsis: String = "…"
  ) {
    guard rect.columns >= 2, rect.rows >= 2 else { return }
    let right = rect.endColumn - 1
    let bottom = rect.endRow - 1
    // Each side is one character many times: it is made safe and measured once.
    let horizontal = Self.cell(for: lines.horizontal.first ?? " ", style: style)
    let vertical = Self.cell(for: lines.vertical.first ?? " ", style: style)
    for row in [rect.row, bottom] {
      fill(Rect(column: rect.column, row: row, columns: rect.columns, rows: 1), with: horizontal)
    }
    for column in [rect.column, right] {
      fill(Rect(column: column, row: rect.row + 1, columns: 1, rows: rect.rows - 2), with: vertical)
    }
    put(lines.topLeft, column: rect.column, row: rect.row, style: style)
    put(lines.topRight, column: right, row: rect.row, style: style)
    put(lines.bottomLeft, column: rect.column, row: bottom, style: style)
    put(lines.bottomRight, column: right, row: bottom, style: style)
    // One cell of line stays visible on both sides of the title.
    guard !title.isEmpty, rect.columns >= 7 else { return }
    let shown = title.truncated(toWidth: rect.columns - 6, ellipsis: ellipsis)
    put(" \(shown) ", column: rect.column + 2, row: rect.row, style: titleStyle)
  }

  /// Changes the style of all cells in a rectangle, such as the selected row.
  public mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    for row in area.row..<area.endRow {
      for index in row * size.columns + area.column..<row * size.columns + area.endColumn {
        cells[index].style = change(cells[index].style)
      }
    }
  }

  // MARK: - Comparing

  /// What differs from an earlier canvas: for each row that does, from its first to its last cell that
  /// does, cutting no wide character of either. All rows when there is no earlier canvas of this size.
  public func changes(since earlier: Canvas?) -> [Rect] {
    guard let earlier, earlier.size == size else { return bounds.lines }
    var changes: [Rect] = []
    let (now, before) = (cells.span, earlier.cells.span)
    for row in 0..<size.rows {
      if hasSameBytes(as: earlier, row: row) { continue }
      let (start, limit) = (row * size.columns, (row + 1) * size.columns)
      var first = start
      while first < limit, now[first] == before[first] { first += 1 }
      if first == limit { continue }
      var end = limit
      while now[end - 1] == before[end - 1] { end -= 1 }
      while first > start, now[first].isContinuation || before[first].isContinuation { first -= 1 }
      while end < limit, now[end].isContinuation || before[end].isContinuation { end += 1 }
      changes.append(Rect(column: first - start, row: row, columns: end - first, rows: 1))
    }
    return changes
  }

  /// Whether a row is the same in memory, as most are. Where it is not, its cells may still be equal.
  private func hasSameBytes(as earlier: Canvas, row: Int) -> Bool {
    let length = size.columns * MemoryLayout<Cell>.stride
    return cells.withUnsafeBytes { now in
      earlier.cells.withUnsafeBytes { before in
        guard let now = now.baseAddress, let before = before.baseAddress else { return true }
        return memcmp(now + row * length, before + row * length, length) == 0
      }
    }
  }

  // MARK: - Cells

  private mutating func write(
    _ safe: CellText, from start: Int, to limit: Int, row: Int, style: Style
  ) -> Int {
    let line = row * size.columns
    var column = start
    if let bytes = safe.asciiBytes {
      let from = max(0, start)
      let to = min(limit, start + bytes.count)
      guard from < to else { return 0 }
      free(from, to, row: row)
      var span = cells.mutableSpan
      for byte in bytes {
        if column >= to { break }
        if column >= 0 { span[line + column] = Cell(base: UInt32(byte), style: style) }
        column += 1
      }
      return to - from
    }
    safe.forEachCluster(style: style) { cluster, _ in
      if cluster.width == 0 { return true }
      let end = column + cluster.width
      if column >= 0, end <= limit {
        free(column, end, row: row)
        for cell in cluster.cells {
          cells[line + column] = cell
          column += 1
          if cell.width == 2 {
            cells[line + column] = .continuation(style)
            column += 1
          }
        }
        return true
      }
      let from = max(0, column)
      let to = min(limit, end)
      if from < to {
        free(from, to, row: row)
        for blank in from..<to { cells[line + blank] = .blank(style) }
      }
      column = end
      return end <= limit
    }
    return max(0, min(column, limit) - max(0, start))
  }

  /// Blanks the other halves of wide characters that a write to `from..<to` would cut.
  private mutating func free(_ from: Int, _ to: Int, row: Int) {
    let line = row * size.columns
    if cells[line + from].isContinuation {
      cells[line + from - 1] = .blank(cells[line + from - 1].style)
    }
    if to < size.columns, cells[line + to].isContinuation {
      cells[line + to] = .blank(cells[line + to].style)
    }
  }
}
