extension CompletionScript {
  /// For zsh: a file for a folder of `fpath`, named `_storefront`.
  static var zsh: String {
    """
    #compdef storefront
    # Completes storefront in zsh. Made by 'storefront completions zsh'.
    _storefront() {
      local -a commands
      commands=(
    \(subcommands.compactMap { command in
      command.name.map { "    \(quoted("\($0.rawValue):\(command.summary)"))" }
    }.joined(separator: "\n"))
      )
      local command=$words[2]
      if (( CURRENT > 2 && $+functions[_storefront_$command] )); then
        shift words
        (( CURRENT-- ))
        _storefront_$command
        return
      fi
      (( CURRENT == 2 )) && _describe -t commands 'command' commands
      _arguments \\
    \(arguments(of: Subcommand.screen))
    }
    \(subcommands.compactMap(function).joined(separator: "\n"))
    _storefront "$@"
    """
  }

  private static func function(for subcommand: Subcommand) -> String? {
    guard let name = subcommand.name else { return nil }
    return "_storefront_\(name.rawValue)() {\n  _arguments \\\n\(arguments(of: subcommand))\n}"
  }

  private static func arguments(of subcommand: Subcommand) -> String {
    var specs = subcommand.options.map { option in
      let help = "[\(option.help.replacing("[", with: "\\[").replacing("]", with: "\\]"))]"
      guard let words = words(for: option), let value = option.value else { return "--\(option.name)\(help)" }
      return "--\(option.name)=\(help):\(value.lowercased()):\(action(words))"
    }
    if let words = words(forArgumentOf: subcommand) {
      let name = (subcommand.arguments.first ?? "").filter { !"[].".contains($0) }.lowercased()
      specs.append(
        "\(subcommand.arguments.first?.hasSuffix("...") == true ? "*" : "1"):\(name):\(action(words))")
    }
    return specs.map { "    \(quoted($0))" }.joined(separator: " \\\n")
  }

  private static func action(_ words: Words) -> String {
    switch words {
    case .file: "_files"
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .anything: " "
    }
  }

  /// In single quotes, in which only the quote itself is special.
  static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }
}
