import StoreCatalog
import Synchronization

/// A text of `Wording` cut at its tokens, so that filling it in looks for nothing.
struct Template: Sendable {
  private enum Piece: Sendable {
    case text(String)
    case token(Wording.Token)
  }

  private let pieces: [Piece]

  /// Braces that name no token stay as they are.
  init(_ template: String) {
    var pieces: [Piece] = []
    var rest = template[...]
    var text = ""
    // Braces are looked for by their bytes: looking at characters takes ten times as long.
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
      let close = rest.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      let end = rest.utf8.index(after: close)
      if let token = Wording.Token(rawValue: String(rest[rest.utf8.index(after: open)..<close])) {
        // Not with +=, which goes by any sequence and looks for what it is one of.
        text.append(contentsOf: rest[..<open])
        if !text.isEmpty { pieces.append(.text(text)) }
        pieces.append(.token(token))
        text = ""
      } else {
        text.append(contentsOf: rest[..<end])
      }
      rest = rest[end...]
    }
    text.append(contentsOf: rest)
    if !text.isEmpty { pieces.append(.text(text)) }
    self.pieces = pieces
  }

  /// The text with every token filled in that has a value; another one stays in its braces.
  ///
  /// Filled in one pass, so that braces in a value stay what they are.
  func filled(with values: KeyValuePairs<Wording.Token, String>) -> String {
    if pieces.count == 1, case .text(let text) = pieces[0] { return text }
    var filled = ""
    for piece in pieces {
      switch piece {
      case .text(let text): filled += text
      case .token(let token):
        if let value = values.first(where: { $0.key == token })?.value {
          filled += value
        } else {
          filled += "{\(token.rawValue)}"
        }
      }
    }
    return filled
  }
}

/// The templates of one language, each cut when it is first asked for. Safe to share between threads.
final class Templates: Sendable {
  private let language: SupportedLanguage
  private let kept = Mutex<[Wording: Template]>([:])

  init(language: SupportedLanguage) { self.language = language }

  subscript(wording: Wording) -> Template {
    kept.withLock { kept in
      if let known = kept[wording] { return known }
      let template = Template(wording.template(in: language))
      kept[wording] = template
      return template
    }
  }
}
