extension CompletionScript {
  /// For bash 4 and later; needs nothing else to be installed.
  static var bash: String {
    """
    # Completes storefront in bash. Made by 'storefront completions bash'.
    _storefront() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=
      # An equals sign is a word of its own here.
      if [[ $word == '=' ]]; then
        word=
      elif [[ $before == '=' ]]; then
        before=${COMP_WORDS[COMP_CWORD-2]}
      fi
      ((COMP_CWORD > 1)) && command=${COMP_WORDS[1]}
      local options= words= files=
      COMPREPLY=()
      case $before in
    \(optionCases)
      esac
      case $command in
    \(commandCases)
      esac
      ((COMP_CWORD == 1)) && words="\(names.joined(separator: " "))"
      [[ $word == -* ]] && words=$options files=
      COMPREPLY=($(compgen -W "$words" -- "$word"))
      if [[ -n $files ]]; then
        COMPREPLY+=($(compgen -f -- "$word"))
        compopt -o filenames 2>/dev/null
      fi
    }
    complete -F _storefront storefront
    """
  }

  private static var optionCases: String {
    var lines: [String] = []
    var done: [String] = []
    for option in subcommands.flatMap(\.options) where !done.contains(option.name) {
      done.append(option.name)
      switch words(for: option) {
      case .file:
        lines.append(
          "    --\(option.name)) COMPREPLY=($(compgen -f -- \"$word\")); compopt -o filenames 2>/dev/null; return ;;"
        )
      case .words(let words):
        lines.append(
          "    --\(option.name)) COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\")); return ;;"
        )
      case .anything: lines.append("    --\(option.name)) return ;;")
      case nil: break
      }
    }
    return lines.joined(separator: "\n")
  }

  private static var commandCases: String {
    // The screen comes last: it answers to every first word that names no command.
    (subcommands.dropFirst() + subcommands.prefix(1)).map { subcommand in
      var parts = ["options=\"\(subcommand.options.map { "--\($0.name)" }.joined(separator: " "))\""]
      switch words(forArgumentOf: subcommand) {
      case .words(let words): parts.append("((COMP_CWORD == 2)) && words=\"\(words.joined(separator: " "))\"")
      case .file: parts.append("files=1")
      case .anything, nil: break
      }
      return "    \(subcommand.name?.rawValue ?? "*")) \(parts.joined(separator: "; ")) ;;"
    }.joined(separator: "\n")
  }
}
