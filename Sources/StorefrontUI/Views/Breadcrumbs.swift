import StoreModel
import StoreScript
import TerminalKit

/// Where one is, from the screen down to what is open above it: `Store ▸ Moon Walk ▸ Confirm`.
///
/// At the top there is only the app's name, for the screens beside it say the rest.
struct Breadcrumbs: Hashable {
  let parts: [String]

  init(_ state: ShopState) {
    var parts = [state.screen.title]
    if let sheet = state.sheet {
      parts += [state.texts.title(of: sheet.payment.product.id), "Confirm"]
    } else if state.pane == .detail, let title = state.selectionTitle {
      parts.append(title)
    }
    if let dialog = state.dialog { parts += dialog.crumbs }
    if let menu = state.menu { parts.append(menu.kind == .palette ? "Commands" : "Help") }
    self.parts = parts.count > 1 ? parts : [state.catalog.app.name]
  }

  /// As much of it as fits, without the beginning when it is too long: the end says where one is.
  func text(width: Int, glyphs: Glyphs) -> String {
    let between = " \(glyphs.pointer) "
    for first in parts.indices {
      let shown = (first == 0 ? [] : [glyphs.ellipsis]) + parts[first...]
      let text = shown.joined(separator: between)
      if text.cellWidth <= width { return text }
    }
    return parts.last ?? ""
  }

  /// What its end takes when it is not cut: below a screen the words in front may be left out.
  var leastWidth: Int { (parts.count > 1 ? Self.leftOutWidth : 0) + (parts.last?.cellWidth ?? 0) }
  /// Of an ellipsis in ASCII, and of what stands between.
  private static let leftOutWidth = 6
}

extension ShopState {
  /// What the selected thing is called.
  fileprivate var selectionTitle: String? {
    switch screen {
    case .store, .library: selectedProductID.map(texts.title)
    case .transactions: selectedTransaction.map { "\(texts.title(of: $0.productID)) \($0.id)" }
    case .activity: selectedEntry.map { "Entry \($0.id)" }
    case .receipt: receiptCursor.selected.map { _ in receiptDetailTitle }
    case .lab: labCursor.selected.map(title(of:))
    }
  }
}

extension Dialog {
  fileprivate var crumbs: [String] {
    switch self {
    case .picker(let picker): [picker.title]
    case .question(let question): [question.title]
    case .findings: ["Findings"]
    case .token: ["Signed form"]
    case .messages(let reader):
      reader.detailsTop == nil ? ["Messages"] : reader.isOnlyDetails ? ["Error"] : ["Messages", "Message"]
    case .welcome: ["Welcome"]
    }
  }
}
