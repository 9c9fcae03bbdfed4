import Foundation
import Purchasing
import StoreModel
import StoreReceipts
import StoreSimulator
import StoreTesting
import Testing

@testable import StoreScript

/// What holds for every script, held against many that chance makes.
@Suite struct LanguagePropertyTests {
  private let vocabulary = Vocabulary(catalog: SampleCatalog.catalog)

  @Test func `what is printed is read back as the same, for every act`() throws {
    var random = ActGenerator(seed: 7, products: SampleCatalog.catalog.products.map(\.id))
    let acts = (0..<3000).map { _ in random.anyAct() }
    let text = acts.map { $0.text(in: vocabulary) + "\n" }.joined()
    let script = try ScriptParser(vocabulary: vocabulary).parse(text, name: "a")
    for (act, statement) in zip(acts, script.statements) {
      #expect(statement.act == act, "\(statement.text)")
    }
    #expect(script.statements.count == acts.count)
    #expect(script.text == text)
    // Every verb came up.
    let verbs = Set(text.split(separator: "\n").map { String($0.prefix { $0 != " " }) })
    #expect(verbs == Set(Verb.Name.allCases.map(\.rawValue)).subtracting(["start", "let", "include"]))
  }

  @Test func `a mutated script is read or refused, and what is read is printed the same`() {
    var random = ActGenerator(seed: 11, products: SampleCatalog.catalog.products.map(\.id))
    let source = Array(
      (0..<12).map { _ in random.anyAct().text(in: vocabulary) + "\n" }.joined().unicodeScalars)
    let odd: [Unicode.Scalar] = [
      "\"", "\\", "$", "#", "\n", "\r", "\t", " ", "(", ")", "=", ",", "\u{0}", "\u{1b}", "\u{301}",
      "\u{FEFF}", "é",
      "\u{1F1E9}", "\u{2028}", "9", "a", ".", "…",
    ]
    var readCount = 0
    for _ in 0..<1000 {
      var mutated = source
      for _ in 0..<random.number(1...4) {
        let place = random.number(0...mutated.count - 1)
        switch random.number(0...3) {
        case 0 where mutated.count > 1: mutated.remove(at: place)
        case 1: mutated.insert(odd[random.number(0...odd.count - 1)], at: place)
        case 2: mutated[place] = odd[random.number(0...odd.count - 1)]
        default: mutated = Array(mutated[..<max(place, 1)])
        }
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: mutated)
      let parser = ScriptParser(vocabulary: vocabulary, load: { _ in "" })
      guard let script = try? parser.parse(String(text), name: "a") else { continue }
      readCount += 1
      let again = try? parser.parse(script.text, name: "a")
      #expect(again?.statements.map(\.act) == script.statements.map(\.act))
      #expect(again?.text == script.text)
      _ = parser.completions(of: String(text))
    }
    #expect(readCount > 20)
  }
}

/// Makes acts from a seed: the same seed, the same acts.
struct ActGenerator {
  private var state: UInt64
  let products: [ProductID]

  init(seed: UInt64, products: [ProductID]) {
    state = seed
    self.products = products
  }

