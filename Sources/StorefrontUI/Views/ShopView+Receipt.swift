import Purchasing
import StoreModel
import StoreReceipts
import TerminalKit

// The Receipt screen: what stands in the file, whether it is believed, what is new, and each purchase in it.
extension ShopView {
  func drawReceipt(_ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    drawListFrame(
      state.listTitle("Receipt", state.receiptCursor, state.receiptList), state, layout, into: &canvas)
    let frame = layout.listFrame
    guard let report = state.receipt.report, !state.receiptList.isEmpty else {
      return drawEmpty(state.nothingFound ?? state.emptyReceipt, frame: frame, into: &canvas)
    }
    drawList(
      state.receiptList, cursor: state.receiptCursor, frame: frame, isFocused: state.isListFocused,
      into: &canvas
    ) { item, _, line, canvas in
      let (standing, level) = state.standing(of: item, in: report)
      let words = level == .info ? standing : "\(symbol(level)) \(standing)"
      guard case .purchase(let id) = item, let purchase = report.purchase(id) else {
        return drawPair(
          item.title, words, level.role, line, term: state.filter?.term, into: &canvas)
      }
      drawPair(
        state.texts.title(of: ProductID(purchase.productID)), words, level == .info ? .secondary : level.role,
        line,
        term: state.filter?.term, into: &canvas)
    }
  }
}

extension ShopState {
  /// What stands where there is no receipt: why, and what brings one.
  fileprivate var emptyReceipt: [String] {
    switch receipt.reading {
    case nil: return ["Reading the receipt"]
    case .unreadable(let fault):
      return [
        "The receipt cannot be read",
        "\(fault.message) Nothing is lost: the store knows what was bought. "
          + "Press \(keyMap.label(of: .refreshReceipt)) to ask it for a new one.",
      ]
    case .missing where facts.settings.receipts == .missing:
      return [
        "No receipt",
        "The store is set to give out none, as it can happen to real apps. \(receiptsAgain)",
      ]
    case .missing where facts.settings.receipts == .late:
      return [
        "No receipt yet",
        "The store is set to send receipts late: purchases bring none, only a refresh does "
          + "(\(keyMap.label(of: .refreshReceipt))).",
      ]
    case .missing, .read:
      return [
        "No receipt yet",
        "That is normal on a fresh install. The store writes one when something is bought "
          + "(\(keyMap.label(of: .buy)) in the Store) or restored (\(keyMap.label(of: .restore))), "
          + "or when you refresh (\(keyMap.label(of: .refreshReceipt))).",
      ]
    }
  }

  /// A few words at the right of a row.
  fileprivate func standing(of item: ReceiptItem, in report: ReceiptReport) -> (String, Toast.Level) {
    switch item {
    case .attributes: return (counted(report.attributes.count, "field"), .info)
    case .trust:
      if case .invalid = report.verdict { return ("not valid", .error) }
      if receipt.rejection != nil { return ("not accepted", .error) }
      return ("trusted", .success)
    case .change:
      let lack = purchasesMissing(in: report)
      if lack > 0 { return ("lacks \(lack)", .warning) }
      switch report.change {
      case .first: return ("the first one", .info)
      case .unreadable: return ("cannot be compared", .warning)
      case .difference(let difference): return (words(for: difference), .info)
      }
    case .purchase(let id):
      guard let purchase = report.purchase(id) else { return ("", .info) }
      if purchase.cancellationDate != nil { return ("taken back", .warning) }
      // It stands there beside what it is a copy of, until it is finished and a new receipt comes.
      if TransactionID(id).flatMap(facts.transaction)?.state == .restored {
        return ("restored \(clock.day(purchase.purchaseDate))", .info)
      }
      if let end = purchase.expirationDate {
        return end <= facts.time ? ("ended \(clock.day(end))", .info) : ("until \(clock.day(end))", .success)
      }
      return (clock.day(purchase.purchaseDate), .info)
    }
  }

  private func words(for difference: ReceiptDifference) -> String {
    if difference.isOnlyOfAttributes { return "same purchases" }
    let parts = [
      (difference.added.count, "new"), (difference.removed.count, "gone"),
      (difference.changed.count, "changed"),
    ]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
