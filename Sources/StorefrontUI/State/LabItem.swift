import StoreModel

/// One row of the Lab.
public enum LabItem: Hashable, Sendable {
  /// A condition, by its number.
  case condition(Int)
  /// What is held at a stage.
  case held(StoreStage, StageItem)
  /// A transaction that somebody has to do something about.
  case open(TransactionID)
  /// A stage at which something can be set.
  case stage(StoreStage)
  case account(AccountID)
  /// One of the app's handlers, by its place; of this run of the app, or of the next one.
  case handler(Int, isNext: Bool)
  /// What the app is killed by.
  case fatalEvent(String)
}

/// Something that is held, as the journal told it.
public struct HeldFact: Hashable, Sendable {
  public let stage: StoreStage
  public let item: StageItem
  /// On the store's clock.
  public let since: Timestamp
}

/// What is set to go wrong, what is held, and who may do what.
public struct LabFacts: Hashable, Sendable {
  public private(set) var conditions: [StoreCondition] = []
  public private(set) var held: [HeldFact] = []
  public private(set) var roles: [AccountID: AccountRole] = [:]
  /// The last journal entry about any of it.
  private var lastNews: EventID?

  public init() {}

  public init(conditions: [StoreCondition], held: [HeldItem], roles: [AccountID: AccountRole]) {
    self.conditions = conditions
    self.held = held.map { HeldFact(stage: $0.stage, item: $0.item, since: $0.since) }
    self.roles = roles
  }

  /// What was read from the store, unless the journal has told of something newer.
  mutating func take(_ facts: LabFacts, asOf: Int64) {
    guard (lastNews?.rawValue ?? 0) <= asOf else { return }
    let news = lastNews
    self = facts
    lastNews = news
  }

  mutating func take(_ entry: JournalEntry) {
    switch entry.event {
    case .conditionSet(let condition): conditions.append(condition)
    case .conditionCleared(let condition): conditions.removeAll { $0.number == condition.number }
    case .conditionMet(let condition, _):
      guard let place = conditions.firstIndex(where: { $0.number == condition.number }) else { return }
      conditions[place] = condition
    case .held(let stage, let item): held.append(HeldFact(stage: stage, item: item, since: entry.time))
    case .released(let stage, let item), .abandoned(let stage, let item):
      guard let place = held.firstIndex(where: { $0.stage == stage && $0.item == item }) else { return }
      held.remove(at: place)
    case .roleChanged(let account, let role): roles[account] = role
    default: return
    }
    lastNews = entry.id
  }

  /// What an app holds ends with it.
  mutating func noteAppEnded() { held = [] }

  func condition(_ number: Int) -> StoreCondition? { conditions.first { $0.number == number } }

  func held(_ stage: StoreStage, _ item: StageItem) -> HeldFact? {
    held.first { $0.stage == stage && $0.item == item }
  }
}
