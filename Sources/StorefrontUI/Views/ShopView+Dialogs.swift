import StoreDisclosures
import StoreModel
import TerminalKit

// What stands above the screen: the purchase sheet, pickers, questions, texts and messages.
extension ShopView {
  // MARK: - The purchase sheet

  func drawSheet(_ sheet: SheetState, _ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    let place = layout.sheet(sheet)
    let (frame, head, text) = (place.frame, place.head, place.text)
    let isFocused = !state.isDialogOpen
    canvas.fill(frame)
    drawFrame(frame, title: "App Store, simulated", isFocused: isFocused, into: &canvas)
    let transaction = sheet.payment.transaction
    let buyer = [
      state.catalog.app.name.isolated, "account \(transaction.account)",
      ShopState.storefront(transaction.storefront).name,
    ].joined(separator: " \(glyphs.separator) ")
    let top = sheet.notice.map { ("\(glyphs.warning) \($0)", Theme.Role.warning) } ?? (buyer, .secondary)
    canvas.put(
      top.0, column: head.column, row: head.row, width: head.columns, style: theme[top.1],
      ellipsis: glyphs.ellipsis)
    draw(sheet.lines, top: sheet.top, in: text, into: &canvas)
    let track = Rect(column: frame.column, row: text.row - 1, columns: frame.columns, rows: text.rows + 2)
    drawScrollBar(track, top: sheet.top, height: text.rows, count: sheet.lines.count, into: &canvas)
    drawSheetFoot(sheet, place, into: &canvas)
  }

  private func drawSheetFoot(_ sheet: SheetState, _ place: SheetLayout, into canvas: inout Canvas) {
    let room = place.standing
    let hasRule = room.rows > 1
    if hasRule { drawRule(place.frame, row: room.row, into: &canvas) }
    let (words, role) = sheetStanding(sheet)
    canvas.put(
      words, column: room.column, row: room.row + (hasRule ? 1 : 0), width: room.columns, style: theme[role],
      ellipsis: glyphs.ellipsis)
    let isOff = !sheet.isRead || sheet.refusal != nil || sheet.phase != .reading
    drawButtons(
      place.buttons, no: sheet.labels.cancel, yes: sheet.labels.confirm, isYesMarked: sheet.isConfirmMarked,
      isYesOff: isOff, into: &canvas)
  }

  /// What stands between the reader and the button.
  private func sheetStanding(_ sheet: SheetState) -> (String, Theme.Role) {
    if case .answered(let agreed) = sheet.phase {
      return (agreed ? "Buying\(glyphs.ellipsis)" : "Closing\(glyphs.ellipsis)", .text)
    }
    if sheet.refusal != nil { return ("\(glyphs.warning) This cannot be bought. Press Esc.", .error) }
    guard sheet.isRead else {
      return ("\(glyphs.down) \(sheet.linesLeft)  \(sheet.labels.readToEnd)", .warning)
    }
    return (sheet.labels.simulated, .secondary)
  }

  func drawRule(_ frame: Rect, row: Int, into canvas: inout Canvas) {
    canvas.put(
      String(repeating: glyphs.lines.horizontal, count: max(frame.columns - 4, 0)), column: frame.column + 2,
      row: row, style: theme[.border])
  }

  /// Two buttons at the right, the safe one first; the marked one has a pointer and is reversed.
  private func drawButtons(
    _ place: ButtonRow, no: String, yes: String, isYesMarked: Bool, isYesOff: Bool, into canvas: inout Canvas
  ) {
    let noStyle = theme[isYesMarked ? .text : .selection]
    var yesStyle = theme[isYesMarked ? .selection : .text]
    if isYesOff { yesStyle = theme[.disabled].over(yesStyle) }
    for (label, isMarked, style, room) in [
      (no, !isYesMarked, noStyle, place.no), (yes, isYesMarked, yesStyle, place.yes),
    ] {
      drawButton(label, room, isMarked: isMarked, style: style, into: &canvas)
    }
  }

