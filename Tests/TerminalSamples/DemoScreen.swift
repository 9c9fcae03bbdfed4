import TerminalKit

/// A screen of mixed text from a seed, drawn alike by the demo program and by its tests.
public enum DemoScreen {
  /// Rows of text at odd places and in all styles, with boxes over them; row 0 is `status`.
  public static func draw(seed: UInt64, size: Size, status: String) -> Canvas {
    var canvas = Canvas(size: size)
    var random = RandomText(seed: seed)
    let colors: [Color] = [.default, .red, .cyan, .palette(208), .palette(12), .black]
    for row in 1..<max(1, size.rows) {
      for _ in 0..<3 {
        let style = Style(
          foreground: colors[random.number(below: colors.count)],
          background: random.number(below: 4) == 0 ? colors[random.number(below: colors.count)] : .default,
          attributes: Style.Attributes(rawValue: UInt8(random.number(below: 16))))
        canvas.put(
          random.text(pieces: 8), column: random.number(below: max(1, size.columns)), row: row, style: style)
      }
    }
    for _ in 0..<3 {
      let box = Rect(
        column: random.number(below: max(1, size.columns)), row: 1 + random.number(below: max(1, size.rows)),
        columns: random.number(below: 24), rows: random.number(below: 8))
      canvas.fill(box, style: .reverse)
      canvas.box(box, lines: Glyphs.unicode.lines, title: random.text(pieces: 2))
    }
    canvas.fill(Rect(column: 0, row: 0, columns: size.columns, rows: 1))
    canvas.put(status, column: 0, row: 0, style: .bold)
    return canvas
  }
}
