import Purchasing
import StoreModel
import StoreScript
import TerminalKit

// The Lab: what is set to go wrong, what waits for somebody, and every stage at which something can be set.
extension ShopState {
  mutating func refreshLabList() {
    labList = narrow(labRows, on: .lab) { [title(of: $0), standing(of: $0).text, $1] }
    labCursor.settle(in: labList)
  }

  /// What is held or waits for somebody is what one comes for.
  mutating func lookAtWhatWaits() {
    refreshLabList()
    guard !facts.lab.held.isEmpty || !openTransactions.isEmpty else { return }
    labCursor.moveToFirst(in: labList)
  }

  private var labRows: SectionedList<LabItem> {
    SectionedList([
      .init(title: "Held", ids: facts.lab.held.map { .held($0.stage, $0.item) }),
      .init(title: "Waiting for somebody", ids: openTransactions.map { .open($0.id) }),
      .init(
        title: "Set to go wrong",
        ids: facts.lab.conditions.map { .condition($0.number) }
          + (app.fatalEvent.map { [.fatalEvent($0)] } ?? [])),
      .init(title: "The app's handlers", ids: handlerRows),
      .init(title: "Stages", ids: StoreStage.allCases.map(LabItem.stage)),
      .init(title: "Accounts", ids: knownAccounts.map(LabItem.account)),
    ])
  }

  var labCount: Int { labRows.count }

  /// Unfinished transactions, and interrupted ones that were not settled; newest first.
  var openTransactions: [Transaction] {
    facts.transactions.filter { transaction in
      if transaction.state == .failed, transaction.error?.reason == .interrupted {
        return transaction.error?.subject.isEmpty == true
      }
      return !transaction.isFinished && transaction.state != .failed
    }
  }

  /// Whoever is signed in, has a role or has bought something that is loaded.
  var knownAccounts: [AccountID] {
    let bought = facts.transactions.lazy.map(\.account)
    let named = Set(bought).union(facts.lab.roles.keys).subtracting([facts.settings.account])
    return [facts.settings.account] + named.sorted { $0.rawValue < $1.rawValue }
  }

  /// The transaction that the selected row is about.
  var labTransaction: Transaction? {
    switch labCursor.selected {
    case .open(let id): facts.transaction(id)
    case .held(_, let item): item.transaction.flatMap(facts.transaction)
    case .condition, .stage, .account, .handler, .fatalEvent, nil: nil
    }
  }

  // MARK: - Words

  func title(of item: LabItem) -> String {
    switch item {
    case .condition(let number):
      facts.lab.condition(number)?.words(texts).sentenceStart ?? "Condition \(number)"
    case .held(let stage, let item):
      [item.product.map(texts.name) ?? stage.words.sentenceStart, item.transaction?.description]
        .compactMap(\.self).joined(separator: " ")
    case .open(let id):
      facts.transaction(id).map { "\(texts.name(of: $0.productID)) \(id)" } ?? "Transaction \(id)"
    case .stage(let stage): stage.words.sentenceStart
    case .account(let account): account.rawValue
    case .handler(let place, let isNext): handlerTitle(handler(place, isNext: isNext))
    case .fatalEvent(let event): "The app crashes after \(event)"
    }
  }

  /// A few words at the right of a row, and how they weigh.
  func standing(of item: LabItem) -> (text: String, level: Toast.Level) {
    switch item {
    case .condition(let number):
      guard let condition = facts.lab.condition(number) else { return ("", .info) }
      return ("hit \(condition.hits) of \(condition.seen)", condition.hits > 0 ? .warning : .info)
    case .held(let stage, let item):
      let since = facts.lab.held(stage, item).map { age(since: $0.since) } ?? ""
      return ("held at \(stage.rawValue)\(since)", .warning)
    case .open(let id):
      guard let transaction = facts.transaction(id) else { return ("", .info) }
      return (waiting(transaction), .warning)
    case .stage(let stage):
      let set = facts.lab.conditions.count { $0.stage == stage }
      return set == 0 ? ("as usual", .info) : ("\(set) set", .warning)
    case .account(let account):
      let role = facts.lab.roles[account] ?? .adult
      let name = role == .adult ? "" : role.rawValue
      return account == facts.settings.account
        ? (
          [name, facts.settings.isSignedIn ? "signed in" : "signed out"].filter { !$0.isEmpty }.joined(
            separator: ", "), .success
        ) : (name, .info)
    case .handler(let place, let isNext):
      let style = handler(place, isNext: isNext)
      let how = style.finishing.rawValue + (style.validation == .remote ? ", remote" : "")
      return isNext
        ? ("\(how), next start", .warning) : (how, style.finishing == .atomic ? .success : .warning)
    case .fatalEvent: return ("waits for it", .warning)
    }
  }

  /// What an open transaction waits for, and since when.
  func waiting(_ transaction: Transaction) -> String {
    switch transaction.state {
    case .deferred: "asks \(organizer)\(age(since: transaction.createdAt))"
    case .failed: "interrupted\(age(since: transaction.createdAt))"
    case .purchasing: "waits for you"
    default: "not finished\(age(since: transaction.date ?? transaction.createdAt))"
    }
  }

  /// Who answers for a child.
  var organizer: String {
    let organizers = facts.lab.roles.filter { $0.value == .organizer }.keys.map(\.rawValue).sorted()
    return organizers.first ?? "the organizer"
  }

