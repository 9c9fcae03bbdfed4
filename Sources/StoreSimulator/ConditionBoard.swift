import FoundationEssentials
import StoreModel

/// The conditions that are set; decides what becomes of an item that comes to a stage, and performs nothing.
///
/// Delays add up, then comes a hold, then the first outcome that hits. What a condition sees and hits it counts, and
/// one that has hit as often as it should leaves the board.
struct ConditionBoard: Hashable, Sendable {
  private(set) var conditions: [StoreCondition] = []

  init(_ conditions: [StoreCondition] = []) { self.conditions = conditions }

  /// The stages at which anything can happen.
  var stages: Set<StoreStage> { Set(conditions.map(\.stage)) }

  /// Adds a condition under the next number. Numbers are not used again while the board has any.
  mutating func set(_ condition: StoreCondition, number: Int) -> StoreCondition {
    var condition = condition
    condition.number = number
    conditions.append(condition)
    return condition
  }

  /// Takes conditions away and answers them.
  mutating func clear(where isCleared: (StoreCondition) -> Bool) -> [StoreCondition] {
    let cleared = conditions.filter(isCleared)
    conditions.removeAll(where: isCleared)
    return cleared
  }

  /// What a stage does to an item.
  struct Verdict: Hashable, Sendable {
    var delay = Duration.zero
    var isHeld = false
    var outcome = StageOutcome.pass
    /// The conditions that hit, in the order in which they were set, as they are now.
    var hits: [StoreCondition] = []
    /// Those of `hits` that have left the board.
    var spent: [StoreCondition] = []
    /// False when the board is as it was.
    var hasChanged = false
  }

  /// Only conditions for which `isAsked` holds are looked at.
  mutating func meet(
    _ item: StageItem, at stage: StoreStage, seed: UInt64,
    where isAsked: (StoreCondition) -> Bool = { _ in true }
  ) -> Verdict {
    var verdict = Verdict()
    for index in conditions.indices
    where conditions[index].stage == stage && conditions[index].concerns(item) && isAsked(conditions[index]) {
      conditions[index].seen += 1
      verdict.hasChanged = true
      guard conditions[index].isDue(seed: seed), conditions[index].adds(to: verdict) else { continue }
      conditions[index].hits += 1
      verdict.add(conditions[index])
    }
    verdict.spent = clear(where: \.isSpent)
    return verdict
  }
}

extension ConditionBoard.Verdict {
  fileprivate mutating func add(_ condition: StoreCondition) {
    hits.append(condition)
    let error = (condition.failure ?? StoreFailure("unknown")).error
    switch condition.effect {
    case .delay: delay += .milliseconds(condition.milliseconds ?? 0)
    case .hold: isHeld = true
    case .fail: outcome = .fail(error)
    case .drop: outcome = .drop
    case .duplicate: outcome = .duplicate
    case .askToBuy: outcome = .askToBuy
    case .interrupt:
      outcome = .interrupt(
        StoreError(condition.failure == nil ? .unknown : error.code, .interrupted))
    }
  }
}

extension StoreCondition {
  /// One outcome is enough: a later one waits for the next item, and does not wear off meanwhile.
  fileprivate func adds(to verdict: ConditionBoard.Verdict) -> Bool {
    switch effect {
    case .delay: true
    case .hold: !verdict.isHeld
    case .fail, .drop, .duplicate, .askToBuy, .interrupt: verdict.outcome == .pass
    }
  }

  /// Whether the item that it saw last is one that it hits.
  fileprivate func isDue(seed: UInt64) -> Bool {
    if let every, !seen.isMultiple(of: every) { return false }
    guard let chance else { return true }
    // The same seed, condition and count give the same luck.
    var state = seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(seen) &* 0xD1B5_4A32_D192_ED03
    state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
    return (state ^ (state >> 31)) % 100 < UInt64(chance)
  }
}

// MARK: - In the ledger

extension ConditionBoard {
  static let key = "conditions"

  /// As the ledger's settings keep it; one that cannot be read counts as empty, for it is only a test's tool.
  init(kept text: String?) {
    guard let text, text != "[]" else { return }
    conditions = (try? JSONDecoder().decode([StoreCondition].self, from: Data(text.utf8))) ?? []
  }

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(conditions)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }
}
