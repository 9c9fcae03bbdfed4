import StoreModel
import StoreReceipts
import TerminalKit

// A signed token in words: what it says, dates explained, then the text itself.
extension ShopState {
  func title(of reader: TokenReader) -> String {
    let name = reader.token?.kind?.name ?? "signed token"
    let title = name.prefix(1).uppercased() + name.dropFirst()
    return if case .transaction(let id) = reader.subject { "\(title) \(id)" } else { title }
  }

  func paragraphs(of reader: TokenReader) -> [Paragraph] {
    guard let token = reader.token else { return [] }
    return decodedParagraphs(token, reader)
      + [.blank, .heading("Raw, \(token.compact.utf8.count) characters"), .text(token.compact, .secondary)]
  }

  func lines(of reader: TokenReader) -> [TextLine] {
    paragraphs(of: reader).lines(width: textDialogRoom.columns)
  }

  /// For a pager: the compact form stands on one line.
  func pagerText(of reader: TokenReader) -> String {
    guard let token = reader.token else { return "" }
    let lines = decodedParagraphs(token, reader).plainLines
    return (lines + ["", token.compact.plainLine]).joined(separator: "\n") + "\n"
  }

  private func decodedParagraphs(_ token: TokenReading, _ reader: TokenReader) -> [Paragraph] {
    var paragraphs: [Paragraph] = []
    if reader.hasOther {
      paragraphs += [
        .text("Token \(reader.shown + 1) of \(reader.signed.tokens.count). \(otherTokenAdvice)", .secondary),
        .blank,
      ]
    }
    paragraphs += [.heading("Header"), .field("alg", token.algorithm)]
    for (place, name) in token.certificates.enumerated() { paragraphs.append(.field("x5c \(place)", name)) }
    paragraphs.append(
      .field("trusted", "yes: signature and chain lead to this store's root", .success))
    paragraphs += [.blank, .heading("Payload")]
    for member in token.payload {
      let date = member.date.map { "  (\(clock.dayAndTime($0)))" } ?? ""
      paragraphs.append(.field(member.name, member.value + date))
    }
    return paragraphs
  }

  private var otherTokenAdvice: String {
    let key = keyMap.command(for: .tab, in: .token)?.id == .otherToken ? "Tab" : keyMap.label(of: .otherToken)
    return key.isEmpty ? "" : "\(key) shows the other."
  }
}
