import StoreModel

/// What is wanted of transactions: words such as `state:deferred account:mia date:2026-11`, and free text.
///
/// All words have to fit. A word with a key that is none is free text.
public struct TransactionQuery: Hashable, Sendable {
  /// What a word may begin with, and what it then asks.
  public static let keys: [(key: String, meaning: String)] = [
    ("state", "purchasing, purchased, failed, restored or deferred"),
    ("is", "finished, unfinished, revoked or upgraded"),
    ("product", "a part of the product's id"),
    ("account", "the beginning of the customer's name"),
    ("storefront", "the country, such as USA"),
    ("date", "the beginning of its date in UTC, such as 2026-11"),
    ("id", "its number"),
  ]

  private let wanted: [(key: String, value: String)]
  /// What is left of the text when the words with keys are taken out.
  public let text: String

  public init(_ text: String) {
    var wanted: [(key: String, value: String)] = []
    var rest: [Substring] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, Self.keys.contains(where: { $0.key == parts[0] }) {
        wanted.append((String(parts[0]), parts[1].lowercased()))
      } else {
        rest.append(word)
      }
    }
    self.wanted = wanted
    self.text = rest.joined(separator: " ")
  }

  /// True when only free text is asked for, or nothing.
  public var isPlain: Bool { wanted.isEmpty }

  /// Whether the words with keys fit; the free text is the caller's.
  public func fits(_ transaction: Transaction) -> Bool {
    wanted.allSatisfy { fits(transaction, $0.key, $0.value) }
  }

  private func fits(_ transaction: Transaction, _ key: String, _ value: String) -> Bool {
    switch key {
    case "state": return "\(transaction.state)".hasPrefix(value)
    case "product": return transaction.productID.rawValue.lowercased().contains(value)
    case "account": return transaction.account.rawValue.lowercased().hasPrefix(value)
    case "storefront": return transaction.storefront.rawValue.lowercased().hasPrefix(value)
    case "date": return (transaction.date ?? transaction.createdAt).description.lowercased().hasPrefix(value)
    case "id": return value.isEmpty || transaction.id.description == value
    default:
      let facts = [
        ("finished", transaction.isFinished), ("unfinished", !transaction.isFinished),
        ("revoked", transaction.revokedAt != nil), ("upgraded", transaction.isUpgraded),
      ]
      // Any that it may become while it is typed.
      return facts.contains { $0.0.hasPrefix(value) && $0.1 }
    }
  }

  public static func == (left: TransactionQuery, right: TransactionQuery) -> Bool {
    left.text == right.text && left.wanted.elementsEqual(right.wanted, by: ==)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    for word in wanted {
      hasher.combine(word.key)
      hasher.combine(word.value)
    }
  }
}
