/// The extent of a grid in cells.
///
/// Never negative: smaller numbers count as 0.
public struct Size: Hashable, Sendable, CustomStringConvertible {
  public let columns: Int
  public let rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  public static let zero = Size(columns: 0, rows: 0)
  public var isEmpty: Bool { columns == 0 || rows == 0 }
  /// As people write it: `80x24`.
  public var description: String { "\(columns)x\(rows)" }
}

/// One position in a grid; column 0, row 0 is the upper left cell.
public struct Point: Hashable, Sendable {
  public var column: Int
  public var row: Int

  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A rectangle of cells; may be empty, may lie partly outside a canvas.
public struct Rect: Hashable, Sendable {
  public var column: Int
  public var row: Int
  public var columns: Int
  public var rows: Int

  /// Negative extents count as 0.
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// The whole of a grid.
  public init(_ size: Size) {
    self.init(column: 0, row: 0, columns: size.columns, rows: size.rows)
  }

  public var size: Size { Size(columns: columns, rows: rows) }
  public var isEmpty: Bool { columns == 0 || rows == 0 }
  /// The first column to the right of the rectangle.
  public var endColumn: Int { column + columns }
  /// The first row below the rectangle.
  public var endRow: Int { row + rows }

  public func contains(_ point: Point) -> Bool {
    point.column >= column && point.column < endColumn && point.row >= row && point.row < endRow
  }

  /// What both rectangles cover; empty when they do not meet.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(column, other.column)
    let top = max(row, other.row)
    return Rect(
      column: left, row: top,
      columns: min(endColumn, other.endColumn) - left,
      rows: min(endRow, other.endRow) - top)
  }
}

// MARK: - Layout

extension Rect {
  /// The rectangle without a margin on each side; empty when the margin eats it up.
  public func inset(columns horizontal: Int = 0, rows vertical: Int = 0) -> Rect {
    Rect(
      column: column + min(horizontal, columns), row: row + min(vertical, rows),
      columns: columns - 2 * horizontal, rows: rows - 2 * vertical)
  }

  /// The upper `count` rows and the rest; `count` is held within the rectangle.
  public func split(top count: Int) -> (top: Rect, rest: Rect) {
    let count = min(max(0, count), rows)
    return (
      Rect(column: column, row: row, columns: columns, rows: count),
      Rect(column: column, row: row + count, columns: columns, rows: rows - count)
    )
  }

  /// The lower `count` rows and what is above them.
  public func split(bottom count: Int) -> (rest: Rect, bottom: Rect) {
    let parts = split(top: rows - min(max(0, count), rows))
    return (parts.top, parts.rest)
  }

  /// The left `count` columns and the rest.
  public func split(left count: Int) -> (left: Rect, rest: Rect) {
    let count = min(max(0, count), columns)
    return (
      Rect(column: column, row: row, columns: count, rows: rows),
      Rect(column: column + count, row: row, columns: columns - count, rows: rows)
    )
  }

  /// The right `count` columns and what is left of them.
  public func split(right count: Int) -> (rest: Rect, right: Rect) {
    let parts = split(left: columns - min(max(0, count), columns))
    return (parts.left, parts.rest)
  }

  /// A rectangle of at most the given size in the middle of this one.
  public func centered(columns width: Int, rows height: Int) -> Rect {
    let width = min(max(0, width), columns)
    let height = min(max(0, height), rows)
    return Rect(
      column: column + (columns - width) / 2, row: row + (rows - height) / 2,
      columns: width, rows: height)
  }

  /// One rectangle of height 1 for each row, from the top.
  public var lines: [Rect] {
    (0..<rows).map { Rect(column: column, row: row + $0, columns: columns, rows: 1) }
  }
}
