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
    return paragraphs(of: item, in: report) + waysOn
  }

  /// What is told of a row, whatever keys there are.
  func paragraphs(of item: ReceiptItem, in report: ReceiptReport) -> [Paragraph] {
    switch item {
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
      guard !value.isEmpty, let words = words(forAttribute: attribute.number, value) else {
        return field(attribute.number, attribute.name, value.isEmpty ? "none" : value)
      }
      // A date is not broken where it can have a line of its own.
      let line = "\(attribute.name ?? ""): \(value) (\(words))"
      let fits = line.cellWidth <= layout.detailText.columns - 6
      return field(attribute.number, attribute.name, "\(value) \(fits ? "" : "\n")(\(words))")
    }
  }

  private func field(_ number: Int64, _ name: String?, _ value: String) -> Paragraph {
    .field("\(number)", "\(name ?? "(unnamed)"): \(value)")
  }

  // MARK: - Trust

  func trust(in report: ReceiptReport) -> [Paragraph] { refusal + verdict(in: report) }

  /// What the app said of a receipt that it did not accept: it may be in order all the same.
  private var refusal: [Paragraph] {
    guard let error = receipt.rejection else { return [] }
    return [
      .text("Not accepted by the app", .error), .blank,
      .text(error.errorDescription ?? "", .text), .field("Error", error.reason.rawValue), .blank,
      .text(
        "\(counted(facts.queueDepth, "transaction")) in the queue. Press \(keyMap.label(of: .refreshReceipt)) to ask "
          + "the store for a new receipt: what was paid for is delivered once one is accepted.", .text),
      .blank,
    ]
  }

  private func verdict(in report: ReceiptReport) -> [Paragraph] {
    switch report.verdict {
    case .valid(let chain):
      let roles = ["Signed by", "Issued by", "Root"]
      var paragraphs: [Paragraph] = [
        .text(receipt.rejection == nil ? "Trusted" : "In itself it can be trusted", .success), .blank,
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
    lack(in: report) + difference(in: report)
  }

  private func difference(in report: ReceiptReport) -> [Paragraph] {
    switch report.change {
    case .first:
      [
        .text("The first receipt", .title), .blank,
        .text(
          "There is none before it to compare with. The next one that holds something else is compared with it.",
          .text),
      ]
    case .unreadable(let fault):
      [
        .text("The receipt before cannot be read", .warning), .blank, .text(fault.message, .text),
        .text("The next purchase is compared with the one that is here.", .text),
      ]
    case .difference(let difference): paragraphs(of: difference, in: report)
    }
  }

  /// What has happened that the receipt does not tell of, and what to do.
  private func lack(in report: ReceiptReport) -> [Paragraph] {
    let count = purchasesMissing(in: report)
    guard count > 0 else { return [] }
    let ask = "Press \(keyMap.label(of: .refreshReceipt)) to ask for a new one."
    let advice =
      switch facts.settings.receipts {
      case .late: "The store is set to send receipts late. \(ask)"
      case .missing: "The store is set to give out none. \(receiptsAgain)"
      case .normal: ask
      }
    return [
      .text("Not in it yet: \(counted(count, "newer purchase")).", .warning), .text(advice, .text), .blank,
    ]
  }

  /// How to have receipts again where none are given out.
  var receiptsAgain: String {
    "Let them come with the line \u{201C}receipt normal\u{201D} (\(keyMap.label(of: .showPalette)) runs it), then "
      + "refresh (\(keyMap.label(of: .refreshReceipt)))."
  }

  /// Which event made the difference, and when the two receipts were signed.
  private func origin(of report: ReceiptReport) -> [Paragraph] {
    var paragraphs: [Paragraph] = []
    if let causes = report.causes {
      let words = EventWords(texts: texts, facts: facts, clock: clock)
      let last = causes.last
      let isAlone = causes.entries.values.allSatisfy { $0.id == last.id }
      paragraphs += [
        .text("Changed \(isAlone ? "by" : "up to") entry \(last.id)", .title),
        .text(words.sentence(last.event), .text),
        .text("\(last.event.name), \(clock.dayAndTime(last.time))", .secondary), .blank,
      ]
    } else {
      paragraphs += [.text("Since the receipt before", .title), .blank]
    }
    if let before = report.previousDate, let now = report.creationDate {
      paragraphs += [
        .text("Signed before: \(clock.dayAndTime(before))", .secondary),
        .text("Signed now: \(clock.dayAndTime(now))", .secondary), .blank,
      ]
    }
    return paragraphs
  }

  private func paragraphs(of difference: ReceiptDifference, in report: ReceiptReport) -> [Paragraph] {
    var paragraphs = origin(of: report)
    func why(_ purchase: InAppPurchase) -> String {
      guard let entry = report.causes?.entries[purchase.transactionID], entry.id != report.causes?.last.id
      else { return "" }
      return ", by entry \(entry.id)"
    }
    if difference.isOnlyOfAttributes {
      paragraphs += [.text("The same purchases as before.", .text), .blank]
    }
    for (heading, mark, purchases) in [
      ("New", "+", difference.added), ("Gone", "-", difference.removed),
    ] where !purchases.isEmpty {
      paragraphs.append(.heading("\(heading): \(purchases.count)"))
      paragraphs += purchases.prefix(Self.differenceLimit).map { .field(mark, words(for: $0) + why($0)) }
      paragraphs += more(than: Self.differenceLimit, of: purchases.count) + [.blank]
    }
    if !difference.changed.isEmpty {
      paragraphs.append(.heading("Changed: \(difference.changed.count)"))
      for changed in difference.changed.prefix(Self.differenceLimit) {
        paragraphs.append(.field("~", words(for: changed.purchase) + why(changed.purchase)))
        paragraphs += fields(changed.changes)
      }
      paragraphs += more(than: Self.differenceLimit, of: difference.changed.count) + [.blank]
    }
    if !difference.attributes.isEmpty {
      paragraphs += [.heading("Fields of the app, new at each signing")] + fields(difference.attributes)
    }
    return paragraphs
  }

  private func more(than limit: Int, of count: Int) -> [Paragraph] {
    count > limit ? [.text("and \(count - limit) more", .secondary)] : []
  }

  private func fields(_ changes: [ReceiptDifference.Change]) -> [Paragraph] {
    changes.map { change in
      func shown(_ value: String?) -> String {
        guard let value, !value.isEmpty else { return "none" }
        // A date that came or went is read as one; of what is only a row of digits the beginning will do.
        if let date = ReceiptAttribute.date(change.number, value) { return clock.dayAndTime(date) }
        let words = words(forAttribute: change.number, value).map { " (\($0))" } ?? ""
        return value.utf8.count > 24 ? value.shortened(to: 24) : value + words
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
    return [.text(texts.title(of: ProductID(purchase.productID)), .title), .blank]
      + fields(report.record(of: id))
  }

  /// Where one gets to from what is shown, by keys.
  private var waysOn: [Paragraph] {
    let ways: [(ShopCommand.ID, String)] =
      switch receiptCursor.selected {
      case .purchase: [(.open, "shows its transaction."), (.showToken, "shows its signed form.")]
      case .change where causeInHand != nil: [(.open, "shows the event in the Activity.")]
      case .attributes: [(.showToken, "shows how the app itself was bought, signed.")]
      case .change, .trust, nil: []
      }
    let keys = ways.map { (keyMap.label(of: $0.0), $0.1) }.filter { !$0.0.isEmpty }.map { "\($0.0) \($0.1)" }
    return keys.isEmpty ? [] : [.blank, .text(keys.joined(separator: " "), .secondary)]
  }
}

extension String {
  /// The beginning of a long text; what is left out is said to be.
  func shortened(to limit: Int) -> String { count > limit ? "\(prefix(limit))\u{2026}" : self }
}
