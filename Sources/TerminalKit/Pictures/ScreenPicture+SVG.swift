extension ScreenPicture {
  /// Cells of a common monospaced font at 14 pixels.
  private static let cell = (width: 8.4, height: 18.0, baseline: 13.5)

  /// A scalable picture that needs nothing besides itself: no script, no font, no link.
  var svg: String {
    let (width, height) = (
      Self.number(Double(canvas.size.columns) * Self.cell.width),
      Self.number(Double(canvas.size.rows) * Self.cell.height)
    )
    let colors = palette.colors(of: .plain)
    // What a rule of a style says counts more than what an element says of itself, so that looks stand on elements.
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" xml:space="preserve" fill="\(colors.text)" \
      font-family="DejaVu Sans Mono,Noto Sans Mono,Menlo,Consolas,monospace" font-size="14">
      """,
      "<title>\(title.markupEscaped)</title>",
      """
      <style>text{white-space:pre;direction:ltr;unicode-bidi:bidi-override}</style>
      """,
      "<rect width=\"\(width)\" height=\"\(height)\" fill=\"\(colors.background)\"/>",
    ]
    for row in 0..<canvas.size.rows {
      for run in canvas.runs(inRow: row) { lines += Self.svg(run, row: row, palette) }
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private static func svg(_ run: CellRun, row: Int, _ palette: PicturePalette) -> [String] {
    let plain = palette.colors(of: .plain)
    let colors = palette.colors(of: run.style)
    let y = Double(row) * cell.height
    var lines: [String] = []
    if colors.background != plain.background {
      lines.append(
        """
        <rect x="\(number(Double(run.column) * cell.width))" y="\(number(y))" \
        width="\(number(Double(run.columns) * cell.width))" height="\(number(cell.height))" \
        fill="\(colors.background)"/>
        """)
    }
    var look = colors.text == plain.text ? "" : " fill=\"\(colors.text)\""
    if run.style.attributes.contains(.bold) { look += " font-weight=\"bold\"" }
    if run.style.attributes.contains(.underline) { look += " text-decoration=\"underline\"" }
    for piece in pieces(of: run) {
      lines.append(
        """
        <text x="\(number(Double(piece.column) * cell.width))" y="\(number(y + cell.baseline))" \
        textLength="\(number(Double(piece.text.cellWidth) * cell.width))" \
        lengthAdjust="spacingAndGlyphs"\(look)>\(piece.text.markupEscaped)</text>
        """)
    }
    return lines
  }

  /// What stands between wide gaps, each with its own column: not every renderer keeps rows of blanks.
  private static func pieces(of run: CellRun) -> [(column: Int, text: String)] {
    var pieces: [(column: Int, text: String)] = []
    var column = run.column
    var blanks = 0
    for character in run.text {
      if character == " " {
        blanks += 1
        continue
      }
      if blanks == 1, var last = pieces.popLast() {
        last.text += " \(character)"
        pieces.append(last)
      } else if blanks == 0, var last = pieces.popLast() {
        last.text.append(character)
        pieces.append(last)
      } else {
        pieces.append((column + blanks, String(character)))
      }
      column += blanks + String(character).cellWidth
      blanks = 0
    }
    return pieces
  }

  /// At most one digit after the point, so that no machine writes another.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