  /// `, 3 min` on the store's clock; empty for the first minute.
  private func age(since instant: Timestamp) -> String {
    let minutes = (max(facts.time, now).milliseconds - instant.milliseconds) / 60_000
    return minutes < 1 ? "" : ", \(Measures.duration(minutes * 60))"
  }

  /// The purchases that wait for an approval, the oldest first.
  var deferredTransactions: [Transaction] {
    facts.deferred.sorted().compactMap(facts.transaction)
  }

  /// How long it is until one of them has waited another whole minute; nil when none waits.
  var nextMinute: Duration? {
    let time = max(facts.time, now).milliseconds
    let rest = deferredTransactions.map { 60_000 - max(time - $0.createdAt.milliseconds, 0) % 60_000 }
    return rest.min().map { .milliseconds($0) }
  }

  /// `asks grace, 3 min`, `2 ask grace, 3 min`: who has to answer, and since when the first of them waits.
  var askedWords: String? {
    let asked = deferredTransactions
    guard let first = asked.first else { return nil }
    return asked.count == 1
      ? waiting(first) : "\(asked.count) ask \(organizer)\(age(since: first.createdAt))"
  }

  /// A few words about a transaction; of one that waits, for whom and since when.
  func standing(of transaction: Transaction) -> String {
    transaction.state == .deferred ? waiting(transaction) : transaction.standing
  }

  // MARK: - The details

  var labParagraphs: [Paragraph] {
    guard let item = labCursor.selected else { return [] }
    let standing = standing(of: item)
    let head: [Paragraph] = [
      .text(title(of: item), .title), .text(standing.text.sentenceStart, standing.level.role), .blank,
    ]
    return head + labDetails(item)
  }

  private func labDetails(_ item: LabItem) -> [Paragraph] {
    let actions = keyMap.label(of: .showActions)
    switch item {
    case .condition(let number):
      guard let condition = facts.lab.condition(number) else { return [] }
      var paragraphs: [Paragraph] = [
        .field("Line", Act.condition(condition).text), .field("Stage", condition.stage.rawValue),
        .field("Seen", String(condition.seen)), .field("Hit", String(condition.hits)),
      ]
      if let times = condition.times { paragraphs.append(.field("Left", String(times - condition.hits))) }
      if let failure = condition.failure {
        if let family = failure.family {
          paragraphs.append(.field("Error", "\(family.rawValue).\(failure.rawValue)"))
        }
        if let explanation = failure.explanation { paragraphs += [.blank] + explanation.paragraphs }
      }
      return paragraphs + [.blank, .text("\(actions) ends it.", .secondary)]
    case .held(let stage, let item):
      var paragraphs: [Paragraph] = [.field("Stage", stage.rawValue)]
      if let id = item.transaction { paragraphs.append(.field("Transaction", id.description)) }
      if let product = item.product { paragraphs.append(.field("Product", product.rawValue)) }
      return paragraphs + [
        .blank,
        .text(
          "It is safe on disk and waits here. \(actions) lets it go on; nothing else waits for it.", .text),
      ]
    case .open(let id):
      guard let transaction = facts.transaction(id) else { return [] }
      let error = transaction.error.map { [Paragraph.blank] + $0.explanation.paragraphs } ?? []
      return [
        .field("Number", id.description), .field("Product", transaction.productID.rawValue),
        .field("State", transaction.state.description), .field("Account", transaction.account.rawValue),
        .field("Added", clock.dayAndTime(transaction.createdAt)),
      ] + error + [.blank, .text("\(actions) shows what can be done, and what comes of it.", .secondary)]
    case .stage(let stage):
      let set = facts.lab.conditions.filter { $0.stage == stage }.map {
        Paragraph.text($0.words(texts).sentenceStart + ".", .text)
      }
      return [
        .field("Stage", stage.rawValue),
        .field("Possible", stage.effects.map(\.verbWords).joined(separator: ", ")),
      ] + (set.isEmpty ? [] : [.blank, .heading("Set")] + set) + [
        .blank,
        .text(
          "\(actions) sets something here. The palette takes the whole line, for one product or account.",
          .secondary),
      ]
    case .account(let account):
      let role = facts.lab.roles[account] ?? .adult
      return [
        .field("Role", role.rawValue),
        .field(
          "Bought", String(facts.transactions.count { $0.account == account && $0.state == .purchased })),
        .blank, .text("\(actions) signs in, changes the role, or clears the history.", .secondary),
      ]
    case .handler(let place, let isNext): return handlerDetails(place, isNext: isNext)
    case .fatalEvent(let event):
      return [
        .field("Line", Act.crash(after: event).text), .blank,
        .text(
          "As soon as the next '\(event)' is on disk the app dies. The store goes on, and the app is started again.",
          .text), .blank, .text("\(actions) takes it back.", .secondary),
      ]
    }
  }
}

extension StoreExplanation {
  /// Cause, whose fault, what an app shows, what to try next.
  var paragraphs: [Paragraph] {
    [
      .field("Cause", cause), .field("Fault", fault.words), .field("App shows", show), .field("Next", next),
    ]
  }
}

extension StoreExplanation.Fault {
  var words: String {
    switch self {
    case .customer: "the customer's side"
    case .app: "the app's developer"
    case .seller: "the seller's catalogue"
    case .store: "the store"
    case .network: "the network"
    case .device: "this device"
    case .nobody: "nobody's"
    }
  }
}

extension StoreCondition.Effect {
  /// The verb that sets it.
  var verbWords: String { self == .askToBuy ? "defer" : rawValue }
}

extension String {
  /// With a capital letter in front.
  var sentenceStart: String { prefix(1).uppercased() + dropFirst() }
}
