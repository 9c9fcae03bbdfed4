import StoreDisclosures
import StoreModel
import StoreScript
import TerminalKit

// The mouse: what a click or a step of the wheel is on, and what it does. Everything works without it.
extension ShopState {
  /// Lines that one notch of the wheel scrolls.
  private static let notch = 3

  /// What can be pointed at.
  enum Target: Hashable {
    case tab(Screen)
    case hint(ShopCommand.ID)
    /// A line of the list, counted from its first on the screen; outside its items too.
    case list(line: Int)
    case detail
    /// An entry of the strip, the newest first.
    case strip(line: Int)
    case pickerLine(Int)
    case messageLine(Int)
    case menuLine(Int)
    case yesButton, noButton
    /// The text of a dialog or the sheet.
    case dialog
  }

  /// What stands at a point of the screen; nil when it is nothing that can be pointed at. Below a dialog
  /// only the hints can.
  func target(at point: Point) -> Target? {
    let layout = layout
    guard !layout.isTooSmall, Rect(size).contains(point) else { return nil }
    if let hint = HintBar(self, in: layout.hints).hints.first(where: { $0.place.contains(point) }) {
      return .hint(hint.command)
    }
    if let frame = dialogFrame(layout) {
      guard frame.contains(point) else { return nil }
      if menu != nil {
        let lines = ShopLayout.inside(layout.menu.list)
        return lines.contains(point) ? .menuLine(point.row - lines.row) : .dialog
      }
      if let buttons = buttons(layout) {
        if buttons.yes.contains(point) { return .yesButton }
        if buttons.no.contains(point) { return .noButton }
      }
      let messageLines = ShopLayout.inside(layout.messages.list)
      if case .messages(let reader) = dialog, reader.detailsTop == nil, messageLines.contains(point) {
        return .messageLine(point.row - messageLines.row)
      }
      if case .picker(let picker) = dialog {
        let lines = ShopLayout.inside(layout.pickerList(picker.subject))
        if lines.contains(point) { return .pickerLine(point.row - lines.row) }
      }
      return .dialog
    }
    if let tab = TabBar(self, in: layout.header).tabs.first(where: { $0.place.contains(point) }) {
      return .tab(tab.screen)
    }
    if layout.list?.contains(point) == true {
      return .list(line: point.row - ShopLayout.inside(layout.listFrame).row)
    }
    if layout.detail?.contains(point) == true { return .detail }
    if let strip = layout.strip, strip.contains(point) {
      return .strip(line: point.row - ShopLayout.inside(strip).row)
    }
    return nil
  }

  private func buttons(_ layout: ShopLayout) -> ButtonRow? {
    switch dialog {
    case .question(let question): layout.question(question).buttons
    case .picker, .findings, .messages, .token, .welcome: nil
    case nil:
      sheet.map { layout.sheet($0).buttons }
    }
  }

  mutating func point(_ event: MouseEvent) -> [Effect] {
    guard let target = target(at: event.point) else { return [] }
    return switch event.action {
    case .press(.left): click(target)
    case .press: []
    case .wheelUp: turnWheel(on: target, by: -Self.notch)
    case .wheelDown: turnWheel(on: target, by: Self.notch)
    }
  }

  // MARK: - Clicks

  private mutating func click(_ target: Target) -> [Effect] {
    switch target {
    case .tab(let screen):
      return run(screen.command)
    case .hint(let command): return run(command)
    case .list(let line): return click(line: line)
    case .detail:
      isTypingFilter = false
      pane = .detail
      return []
    case .strip(let line):
      guard facts.journal.indices.contains(line) else { return run(.showActivity) }
      let entry = facts.journal[line].id
      let effects = run(.showActivity)
      if activity.index(of: entry) == nil { setFilter("") }
      activityCursor.select(entry, in: activity)
      return effects
    case .pickerLine(let line):
      guard case .picker(var picker) = dialog,
        case .item(let id, _, _) = picker.list.content(of: picker.cursor.top + line)
      else { return [] }
      if picker.cursor.selected == id { return run(.choose) }
      picker.cursor.select(id, in: picker.list)
      dialog = .picker(picker)
      return []
    case .messageLine(let line):
      guard case .messages(var reader) = dialog,
        case .item(let id, _, _) = reader.list.content(of: reader.cursor.top + line)
      else { return [] }
      if reader.cursor.selected == id { return run(.showDetails) }
      reader.cursor.select(id, in: reader.list)
      dialog = .messages(reader)
      return []
    case .menuLine(let line):
      guard let item = menu?.item(onLine: line) else { return [] }
      if menu?.cursor.selected == item { return run(.choose) }
      menu?.select(item)
      return []
    case .yesButton: return run(.agree)
    case .noButton: return run(dialog == nil ? .back : .decline)
    case .dialog: return []
    }
  }

