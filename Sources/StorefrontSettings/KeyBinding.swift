import TerminalKit

/// The keys that the settings file gives to a command; an empty list switches its keys off.
///
/// Whether two commands get in each other's way is not known here: who holds the commands checks it and
/// reports it at `place`.
public struct KeyBinding: Hashable, Sendable {
  /// The id of a command, one of those that the reader was given.
  public let command: String
  public let keys: [Key]
  public let place: SettingsFinding.Place
}

extension Key {
  /// As settings files write it, and as `Key.init(_:)` reads it: `b`, `D`, `ctrl-b`, `pgdn`, `space`.
  public var settingName: String {
    guard case .character(let character) = code, character != " " else { return description.lowercased() }
    return modifiers.isEmpty ? String(character) : description.dropLast().lowercased() + String(character)
  }
}
