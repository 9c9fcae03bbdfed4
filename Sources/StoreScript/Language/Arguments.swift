import FoundationEssentials
import StoreModel

/// What was found in the slots of one usage, by label.
///
/// Labels are the program's own: asking for one that the usage does not have is a mistake in this program, which
/// the tests of every example find.
struct Arguments {
  private(set) var values: [(label: String, value: SlotValue)] = []

  mutating func add(_ label: String, _ value: SlotValue) { values.append((label, value)) }

  func has(_ label: String) -> Bool { values.contains { $0.label == label } }

  private func value(_ label: String) -> SlotValue? { values.first { $0.label == label }?.value }

  func text(_ label: String) -> String? {
    if case .text(let text) = value(label) { text } else { nil }
  }

  func texts(_ label: String) -> [String] {
    values.compactMap { if $0.label == label, case .text(let text) = $0.value { text } else { nil } }
  }

  func number(_ label: String) -> Int? {
    if case .number(let number) = value(label) { number } else { nil }
  }

  func amount(_ label: String) -> Decimal {
    guard case .amount(let amount) = value(label) else { preconditionFailure("No amount \(label).") }
    return amount
  }

  func optionalProduct(_ label: String) -> ProductID? {
    if case .product(let product) = value(label) { product } else { nil }
  }

  func product(_ label: String) -> ProductID {
    guard let product = optionalProduct(label) else { preconditionFailure("No product \(label).") }
    return product
  }

  func products(_ label: String) -> [ProductID] {
    values.compactMap {
      if $0.label == label, case .product(let product) = $0.value { product } else { nil }
    }
  }

  func transaction(_ label: String) -> TransactionName? {
    if case .transaction(let name) = value(label) { name } else { nil }
  }

  func stage(_ label: String) -> StoreStage? { text(label).flatMap(StoreStage.init) }

  func milliseconds(_ label: String) -> Int64? {
    if case .milliseconds(let amount) = value(label) { amount } else { nil }
  }

  /// A condition of this stage and effect, for whom and how often the words say.
  func storeCondition(_ stage: StoreStage, _ effect: StoreCondition.Effect) -> StoreCondition {
    StoreCondition(
      stage, effect, failure: (text("ERROR") ?? text("with")).map(StoreFailure.init(_:)),
      milliseconds: milliseconds("SPAN"),
      product: optionalProduct("product"), account: text("account").map(AccountID.init(rawValue:)),
      times: has("once") ? 1 : number("times"), every: number("every"), chance: number("chance"))
  }

  func patterns(_ label: String) -> [EntryPattern] {
    values.compactMap { if $0.label == label, case .pattern(let pattern) = $0.value { pattern } else { nil } }
  }

  func wait() -> Wait {
    switch value("TIME") {
    case .milliseconds(let amount): .time(milliseconds: amount)
    case .condition(let condition): .until(condition, isNegated: has("no|not"))
    default: preconditionFailure("A wait has a time or a condition.")
    }
  }

  func condition() -> Condition {
    guard case .condition(let condition) = value("CONDITION") else { preconditionFailure("No condition.") }
    return condition
  }
}

/// What `wait` waits for.
public enum Wait: Hashable, Sendable {
  /// On the store's clock.
  case time(milliseconds: Int64)
  case until(Condition, isNegated: Bool)
}
