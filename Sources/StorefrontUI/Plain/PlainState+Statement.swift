import StoreModel
import StoreScript

// What a line of the script language does, read by the same parser.
extension PlainState {
  /// The verbs that mean the same here as in a script. What is confirmed or cancelled is a choice by number, so that
  /// nothing is bought by a slip.
  static let verbs: [Verb.Name] = [
    .restore, .finish, .download, .storefront, .locale, .account, .network, .payments,
  ]

  /// What a line does that begins with a verb; nil for any other line.
  mutating func obeyStatement(_ line: String) -> [PlainEffect]? {
    let first = line.prefix { !$0.isWhitespace }
    guard let name = Verb.Name(rawValue: String(first)), Self.verbs.contains(name) else { return nil }
    do throws(ScriptErrors) {
      let script = try parser.parse(line, name: "")
      return script.statements.first.map { obey($0.act) } ?? []
    } catch {
      return [.print(error.errors.map { "\($0.message) \($0.advice)".plainLine })]
    }
  }

  /// A payment for more than one, or with an offer; nil for any other line.
  func payment(_ line: String) -> Payment? {
    guard let act = try? parser.parse(line, name: "").statements.first?.act, case .buy(let payment) = act
    else {
      return nil
    }
    return payment
  }

  private var parser: ScriptParser {
    ScriptParser(vocabulary: Vocabulary(screen: shop.catalog), load: { _ in "" })
  }

  private mutating func obey(_ act: Act) -> [PlainEffect] {
    switch act {
    case .restore: return run { $0.ask(.restore) }
    case .download(let product, let action): return run { $0.ask(.download(product, action)) }
    case .storefront(let id): return run { $0.ask(.storefront(id)) }
    case .account(let id): return run { $0.ask(.account(id)) }
    case .network(let state): return run { $0.ask(.network(state)) }
    case .payments(let allowed): return run { $0.ask(.payments(allowed: allowed)) }
    case .receipts(let condition): return run { $0.ask(.receipts(condition)) }
    case .refreshReceipt: return run { $0.ask(.refreshReceipt) }
    case .locale(let locale):
      shop.show(language: locale)
      return [.print(["The language is \(locale.ownName) now.".plainLine])]
    case .finish(let name):
      guard let id = transaction(name) else {
        return [.print(["There is no such transaction. Transactions in the main menu lists them."])]
      }
      return run { $0.ask(.finish(id)) }
    case .buy, .confirm, .cancel, .price, .relaunch, .crash, .wait, .key, .screen, .expect: return []
    }
  }

  /// Among those that are loaded.
  private func transaction(_ name: TransactionName) -> TransactionID? {
    switch name {
    case .id(let id): id
    case .last: shop.facts.transactions.first?.id
    case .product(let product): shop.facts.transactions.first { $0.productID == product }?.id
    }
  }
}
