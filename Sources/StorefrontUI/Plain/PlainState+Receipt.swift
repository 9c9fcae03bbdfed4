import Purchasing
import StoreModel
import StoreReceipts
import TerminalKit

// The receipt and signed forms, as lines.
extension PlainState {
  static let signedForm = PlainChoice("Its signed form: what servers get of it (JWS)", .command(.showToken))

  func receipt(from first: Int) -> PlainPage {
    let refresh = PlainChoice("Refresh the receipt: ask the store for a new one", .command(.refreshReceipt))
    guard let report = shop.receipt.report else {
      var lines = ["Receipt", shop.noReceiptReason]
      if case .unreadable(let fault) = shop.receipt.reading { lines.append(fault.message) }
      if shop.receipt.reading == .missing, shop.facts.settings.receipts == .normal {
        lines.insert("There is none, as on every fresh install.", at: 1)
      }
      return PlainPage(lines: lines.map(\.plainLine), choices: [refresh])
    }
    var lines: [String] = []
    for item in [ReceiptItem.attributes, .trust, .change] {
      lines += ["\(item.title):"] + shop.paragraphs(of: item, in: report).plainLines
    }
    var page = list("Purchases in it", report.purchases, from: first, empty: "It holds no purchases.") {
      purchase in
      PlainChoice(
        "\(shop.texts.title(of: ProductID(purchase.productID))), transaction \(purchase.transactionID)"
          .plainLine,
        .go(.record(purchase.transactionID)))
    }
    page.lines = (first == 0 ? ["Receipt"] + lines : []).map(\.plainLine) + page.lines
    if let cause = report.causes?.last, shop.facts.entry(cause.id) != nil {
      page.choices.append(PlainChoice("The event that changed it", .go(.entry(cause.id))))
    }
    page.choices += [refresh]
    return page
  }

  func record(_ id: String) -> PlainPage {
    guard let report = shop.receipt.report, report.purchase(id) != nil else {
      return PlainPage(lines: ["The receipt no longer holds transaction \(id).".plainLine])
    }
    var choices: [PlainChoice] = []
    if let transaction = TransactionID(id), shop.facts.transaction(transaction) != nil {
      choices.append(PlainChoice("Its transaction", .go(.transaction(transaction))))
    }
    return PlainPage(lines: shop.record(id, in: report).plainLines, choices: choices + [Self.signedForm])
  }

  /// Tells what was signed in the place of opening it.
  mutating func tellToken() -> [PlainEffect] {
    guard case .token(let reader) = shop.dialog else { return [] }
    shop.dialog = nil
    var lines: [String] = []
    for place in reader.signed.tokens.indices {
      var single = reader
      single.show(place)
      lines +=
        ["", shop.title(of: single).plainLine]
        + shop.pagerText(of: single).split(separator: "\n").map(String.init)
    }
    return [.print(lines)]
  }
}
