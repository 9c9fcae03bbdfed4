/// Splits one line of a script into words and a comment.
///
/// Works on scalars, not characters: a combining mark behind a quote must not hide the quote. Takes time in
/// proportion to the line.
struct ScriptLexer {
  private let scalars: [Unicode.Scalar]
  private let place: (Int) -> ScriptPlace
  private var index = 0

  /// What a line holds. The comment is as written, with its `#`.
  struct Tokens: Hashable {
    var words: [ScriptWord] = []
    var comment: String?
  }

  init(_ line: String, file: String, number: Int) {
    let scalars = Array(line.unicodeScalars)
    self.scalars = scalars
    place = { index in
      var before = String.UnicodeScalarView()
      before.append(contentsOf: scalars[..<min(index, scalars.count)])
      return ScriptPlace(file: file, line: number, column: String(before).count + 1)
    }
  }

  static func read(_ line: String, file: String, number: Int) throws(ScriptError) -> Tokens {
    var lexer = ScriptLexer(line, file: file, number: number)
    return try lexer.read()
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func read() throws(ScriptError) -> Tokens {
    var tokens = Tokens()
    while let scalar = next {
      if scalar == " " || scalar == "\t" {
        index += 1
      } else if scalar == "#" {
        tokens.comment = try comment()
      } else {
        tokens.words.append(try word())
        if let after = next, after != " ", after != "\t" {
          throw ScriptError(
            place(index), "Words are set apart by a space.", advice: "Put a space in front of '\(after)'.")
        }
      }
    }
    return tokens
  }

  private mutating func comment() throws(ScriptError) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = next {
      if scalar != "\t" { try checkSafe(scalar) }
      text.append(scalar)
      index += 1
    }
    return String(text)
  }

  private mutating func word() throws(ScriptError) -> ScriptWord {
    let start = index
    let isQuoted = next == "\""
    if isQuoted { index += 1 }
    var pieces: [ScriptWord.Piece] = []
    var text = String.UnicodeScalarView()
    var isClosed = false
    while let scalar = next, !isClosed {
      switch scalar {
      case "\"" where isQuoted:
        index += 1
        isClosed = true
        continue
      case "\"":
        throw ScriptError(
          place(index), "A quotation mark stands inside a word.",
          advice: "Put the whole word in quotes, and write \\\" inside.")
      case "\\" where isQuoted: text.append(try escape())
      case " " where !isQuoted, "\t" where !isQuoted: isClosed = true
      case "$" where nameStarts(at: index + 1):
        if !text.isEmpty { pieces.append(.text(String(text))) }
        text = String.UnicodeScalarView()
        pieces.append(.name(name()))
      default:
        if !isQuoted || scalar != "\t" { try checkSafe(scalar) }
        text.append(scalar)
        index += 1
      }
    }
    if isQuoted, !isClosed {
      throw ScriptError(place(start), "The quotes are not closed.", advice: "End the text with a \".")
    }
    if !text.isEmpty { pieces.append(.text(String(text))) }
    return ScriptWord(pieces, isQuoted: isQuoted, column: place(start).column)
  }

  private func nameStarts(at index: Int) -> Bool {
    index < scalars.count && ScriptWord.isNameStart(Character(scalars[index]))
  }

  private mutating func name() -> String {
    index += 1
    var name = ""
    while let scalar = next, ScriptWord.isNamePart(Character(scalar)) {
      name.unicodeScalars.append(scalar)
      index += 1
    }
    return name
  }

  private mutating func escape() throws(ScriptError) -> Unicode.Scalar {
    let start = index
    index += 1
    guard let scalar = next else {
      throw ScriptError(place(start), "The quotes are not closed.", advice: "End the text with a \".")
    }
    index += 1
    switch scalar {
    case "\"", "\\", "$": return scalar
    case "n": return "\n"
    case "t": return "\t"
    case "u":
      var digits = ""
      if next == "{" {
        index += 1
        while let digit = next, digit != "}", digits.count < 8 {
          digits.unicodeScalars.append(digit)
          index += 1
        }
        if next == "}", let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) {
          index += 1
          return scalar
        }
      }
      throw ScriptError(
        place(start), "This is no character.", advice: "Write its number in hexadecimal: \\u{1f600}.")
    default:
      throw ScriptError(
        place(start), "'\\\(scalar)' means nothing.",
        advice: "Write \\\\ for a backslash; also \\\" \\$ \\n \\t \\u{1f600}.")
    }
  }

  private func checkSafe(_ scalar: Unicode.Scalar) throws(ScriptError) {
    guard ScriptWord.isUnsafe(scalar) else { return }
    let number = String(scalar.value, radix: 16)
    throw ScriptError(
      place(index), "A control character (\(number)) stands here.",
      advice: "Take it out, or write \\u{\(number)} in quotes.")
  }
}
