import StoreModel
import StoreScript

/// Something that can be done, as the line of the script language that does it.
struct ScriptChoice: Hashable, Sendable {
  /// Several lines are done one after the other.
  let line: String
  /// What it does, in a few words.
  let title: String
  let section: String
  /// What will come of it, asked before it is done; nil for what is undone as easily.
  var preview: String?
  /// What agrees to it; nil for the first word of the title.
  var yes: String?

  /// True for the beginning of a line, which the palette lets one go on with.
  var isBeginning: Bool { line.hasSuffix(" ") }
}

// What can be done about the selected thing: at the store, by other people, and by chance.
extension ShopState {
  var choices: [ScriptChoice] {
    switch screen {
    case .store, .library: selectedProductID.map(choices(about:)) ?? []
    case .transactions, .activity, .receipt: chosenTransaction.map(choices(about:)) ?? []
    case .lab: labChoices
    }
  }

  /// Whether there are choices; makes no words of them, since each frame asks for the hint of their key.
  var hasChoices: Bool {
    switch screen {
    case .store, .library: selectedProductID != nil
    case .transactions, .activity, .receipt: chosenTransaction.map(hasChoices(about:)) ?? false
    case .lab:
      switch labCursor.selected {
      case .condition(let number): facts.lab.condition(number) != nil
      case .open(let id): facts.transaction(id).map(hasChoices(about:)) ?? false
      case .held, .stage, .account, .handler, .fatalEvent: true
      case nil: false
      }
    }
  }

  /// The transaction that is chosen, or that what is chosen is about.
  private var chosenTransaction: Transaction? {
    switch screen {
    case .transactions: selectedTransaction
    case .activity: selectedEntry?.event.transactionID.flatMap(facts.transaction)
    case .receipt: recordedTransaction.flatMap(facts.transaction)
    case .store, .library, .lab: nil
    }
  }

  private var labChoices: [ScriptChoice] {
    switch labCursor.selected {
    case .condition(let number): facts.lab.condition(number).map { [clear($0.stage)] } ?? []
    case .held(let stage, let item):
      (item.transaction.map { [choice(.release(stage, .id($0)), "Release it", "Held")] } ?? [])
        + [choice(.release(stage, nil), "Release all that is held there, and hold no more", "Held")]
        + (item.transaction.flatMap(facts.transaction).map(choices(about:)) ?? [])
    case .open(let id): facts.transaction(id).map(choices(about:)) ?? []
    case .stage(let stage): choices(at: stage)
    case .account(let account): choices(about: account)
    case .handler: handlerChoices
    case .fatalEvent: [choice(.crashNever, "Take it back: the app does not crash", "As usual again")]
    case nil: []
    }
  }

  func choice(_ act: Act, _ title: String, _ section: String, preview: String? = nil) -> ScriptChoice {
    ScriptChoice(line: act.text(in: lineParser.vocabulary), title: title, section: section, preview: preview)
  }

  private func clear(_ stage: StoreStage) -> ScriptChoice {
    choice(.clear(stage), "End what is set at \(stage.words)", "As usual again")
  }

  // MARK: - A transaction

  func choices(about transaction: Transaction) -> [ScriptChoice] {
    actions(on: transaction).map { action in
      choice(
        .transaction(action, .id(transaction.id)), action.title, "Transaction \(transaction.id)",
        preview: action.preview(for: transaction))
    } + finishing(transaction) + leaving(transaction)
  }

  private func hasChoices(about transaction: Transaction) -> Bool {
    !actions(on: transaction).isEmpty || !transaction.isFinished
  }

  private func finishing(_ transaction: Transaction) -> [ScriptChoice] {
    guard transaction.canBeFinished else { return [] }
    return [
      choice(
        .finish(.id(transaction.id)), "Finish it", "Transaction \(transaction.id)",
        preview: finishPreview(transaction))
    ]
  }

  /// What left the catalogue may have been shared.
  private func isShared(_ transaction: Transaction) -> Bool {
    catalog.product(transaction.productID)?.isFamilyShareable ?? true
  }

  private func actions(on transaction: Transaction) -> [TransactionAction] {
    switch transaction.state {
    case .deferred: return [.approve, .decline, .redeliver, .delete]
    case .failed:
      let isInterrupted = transaction.error.map { $0.reason == .interrupted && $0.subject.isEmpty } ?? false
      return (isInterrupted ? [.resolve] : []) + [.delete]
    case .purchased:
      let standing: [TransactionAction] =
        transaction.revokedAt == nil
        ? [.refund(.full), .refund(.prorated), .refund(.declined)] + (isShared(transaction) ? [.revoke] : [])
        : [.reverse]
      return standing + (transaction.isFinished ? [] : [.redeliver]) + [.delete]
    case .restored: return (transaction.isFinished ? [] : [.redeliver]) + [.delete]
    default: return []
    }
  }

