import StoreModel
import StoreReceipts
import TerminalKit

// A signed token in words: what each of its parts says, with dates and codes explained, and the text itself.
extension ShopState {
  func title(of reader: TokenReader) -> String {
    let name = reader.token?.kind?.name ?? "signed token"
    let title = name.prefix(1).uppercased() + name.dropFirst()
    return switch reader.subject {
    case .transaction(let id): "\(title) \(id)"
    case .notification(let entry): "\(title), entry \(entry)"
    case .app: title
    }
  }

  /// The tokens to choose from, the shown one in brackets; which one it is where there is no room for all.
  func tabs(of reader: TokenReader, width: Int) -> String {
    let names = reader.signed.tokens.map { $0.kind?.shortName ?? "Token" }
    let tabs = names.enumerated().map { place, name in
      place == reader.shown ? "[\(place + 1) \(name)]" : " \(place + 1) \(name) "
    }.joined(separator: " ")
    if tabs.cellWidth <= width { return tabs }
    return "[\(reader.shown + 1) \(names[reader.shown])] of \(names.count)"
  }

  /// How one gets to the next one.
  var otherTokenAdvice: String {
    let key = keyMap.label(of: .otherToken)
    return key.isEmpty ? "" : "\(key): the next"
  }

  func page(of reader: TokenReader) -> TokenPage? {
    guard let token = reader.token else { return nil }
    let key = keyMap.label(of: .foldToken)
    let width = layout.token(reader).text.columns
    return TokenPage(
      token, decoded: decoded(token, reader, width: TokenPage.decodedWidth(in: width)), width: width,
      isUnfolded: reader.isUnfolded, unfold: key.isEmpty ? "" : "\(key) shows them.")
  }

  /// For a pager: each part under its name, the compact form on one line at the end.
  func pagerText(of reader: TokenReader) -> String {
    guard let token = reader.token else { return "" }
    let parts = zip(TokenPart.allCases, decoded(token, reader)).flatMap { part, paragraphs in
      [part.name.plainLine] + paragraphs.plainLines + [""]
    }
    return (parts + ["Raw", token.compact.plainLine]).joined(separator: "\n") + "\n"
  }

  /// What header, payload and signature say.
  ///
  /// - Parameter width: what a value means stands below it where it would be broken in this width.
  private func decoded(_ token: TokenReading, _ reader: TokenReader, width: Int = .max) -> [[Paragraph]] {
    let labels = token.payload.map(\.name.cellWidth).max() ?? 0
    var header: [Paragraph] = [
      .field("alg", token.algorithm == "ES256" ? "ES256  (ECDSA, P-256, SHA-256)" : token.algorithm)
    ]
    for (place, name) in token.certificates.enumerated() {
      let role = place == 0 ? "signs" : place == token.certificates.count - 1 ? "root" : "issues it"
      header.append(.field("x5c \(place)", "\(name)  (\(role))"))
    }
    let payload = token.payload.map { member -> Paragraph in
      if let place = reader.place(of: member.value) {
        return .field(member.name, "\(member.value.utf8.count) characters: token \(place + 1) here")
      }
      guard let words = words(for: member, in: token) else { return .field(member.name, member.value) }
      let line = "\(member.value)  (\(words))"
      let fits = line.cellWidth <= width - labels - 2
      return .field(member.name, fits ? line : "\(member.value)\n(\(words))")
    }
    let signature: [Paragraph] = [
      .field("bytes", "64: r and s, 32 each"), .field("of", "header and payload, with the point between"),
      .field("trusted", "yes: signature and chain lead to this store's root", .success),
    ]
    return [header, payload, signature]
  }
}

extension TokenKind {
  /// In a word or two, beside others.
  fileprivate var shortName: String {
    switch self {
    case .transaction: "Transaction"
    case .renewalInfo: "Renewal info"
    case .appTransaction: "App transaction"
    case .notification: "Notification"
    }
  }
}
