import Purchasing
import StoreModel
import StoreReceipts
import TerminalKit

// What the Receipt screen says beside its list.
extension ShopState {
  /// Lines of a long difference that are shown; a restore may have brought thousands.
  private static let differenceLimit = 50

  var receiptDetailTitle: String {
    switch receiptCursor.selected {
    case .purchase(let id): "Record of \(id)"
    case let item?: item.title
    case nil: "Receipt"
    }
  }

  var receiptParagraphs: [Paragraph] {
    guard let report = receipt.report, let item = receiptCursor.selected else { return [] }
    return switch item {
    case .attributes: attributes(of: report)
    case .trust: trust(in: report)
    case .change: change(in: report)
    case .purchase(let id): record(id, in: report)
    }
  }

  // MARK: - Fields

  private func attributes(of report: ReceiptReport) -> [Paragraph] {
    [.text("App receipt", .title), .blank] + fields(report.attributes) + [
      .field("17", "purchase: \(counted(report.purchases.count, "record"))"), .blank,
      .text("Each field has a number, by which apps find it in the file.", .secondary),
    ]
  }

  /// The number as the label: names are too long for a column of their own in a small pane.
  private func fields(_ attributes: [ReceiptAttribute]) -> [Paragraph] {
    attributes.map { attribute in
      let value = attribute.text ?? attribute.value.hexadecimal
      return field(attribute.number, attribute.name, value.isEmpty ? "none" : value)
    }
  }

  private func field(_ number: Int64, _ name: String?, _ value: String) -> Paragraph {
    .field("\(number)", "\(name ?? "(unnamed)"): \(value)")
  }

  // MARK: - Trust

  func trust(in report: ReceiptReport) -> [Paragraph] {
    switch report.verdict {
    case .valid(let chain):
      let roles = ["Signed by", "Issued by", "Root"]
      var paragraphs: [Paragraph] = [
        .text("Trusted", .success), .blank,
        .text(
          "The signature matches, its chain ends at the one root that the app trusts, and app, version and device "
            + "are the ones of this receipt.", .text), .blank,
      ]
      for (place, signer) in chain.enumerated() {
        let role = place == chain.count - 1 ? roles[2] : roles[min(place, 1)]
        paragraphs += [
          .field(role, signer.name), .field("Key", signer.key),
          .field("Valid", "\(clock.day(signer.validFrom)) to \(clock.day(signer.validUntil))"), .blank,
        ]
      }
      let date = report.creationDate.map { ", \(clock.dayAndTime($0))" } ?? ""
      return paragraphs + [.text("Certificates are judged at the date of signing\(date).", .secondary)]
    case .invalid(let fault):
      return [
        .text("Not valid", .error), .blank, .text(fault.message, .text), .field("Error", fault.name), .blank,
        .text(
          "Press \(keyMap.label(of: .refreshReceipt)) to ask the store for a new one. What was paid for is delivered "
            + "once a receipt is accepted.", .text),
      ]
    }
  }

  // MARK: - Changes

  func change(in report: ReceiptReport) -> [Paragraph] {
    switch report.change {
    case .first:
      [
        .text("The first receipt", .title), .blank,
        .text("There was none before it on this device, so there is nothing to compare with.", .text),
      ]
    case .unreadable(let fault):
      [.text("The receipt before cannot be read", .warning), .blank, .text(fault.message, .text)]
    case .difference(let difference): paragraphs(of: difference)
    }
  }

  private func paragraphs(of difference: ReceiptDifference) -> [Paragraph] {
    var paragraphs: [Paragraph] = [
      .text("Since the receipt before", .title), .blank,
    ]
    if difference.isOnlyOfAttributes {
      paragraphs += [.text("The same purchases as before.", .text), .blank]
    }
    for (heading, mark, purchases) in [
      ("New", "+", difference.added), ("Gone", "-", difference.removed),
    ] where !purchases.isEmpty {
      paragraphs.append(.heading("\(heading): \(purchases.count)"))
      paragraphs += purchases.prefix(Self.differenceLimit).map { .field(mark, words(for: $0)) }
      paragraphs += more(than: Self.differenceLimit, of: purchases.count) + [.blank]
    }
    if !difference.changed.isEmpty {
      paragraphs.append(.heading("Changed: \(difference.changed.count)"))
      for changed in difference.changed.prefix(Self.differenceLimit) {
        paragraphs.append(.field("~", words(for: changed.purchase)))
        paragraphs += fields(changed.changes)
      }
      paragraphs += more(than: Self.differenceLimit, of: difference.changed.count) + [.blank]
    }
    if !difference.attributes.isEmpty {
      paragraphs += [.heading("Fields of the app")] + fields(difference.attributes)
    }
    return paragraphs
  }

  private func more(than limit: Int, of count: Int) -> [Paragraph] {
    count > limit ? [.text("and \(count - limit) more", .secondary)] : []
  }

  private func fields(_ changes: [ReceiptDifference.Change]) -> [Paragraph] {
    changes.map { change in
      func shown(_ value: String?) -> String {
        value.flatMap { $0.isEmpty ? nil : $0.shortened(to: 24) } ?? "none"
      }
      return field(change.number, change.name, "\(shown(change.before)) to \(shown(change.after))")
    }
  }

  private func words(for purchase: InAppPurchase) -> String {
    let quantity = purchase.quantity == 1 ? "" : " \u{D7} \(purchase.quantity)"
    return
      "\(texts.title(of: ProductID(purchase.productID)))\(quantity), transaction \(purchase.transactionID)"
  }

  // MARK: - Records

  func record(_ id: String, in report: ReceiptReport) -> [Paragraph] {
    guard let purchase = report.purchase(id) else { return [] }
    let keys = [
      (ShopCommand.ID.open, "shows its transaction."), (.showToken, "shows its signed form."),
    ].map { (keyMap.label(of: $0.0), $0.1) }.filter { !$0.0.isEmpty }.map { "\($0.0) \($0.1)" }
    return [.text(texts.title(of: ProductID(purchase.productID)), .title), .blank]
      + fields(report.record(of: id))
      + [.blank, .text(keys.joined(separator: " "), .secondary)]
  }
}

extension String {
  /// The beginning of a long text; what is left out is said to be.
  func shortened(to limit: Int) -> String { count > limit ? "\(prefix(limit))\u{2026}" : self }
}