  // MARK: - A product

  private func choices(about product: ProductID) -> [ScriptChoice] {
    let payment = Payment(productID: product)
    let name = texts.name(of: product)
    let codes = catalog.product(product)?.subscription?.offers.filter { $0.kind == .code } ?? []
    return [
      choice(.store(.intent(payment)), "Choose it on the App Store's page", "Elsewhere"),
      choice(
        .store(.create(payment, date: nil)), "Buy it on another device", "Elsewhere",
        preview:
          "It is charged, and the app hears of a purchased transaction that it did not ask for. It validates, "
          + "delivers and finishes it."),
      ScriptChoice(
        line: "create \(ScriptWord(product.rawValue)) ",
        title: "Buy it elsewhere with a date, a quantity, a user: write the line \u{2026}",
        section: "Elsewhere"),
    ]
      + codes.map { choice(.store(.redeem(product, offer: $0.id)), "Redeem the code \($0.id)", "Elsewhere") }
      + [
        condition(StoreCondition(.purchase, .askToBuy, product: product, times: 1), "Ask to Buy, once"),
        condition(
          StoreCondition(.purchase, .interrupt, product: product, times: 1), "Interrupt its purchase, once"),
        condition(StoreCondition(.delivery, .hold, product: product, times: 1), "Hold its delivery, once"),
        condition(StoreCondition(.verification, .hold, product: product, times: 1), "Hold its check, once"),
      ].map { choice(.condition($0.condition), $0.title, "Next time \(name) is bought") }
      + ["paymentNotAllowed", "userCancelled", "networkError", "productUnavailable", "unknown"].map { error in
        choice(
          .condition(
            StoreCondition(.purchase, .fail, failure: StoreFailure(error), product: product, times: 1)),
          "Fail with \(error), once", "Next time \(name) is bought")
      }
  }

  private func condition(_ condition: StoreCondition, _ title: String) -> (
    condition: StoreCondition, title: String
  ) { (condition, title) }

  // MARK: - A stage

  private func choices(at stage: StoreStage) -> [ScriptChoice] {
    var choices: [ScriptChoice] = []
    if facts.lab.held.contains(where: { $0.stage == stage }) {
      choices.append(choice(.release(stage, nil), "Release all that is held there", "Now"))
    }
    if facts.lab.conditions.contains(where: { $0.stage == stage }) { choices.append(clear(stage)) }
    for effect in stage.effects where effect != .fail {
      let milliseconds: Int64? = effect == .delay ? 5000 : nil
      let title = effect == .delay ? "Delay by 5 s" : effect.verbWords.sentenceStart
      choices.append(
        choice(
          .condition(StoreCondition(stage, effect, milliseconds: milliseconds, times: 1)), "\(title), once",
          "Next time"))
      choices.append(
        choice(
          .condition(StoreCondition(stage, effect, milliseconds: milliseconds)), "\(title), always", "Always")
      )
    }
    guard stage.effects.contains(.fail) else { return choices }
    for name in StoreFailure.names {
      let failure = StoreFailure(name)
      guard failure.family?.stages?.contains(stage) ?? true else { continue }
      choices.append(
        choice(
          .condition(StoreCondition(stage, .fail, failure: failure, times: 1)), "Fail with \(name), once",
          failure.family?.rawValue ?? "Errors"))
    }
    choices.append(
      ScriptChoice(
        line: "fail \(stage.rawValue) with ", title: "Fail otherwise: write the line \u{2026}",
        section: "For one product, one account, each third time"))
    // What belongs together stands together.
    let sections = choices.reduce(into: [String]()) { if !$0.contains($1.section) { $0.append($1.section) } }
    return sections.flatMap { section in choices.filter { $0.section == section } }
  }

  // MARK: - An account

  private func choices(about account: AccountID) -> [ScriptChoice] {
    let role = facts.lab.roles[account] ?? .adult
    let isIn = account == facts.settings.account && facts.settings.isSignedIn
    return
      (isIn
      ? [choice(.signOut, "Sign out", "Account")]
      : [choice(.account(account), "Sign in as \(account)", "Account")])
      + AccountRole.allCases.filter { $0 != role }.map {
        choice(.store(.role(account, $0)), "Make \(account) \($0.words)", "Account")
      } + [
        choice(
          .store(.clearHistory(account)), "Clear the history of \(account)", "Account",
          preview: "Everything that \(account) bought leaves the store's books, with what was delivered. "
            + "It cannot be brought back.")
      ]
  }

