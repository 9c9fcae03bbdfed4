import Foundation

/// What a ratio of ours to the floor should be.
enum Goal {
  case atMost(Double)
  case atLeast(Double)
  /// Told to be watched; no figure is asked for.
  case watched

  fileprivate func isMet(by ratio: Double) -> Bool {
    switch self {
    case .atMost(let limit): ratio <= limit
    case .atLeast(let limit): ratio >= limit
    case .watched: true
    }
  }

  fileprivate var text: String {
    switch self {
    case .atMost(let limit): "<= \(limit.shortText)x"
    case .atLeast(let limit): ">= \(limit.shortText)x"
    case .watched: ""
    }
  }
}

/// The table that the bench prints, a line as soon as it is measured.
@MainActor
final class Report {
  private(set) var missedGoals = 0
  private(set) var hasFailed = false
  private let start = ContinuousClock.now

  func begin() {
    write(["goal", "what", "ours", "floor", "ratio", "goal", ""])
  }

  /// One line: `number` is the goal's in the list of goals, such as `P11`.
  func add(_ number: String, _ what: String, ours: String, floor: String, ratio: Double, goal: Goal) {
    let isMet = goal.isMet(by: ratio)
    if !isMet { missedGoals += 1 }
    let verdict = if case .watched = goal { "" } else { isMet ? "ok" : "over" }
    write([number, what, ours, floor, ratio.shortText, goal.text, verdict])
  }

  /// Two times of the same work, each divided by `count`: the ratio is ours / floor.
  func add(
    _ number: String, _ what: String, ours: Duration, floor: Duration, per count: Int = 1, goal: Goal
  ) {
    add(
      number, what, ours: (ours / count).shortText, floor: (floor / count).shortText, ratio: ours / floor,
      goal: goal)
  }

  /// As `add`, for goals that speak of speed: the ratio is ours to the floor in work per time.
  func addSpeed(
    _ number: String, _ what: String, ours: Duration, floor: Duration, per count: Int = 1, goal: Goal
  ) {
    add(
      number, what, ours: (ours / count).shortText, floor: (floor / count).shortText, ratio: floor / ours,
      goal: goal)
  }

  func note(_ text: String) { print("      \(text)") }

  /// Something could not be measured at all.
  func fail() { hasFailed = true }

  func end() {
    let seconds = Int((ContinuousClock.now - start) / .seconds(1))
    print("\(missedGoals) over their goals; measured in \(seconds) s")
  }

  private func write(_ cells: [String]) {
    let widths = [6, -50, 12, 12, 8, 10, 0]
    let line = zip(cells, widths).map { cell, width in
      let space = String(repeating: " ", count: max(abs(width) - cell.count, 0))
      return width < 0 ? " " + cell + space : width == 0 ? " " + cell : space + cell
    }
    print(line.joined(separator: " "))
    // Seen at once, also through a pipe.
    fflush(nil)
  }
}

extension Duration {
  fileprivate var shortText: String {
    let nanoseconds = self / .nanoseconds(1)
    return switch nanoseconds {
    case ..<1_000: "\(nanoseconds.shortText) ns"
    case ..<1_000_000: "\((nanoseconds / 1_000).shortText) us"
    case ..<1_000_000_000: "\((nanoseconds / 1_000_000).shortText) ms"
    default: "\((nanoseconds / 1_000_000_000).shortText) s"
    }
  }
}

extension Double {
  /// Three figures.
  var shortText: String {
    guard isFinite else { return "-" }
    let digits = magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : 2
    return formatted(
      .number.precision(.fractionLength(digits)).grouping(.never).locale(Locale(identifier: "C")))
  }
}
