import StoreModel
import StoreScript

// What a line of the script language does, read by the same parser.
extension PlainState {
  /// The verbs that mean the same here as in a script. What is confirmed or cancelled is a choice by number, so that
  /// nothing is bought by a slip.
  static let verbs: [Verb.Name] = [
    .restore, .finish, .download, .storefront, .locale, .account, .sign, .network, .payments, .receipt,
    .fail, .delay, .hold, .drop, .duplicate, .defer, .interrupt, .clear, .release, .approve, .decline,
    .resolve,
    .refund, .reverse, .revoke, .delete, .redeliver, .create, .intent, .redeem, .forget, .role,
    .handler, .relaunch, .crash,
  ]

  /// What a line does that begins with a verb; nil for any other line.
  mutating func obeyStatement(_ line: String) -> [PlainEffect]? {
    let first = line.prefix { !$0.isWhitespace }
    guard let name = Verb.Name(rawValue: String(first)), Self.verbs.contains(name) else { return nil }
    do throws(ScriptErrors) {
      let script = try shop.lineParser.parse(line, name: "")
      return script.statements.first.map { obey($0.act) } ?? []
    } catch {
      return [.print(error.errors.map { "\($0.message) \($0.advice)".plainLine })]
    }
  }

  /// A payment for more than one, or with an offer; nil for any other line.
  func payment(_ line: String) -> Payment? {
    guard let act = try? shop.lineParser.parse(line, name: "").statements.first?.act,
      case .buy(let payment) = act
    else {
      return nil
    }
    return payment
  }

  private mutating func obey(_ act: Act) -> [PlainEffect] {
    switch act {
    case .restore, .download, .storefront, .account, .signIn, .signOut, .declineSignIn, .network, .payments,
      .receipts, .refreshReceipt,
      .clear, .store, .handler, .relaunch, .crash, .crashNever:
      return run { $0.obey(act) }
    case .locale(let locale):
      shop.show(language: locale)
      return [.print(["The language is \(locale.ownName) now.".plainLine])]
    case .condition(let condition):
      if let error = condition.refusal { return [.print([(error.errorDescription ?? "").plainLine])] }
      return run { $0.obey(act) }
    case .release:
      if let reason = shop.refusal(of: act) { return [.print([reason.plainLine])] }
      return run { $0.obey(act) }
    case .finish(let name), .transaction(_, let name):
      guard shop.transactionID(name) != nil else {
        return [.print(["There is no such transaction. Transactions in the main menu lists them."])]
      }
      return run { $0.obey(act) }
    case .buy, .confirm, .cancel, .price, .wait, .key, .screen, .expect:
      return []
    }
  }
}
