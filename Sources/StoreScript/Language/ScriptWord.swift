/// One word of a statement, as it was written: bare or quoted, with the names that it refers to.
///
///     bare      app.stargarden.cocoa
///     quoted    "a \"b\"\n"
///     names     $coins   "Bought $title."     (a name begins with a letter, so "$9.99" is a price)
public struct ScriptWord: Hashable, Sendable {
  public enum Piece: Hashable, Sendable {
    case text(String)
    /// The value that `let` gave this name.
    case name(String)
  }

  public let pieces: [Piece]
  public let isQuoted: Bool
  /// From 1, in characters.
  public let column: Int

  public init(_ pieces: [Piece], isQuoted: Bool, column: Int = 1) {
    self.pieces = pieces
    self.isQuoted = isQuoted
    self.column = column
  }

  /// A word that says `text`: bare where that can be read back, else quoted.
  public init(_ text: String) {
    self.init(text.isEmpty ? [] : [.text(text)], isQuoted: !Self.canBeBare(text))
  }

  /// A word that says `text` in quotes, which keeps a product id from being looked up.
  public static func quoted(_ text: String) -> ScriptWord {
    ScriptWord(text.isEmpty ? [] : [.text(text)], isQuoted: true)
  }

  /// True for a keyword: bare and without names.
  func isKeyword(_ keyword: String) -> Bool { !isQuoted && pieces == [.text(keyword)] }

  /// What it looks like in the script, for messages that point at it.
  public var description: String {
    let inside = pieces.map { piece in
      switch piece {
      case .text(let text): isQuoted ? Self.escaped(text) : text
      case .name(let name): "$\(name)"
      }
    }.joined()
    return isQuoted ? "\"\(inside)\"" : inside
  }

  static func isNameStart(_ character: Character) -> Bool { character.isASCII && character.isLetter }
  static func isNamePart(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber) || character == "_"
  }

  /// What cannot stand in a script as it is, since it would move the cursor or end the line.
  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    // The tables of Unicode take fifty times as long, and a menu of actions has a hundred words.
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7f }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func canBeBare(_ text: String) -> Bool {
    guard let first = text.first, first != "#" else { return false }
    // A Character may hide a quote behind a combining mark.
    return text.unicodeScalars.allSatisfy { scalar in
      !isUnsafe(scalar) && !isSpace(scalar) && scalar != "\"" && scalar != "$" && scalar != "\\"
    }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? scalar == " " : scalar.properties.isWhitespace
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      // A dollar in front of a digit is a price; at the end a name could follow.
      case "$" where index + 1 == scalars.count || isNameStart(Character(scalars[index + 1])): result += "\\$"
      case _ where isUnsafe(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension ScriptWord: CustomStringConvertible {}
