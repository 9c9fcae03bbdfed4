import FoundationEssentials
import Purchasing
import StoreModel
import StoreReceipts

/// The printer: every act as the words that are read back as the same act.
extension Act {
  /// The verb and its words; a product that `vocabulary` does not know is put in quotes, so that it is not looked
  /// up when this is read back.
  public func words(in vocabulary: Vocabulary) -> [ScriptWord] {
    switch self {
    case .buy(let payment):
      [.word("buy")] + payment.words(vocabulary)
    case .confirm(let name): [.word("confirm")] + (name.map { [.transaction($0, vocabulary)] } ?? [])
    case .cancel(let name): [.word("cancel")] + (name.map { [.transaction($0, vocabulary)] } ?? [])
    case .restore: [.word("restore")]
    case .finish(let name): [.word("finish"), .transaction(name, vocabulary)]
    case .download(let product, let action):
      [.word("download"), .product(product, vocabulary), .word(action.rawValue)]
    case .storefront(let id): [.word("storefront"), ScriptWord(id.rawValue)]
    case .account(let id): [.word("account"), ScriptWord(id.rawValue)]
    case .signIn: [.word("sign"), .word("in")]
    case .signOut: [.word("sign"), .word("out")]
    case .declineSignIn: [.word("sign"), .word("no")]
    case .network(let state): [.word("network"), .word(state.rawValue)]
    case .payments(let allowed): [.word("payments"), .word(allowed ? "allowed" : "refused")]
    case .receipts(let condition): [.word("receipt"), .word(condition.rawValue)]
    case .refreshReceipt: [.word("receipt"), .word("refresh")]
    case .condition(let condition): condition.words(vocabulary)
    case .clear(let stage): [.word("clear")] + (stage.map { [.word($0.rawValue)] } ?? [])
    case .release(let stage, let name):
      [.word("release"), .word(stage.rawValue)] + (name.map { [.transaction($0, vocabulary)] } ?? [])
    case .transaction(let action, let name):
      [.word(action.verb.rawValue), .transaction(name, vocabulary)]
        + (action == .refund(.full) ? [] : action.refundWords)
    case .store(let action): action.words(vocabulary)
    case .locale(let locale): [.word("locale"), ScriptWord(locale.rawValue)]
    case .price(let product, let amount):
      [.word("price"), .product(product, vocabulary), .word(amount.description)]
    case .handler(let style, let beside):
      [.word("handler")] + (beside ? [.word("also")] : [])
        + (style.finishing == .atomic ? [] : [.word(style.finishing.rawValue)])
        + (style.validation == .local ? [] : [.word(style.validation.rawValue)])
        + (style.products ?? []).sorted().map { .product($0, vocabulary) }
    case .relaunch: [.word("relaunch")]
    case .crash(let event): [.word("crash")] + (event.map { [.word("after"), .word($0)] } ?? [])
    case .crashNever: [.word("crash"), .word("never")]
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
    case .entitled, .signed, .refused, .network, .payments: "not"
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
    case .signed(let state): [.word("signed"), .word(state.rawValue)]
    case .held(let stage, let name):
      [.word("held"), .word(stage.rawValue)] + (name.map { [.transaction($0, vocabulary)] } ?? [])
    case .conditions(let count): [.word("conditions"), .word(String(count))]
    case .role(let account, let role): [.word("role"), ScriptWord(account.rawValue), .word(role.rawValue)]
    case .notification(let type, let subtype, let product):
      [.word("notification"), .word(type.rawValue)] + (subtype.map { [.word($0.rawValue)] } ?? [])
        + (product.map { [.word("product"), .product($0, vocabulary)] } ?? [])
    case .screen(let text): [.word("screen"), .quoted(text)]
    }
  }
}

extension StoreCondition {
  fileprivate func words(_ vocabulary: Vocabulary) -> [ScriptWord] {
    var words: [ScriptWord] =
      switch effect {
      case .askToBuy: [.word("defer")]
      case .interrupt: [.word("interrupt")]
      case .fail, .delay, .hold, .drop, .duplicate: [.word(effect.rawValue), .word(stage.rawValue)]
      }
    if let milliseconds { words.append(.word(DurationText.text(milliseconds))) }
    words += .pair("with", failure?.rawValue)
    if let product { words += [.word("product"), .product(product, vocabulary)] }
    words += .pair("account", account?.rawValue)
    words += times == 1 ? [.word("once")] : .pair("times", times.map(String.init))
    words += .pair("every", every.map(String.init))
    words += .pair("chance", chance.map(String.init))
    return words
  }
}

extension TransactionAction {
  fileprivate var refundWords: [ScriptWord] {
    if case .refund(let refund) = self { [.word(refund.rawValue)] } else { [] }
  }
}

extension StoreAction {
  fileprivate func words(_ vocabulary: Vocabulary) -> [ScriptWord] {
    switch self {
    case .create(let payment, let date):
      return [.word("create")] + payment.words(vocabulary) + .pair("date", date?.description)
    case .intent(let payment): return [.word("intent")] + payment.words(vocabulary)
    case .redeem(let product, let offer):
      return [.word("redeem"), .product(product, vocabulary), .word("offer"), ScriptWord(offer)]
    case .clearHistory(let account): return [.word("forget"), ScriptWord(account.rawValue)]
    case .role(let account, let role):
      return [.word("role"), ScriptWord(account.rawValue), .word(role.rawValue)]
    case .approve, .decline, .resolve, .refund, .reverse, .revoke, .delete, .redeliver:
      guard let (action, id) = TransactionAction.of(self) else { return [] }
      return Act.transaction(action, .id(id)).words(in: vocabulary)
    }
  }
}

extension Payment {
  fileprivate func words(_ vocabulary: Vocabulary) -> [ScriptWord] {
    [.product(productID, vocabulary)] + .pair("quantity", quantity == 1 ? nil : String(quantity))
      + .pair("offer", offerID)
      + .pair(
        appAccountToken == nil ? "user" : "token", applicationUsername.isEmpty ? nil : applicationUsername)
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
    if isRevoked == true { words.append(.word("revoked")) }
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
