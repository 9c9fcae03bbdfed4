import StoreCatalog
import StoreScript
import TerminalKit

// What all panes share: the frame, the scroll bar, lists and running text.
extension ShopView {
  /// A frame with its title; the pane that has the keys has heavier lines and a marker.
  func drawFrame(_ frame: Rect, title: String, isFocused: Bool, into canvas: inout Canvas) {
    canvas.box(
      frame, lines: isFocused ? glyphs.heavyLines : glyphs.lines,
      style: theme[isFocused ? .focusedBorder : .border], title: title,
      titleStyle: theme[isFocused ? .title : .text], ellipsis: glyphs.ellipsis)
  }

  /// The frame of the list of a screen, with its filter if it has one.
  func drawListFrame(_ title: String, _ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    drawFrame(layout.list ?? layout.body, title: title, isFocused: state.isListFocused, into: &canvas)
    guard state.showsFilter else { return }
    let line = layout.filterLine
    let count = state.titlesOnTheirWay ?? "\(state.shownCount) of \(state.unfilteredCount)"
    canvas.put(
      count, column: line.column, row: line.row, width: line.columns,
      style: theme[state.shownCount == 0 ? .warning : .secondary], alignment: .trailing)
    var room = line.split(right: count.cellWidth + 2).rest
    room = room.split(left: canvas.put("/ ", column: room.column, row: room.row, style: theme[.hintKey])).rest
    let text = state.filter?.text ?? ""
    let typed = canvas.put(
      text.isEmpty ? state.filterPlaceholder : text, column: room.column, row: room.row, width: room.columns,
      style: theme[text.isEmpty ? .disabled : .text], ellipsis: glyphs.ellipsis)
    if state.context == .filter, line.rows > 0 {
      canvas.cursor = Point(
        column: min(room.column + (text.isEmpty ? 0 : typed), line.endColumn - 1), row: room.row)
    }
  }

  /// Writes a text and underlines in it what is searched for.
  func put(_ text: String, in line: Rect, style: Style, term: SearchTerm?, into canvas: inout Canvas) {
    canvas.put(
      text, column: line.column, row: line.row, width: line.columns, style: style, ellipsis: glyphs.ellipsis)
    guard let cells = term?.cells(in: text) else { return }
    let place = Rect(column: line.column + cells.lowerBound, row: line.row, columns: cells.count, rows: 1)
    canvas.restyle(place.intersection(line)) { $0.adding([.underline, .bold]) }
  }

  /// A thumb on the right border that says which part is in sight; none when all of it is.
  func drawScrollBar(_ frame: Rect, top: Int, height: Int, count: Int, into canvas: inout Canvas) {
    guard count > height, height > 0, frame.columns > 1 else { return }
    let track = frame.inset(rows: 1)
    let thumb = max(1, track.rows * height / count)
    let room = track.rows - thumb
    let start = count > height ? room * min(top, count - height) / (count - height) : 0
    for row in 0..<thumb {
      canvas.put(
        glyphs.scrollThumb, column: frame.endColumn - 1, row: track.row + start + row, style: theme[.border])
    }
  }

  /// The visible lines of a list; `row` draws one line of one item into its rectangle.
  func drawList<ID>(
    _ list: SectionedList<ID>, cursor: ListCursor<ID>, frame: Rect, isFocused: Bool,
    into canvas: inout Canvas,
    row: (ID, Int, Rect, inout Canvas) -> Void
  ) {
    let inside = ShopLayout.inside(frame)
    let top = min(cursor.top, max(list.lineCount - inside.rows, 0))
    for line in inside.lines {
      switch list.content(of: top + line.row - inside.row) {
      case .blank: break
      case .heading(let section):
        let heading = list.sections[section]
        let count = heading.ids.count > 1 ? " \(glyphs.separator) \(heading.ids.count)" : ""
        canvas.put(
          heading.title, column: line.column, row: line.row, width: line.columns, style: theme[.heading],
          ellipsis: glyphs.ellipsis)
        canvas.put(
          count, column: line.column + min(heading.title.cellWidth, line.columns), row: line.row,
          width: max(line.columns - heading.title.cellWidth, 0), style: theme[.secondary])
      case .item(let id, _, let part):
        let content = line.split(left: 2).rest
        row(id, part, content, &canvas)
        guard id == cursor.selected else { break }
        if part == 0 { canvas.put(glyphs.pointer, column: line.column, row: line.row, style: theme[.title]) }
        let style = theme[isFocused ? .selection : .inactiveSelection]
        canvas.restyle(line) { $0.over(style).without(.dim) }
      }
    }
    drawScrollBar(frame, top: top, height: inside.rows, count: list.lineCount, into: &canvas)
  }

