import TerminalKit

// The history of messages, and the details of one.
extension ShopView {
  func drawMessages(
    _ reader: MessageReader, _ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas
  ) {
    let chosen = reader.cursor.selected.flatMap(state.messages.message)
    if let top = reader.detailsTop, let chosen {
      let lines = state.messageLines(chosen, width: state.textDialogRoom.columns)
      return drawText("Message", lines, top: top, layout, into: &canvas)
    }
    let place = layout.messages
    canvas.fill(place.frame)
    drawFrame(
      place.frame, title: state.listTitle("Messages", reader.cursor, reader.list),
      isFocused: state.menu == nil, into: &canvas)
    drawRule(place.frame, row: place.rule, into: &canvas)
    drawList(reader.list, cursor: reader.cursor, frame: place.list, isFocused: true, into: &canvas) {
      id, _, line, canvas in
      if let message = state.messages.message(id) { drawMessage(message, state, line, into: &canvas) }
    }
    guard let chosen else { return }
    let lines = chosen.content.text.wrapped(toWidth: place.foot.columns)
    for (index, line) in place.foot.lines.enumerated() where index < lines.count {
      let isCut = index == place.foot.rows - 1 && lines.count > place.foot.rows
      canvas.put(
        isCut ? lines[index] + " " + lines[index + 1] : lines[index], column: line.column, row: line.row,
        width: line.columns, style: theme[.text], ellipsis: glyphs.ellipsis)
    }
  }

  /// Time, symbol, text, and at the right what kind of news it is and how often it came.
  private func drawMessage(
    _ message: Message, _ state: ShopState, _ line: Rect, into canvas: inout Canvas
  ) {
    let level = message.content.level
    let time = state.clock.time(message.time)
    canvas.put(time, column: line.column, row: line.row, style: theme[.secondary])
    canvas.put(symbol(level), column: line.column + 10, row: line.row, style: theme[level.role])
    let rest = line.split(left: 12).rest
    let kind = level == .warning || level == .error ? level.words : ""
    let note = [kind, message.count > 1 ? "\u{D7}\(message.count)" : ""].filter { !$0.isEmpty }
      .joined(separator: " ")
    let (text, right) = rest.split(right: note.cellWidth)
    canvas.put(note, column: right.column, row: line.row, width: right.columns, style: theme[level.role])
    canvas.put(
      message.content.text, column: text.column, row: line.row,
      width: max(text.columns - (note.isEmpty ? 0 : 2), 0), style: theme[.text], ellipsis: glyphs.ellipsis)
  }
}
