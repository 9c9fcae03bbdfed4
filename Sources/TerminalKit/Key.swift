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

  /// Reads what `description` prints, and as people write it: `ctrl-b`, `pgdn`, `space`, `f5`, `shift-g`.
  ///
  /// Letter case counts only for a single letter. `nil` for anything that is no key.
  public init?(_ description: String) {
    var rest = Substring(description)
    var modifiers: Modifiers = []
    for (prefix, modifier) in [("ctrl-", Modifiers.control), ("alt-", .alt), ("shift-", .shift)]
    where rest.count > prefix.count && rest.prefix(prefix.count).lowercased() == prefix {
      rest.removeFirst(prefix.count)
      modifiers.insert(modifier)
    }
    let name = rest.lowercased()
    if rest.count == 1, let character = rest.first {
      self.init(typing: character, modifiers)
    } else if let code = Key.names.first(where: { $0.1.lowercased() == name })?.0 ?? Key.otherNames[name] {
      self.init(code, modifiers)
    } else if name.first == "f", let number = Int(name.dropFirst()), (1...24).contains(number),
      name == "f\(number)"
    {
      self.init(.function(number), modifiers)
    } else {
      return nil
    }
  }

  /// A terminal tells no Shift beside a letter, and no capital beside Ctrl.
  private init?(typing character: Character, _ modifiers: Modifiers) {
    let isUnseen =
      character.isWhitespace || character.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
    guard character == " " || !isUnseen else { return nil }
    var letter = character
    var modifiers = modifiers
    if modifiers.contains(.control) {
      letter = character.lowercased().first ?? character
    } else if modifiers.contains(.shift), character.isLetter {
      letter = character.uppercased().first ?? character
      modifiers.remove(.shift)
    }
    self.init(.character(letter), modifiers)
  }

  private static let otherNames: [String: Code] = [
    "return": .enter, "escape": .escape, "del": .delete, "ins": .insert, "pageup": .pageUp,
    "pagedown": .pageDown,
  ]
}
