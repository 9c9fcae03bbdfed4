/// What may follow in a statement, compiled from the line that the help shows: `buy PRODUCT [quantity N]`.
///
/// - A small word stands for itself; `on|off` is one of several.
/// - A word in capitals is a `Slot`; with `...` it may be repeated.
/// - Brackets may be left out; neighbouring ones come in any order, each at most once. Of what a lone `|` divides
///   inside brackets, one.
///
/// Parser, errors, completion, help and manual all read this, so they cannot disagree.
public struct Usage: Hashable, Sendable {
  indirect enum Part: Hashable, Sendable {
    case keyword(String)
    /// One of these words; its label is the alternatives as written, `on|off`.
    case choice([String])
    /// Labelled by the keyword in front of it in the same brackets, else by its own name.
    case slot(Slot, label: String, repeats: Bool)
    case group([Part])
    /// Groups of which one may be there.
    case either([Part])
  }

  public let text: String
  let parts: [Part]

  /// `text` is our own and correct: a mistake in it is a mistake in this program.
  init(_ text: String) {
    self.text = text
    let spaced = text.replacing("[", with: "[ ").replacing("]", with: " ]")
    var tokens = spaced.split(separator: " ").map(String.init)[...]
    parts = Self.parts(&tokens, isGroup: false)
    precondition(tokens.isEmpty, "The usage '\(text)' has a bracket too many.")
  }

  private static func parts(_ tokens: inout ArraySlice<String>, isGroup: Bool) -> [Part] {
    var parts: [Part] = []
    while let token = tokens.popFirst() {
      switch token {
      case "[": parts.append(.group(self.parts(&tokens, isGroup: true)).divided)
      case "]" where isGroup: return parts
      case "|" where isGroup: parts.append(.divider)
      default: parts.append(part(token, after: isGroup ? parts.last : nil))
      }
    }
    precondition(!isGroup, "A usage has a bracket that is not closed.")
    return parts
  }

  private static func part(_ token: String, after previous: Part?) -> Part {
    if token.contains("|") { return .choice(token.split(separator: "|").map(String.init)) }
    let name = token.hasSuffix("...") ? String(token.dropLast(3)) : token
    guard let slot = Slot(rawValue: name) else {
      precondition(name == name.lowercased(), "The usage has an unknown slot \(name).")
      return .keyword(token)
    }
    if case .keyword(let keyword) = previous { return .slot(slot, label: keyword, repeats: name != token) }
    return .slot(slot, label: name, repeats: name != token)
  }
}

extension Usage.Part {
  /// A lone `|`, before a group is divided at it.
  fileprivate static let divider = keyword("|")

  /// A group with dividers as the groups between them.
  fileprivate var divided: Usage.Part {
    guard case .group(let parts) = self, parts.contains(.divider) else { return self }
    return .either(parts.split(separator: .divider).map { .group(Array($0)) })
  }

  /// Whether it stands in brackets.
  var isOptional: Bool {
    switch self {
    case .group, .either: true
    case .keyword, .choice, .slot: false
    }
  }

  /// The words that can stand first here and fit what is typed.
  ///
  /// - Parameter product: what stood for a product before, for what is one of its own.
  func completions(_ vocabulary: Vocabulary, of product: String? = nil, typed: String = "") -> [Completion] {
    switch self {
    case .keyword(let word): Completion.keywords([word], typed: typed)
    case .choice(let words): Completion.keywords(words, typed: typed)
    case .slot(let slot, _, _): slot.completions(vocabulary, of: product, typed: typed)
    case .group(let parts): parts.first?.completions(vocabulary, of: product, typed: typed) ?? []
    case .either(let groups): groups.flatMap { $0.completions(vocabulary, of: product, typed: typed) }
    }
  }

  /// How an error names what is missing.
  var name: String {
    switch self {
    case .keyword(let word): "'\(word)'"
    case .choice(let words): words.listed
    case .slot(let slot, let label, _): label == slot.rawValue ? label : "\(label) \(slot.rawValue)"
    case .group(let parts): parts.first?.name ?? ""
    case .either(let groups): groups.map(\.name).listed
    }
  }
}
