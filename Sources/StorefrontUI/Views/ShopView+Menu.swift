import StoreScript
import TerminalKit

// The palette and the help.
extension ShopView {
  func drawMenu(_ menu: CommandMenu, _ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    let place = layout.menu
    canvas.fill(place.frame)
    let title = menu.kind == .palette ? "Commands" : "Help"
    drawFrame(
      place.frame, title: state.listTitle(title, menu.cursor, menu.list), isFocused: true, into: &canvas)
    let (mark, empty) =
      menu.kind == .palette
      ? (": ", "what to do, or a line of a script") : ("/ ", "type a key or a word")
    drawPrompt(mark, menu.text, placeholder: empty, in: place.prompt, hasCursor: true, into: &canvas)
    if let fault = state.fault(in: menu) {
      markWord(at: fault, of: menu.text, in: place.prompt.split(left: mark.cellWidth).rest, into: &canvas)
    }
    drawRule(place.frame, row: place.rule, into: &canvas)
    guard !menu.list.isEmpty else {
      return drawEmpty(
        ["Nothing is called that", "Press Backspace to search for less."], frame: place.list, into: &canvas)
    }
    drawList(menu.list, cursor: menu.cursor, frame: place.list, isFocused: true, into: &canvas) {
      item, _, line, canvas in
      guard let entry = menu.entry(item) else { return }
      drawEntry(entry, marks: menu.marks[item] ?? [], state, line, into: &canvas)
    }
    drawMeaning(menu, state, place.foot, into: &canvas)
  }

  /// Title, reason when it is off, and its keys at the right.
  private func drawEntry(
    _ entry: CommandMenu.Entry, marks: [Range<Int>], _ state: ShopState, _ line: Rect,
    into canvas: inout Canvas
  ) {
    let keys = entry.keys.map { glyphs == .ascii ? $0.description : $0.label }.joined(separator: "  ")
    let aside = keys.isEmpty ? entry.note : keys
    let share =
      keys.isEmpty ? max(line.columns - entry.title.cellWidth - 2, line.columns / 4) : line.columns / 3
    let (left, right) = line.split(right: min(aside.cellWidth, share))
    canvas.put(
      aside, column: right.column, row: line.row, width: right.columns,
      style: theme[keys.isEmpty ? .secondary : .hintKey], ellipsis: glyphs.ellipsis)
    let room = left.split(right: aside.isEmpty ? 0 : 2).rest
    let reason = state.reasonOff(entry.item).map { "off: \($0)" }
    let width = canvas.put(
      entry.title, column: room.column, row: line.row, width: room.columns,
      style: theme[reason == nil ? .text : .secondary], ellipsis: glyphs.ellipsis)
    for cells in marks {
      let place = Rect(column: room.column + cells.lowerBound, row: line.row, columns: cells.count, rows: 1)
      canvas.restyle(place.intersection(room)) { $0.adding([.underline, .bold]).without(.dim) }
    }
    guard let reason, room.columns - width > 8 else { return }
    canvas.put(
      reason, column: room.column + width + 2, row: line.row, width: room.columns - width - 2,
      style: theme[.disabled], ellipsis: glyphs.ellipsis)
  }

  /// What Enter does with the chosen line, in full: the reason when it is nothing.
  private func drawMeaning(
    _ menu: CommandMenu, _ state: ShopState, _ foot: Rect, into canvas: inout Canvas
  ) {
    var (words, role) = ("Enter runs it.", Theme.Role.secondary)
    switch (menu.cursor.selected, state.meaning(of: menu)) {
    case (.tip?, _): words = menu.cursor.selected.flatMap(menu.entry)?.title ?? ""
    case (_, .refuse(let reason)): (words, role) = ("\(glyphs.warning) \(reason)", .warning)
    case (.line(let line)?, .unfinished), (.line(let line)?, .goOn): words = state.explanation(ofLine: line)
    case (.line(let line)?, .obey) where line != menu.text:
      words = "Enter runs '\(line)'. Tab only puts it in."
    case (_, .run), (_, .obey), (_, .unfinished), (_, .goOn): break
    }
    for (line, text) in zip(foot.lines, words.wrapped(toWidth: foot.columns)) {
      canvas.put(text, column: line.column, row: line.row, width: line.columns, style: theme[role])
    }
  }

  /// Marks the word of what is typed that begins at a column, from 1, as far as it is in sight.
  private func markWord(at column: Int, of text: String, in room: Rect, into canvas: inout Canvas) {
    let hidden = text.cellWidth - text.suffix(fitting: room.columns - 1).cellWidth
    let before = String(text.prefix(column - 1)).cellWidth - hidden
    let word = text.dropFirst(column - 1).prefix { !$0.isWhitespace }
    let place = Rect(
      column: room.column + before, row: room.row, columns: String(word).cellWidth, rows: room.rows)
    canvas.restyle(place.intersection(room)) { _ in theme[.error].adding(.underline) }
  }

  /// A line in which one types, with the cursor at its end.
  func drawPrompt(
    _ mark: String, _ text: String, placeholder: String, in line: Rect, hasCursor: Bool,
    into canvas: inout Canvas
  ) {
    guard line.rows > 0 else { return }
    let width = canvas.put(
      mark, column: line.column, row: line.row, width: line.columns, style: theme[.hintKey])
    let room = line.split(left: width).rest
    // The end of what is typed stays in sight.
    let shown = text.suffix(fitting: room.columns - 1)
    let taken = canvas.put(
      text.isEmpty ? placeholder : shown, column: room.column, row: room.row,
      width: room.columns, style: theme[text.isEmpty ? .disabled : .text], ellipsis: glyphs.ellipsis)
    guard hasCursor else { return }
    canvas.cursor = Point(
      column: min(room.column + (text.isEmpty ? 0 : taken), line.endColumn - 1), row: room.row)
  }
}

extension String {
  /// The longest end of the text that takes at most so many cells.
  fileprivate func suffix(fitting columns: Int) -> String {
    var width = cellWidth
    var rest = self[...]
    while width > max(columns, 0), let first = rest.popFirst() { width -= String(first).cellWidth }
    return String(rest)
  }
}
