import TerminalKit

// Messages: they keep to the inside of a pane, and clear of dialogs.
extension ShopView {
  /// Messages at the lower right inside the pane, the newest at the bottom. While a dialog is open they
  /// stand above it; one that does not fit there takes a line beside it, so that its keys stay in sight.
  func drawToasts(_ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    guard let newest = state.toasts.shown.last else { return }
    var room = layout.toasts
    let dialog = state.dialogFrame(layout)
    if let dialog {
      room = layout.body.inset(columns: 1)
      room = room.split(top: dialog.row - room.row).top
    }
    let width = min(46, room.columns)
    let boxes = state.toasts.shown.map { toastLines($0, width: width - 6) }
    // What does not fit is left out from the oldest on.
    var height = 0
    var first = boxes.count
    while width > 12, first > 0, height + boxes[first - 1].count + 2 <= room.rows {
      first -= 1
      height += boxes[first].count + 2
    }
    guard first < boxes.count else {
      return drawToastLine(newest, dialog.map { lineBeside($0, layout) } ?? layout.hints, into: &canvas)
    }
    var row = dialog == nil ? room.endRow - height : room.row
    for (toast, lines) in zip(state.toasts.shown, boxes).dropFirst(first) {
      let frame = Rect(column: room.endColumn - width, row: row, columns: width, rows: lines.count + 2)
      let keys = toast.level == .error && dialog == nil ? state.keys(for: toast) : ""
      drawToast(toast, lines, frame, keys: keys, into: &canvas)
      row = frame.endRow
    }
  }

  /// A line for a message that covers neither a dialog nor the hints: below it, else above, else on its lower edge.
  private func lineBeside(_ dialog: Rect, _ layout: ShopLayout) -> Rect {
    let row =
      if dialog.endRow < layout.body.endRow {
        dialog.endRow
      } else if dialog.row > layout.body.row {
        dialog.row - 1
      } else {
        dialog.endRow - 1
      }
    return Rect(column: dialog.column, row: row, columns: dialog.columns, rows: 1)
  }

  private func drawToastLine(_ toast: Toast, _ line: Rect, into canvas: inout Canvas) {
    canvas.fill(line)
    let count = toast.count > 1 ? " \u{D7}\(toast.count)" : ""
    canvas.put(
      "\(symbol(toast.level)) \(toast.text)\(count)", column: line.column + 1, row: line.row,
      width: line.columns - 2,
      style: theme[toast.level.role].adding(.bold), ellipsis: glyphs.ellipsis)
  }

  private func toastLines(_ toast: Toast, width: Int) -> [String] {
    let count = toast.count > 1 ? " \u{D7}\(toast.count)" : ""
    let lines = (toast.text + count).wrapped(toWidth: width)
    guard lines.count > 5 else { return lines }
    return lines.prefix(4) + [
      "\(lines[4].truncated(toWidth: width - 4, ellipsis: "")) \(glyphs.ellipsis)\(count)"
    ]
  }

  private func drawToast(
    _ toast: Toast, _ lines: [String], _ frame: Rect, keys: String, into canvas: inout Canvas
  ) {
    let style = theme[toast.level.role]
    canvas.fill(frame)
    canvas.box(frame, lines: glyphs.lines, style: style)
    canvas.put(symbol(toast.level), column: frame.column + 2, row: frame.row + 1, style: style)
    for (index, line) in lines.enumerated() {
      canvas.put(line, column: frame.column + 4, row: frame.row + 1 + index, style: theme[.text])
    }
    if !keys.isEmpty {
      let width = min(keys.cellWidth, frame.columns - 4)
      canvas.put(
        keys, column: frame.endColumn - width - 2, row: frame.endRow - 1, width: width,
        style: theme[.secondary], ellipsis: glyphs.ellipsis)
    }
  }
}

extension ShopState {
  /// What can be done about an error, on the edge of its message. E and R are about the last one.
  fileprivate func keys(for toast: Toast) -> String {
    var commands: [(ShopCommand.ID, String)] = [(.back, "close")]
    if toast.message == messages.lastError?.id {
      if retrying.isEnabled { commands.insert((.retry, "retry"), at: 0) }
      commands.insert((.showDetails, "more"), at: 0)
    }
    let hints = commands.map { (keyMap.label(of: $0.0), $0.1) }.filter { !$0.0.isEmpty }
    return hints.isEmpty ? "" : " \(hints.map { "\($0.0) \($0.1)" }.joined(separator: "  ")) "
  }

  /// The frame of the topmost dialog or sheet; nil when none is open.
  func dialogFrame(_ layout: ShopLayout) -> Rect? {
    if menu != nil { return layout.menu.frame }
    return switch dialog {
    case .picker(let picker): layout.picker(picker.subject)
    case .question(let question): layout.question(question).frame
    case .findings, .messages: layout.textDialog
    case .token(let reader): layout.token(reader).frame
    case .welcome:
      layout.dialog(
        columns: layout.textDialog.columns,
        rows: welcomeLines(width: ShopLayout.inside(layout.textDialog).columns).count)
    case nil: sheet.map { layout.sheet($0).frame }
    }
  }
}