  /// The first click on a row selects it and gives the list the keys; the next one opens it.
  private mutating func click(line: Int) -> [Effect] {
    let wasFocused = pane == .list && !isTypingFilter
    isTypingFilter = false
    pane = .list
    let before = selection
    switch screen {
    case .store: storeCursor.select(line: line, in: products)
    case .library: libraryCursor.select(line: line, in: library)
    case .transactions: transactionCursor.select(line: line, in: transactions)
    case .activity: activityCursor.select(line: line, in: activity)
    case .receipt: receiptCursor.select(line: line, in: receiptList)
    case .lab: labCursor.select(line: line, in: labList)
    }
    if selection != before { detailTop = 0 }
    let isOnItem =
      switch screen {
      case .store: storeCursor.isSelected(line: line, in: products)
      case .library: libraryCursor.isSelected(line: line, in: library)
      case .transactions: transactionCursor.isSelected(line: line, in: transactions)
      case .activity: activityCursor.isSelected(line: line, in: activity)
      case .receipt: receiptCursor.isSelected(line: line, in: receiptList)
      case .lab: labCursor.isSelected(line: line, in: labList)
      }
    return wasFocused && selection == before && isOnItem ? run(.open) : []
  }

  private var selection: AnyHashable? {
    switch screen {
    case .store: storeCursor.selected.map(AnyHashable.init)
    case .library: libraryCursor.selected.map(AnyHashable.init)
    case .transactions: transactionCursor.selected.map(AnyHashable.init)
    case .activity: activityCursor.selected.map(AnyHashable.init)
    case .receipt: receiptCursor.selected.map(AnyHashable.init)
    case .lab: labCursor.selected.map(AnyHashable.init)
    }
  }

  // MARK: - The wheel

  /// Scrolls what is under the pointer, whichever pane has the keys.
  private mutating func turnWheel(on target: Target, by step: Int) -> [Effect] {
    switch target {
    case .list: return scrollList(by: step)
    case .detail:
      detailTop = max(detailTop + step, 0)
      return []
    case .pickerLine:
      guard case .picker(var picker) = dialog else { return [] }
      picker.cursor.scroll(by: step, in: picker.list, height: layout.pickerHeight)
      dialog = .picker(picker)
      return []
    case .messageLine:
      guard case .messages(var reader) = dialog else { return [] }
      reader.cursor.scroll(by: step, in: reader.list, height: layout.messagesHeight)
      dialog = .messages(reader)
      return []
    case .menuLine:
      let height = layout.menuHeight
      menu?.scroll(by: step, height: height)
      return []
    case .dialog, .yesButton, .noButton:
      // Like the arrow keys; at the end it stays still without a word.
      return availability(of: .moveDown).isEnabled ? move(by: step) : []
    case .tab, .hint, .strip: return []
    }
  }

  private mutating func scrollList(by step: Int) -> [Effect] {
    let height = layout.listHeight
    let before = selection
    var effects: [Effect] = []
    switch screen {
    case .store: storeCursor.scroll(by: step, in: products, height: height)
    case .library: libraryCursor.scroll(by: step, in: library, height: height)
    case .transactions:
      transactionCursor.scroll(by: step, in: transactions, height: height)
      effects = olderTransactions()
    case .activity:
      activityCursor.scroll(by: step, in: activity, height: height)
      effects = olderJournal()
    case .receipt: receiptCursor.scroll(by: step, in: receiptList, height: height)
    case .lab: labCursor.scroll(by: step, in: labList, height: height)
    }
    if selection != before { detailTop = 0 }
    return effects
  }

  // MARK: - On and off

  /// True when the terminal has a mouse and it is left to the terminal now.
  public var isMouseOff: Bool { hasMouse && !isMouseOn }

  /// The terminal has taken the mouse, or left it alone.
  mutating func mouseSet(_ isOn: Bool, wanted: Bool) -> [Effect] {
    isMouseOn = isOn
    hasMouse = hasMouse || isOn
    if wanted, !isOn { return say("This terminal has no mouse to turn on.", .info) }
    return say(
      isOn
        ? "The mouse is on. Hold Shift to select text."
        : "The mouse is off: dragging selects text. Press \(keyMap.label(of: .toggleMouse)) to turn it on.",
      .info)
  }
}

extension ListCursor {
  /// Selects the item on a line of the screen; nothing changes on a heading or a blank line.
  fileprivate mutating func select(line: Int, in list: SectionedList<ID>) {
    guard line >= 0, case .item(let id, _, _) = list.content(of: top + line) else { return }
    select(id, in: list)
  }

  fileprivate func isSelected(line: Int, in list: SectionedList<ID>) -> Bool {
    guard line >= 0, case .item(let id, _, _) = list.content(of: top + line) else { return false }
    return id == selected
  }
}
