import TerminalKit

// A signed token: what it says, and beside it the text that says it.
extension ShopView {
  func drawToken(_ reader: TokenReader, _ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    let place = layout.token(reader)
    canvas.fill(place.frame)
    drawFrame(place.frame, title: state.title(of: reader), isFocused: true, into: &canvas)
    guard let page = state.page(of: reader) else { return }
    if !place.tabs.isEmpty { drawTabs(of: reader, state, place.tabs, into: &canvas) }
    let text = place.text
    let top = min(reader.top, max(page.count - text.rows, 0))
    if let rule = page.rule {
      for row in 0..<text.rows {
        canvas.put(
          glyphs.lines.vertical, column: text.column + rule, row: text.row + row, style: theme[.border])
      }
    }
    draw(page.lines(from: top, height: text.rows), top: 0, in: text, into: &canvas)
    drawScrollBar(place.frame, top: top, height: text.rows, count: page.count, into: &canvas)
  }

  private func drawTabs(
    of reader: TokenReader, _ state: ShopState, _ line: Rect, into canvas: inout Canvas
  ) {
    let width = canvas.put(
      state.tabs(of: reader, width: line.columns), column: line.column, row: line.row, width: line.columns,
      style: theme[.title], ellipsis: glyphs.ellipsis)
    let advice = state.otherTokenAdvice
    guard width + 2 + advice.cellWidth <= line.columns else { return }
    canvas.put(
      advice, column: line.column, row: line.row, width: line.columns, style: theme[.secondary],
      alignment: .trailing)
  }
}