  /// Every account, to sign in as.
  var accountChoices: [ScriptChoice] { knownAccounts.flatMap { choices(about: $0) } }

  // MARK: - Choosing

  var actionsTitle: String {
    switch screen {
    case .lab:
      if case .handler = labCursor.selected {
        "How the app works"
      } else {
        labCursor.selected.map(title(of:)) ?? "Actions"
      }
    case .store, .library: selectedProductID.map(texts.title(of:)) ?? "Actions"
    case .transactions, .activity, .receipt: "Actions"
    }
  }

  var showingActions: Availability {
    hasChoices
      ? .enabled : .disabled(shownCount == 0 ? emptyReason : "There is nothing to do about this.")
  }

  func picker(_ title: String, _ choices: [ScriptChoice]) -> Picker {
    Picker(
      subject: .line, title: title,
      items: choices.map { Picker.Item(id: $0.line, title: $0.title, note: "", section: $0.section) },
      current: "")
  }

  /// Does what a line says, once its preview was agreed to; a beginning is gone on with in the palette.
  mutating func take(chosen line: String) -> [Effect] {
    if line.hasSuffix(" ") {
      let effects = perform(.showPalette)
      type(line)
      return effects
    }
    guard let choice = (choices + accountChoices).first(where: { $0.line == line }),
      let preview = choice.preview
    else { return run(line: line) }
    dialog = .question(
      Question(
        subject: .line(line), title: choice.title, text: preview, yes: choice.yes ?? choice.title.firstWord,
        no: "Not now"))
    return []
  }

  /// Does what one line says, or several.
  mutating func run(line: String) -> [Effect] {
    let lines = line.split(separator: "\n").map(String.init)
    isAppRestarting = lines.count > 1
    return lines.flatMap { run(oneLine: $0) }
  }

  private mutating func run(oneLine line: String) -> [Effect] {
    guard case .act(let act) = LineReading(line, parser: lineParser) else {
      return say("'\(line)' cannot be done now.", .warning)
    }
    if let reason = refusal(of: act) { return say(reason, .warning) }
    remember(line)
    return obey(act)
  }
}

extension TransactionAction {
  var title: String {
    switch self {
    case .approve: "Approve it, as the organizer"
    case .decline: "Decline it, as the organizer"
    case .resolve: "Resolve what interrupted it"
    case .refund(.full): "Refund it in full"
    case .refund(.prorated): "Refund it in part"
    case .refund(.declined): "Decline a refund"
    case .reverse: "Reverse the refund"
    case .revoke: "Revoke it: the family stops sharing"
    case .delete: "Delete it from the store's books"
    case .redeliver: "Redeliver it to the app now"
    }
  }

  /// What will come of it: for the app, for servers, in the receipt (store-rules 2.17).
  func preview(for transaction: Transaction) -> String {
    let isSubscription = transaction.productType == .autoRenewable
    let bought = isSubscription ? "SUBSCRIBED / INITIAL_BUY" : "ONE_TIME_CHARGE"
    return switch self {
    case .approve:
      "It is charged now, at the price of now. App: updatedTransactions with 'purchased'. Servers: \(bought). "
        + "Receipt: holds it."
    case .decline:
      "Nothing is charged. App: updatedTransactions with 'failed'. Servers: nothing. Receipt: as it is."
    case .resolve:
      "A new transaction is charged, without a payment call. App: updatedTransactions with 'purchased', which its "
        + "fallback has to take. Servers: \(bought). Receipt: holds it."
    case .refund(.full):
      "All of the price goes back. App: revokedEntitlements. Servers: REFUND. Receipt: a cancellation date. It "
        + "entitles to nothing any more."
    case .refund(.prorated):
      (isSubscription ? "The price goes back by the time that is left." : "Half of the price goes back.")
        + " App: revokedEntitlements. Servers: REFUND. Receipt: a cancellation date. It entitles to nothing any more."
    case .refund(.declined):
      "Nothing goes back. App: nothing. Servers: REFUND_DECLINED. Receipt: as it is."
    case .reverse:
      "It entitles again. App: updatedTransactions with 'purchased'. Servers: REFUND_REVERSED. Receipt: no cancellation "
        + "date any more."
    case .revoke:
      "It entitles to nothing any more. App: revokedEntitlements. Servers: REVOKE. Receipt: a cancellation date."
    case .delete:
      "It leaves the books as if it had never been. App: removedTransactions if it is in the queue. Receipt: without "
        + "it. Its number is not given again."
    case .redeliver: "App: updatedTransactions once more. What was delivered before is not given twice."
    }
  }
}
