extension CompletionScript {
  /// For fish 3 and later.
  static var fish: String {
    var lines = [
      "# Completes storefront in fish. Made by 'storefront completions fish'.",
      "complete -c storefront -f",
    ]
    for subcommand in subcommands {
      let condition: String
      if let name = subcommand.name?.rawValue {
        lines.append(
          "complete -c storefront -n __fish_use_subcommand -a \(name) -d \(fishQuoted(subcommand.summary))")
        condition = "'__fish_seen_subcommand_from \(name)'"
      } else {
        condition = "__fish_use_subcommand"
      }
      switch words(forArgumentOf: subcommand) {
      case .file: lines.append("complete -c storefront -n \(condition) -F")
      case .words(let words):
        lines.append("complete -c storefront -n \(condition) -a \(fishQuoted(words.joined(separator: " ")))")
      case .anything, nil: break
      }
      lines += subcommand.options.map { line(for: $0, condition) }
    }
    return lines.joined(separator: "\n")
  }

  private static func line(for option: Option, _ condition: String) -> String {
    let value =
      switch words(for: option) {
      case .file: " -r -F"
      case .words(let words): " -x -a \(fishQuoted(words.joined(separator: " ")))"
      case .anything: " -x"
      case nil: ""
      }
    return "complete -c storefront -n \(condition) -l \(option.name)\(value) -d \(fishQuoted(option.help))"
  }

  private static func fishQuoted(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }
}
