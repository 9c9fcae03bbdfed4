import StoreScript
import TerminalKit

/// What was pressed last, and the statement that does the same in a script.
public struct KeyStatement: Hashable, Sendable {
  public let input: InputEvent
  public let act: Act
}

// The script line of each key: kept, shown on a line of its own if wanted, and copied.
extension ShopState {
  /// The key that does what a click did, for a click on a hint; else the input itself.
  func withClickAsKey(_ input: InputEvent) -> InputEvent {
    guard case .mouse(let event) = input, event.action == .press(.left),
      case .hint(let command) = target(at: event.point),
      let key = keyMap.commands.first(where: { $0.id == command && $0.contexts.contains(context) })?.keys
        .first
    else { return input }
    return .key(key)
  }

  /// Keeps what an input did. What no statement does leaves the last one.
  mutating func note(_ input: InputEvent, from before: ScreenPlace, effects: [Effect]) {
    guard let act = Act(input, from: before, to: place, effects: effects) else { return }
    lastStatement = KeyStatement(input: input, act: act)
    if !act.isOnlyKey { lastCommand = act }
  }

  mutating func toggleScriptLine() -> [Effect] {
    showsScriptLine.toggle()
    return []
  }

  var copyingScriptLine: Availability {
    lastCommand == nil
      ? .disabled(
        "No command has been given yet. Give one, such as \(keyMap.label(of: .buy)), then copy its line.")
      : .enabled
  }

  func copyScriptLine() -> [Effect] { lastCommand.map { [.copy($0.text)] } ?? [] }
}
