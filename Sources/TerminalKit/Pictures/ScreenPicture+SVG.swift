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
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      """,
      "<title>\(title.markupEscaped)</title>",
      """
      <style>text{font:14px "DejaVu Sans Mono","Noto Sans Mono",Menlo,Consolas,monospace;white-space:pre;\
      direction:ltr;unicode-bidi:bidi-override;fill:\(colors.text)}</style>
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
    let (x, y) = (number(Double(run.column) * cell.width), Double(row) * cell.height)
    let width = number(Double(run.columns) * cell.width)
    var lines: [String] = []
    if colors.background != plain.background {
      lines.append(
        """
        <rect x="\(x)" y="\(number(y))" width="\(width)" height="\(number(cell.height))" \
        fill="\(colors.background)"/>
        """)
    }
    guard run.text.contains(where: { $0 != " " }) else { return lines }
    var look = colors.text == plain.text ? "" : " fill=\"\(colors.text)\""
    if run.style.attributes.contains(.bold) { look += " font-weight=\"bold\"" }
    if run.style.attributes.contains(.underline) { look += " text-decoration=\"underline\"" }
    lines.append(
      """
      <text x="\(x)" y="\(number(y + cell.baseline))" textLength="\(width)" \
      lengthAdjust="spacingAndGlyphs"\(look)>\(run.text.markupEscaped)</text>
      """)
    return lines
  }

  /// At most one digit after the point, so that no machine writes another.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
