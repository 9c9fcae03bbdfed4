import FoundationEssentials
import StoreModel

/// The printer: every act as the words that are read back as the same act.
extension Act {
  /// The verb and its words; a product that `vocabulary` does not know is put in quotes, so that it is not looked
  /// up when this is read back.
  public func words(in vocabulary: Vocabulary) -> [ScriptWord] {
    switch self {
    case .buy(let payment):
      [.word("buy"), .product(payment.productID, vocabulary)]
        + (payment.quantity == 1 ? [] : [.word("quantity"), .word(String(payment.quantity))])
        + (payment.offerID.map { [.word("offer"), ScriptWord($0)] } ?? [])
    case .confirm(let name): [.word("confirm")] + (name.map { [.transaction($0, vocabulary)] } ?? [])
    case .cancel(let name): [.word("cancel")] + (name.map { [.transaction($0, vocabulary)] } ?? [])
    case .restore: [.word("restore")]
    case .finish(let name): [.word("finish"), .transaction(name, vocabulary)]
    case .download(let product, let action):
      [.word("download"), .product(product, vocabulary), .word(action.rawValue)]
    case .storefront(let id): [.word("storefront"), ScriptWord(id.rawValue)]
    case .account(let id): [.word("account"), ScriptWord(id.rawValue)]
    case .network(let state): [.word("network"), .word(state.rawValue)]
    case .payments(let allowed): [.word("payments"), .word(allowed ? "allowed" : "refused")]
    case .receipts(let condition): [.word("receipt"), .word(condition.rawValue)]
    case .refreshReceipt: [.word("receipt"), .word("refresh")]
    case .locale(let locale): [.word("locale"), ScriptWord(locale.rawValue)]
    case .price(let product, let amount):
      [.word("price"), .product(product, vocabulary), .word(amount.description)]
    case .relaunch: [.word("relaunch")]
    case .crash(let event): [.word("crash")] + (event.map { [.word("after"), .word($0)] } ?? [])
    case .wait(.time(let milliseconds)): [.word("wait"), .word(DurationText.text(milliseconds))]
    case .wait(.until(let condition, let isNegated)):
      [.word("wait")] + (isNegated ? [.word(condition.negation)] : []) + condition.words(in: vocabulary)
    case .key(let presses):
      [.word("key")]
        + presses.map { press in
          switch press {
          case .key(let name): ScriptWord(name)
          case .text(let text): .quoted(text)
          }
        }
    case .screen(let name): [.word("screen"), .word(name.rawValue)]
    case .expect(let condition, let isNegated):
      [.word("expect")] + (isNegated ? [.word(condition.negation)] : []) + condition.words(in: vocabulary)
    }
  }

  /// The line that is read back as this act where its products are known.
  public var text: String { text(in: .everything) }

  /// The line that is read back as this act.
  public func text(in vocabulary: Vocabulary) -> String {
    words(in: vocabulary).map(\.description).joined(separator: " ")
  }
}

extension Command {
  /// The line that asks for this in a script.
  public var text: String { Act(self).text }
}

extension Condition {
  /// `not` in front of what reads as an adjective, `no` in front of what reads as a thing.
  var negation: String {
    switch self {
    case .entitled, .refused, .network, .payments: "not"
    default: "no"
    }
  }

  func words(in vocabulary: Vocabulary) -> [ScriptWord] {
    switch self {
    case .product(let id, let facts):
      [.word("product"), .product(id, vocabulary)] + (facts.isUnavailable ? [.word("unavailable")] : [])
        + .pair("price", facts.price) + .pair("title", facts.title)
    case .transaction(let name, let facts):
      [.word("transaction"), .transaction(name, vocabulary)] + facts.words(vocabulary)
    case .entitled(let id): [.word("entitled"), .product(id, vocabulary)]
    case .balance(let id, let count): [.word("balance"), .product(id, vocabulary), .word(String(count))]
    case .download(let id, let state):
      [.word("download"), .product(id, vocabulary)] + (state.map { [.word($0)] } ?? [])
    case .sheet(let product, let price):
      [.word("sheet")] + (product.map { [.word("product"), .product($0, vocabulary)] } ?? [])
        + .pair("price", price)
    case .queue(let count): [.word("queue"), .word(String(count))]
    case .refused(let reason): [.word("refused")] + (reason.map { [.word($0.rawValue)] } ?? [])
    case .calls(let patterns): [.word("calls")] + patterns.map { ScriptWord($0.description) }
    case .events(let patterns): [.word("events")] + patterns.map { ScriptWord($0.description) }
    case .account(let id): [.word("account"), ScriptWord(id.rawValue)]
    case .storefront(let id): [.word("storefront"), ScriptWord(id.rawValue)]
    case .network(let state): [.word("network"), .word(state.rawValue)]
    case .payments(let allowed): [.word("payments"), .word(allowed ? "allowed" : "refused")]
    case .receipt(let facts): [.word("receipt")] + facts.words(vocabulary)
    case .screen(let text): [.word("screen"), .quoted(text)]
    }
  }
}

extension Condition.ReceiptFacts {
  fileprivate func words(_ vocabulary: Vocabulary) -> [ScriptWord] {
    var words: [ScriptWord] = []
    if let isValid { words.append(.word(isValid ? "valid" : "invalid")) }
    words += .pair("purchases", purchases.map(String.init))
    if let transaction { words += [.word("transaction"), .transaction(transaction, vocabulary)] }
    if let product { words += [.word("product"), .product(product, vocabulary)] }
    if let owned { words += [.word("owned"), .product(owned, vocabulary)] }
    return words
  }
}

extension Condition.TransactionFacts {
  fileprivate func words(_ vocabulary: Vocabulary) -> [ScriptWord] {
    var words: [ScriptWord] = []
    if let state { words.append(.word(state)) }
    if let isFinished { words.append(.word(isFinished ? "finished" : "unfinished")) }
    words += .pair("quantity", quantity.map(String.init))
    words += .pair("price", price)
    words += .pair("error", error?.rawValue)
    words += .pair("offer", offer)
    if let product { words += [.word("product"), .product(product, vocabulary)] }
    words += .pair("account", account)
    words += .pair("storefront", storefront?.rawValue)
    if isUpgraded == true { words.append(.word("upgraded")) }
    return words
  }
}

extension ScriptWord {
  fileprivate static func word(_ text: String) -> ScriptWord { ScriptWord(text) }

  fileprivate static func product(_ id: ProductID, _ vocabulary: Vocabulary) -> ScriptWord {
    vocabulary.contains(id) ? ScriptWord(id.rawValue) : .quoted(id.rawValue)
  }

  fileprivate static func transaction(_ name: TransactionName, _ vocabulary: Vocabulary) -> ScriptWord {
    switch name {
    case .id(let id): return ScriptWord(id.description)
    case .last: return ScriptWord("last")
    case .product(let id):
      // A product may have an id that is read as something else.
      let isMisread = id.rawValue == "last" || id.rawValue.utf8.first.map { (48...57).contains($0) } == true
      return isMisread ? .quoted(id.rawValue) : .product(id, vocabulary)
    }
  }
}

extension [ScriptWord] {
  fileprivate static func pair(_ keyword: String, _ text: String?) -> [ScriptWord] {
    text.map { [ScriptWord(keyword), ScriptWord($0)] } ?? []
  }
}
