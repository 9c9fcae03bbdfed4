import Foundation

/// Where every rule is kept, read from the names of all tests and the first comments of all scenarios.
struct RuleBook {
  static let numbers = (1...202).map { "R\($0)" } + (1...20).map { "C\($0)" }

  /// What proves a rule, in the order of files: `SuiteFile: the test's words`, or a scenario.
  private(set) var proofs: [String: [String]] = [:]

  /// Reads everything below the folder `Tests`.
  init(tests folder: URL) throws {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
    for file in files.compactMap({ $0 as? URL }).sorted(by: { $0.path < $1.path }) {
      switch file.pathExtension {
      case "swift": readTests(try String(contentsOf: file, encoding: .utf8), file)
      case "storefront": readScenario(try String(contentsOf: file, encoding: .utf8), file)
      default: continue
      }
    }
  }

  private mutating func readTests(_ text: String, _ file: URL) {
    for match in text.matches(of: /func\s+`([^`:]+): ([^`]+)`/) {
      for number in Self.numbers(in: match.1) {
        proofs[number, default: []].append("\(file.deletingPathExtension().lastPathComponent): \(match.2)")
      }
    }
  }

  /// Numbers stand in brackets, in the comment on top.
  private mutating func readScenario(_ text: String, _ file: URL) {
    let comment = text.split(separator: "\n").prefix { $0.hasPrefix("#") }.joined(separator: " ")
    for number in Set(comment.matches(of: /\b[RCE]\d+\b/).map { String($0.0) }).sorted() {
      proofs[number, default: []].append("scenario \(file.deletingPathExtension().lastPathComponent)")
    }
  }

  /// `R1, R3 to R5` in front of a test's words; nothing when something else stands there.
  private static func numbers(in text: Substring) -> [String] {
    let words = text.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
    var found: [String] = []
    for (index, word) in words.enumerated() where word != "to" {
      guard let number = Int(word.dropFirst()), "RCEKXD".contains(word.prefix(1)) else { return [] }
      if index > 1, words[index - 1] == "to", let first = found.last.flatMap({ Int($0.dropFirst()) }) {
        found += (first + 1...number).map { "\(word.prefix(1))\($0)" }
      } else {
        found.append(word)
      }
    }
    return found.filter { "RCE".contains($0.prefix(1)) }
  }

  /// `Rules.md` as it has to be.
  var text: String {
    var lines = [
      "# Where every rule is kept", "",
      "The rules of a payment queue and of a handler (R1 to R202), and twenty bug reports with the right behaviour (C1",
      "to C20): the tests and scenarios that carry each number, or why it does not apply here. Made from them; renew it",
      "with `RECORD_RULES=1 swift test --filter RuleCoverage`. Reasons stand in `Support/RuleReasons.swift`.",
      "",
      "| Rule | Where it is kept |", "| --- | --- |",
    ]
    for number in Self.numbers {
      var parts = proofs[number] ?? []
      if let reason = RuleReasons.inapplicable[number] { parts.append("*does not apply:* \(reason)") }
      if let fix = RuleReasons.fixes[number] { parts.append("**mended:** \(fix)") }
      lines.append("| \(number) | \(parts.joined(separator: "<br>").replacing("|", with: "\\|")) |")
    }
    lines += [
      "", "## What each action causes", "",
      "The rows of the reference's table of effects (E1 to E25): the scenarios that carry each number, or why there is none.",
      "", "| Row | Action | Where it is kept |", "| --- | --- | --- |",
    ]
    for (number, name) in zip(EffectRows.numbers, EffectRows.names) {
      let parts = (proofs[number] ?? []) + (EffectRows.missing[number].map { ["*missing:* \($0)"] } ?? [])
      lines.append("| \(number) | \(name) | \(parts.joined(separator: "<br>")) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