  /// SplitMix64.
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return range.lowerBound + Int((mixed ^ (mixed >> 31)) % UInt64(range.count))
  }

  mutating func one<Element>(of elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

  private mutating func maybe<Value>(_ value: (inout ActGenerator) -> Value) -> Value? {
    number(0...1) == 0 ? nil : value(&self)
  }

  mutating func text() -> String {
    let pieces = [
      "a", "B", "9", " ", "\"", "\\", "$", "$9.99", "#", "é", "e\u{301}", "日", "🇩🇪", "\n", "\t", "\u{7}",
      "\u{202e}", "(", "=",
      "last", "no", "…",
    ]
    return (0..<number(1...8)).map { _ in one(of: pieces) }.joined()
  }

  private mutating func product() -> ProductID {
    number(0...9) == 0 ? ProductID(one(of: ["no.such", "last", "7", "a b", "$x"])) : one(of: products)
  }

  private mutating func transaction() -> TransactionName {
    switch number(0...2) {
    case 0: .last
    case 1: .id(TransactionID(rawValue: Int64(number(1...5000))))
    default: .product(product())
    }
  }

  private mutating func patterns(_ names: [String]) -> [EntryPattern] {
    (0..<number(1...4)).map { _ in
      switch number(0...3) {
      case 0: .anyOne
      case 1: .anyNumber
      case 2: .entry(one(of: names), [])
      default:
        .entry(
          one(of: names),
          [.init(name: "product", value: one(of: products).rawValue), .init(name: "quantity", value: "2")])
      }
    }
  }

  mutating func condition() -> Condition {
    switch number(0...20) {
    case 20:
      return .notification(
        one(of: NotificationType.allCases), maybe { $0.one(of: ServerNotification.subtypes) },
        product: maybe { $0.product() })
    case 19: return .signed(one(of: Condition.SignInState.allCases))
    case 0:
      return .product(
        product(),
        .init(isUnavailable: number(0...1) == 0, price: maybe { $0.text() }, title: maybe { $0.text() }))
    case 1:
      var facts = Condition.TransactionFacts()
      facts.state = maybe { $0.one(of: ["purchasing", "purchased", "failed", "restored", "deferred"]) }
      facts.isFinished = maybe { $0.number(0...1) == 0 }
      facts.quantity = maybe { $0.number(1...10) }
      facts.price = maybe { $0.text() }
      facts.error = maybe { $0.one(of: StoreError.Reason.allCases) }
      facts.offer = maybe { $0.text() }
      facts.product = maybe { $0.product() }
      facts.account = maybe { $0.text() }
      facts.storefront = maybe { $0.one(of: ["USA", "DEU", "JPN"]) }
      facts.isUpgraded = maybe { _ in true }
      facts.isRevoked = maybe { _ in true }
      return .transaction(transaction(), facts)
    case 2: return .entitled(product())
    case 3: return .balance(product(), number(0...100))
    case 4: return .download(product(), state: maybe { $0.one(of: ["active", "paused", "finished"]) })
    case 5: return .sheet(product: maybe { $0.product() }, price: maybe { $0.text() })
    case 6: return .queue(number(0...9))
    case 7: return .refused(maybe { $0.one(of: StoreError.Reason.allCases) })
    case 8: return .calls(patterns(CallPattern.names))
    case 9: return .events(patterns(Event.names))
    case 10: return .account(AccountID(rawValue: text()))
    case 11: return .storefront(one(of: ["USA", "DEU", "JPN"]))
    case 12: return .network(one(of: NetworkState.allCases))
    case 13: return .payments(allowed: number(0...1) == 0)
    case 16: return .held(one(of: StoreStage.allCases), maybe { $0.transaction() })
    case 17: return .conditions(number(0...9))
    case 18: return .role(AccountID(rawValue: one(of: ["ada", "a b"])), one(of: AccountRole.allCases))
    case 14:
      return .receipt(
        Condition.ReceiptFacts(
          isValid: maybe { $0.number(0...1) == 0 }, purchases: maybe { $0.number(0...9) },
          transaction: maybe { $0.transaction() }, product: maybe { $0.product() },
          owned: maybe { $0.product() }))
    default: return .screen(text())
    }
  }

  mutating func anyAct() -> Act {
    switch number(0...18) {
    case 18: return .condition(storeCondition())
    case 0: return .wait(.time(milliseconds: Int64(number(0...900_000_000))))
    case 1: return .wait(.until(condition(), isNegated: number(0...1) == 0))
    case 2:
      return .key(
        (0..<number(1...3)).map { _ in
          number(0...1) == 0 ? .key(one(of: ["b", "Enter", "Ctrl-D", "!"])) : .text(text())
        })
    case 3: return .screen(one(of: Screen.allCases))
    case 4...6: return .expect(condition(), isNegated: number(0...1) == 0)
    default: return command()
    }
  }

  /// A condition that can be set.
  private mutating func storeCondition(_ isWanted: (StoreCondition.Effect) -> Bool = { _ in true })
    -> StoreCondition
  {
    let stage = one(of: StoreStage.allCases.filter { $0.effects.contains(where: isWanted) })
    let effect = one(of: stage.effects.filter(isWanted))
    let failures = StoreFailure.names.map(StoreFailure.init(_:)).filter {
      $0.family?.stages?.contains(stage) ?? true
    }
    let mayFail = effect == .fail || (effect == .interrupt && number(0...1) == 0)
    return StoreCondition(
      stage, effect, failure: mayFail ? one(of: failures) : nil,
      milliseconds: effect == .delay ? Int64(number(1...9_000_000)) : nil, product: maybe { $0.product() },
      account: maybe { AccountID(rawValue: $0.one(of: ["ada", "a b"])) },
      times: maybe { $0.number(1...9) }, every: maybe { $0.number(1...9) },
      chance: maybe { $0.number(1...100) })
  }

  private mutating func handler() -> Act {
    let style = HandlerStyle(
      products: maybe { [$0.product(), $0.product()] }, finishing: one(of: HandlerStyle.Finishing.allCases),
      validation: one(of: HandlerStyle.Validation.allCases))
    return .handler(style, beside: number(0...1) == 0)
  }

  private mutating func transactionAction() -> TransactionAction {
    one(of: [
      .approve, .decline, .resolve, .reverse, .revoke, .delete, .redeliver,
      .refund(one(of: StoreAction.Refund.allCases)),
    ])
  }

  private static let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"

  private mutating func storeAction() -> StoreAction {
    let payment = Payment(
      productID: product(), quantity: number(0...3) == 0 ? number(0...11) : 1,
      applicationUsername: maybe { $0.number(0...1) == 0 ? $0.text() : Self.token } ?? "")
    switch number(0...4) {
    case 0: return .create(payment, date: maybe { _ in Timestamp(milliseconds: 1_790_000_000_000) })
    case 1: return .intent(payment)
    case 2: return .redeem(product(), offer: one(of: ["club.silver.intro", "no offer"]))
    case 3: return .clearHistory(AccountID(rawValue: one(of: ["tester", "a b"])))
    default: return .role(AccountID(rawValue: one(of: ["ada", "a b"])), one(of: AccountRole.allCases))
    }
  }

  /// Something that changes the store or the run.
  mutating func command() -> Act {
    switch number(0...21) {
    case 21: return one(of: [.signIn, .signOut, .declineSignIn])
    case 16: return .condition(storeCondition { _ in true })
    case 17: return .clear(maybe { $0.one(of: StoreStage.allCases) })
    case 18: return .release(one(of: StoreStage.allCases), maybe { $0.transaction() })
    case 19: return .transaction(transactionAction(), transaction())
    case 20: return .store(storeAction())
    case 0, 1, 2:
      return .buy(
        Payment(productID: product(), quantity: number(0...3) == 0 ? number(0...11) : 1, offerID: nil))
    case 3: return .buy(Payment(productID: product(), offerID: one(of: ["club.silver.intro", "no offer"])))
    case 4: return .confirm(maybe { $0.transaction() })
    case 5: return .cancel(maybe { $0.transaction() })
    case 6: return .restore
    case 7: return .finish(transaction())
    case 8: return .download(product(), one(of: Command.DownloadAction.allCases))
    case 9: return .storefront(one(of: ["USA", "DEU", "JPN"]))
    case 10: return .account(AccountID(rawValue: one(of: ["tester", "ada", "a b"])))
    case 11:
      return number(0...1) == 0
        ? .network(number(0...3) != 0 ? .on : one(of: NetworkState.allCases))
        : .payments(allowed: number(0...3) != 0)
    case 12: return .locale(one(of: ["de", "pt-BR", "zh-Hans"]))
    case 13: return .price(product(), Decimal(number(1...999)) / 100)
    case 14:
      return number(0...2) == 0
        ? .refreshReceipt
        : .receipts(number(0...2) != 0 ? .normal : one(of: ReceiptCondition.allCases))
    default:
      switch number(0...3) {
      case 0: return handler()
      case 1: return .relaunch
      default: return .crash(after: maybe { $0.one(of: Event.names) })
      }
    }
  }
}
