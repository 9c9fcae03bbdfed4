/// One press of a key with its modifiers.
///
/// A letter typed with Shift is the capital letter. Written as a literal in code: `"b"`, `.enter`, `.ctrl("c")`.
public struct Key: Hashable, Sendable {
  public enum Code: Hashable, Sendable {
    case character(Character)
    case enter, escape, tab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 is 1.
    case function(Int)
  }

  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let shift = Modifiers(rawValue: 1)
    public static let alt = Modifiers(rawValue: 2)
    public static let control = Modifiers(rawValue: 4)
  }

  public let code: Code
  public let modifiers: Modifiers

  public init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  public static func character(_ character: Character) -> Key { Key(.character(character)) }
  public static func ctrl(_ letter: Character) -> Key { Key(.character(letter), .control) }
  public static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }
  public static func function(_ number: Int) -> Key { Key(.function(number)) }
  public static let enter = Key(.enter)
  public static let escape = Key(.escape)
  public static let tab = Key(.tab)
  public static let backTab = Key(.tab, .shift)
  public static let backspace = Key(.backspace)
  public static let delete = Key(.delete)
  public static let insert = Key(.insert)
  public static let up = Key(.up)
  public static let down = Key(.down)
  public static let left = Key(.left)
  public static let right = Key(.right)
  public static let home = Key(.home)
  public static let end = Key(.end)
  public static let pageUp = Key(.pageUp)
  public static let pageDown = Key(.pageDown)

  /// The character that the key types into a field; `nil` for a command key.
  public var typed: Character? {
    guard case .character(let character) = code, modifiers.isEmpty else { return nil }
    return character
  }
}

// MARK: - ExpressibleByExtendedGraphemeClusterLiteral

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  public init(extendedGraphemeClusterLiteral value: Character) { self.init(.character(value)) }
}

// MARK: - LosslessStringConvertible

extension Key: LosslessStringConvertible {
  private static let names: [(Code, String)] = [
    (.enter, "Enter"), (.escape, "Esc"), (.tab, "Tab"), (.backspace, "Backspace"),
    (.delete, "Delete"), (.insert, "Insert"), (.up, "Up"), (.down, "Down"), (.left, "Left"),
    (.right, "Right"), (.home, "Home"), (.end, "End"), (.pageUp, "PgUp"), (.pageDown, "PgDn"),
    (.character(" "), "Space"),
  ]

  /// As hints and help print it: `b`, `Enter`, `Shift-Tab`, `Ctrl-C`.
  public var description: String {
    var text = ""
    if modifiers.contains(.control) { text += "Ctrl-" }
    if modifiers.contains(.alt) { text += "Alt-" }
    if modifiers.contains(.shift) { text += "Shift-" }
    if let name = Key.names.first(where: { $0.0 == code }) { return text + name.1 }
    switch code {
    case .character(let character):
      return text + (modifiers.contains(.control) ? character.uppercased() : String(character))
    case .function(let number): return text + "F\(number)"
    default: return text
    }
  }

  /// Reads what `description` prints; `nil` for anything else.
  public init?(_ description: String) {
    var rest = Substring(description)
    var modifiers: Modifiers = []
    for (prefix, modifier) in [("Ctrl-", Modifiers.control), ("Alt-", .alt), ("Shift-", .shift)]
    where rest.hasPrefix(prefix) && rest.count > prefix.count {
      rest.removeFirst(prefix.count)
      modifiers.insert(modifier)
    }
    if let name = Key.names.first(where: { $0.1 == rest }) {
      self.init(name.0, modifiers)
    } else if rest.first == "F", let number = Int(rest.dropFirst()), (1...24).contains(number) {
      self.init(.function(number), modifiers)
    } else if rest.count == 1, let character = rest.first {
      let isControl = modifiers.contains(.control)
      self.init(.character(isControl ? Character(character.lowercased()) : character), modifiers)
    } else {
      return nil
    }
  }
}