  /// What an empty list says: why, and the next step.
  func drawEmpty(_ lines: [String], frame: Rect, into canvas: inout Canvas) {
    let inside = ShopLayout.inside(frame)
    let wrapped = lines.enumerated().flatMap { index, text in
      text.wrapped(toWidth: inside.columns).map { ($0, index == 0 ? Theme.Role.heading : .secondary) }
    }
    let first = inside.row + max((inside.rows - wrapped.count) / 3, 0)
    for (offset, (text, role)) in wrapped.enumerated() where first + offset < inside.endRow {
      canvas.put(
        text, column: inside.column, row: first + offset, width: inside.columns, style: theme[role],
        alignment: .center)
    }
  }

  /// Lines of text from `top` on.
  func draw(_ lines: [TextLine], top: Int, in room: Rect, into canvas: inout Canvas) {
    guard !lines.isEmpty else { return }
    for row in 0..<room.rows where lines.indices.contains(top + row) {
      for piece in lines[top + row].pieces {
        canvas.put(
          piece.text, column: room.column + piece.column, row: room.row + row,
          width: max(room.columns - piece.column, 0), style: theme[piece.role],
          alignment: piece.isTrailing ? .trailing : .leading)
      }
    }
  }

  func drawDetail(_ state: ShopState, _ frame: Rect, into canvas: inout Canvas) {
    let isFocused = state.pane == .detail && !state.isDialogOpen && state.sheet == nil
    drawFrame(frame, title: state.detailTitle, isFocused: isFocused, into: &canvas)
    let room = ShopLayout.inside(frame)
    let lines = state.detailLines(width: room.columns)
    let top = min(state.detailTop, max(lines.count - room.rows, 0))
    draw(lines, top: top, in: room, into: &canvas)
    drawScrollBar(frame, top: top, height: room.rows, count: lines.count, into: &canvas)
  }
}

extension ShopState {
  fileprivate var filterPlaceholder: String {
    screen == .transactions ? "text, state:, is:, account:, date:" : "title, id or kind"
  }

  fileprivate var detailTitle: String {
    switch screen {
    case .store: "Details"
    case .transactions: "Transaction"
    case .activity: "Entry"
    case .receipt: receiptDetailTitle
    case .lab: "What it is"
    case .library: ""
    }
  }

  /// `Products 3 of 20`
  func listTitle<ID>(_ title: String, _ cursor: ListCursor<ID>, _ list: SectionedList<ID>) -> String {
    guard let selected = cursor.selected, let index = list.index(of: selected) else { return title }
    return "\(title) \(index + 1) of \(list.count)"
  }

  /// What the filter waits for; nil when it waits for nothing.
  fileprivate var titlesOnTheirWay: String? {
    guard screen == .store, let titleProgress else { return nil }
    return "Reading titles: \(Int(titleProgress * 100)) %"
  }

  /// What stands in a list of which the filter leaves nothing; nil without a filter.
  var nothingFound: [String]? {
    guard let filter else { return nil }
    let next =
      hasUnsearchedPages
      ? "Press Esc to see all, or End to search in older ones: only the newest \(unfilteredCount) were read."
      : "Press Backspace to search for less, or Esc to see all \(unfilteredCount)."
    return ["Nothing matches \u{201C}\(filter.text.isolated)\u{201D}", next]
  }

  /// True when the list of this screen has the keys.
  var isListFocused: Bool { pane == .list && !isDialogOpen && sheet == nil }

  /// True when something above the screen and the sheet has the keys.
  var isDialogOpen: Bool { dialog != nil || menu != nil }
}

extension Style {
  /// Dim text on a reversed row can hardly be read.
  func without(_ attributes: Attributes) -> Style {
    Style(foreground: foreground, background: background, attributes: self.attributes.subtracting(attributes))
  }
}