  private func drawButton(
    _ label: String, _ room: Rect, isMarked: Bool, style: Style, into canvas: inout Canvas
  ) {
    let lines = ButtonRow.lines(label, width: room.columns)
    for (index, line) in lines.enumerated() {
      let start = index == 0 ? "\(isMarked ? glyphs.pointer : " ")[ " : "   "
      let text = start + line + (index == lines.count - 1 ? " ]" : "")
      canvas.put(
        text, column: room.column, row: room.row + index, width: room.columns, style: style,
        ellipsis: glyphs.ellipsis)
    }
  }

  // MARK: - Dialogs

  func drawDialog(_ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    switch state.dialog {
    case .picker(let picker):
      drawPicker(picker, layout.picker(picker.subject), hasCursor: state.menu == nil, into: &canvas)
    case .question(let question): drawQuestion(question, layout, into: &canvas)
    case .findings(let top):
      drawText(
        "Findings in the catalogue", state.findingLines(width: state.textDialogRoom.columns), top: top,
        layout,
        into: &canvas)
    case .messages(let reader): drawMessages(reader, state, layout, into: &canvas)
    case .token(let reader): drawToken(reader, state, layout, into: &canvas)
    case .welcome: drawWelcome(state, layout, into: &canvas)
    case nil: break
    }
  }

  func drawText(
    _ title: String, _ lines: [TextLine], top: Int, _ layout: ShopLayout, into canvas: inout Canvas
  ) {
    let frame = layout.textDialog
    let room = ShopLayout.inside(frame)
    canvas.fill(frame)
    drawFrame(frame, title: title, isFocused: true, into: &canvas)
    let top = min(top, max(lines.count - room.rows, 0))
    draw(lines, top: top, in: room, into: &canvas)
    drawScrollBar(frame, top: top, height: room.rows, count: lines.count, into: &canvas)
  }

  private func drawPicker(
    _ picker: Picker, _ frame: Rect, hasCursor: Bool, into canvas: inout Canvas
  ) {
    canvas.fill(frame)
    drawFrame(frame, title: picker.title, isFocused: true, into: &canvas)
    let inside = ShopLayout.inside(frame)
    drawPrompt(
      "Find: ", picker.filter, placeholder: picker.placeholder, in: inside.split(top: 1).top,
      hasCursor: hasCursor, into: &canvas)
    let list = frame.split(top: 2).rest
    guard !picker.list.isEmpty else {
      return drawEmpty(
        ["Nothing is called that", "Press Backspace to search for less."], frame: list, into: &canvas)
    }
    drawList(picker.list, cursor: picker.cursor, frame: list, isFocused: true, into: &canvas) {
      id, _, line, canvas in
      guard let item = picker.item(id) else { return }
      let note = id == picker.current ? "\(glyphs.check) \(item.note)" : item.note
      drawPicked(item.title, note, line, into: &canvas)
    }
  }

  private func drawPicked(_ title: String, _ note: String, _ line: Rect, into canvas: inout Canvas) {
    // Where both cannot stand, what is chosen goes before what is said of it.
    let width = min(note.cellWidth, max(line.columns - title.cellWidth - 2, line.columns / 4))
    canvas.put(
      note, column: line.endColumn - width, row: line.row, width: width, style: theme[.secondary],
      ellipsis: glyphs.ellipsis)
    canvas.put(
      title, column: line.column, row: line.row, width: line.columns - width - 2, style: theme[.text],
      ellipsis: glyphs.ellipsis)
  }

  private func drawQuestion(_ question: Question, _ layout: ShopLayout, into canvas: inout Canvas) {
    let (frame, text, buttons) = layout.question(question)
    canvas.fill(frame)
    drawFrame(frame, title: question.title, isFocused: true, into: &canvas)
    draw(text.map { TextLine($0, .text) }, top: 0, in: ShopLayout.inside(frame), into: &canvas)
    drawButtons(
      buttons, no: question.no, yes: question.yes, isYesMarked: question.isYesMarked, isYesOff: false,
      into: &canvas)
  }
}

extension ShopState {
  /// What Enter does in a dialog with buttons.
  var markedButton: String {
    if case .question(let question) = dialog {
      return (question.isYesMarked ? question.yes : question.no).lowercased()
    }
    return sheet.map { $0.isConfirmMarked ? "buy" : "cancel" } ?? "press"
  }
}
