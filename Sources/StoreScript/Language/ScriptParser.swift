import FoundationEssentials

/// Reads scripts, the ones that they include, and checks every word.
public struct ScriptParser {
  /// Included files may repeat each other; this is where a script is too long to be meant.
  static let lineLimit = 200_000

  public let vocabulary: Vocabulary
  private let load: (String) throws -> String

  private var names: [String: ScriptText] = [:]
  private var start: ScriptStart?
  private var statements: [Statement] = []
  private var errors: [ScriptError] = []
  /// The files that are being read, outermost first.
  private var open: [String] = []
  /// Of all files together.
  private var lineCount = 0

  /// `load` gives the text of an included file by its path; what it throws is told where the `include` stands.
  public init(
    vocabulary: Vocabulary,
    load: @escaping (String) throws -> String = { try String(contentsOfFile: $0, encoding: .utf8) }
  ) {
    self.vocabulary = vocabulary
    self.load = load
  }

  /// Reads `source`, named `name` in messages; files that it includes count from the folder of `name`.
  ///
  /// Throws every mistake at once, in the order of the lines.
  public func parse(_ source: String, name: String) throws(ScriptErrors) -> Script {
    var parser = self
    let lines = parser.read(source, name: name)
    guard parser.errors.isEmpty else { throw ScriptErrors(errors: parser.errors) }
    return Script(name: name, start: parser.start, lines: lines, statements: parser.statements)
  }

  /// What could be typed next: whole words for the place of the last word of `line`, in the order of the usage.
  ///
  /// They begin as that word does, in whatever case; a product also when a part of its id does, a country when its
  /// name does.
  public func completions(of line: String) -> [Completion] {
    guard let tokens = try? ScriptLexer.read(line, file: "", number: 1), tokens.comment == nil else {
      return []
    }
    var words = tokens.words
    let isNewWord = words.isEmpty || line.last == " " || line.last == "\t"
    let typed = isNewWord ? "" : words.removeLast().description
    var reader = StatementReader(words, names: names, vocabulary: vocabulary, typed: typed) {
      ScriptPlace(file: "", line: 1, column: $0)
    }
    if let verb = try? reader.verb() { _ = try? reader.arguments(of: verb.usage) }
    var seen: Set<String> = []
    return reader.completions.filter { seen.insert($0.word).inserted }
  }

  // MARK: - Reading

  private mutating func read(_ source: String, name: String) -> [Script.Line] {
    open.append(Self.standardized(name))
    defer { open.removeLast() }
    var lines: [Script.Line] = []
    var texts = Self.lines(of: source)
    // A file ends with a line end; there is no further line behind it.
    if texts.last?.isEmpty == true { texts.removeLast() }
    for (index, text) in texts.enumerated() {
      lineCount += 1
      guard lineCount <= Self.lineLimit else {
        if lineCount == Self.lineLimit + 1 { errors.append(Self.tooLong(name, index + 1)) }
        break
      }
      do throws(ScriptError) {
        let tokens = try ScriptLexer.read(text, file: name, number: index + 1)
        lines.append(Script.Line(words: tokens.words, comment: tokens.comment))
        if !tokens.words.isEmpty { try read(tokens.words, file: name, line: index + 1) }
      } catch {
        errors.append(error)
      }
    }
    return lines
  }

  /// By scalars: a line end and a carriage return in front of it are one `Character`.
  static func lines(of source: String) -> [String] {
    var scalars = source.unicodeScalars[...]
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    return scalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.last == "\r" ? line.dropLast() : line)
    }
  }

  private mutating func read(_ words: [ScriptWord], file: String, line: Int) throws(ScriptError) {
    let place = { (column: Int) in ScriptPlace(file: file, line: line, column: column) }
    var reader = StatementReader(words, names: names, vocabulary: vocabulary, place: place)
    let verb = try reader.verb()
    let arguments = try reader.arguments(of: verb.usage)
    let first = place(words[0].column)
    switch verb.name {
    case .start:
      guard start == nil, statements.isEmpty, names.isEmpty, open.count == 1 else {
        throw ScriptError(
          first, "'start' stands above everything else.", advice: "Make it the first line of the script.")
      }
      self.start = ScriptStart(arguments)
    case .let:
      names[arguments.text("NAME") ?? ""] = reader.value(of: words[words.count - 1])
    case .include:
      try include(arguments.text("FILE") ?? "", from: file, at: place(words[words.count - 1].column))
    default:
      guard let read = verb.read else { preconditionFailure("\(verb.name) is read by nobody.") }
      let text = words.map(\.description).joined(separator: " ")
      statements.append(Statement(act: read(arguments), place: first, text: text))
    }
  }

  private mutating func include(_ path: String, from file: String, at place: ScriptPlace) throws(ScriptError)
  {
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    let whole = path.hasPrefix("/") ? path : folder + path
    guard !open.contains(Self.standardized(whole)) else {
      throw ScriptError(place, "'\(path)' includes itself.", advice: "Take one of the includes out.")
    }
    let source: String
    do {
      source = try load(whole)
    } catch {
      throw ScriptError(
        place, "The script '\(path)' cannot be read.",
        advice: "Its name counts from the folder of '\(file)'.")
    }
    _ = read(source, name: whole)
  }

  private static func tooLong(_ file: String, _ line: Int) -> ScriptError {
    ScriptError(
      ScriptPlace(file: file, line: line, column: 1),
      "The script has more than \(lineLimit) lines with all that it includes.",
      advice: "Leave out some of it.")
  }

  /// The path without `.` and without steps that are taken back.
  private static func standardized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: true) where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
