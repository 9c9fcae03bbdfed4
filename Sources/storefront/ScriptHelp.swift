import StoreScript

/// The command language, explained from its own tables.
enum ScriptHelp {
  static var text: String {
    var lines = [
      "A script is lines, one command each: words, \"text in quotes\" (\\\" \\\\ \\$ \\n \\t \\u{…}), # comments.",
      "",
      "COMMANDS",
    ]
    for verb in Verb.all { lines += entry(verb.usage.text, verb.meaning, example: verb.example) }
    lines += ["", "CONDITIONS, behind expect and wait"]
    for form in Condition.forms { lines += entry(form.usage.text, form.meaning) }
    lines += ["", "WORDS IN CAPITALS"]
    let width = Slot.allCases.map(\.rawValue.count).max() ?? 0
    lines += Slot.allCases.map {
      "  " + $0.rawValue + String(repeating: " ", count: width - $0.rawValue.count + 2) + $0.meaning
    }
    lines += ["", rules]
    return lines.joined(separator: "\n")
  }

  /// What a script's author has to know besides.
  static let rules = """
    A command is over when nothing goes on any more without time going by; the store's time goes by in wait alone. \
    A command that the store refuses ends the script, unless the next line is an expect, which looks at what came of it.
    """

  private static func entry(_ usage: String, _ meaning: String, example: String? = nil) -> [String] {
    ["  \(usage)", "      \(meaning)"] + (example.map { $0 == usage ? [] : ["      \($0)"] } ?? [])
  }
}
