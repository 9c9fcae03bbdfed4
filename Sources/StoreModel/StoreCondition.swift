/// Something that is set to go wrong, to be slow or to be held: where, what, for whom, and how often.
///
/// It counts what it saw and whom it hit, and ends by itself after `times` hits. Without `times`, `every` and
/// `chance` it hits everything that it is about, until it is cleared.
public struct StoreCondition: Hashable, Sendable, Codable {
  /// What happens at the stage.
  public enum Effect: String, Hashable, Sendable, Codable, CaseIterable {
    case fail, delay, hold, drop, duplicate
    /// A purchase is deferred until somebody approves or declines it.
    case askToBuy
    /// A purchase fails, and is completed later without a payment call (R201).
    case interrupt
  }

  /// Its name in this ledger, from 1; 0 before it is set.
  public var number = 0
  public let stage: StoreStage
  public let effect: Effect
  /// What `fail` and `interrupt` fail with.
  public let failure: StoreFailure?
  /// How long `delay` takes, on the `uptime` clock.
  public let milliseconds: Int64?
  /// Nil for every product.
  public let product: ProductID?
  /// Nil for every account.
  public let account: AccountID?
  /// Ends after so many hits; nil for no end.
  public let times: Int?
  /// Hits each so-manieth item that it sees; nil for each.
  public let every: Int?
  /// Hits this percentage of what it sees, by chance from the ledger's seed and its own number; nil for all.
  public let chance: Int?
  public var seen = 0
  public var hits = 0

  public init(
    _ stage: StoreStage, _ effect: Effect, failure: StoreFailure? = nil, milliseconds: Int64? = nil,
    product: ProductID? = nil, account: AccountID? = nil, times: Int? = nil, every: Int? = nil,
    chance: Int? = nil
  ) {
    self.stage = stage
    self.effect = effect
    self.failure = failure
    self.milliseconds = milliseconds
    self.product = product
    self.account = account
    self.times = times
    self.every = every
    self.chance = chance
  }

  /// True when it ends by itself and has.
  public var isSpent: Bool { times.map { hits >= $0 } ?? false }

  /// Whether it is about this item at all.
  public func concerns(_ item: StageItem) -> Bool {
    (product == nil || product == item.product) && (account == nil || account == item.account)
  }

  /// Why it cannot be set; nil when it can.
  public var refusal: StoreError? {
    func refuse(_ text: String) -> StoreError { StoreError(.clientInvalid, .invalidCondition, subject: text) }
    guard stage.effects.contains(effect) else {
      let possible = stage.effects.map(\.rawValue).joined(separator: ", ")
      return refuse("'\(effect.rawValue)' cannot happen at '\(stage.rawValue)'; possible: \(possible).")
    }
    if effect == .fail, failure == nil { return refuse("Say what it fails with.") }
    if let failure, !failure.isKnown { return refuse("There is no error '\(failure.rawValue)'.") }
    if let failure, let stages = failure.family?.stages, !stages.contains(stage) {
      let possible = stages.map(\.rawValue).joined(separator: ", ")
      return refuse("'\(failure.rawValue)' is an error of \(possible), not of '\(stage.rawValue)'.")
    }
    if effect == .delay, milliseconds.map({ $0 <= 0 }) ?? true { return refuse("A delay takes some time.") }
    if let times, times < 1 { return refuse("'times' is 1 or more.") }
    if let every, every < 1 { return refuse("'every' is 1 or more.") }
    if let chance, !(1...100).contains(chance) { return refuse("'chance' is a percentage from 1 to 100.") }
    return nil
  }
}
