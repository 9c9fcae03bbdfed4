import StoreCatalog
import StoreModel
import StoreReceipts

/// A word that can be typed next, as it is written in a script.
public struct Completion: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case verb(Verb.Name)
    case keyword
    /// A value for a slot: a product's id, a country, …
    case value(Slot)
  }

  public let word: String
  public let kind: Kind
}

extension Completion {
  /// True when `typed` is the beginning of a word, whatever its case.
  static func begins(_ word: String, with typed: String) -> Bool {
    typed.isEmpty || word.lowercased().hasPrefix(typed.lowercased())
  }

  /// Those of `words` that begin as typed.
  static func keywords(_ words: [String], typed: String) -> [Completion] {
    words.filter { begins($0, with: typed) }.map { Completion(word: $0, kind: .keyword) }
  }
}

extension Slot {
  /// The values that can stand here and fit what is typed; none where anything can.
  func completions(_ vocabulary: Vocabulary, of product: String?, typed: String) -> [Completion] {
    let words: [String]
    switch self {
    case .product: words = vocabulary.products(typed: typed)
    case .transaction:
      let ids = ["last"] + vocabulary.transactions.map(\.description)
      words = ids.filter { Completion.begins($0, with: typed) } + vocabulary.products(typed: typed)
    case .storefront:
      words = StorefrontTable.all.filter {
        Completion.begins($0.id.rawValue, with: typed) || Completion.begins($0.name, with: typed)
      }.map(\.id.rawValue)
    case .locale: words = SupportedLanguage.allCases.map(\.locale.rawValue).beginning(typed)
    case .account: words = vocabulary.accounts.map { ScriptWord($0.rawValue).description }.beginning(typed)
    case .offer:
      words = product.map(vocabulary.offers)?.map { ScriptWord($0).description }.beginning(typed) ?? []
    case .event, .events: words = Event.names.beginning(typed)
    case .calls: words = CallPattern.names.beginning(typed)
    case .reason: words = StoreError.Reason.allCases.map(\.rawValue).beginning(typed)
    case .condition, .time: words = Condition.forms.map(\.name).beginning(typed)
    case .stage: words = StoreStage.allCases.map(\.rawValue).beginning(typed)
    case .failure: words = StoreFailure.names.beginning(typed)
    case .notification: words = NotificationType.allCases.map(\.rawValue).beginning(typed)
    case .number, .amount, .text, .uuid, .span, .date, .key, .file, .name, .value: words = []
    }
    return words.map { Completion(word: $0, kind: .value(self)) }
  }
}

extension [String] {
  fileprivate func beginning(_ typed: String) -> [String] { filter { Completion.begins($0, with: typed) } }
}
