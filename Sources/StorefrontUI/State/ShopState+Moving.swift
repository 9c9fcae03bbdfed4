import StoreModel
import StoreScript
import TerminalKit

// Up and down, in whatever is in front.
extension ShopState {
  /// A screenful, less one line that stays in sight.
  var screenful: Int {
    let rows =
      switch context {
      case .sheet: sheet.map { layout.sheet($0).text.rows } ?? 1
      case .picker: layout.pickerHeight
      case .findings: textDialogRoom.rows
      case .token: if case .token(let reader) = dialog { layout.token(reader).text.rows } else { 1 }
      case .messages:
        if case .messages(let reader) = dialog, reader.detailsTop == nil {
          layout.messagesHeight
        } else {
          textDialogRoom.rows
        }
      case .palette, .help: layout.menuHeight
      case .store, .library, .transactions, .activity, .receipt, .lab, .filter, .question, .welcome:
        pane == .detail ? layout.detailText.rows : layout.listHeight
      }
    return max(rows - 1, 1)
  }

  mutating func move(by step: Int) -> [Effect] {
    if menu != nil {
      if !recallLine(by: step) { menu?.move(by: step) }
      return []
    }
    switch dialog {
    case .picker(var picker):
      picker.cursor.move(by: step, in: picker.list)
      dialog = .picker(picker)
    case .findings(let top): dialog = .findings(top: top + step)
    case .token(var reader):
      reader.top += step
      dialog = .token(reader)
    case .messages(var reader):
      if let top = reader.detailsTop {
        reader.detailsTop = top + step
      } else {
        reader.cursor.move(by: step, in: reader.list)
      }
      dialog = .messages(reader)
    case .question, .welcome: break
    case nil:
      if sheet != nil {
        sheet?.scroll(by: step)
      } else if pane == .detail {
        let lines = detailLines(width: layout.detailText.columns).count
        detailTop = min(max(detailTop + step, 0), max(lines - layout.detailText.rows, 0))
      } else {
        return moveInList(by: step)
      }
    }
    return []
  }

  mutating func moveInList(by step: Int) -> [Effect] {
    detailTop = 0
    switch screen {
    case .store: storeCursor.move(by: step, in: products)
    case .library: libraryCursor.move(by: step, in: library)
    case .transactions:
      transactionCursor.move(by: step, in: transactions)
      return olderTransactions()
    case .activity:
      activityCursor.move(by: step, in: activity)
      return olderJournal()
    case .receipt: receiptCursor.move(by: step, in: receiptList)
    case .lab: labCursor.move(by: step, in: labList)
    }
    return []
  }

  /// Reads the next page when the end of what is loaded comes near.
  mutating func olderTransactions() -> [Effect] {
    guard !isLoadingTransactions, facts.hasOlderTransactions, let last = facts.transactions.last,
      isNearEnd(transactionCursor, of: transactions)
    else { return [] }
    isLoadingTransactions = true
    return [.loadTransactions(before: last.id)]
  }

  mutating func olderJournal() -> [Effect] {
    guard !isLoadingJournal, facts.hasOlderJournal, let last = facts.journal.last,
      isNearEnd(activityCursor, of: activity)
    else { return [] }
    isLoadingJournal = true
    return [.loadJournal(before: last.id)]
  }

  private func isNearEnd<ID>(_ cursor: ListCursor<ID>, of list: SectionedList<ID>) -> Bool {
    guard let selected = cursor.selected, let index = list.index(of: selected) else { return true }
    return index + layout.listHeight >= list.count
  }
}
