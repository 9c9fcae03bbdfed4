import StoreCatalog
import StoreDisclosures
import StoreModel
import StoreReceipts
import StoreScript
import TerminalKit

// What can be taken out of the screen: texts to copy, links to open, long texts to read in a pager.
extension ShopState {
  /// A text that can be copied, or a link that can be opened, and what it is.
  struct Piece: Hashable {
    let name: String
    let text: String
  }

  // MARK: - Copying

  /// What stands for the thing that is selected, the likeliest first; each text once.
  var copyable: [Piece] {
    if case .messages = dialog {
      return messageInHand.map { [Piece(name: "message", text: $0.content.text)] } ?? []
    }
    if case .token(let reader) = dialog {
      return reader.token.map { [Piece(name: $0.kind?.name ?? "token", text: $0.compact)] } ?? []
    }
    var pieces: [Piece] = []
    if let sheet {
      let payment = sheet.payment
      pieces = [
        Piece(name: "product", text: payment.product.id.rawValue),
        Piece(name: "transaction", text: payment.transaction.id.description),
      ]
    } else {
      switch screen {
      case .store, .library:
        if let product = selectedProductID {
          pieces.append(Piece(name: "product", text: product.rawValue))
          if let entitlement = facts.entitlements[product] {
            pieces.append(Piece(name: "transaction", text: entitlement.transactionID.description))
          }
        }
      case .transactions: pieces = selectedTransaction.map(Self.pieces(of:)) ?? []
      case .activity: pieces = selectedEntry.map(self.pieces(of:)) ?? []
      case .receipt: pieces = receiptPieces
      case .lab: pieces = labTransaction.map(Self.pieces(of:)) ?? []
      }
    }
    var seen: Set<String> = []
    let links = sheet == nil && selectedProduct == nil ? [] : links
    return (pieces + links).filter { seen.insert($0.text).inserted }
  }

  private static func pieces(of transaction: Transaction) -> [Piece] {
    var pieces = [
      Piece(name: "transaction", text: transaction.id.description),
      Piece(name: "product", text: transaction.productID.rawValue),
    ]
    if let original = transaction.original {
      pieces.append(Piece(name: "first transaction", text: original.id.description))
    }
    if let offer = transaction.offerID { pieces.append(Piece(name: "offer", text: offer)) }
    if let error = transaction.error {
      pieces.append(
        Piece(name: "error", text: "\(StoreError.domain) \(error.code.rawValue) \(error.reason.rawValue)"))
    }
    return pieces
  }

  private func pieces(of entry: JournalEntry) -> [Piece] {
    let words = EventWords(texts: texts, facts: facts, clock: clock)
    var pieces = [Piece(name: "entry", text: entry.id.description)]
    if let transaction = entry.event.transactionID {
      pieces.append(Piece(name: "transaction", text: transaction.description))
    }
    return pieces + [Piece(name: "sentence", text: words.sentence(entry.event))]
  }

  var copying: Availability {
    copyable.isEmpty ? .disabled(shownCount == 0 ? emptyReason : "There is nothing to copy here.") : .enabled
  }

  mutating func copySelected() -> [Effect] {
    let pieces = copyable
    guard pieces.count > 1 else { return pieces.map { .copy($0.text) } }
    dialog = .picker(Self.picker(.copy, "Copy", pieces))
    return []
  }

  /// A terminal never says whether it took the text, so nothing is claimed, and the text is shown (X32).
  mutating func copied(_ text: String, _ result: CopyResult) -> [Effect] {
    switch result {
    case .sent: say("Sent to the terminal: \(text.shortened(to: 300))", .info)
    case .tooLong(let bytes, let limit):
      say(
        "Nothing was sent: the text is \(bytes) bytes, and a terminal takes \(limit).", .warning,
        advice: "Press \(keyMap.label(of: .page)) to read it in a pager, and copy from there.")
    }
  }

  // MARK: - Links

  /// The links of what is selected. Only https, with a host that is public.
  var links: [Piece] {
    let product = sheet?.payment.product ?? selectedProduct
    let resolver = texts.resolver
    var links = [
      resolver.terms(in: catalog.policies).map { Piece(name: "Terms of use", text: $0.url) },
      resolver.privacy(in: catalog.policies).map { Piece(name: "Privacy policy", text: $0.url) },
    ].compactMap(\.self).filter { PolicyLink.fault(of: $0.text) == nil }
    if product?.type == .autoRenewable {
      links.append(Piece(name: "Manage subscriptions", text: "https://apps.apple.com/account/subscriptions"))
    }
    return links
  }

  var openingLinks: Availability {
    links.isEmpty
      ? .disabled("The catalogue names no link. Lend it some with --terms and --privacy.") : .enabled
  }

  mutating func chooseLink() -> [Effect] {
    let links = links
    guard links.count > 1 else { return links.first.map { open($0.text) } ?? [] }
    dialog = .picker(Self.picker(.link, "Open a link", links))
    return []
  }

  /// Opens a link where somebody can see it, else says it in full and how to take it along.
  mutating func open(_ link: String) -> [Effect] {
    guard let noOpener else { return [.openLink(link)] }
    return say(link, .warning, advice: "\(noOpener) \(copyAdvice)")
  }

  mutating func opened(_ link: String, problem: String?) -> [Effect] {
    guard let problem else { return say("Handed to xdg-open: \(link)", .info) }
    return say("\(link) was not opened. \(problem)", .warning, advice: copyAdvice)
  }

  private var copyAdvice: String {
    let key = sheet == nil ? keyMap.label(of: .copy) : Key.ctrl("y").label
    return key.isEmpty ? "" : "Press \(key) to copy it."
  }

  private static func picker(_ subject: Picker.Subject, _ title: String, _ pieces: [Piece]) -> Picker {
    Picker(
      subject: subject, title: title,
      items: pieces.map { piece in
        // A link is shown in full wherever it fits: what it is stands above it.
        subject == .link
          ? Picker.Item(id: piece.text, title: piece.text, note: "", section: piece.name)
          : Picker.Item(id: piece.text, title: piece.text, note: piece.name, section: "")
      }, current: "")
  }

  // MARK: - The pager

  /// The long text that has the keys: a dialog, the sheet, or the details of what is selected.
  private var pageable: [Paragraph] {
    switch dialog {
    case .messages: return messageInHand.map(messageParagraphs) ?? []
    case .findings: return findingParagraphs
    // The whole of it is handed over as it is: see `page`.
    case .token: return [.blank]
    case .picker, .question, .welcome: return []
    case nil: break
    }
    if let sheet { return sheet.paragraphs }
    return screen == .library ? selectedProduct.map(productDetail) ?? [] : detailParagraphs
  }

  var paging: Availability {
    pageable.isEmpty ? .disabled(shownCount == 0 ? emptyReason : "There is no text to read here.") : .enabled
  }

  /// Hands the text to a pager, as lines: what stands in a catalogue cannot drive the terminal there either.
  mutating func page() -> [Effect] {
    // The compact form stays in one piece there, so that it can be copied.
    if case .token(let reader) = dialog { return [.page(pagerText(of: reader))] }
    let lines = pageable.lines(width: min(max(size.columns - 1, 20), 78)).map { line in
      line.pieces.reduce(into: "") { text, piece in
        text += String(repeating: " ", count: max(piece.column - text.cellWidth, 0)) + piece.text.plainLine
      }
    }
    return [.page(lines.joined(separator: "\n") + "\n")]
  }
}
