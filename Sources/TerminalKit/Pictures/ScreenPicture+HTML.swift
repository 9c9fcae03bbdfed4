extension ScreenPicture {
  /// A page with the screen as text that can be selected and searched.
  var html: String {
    let colors = palette.colors(of: .plain)
    let rows = (0..<canvas.size.rows).map { row in
      canvas.runs(inRow: row).map { Self.html($0, palette) }.joined()
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      <title>\(title.markupEscaped)</title>
      <style>
      body{background:\(colors.background);color:\(colors.text)}
      pre{font:14px/18px "DejaVu Sans Mono","Noto Sans Mono",Menlo,Consolas,monospace;\
      direction:ltr;unicode-bidi:bidi-override}
      </style>
      <pre>
      \(rows.joined(separator: "\n"))
      </pre>
      </html>

      """
  }

  private static func html(_ run: CellRun, _ palette: PicturePalette) -> String {
    let plain = palette.colors(of: .plain)
    let colors = palette.colors(of: run.style)
    var look: [String] = []
    if colors.text != plain.text { look.append("color:\(colors.text)") }
    if colors.background != plain.background { look.append("background:\(colors.background)") }
    if run.style.attributes.contains(.bold) { look.append("font-weight:bold") }
    if run.style.attributes.contains(.underline) { look.append("text-decoration:underline") }
    let text = run.text.markupEscaped
    return look.isEmpty ? text : "<span style=\"\(look.joined(separator: ";"))\">\(text)</span>"
  }
}
