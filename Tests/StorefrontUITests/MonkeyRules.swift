import StoreModel
import StoreScript
import TerminalKit

@testable import StorefrontUI

/// What holds at every moment, whatever has been pressed.
enum MonkeyRules {
  @MainActor static func complaints(_ state: ShopState, on terminal: MemoryTerminal) -> [String] {
    let canvas = terminal.screen
    var complaints: [String] = []
    if canvas.size != terminal.size { complaints.append("The frame is \(canvas.size) on \(terminal.size).") }
    for row in 0..<canvas.size.rows { complaints += broken(canvas.row(row)).map { "Row \(row): \($0)" } }
    complaints += selections(state) + stack(state)
    if state.toasts.shown.count > Toasts.limit { complaints.append("\(state.toasts.shown.count) messages.") }
    for hint in HintBar(state, in: state.layout.hints).hints
    where !state.availability(of: hint.command).isEnabled {
      complaints.append("'\(hint.key) \(hint.words)' is hinted and cannot be done.")
    }
    if state.hasChoices == state.choices.isEmpty {
      complaints.append("The key for actions is \(state.hasChoices ? "on" : "off"): \(state.choices).")
    }
    return complaints
  }

  /// A row is as wide as the screen, wide characters are whole, and nothing in it can act on a terminal.
  private static func broken(_ row: ArraySlice<Cell>) -> [String] {
    var wrong: [String] = []
    var column = 0
    var mustContinue = false
    for cell in row {
      if cell.isContinuation != mustContinue { wrong.append("half a character in column \(column)") }
      mustContinue = cell.width == 2
      for scalar in cell.scalars where isActive(scalar) {
        wrong.append("U+\(String(scalar, radix: 16)) in column \(column)")
      }
      column += 1
    }
    return mustContinue ? wrong + ["a wide character beyond the edge"] : wrong
  }

  private static func isActive(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x20, 0x7f..<0xa0, 0x200b...0x200f, 0x202a...0x202e, 0x2060...0x206f, 0x61c, 0xfeff: true
    default: false
    }
  }

  /// Each list that is not empty has one selected item, which is in it.
  private static func selections(_ state: ShopState) -> [String] {
    func check<ID>(_ name: String, _ cursor: ListCursor<ID>, _ list: SectionedList<ID>) -> [String] {
      guard let selected = cursor.selected else {
        return list.isEmpty ? [] : ["Nothing is selected in the \(name)."]
      }
      return list.index(of: selected) == nil ? ["\(selected) is selected and not in the \(name)."] : []
    }
    var wrong: [String] = []
    // The cursor of a list that is not shown settles when it is.
    switch state.screen {
    case .store: wrong += check("store", state.storeCursor, state.products)
    case .library: wrong += check("library", state.libraryCursor, state.library)
    case .transactions: wrong += check("transactions", state.transactionCursor, state.transactions)
    case .activity: wrong += check("activity", state.activityCursor, state.activity)
    case .receipt: wrong += check("receipt", state.receiptCursor, state.receiptList)
    case .lab: wrong += check("lab", state.labCursor, state.labList)
    }
    if case .picker(let picker) = state.dialog { wrong += check("picker", picker.cursor, picker.list) }
    return wrong
  }

  /// What lies above what: letters go into one place only, and a sheet is agreed to only when it is read.
  private static func stack(_ state: ShopState) -> [String] {
    var wrong: [String] = []
    if state.isTypingFilter, state.dialog != nil || state.sheet != nil {
      wrong.append("Letters go into a filter below a dialog.")
    }
    if state.isTypingFilter, state.pane != .list { wrong.append("Letters go into a filter out of sight.") }
    if let sheet = state.sheet, case .answered(agreed: true) = sheet.phase, !sheet.isRead {
      wrong.append("The sheet was agreed to before its end.")
    }
    return wrong
  }
}
