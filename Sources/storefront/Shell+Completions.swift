import StoreModel

extension Shell {
  /// Prints a script that lets a shell complete storefront's command line.
  func completions() throws(UsageError) -> ExitStatus {
    let shells = CompletionShell.allCases.map(\.rawValue)
    guard let word = invocation.arguments.first else {
      throw UsageError(
        "Which shell?", advice: "Write 'storefront completions SHELL' with \(shells.joined(separator: ", "))."
      )
    }
    guard let shell = CompletionShell(rawValue: word) else {
      let near = nearest(to: word, in: shells)
      throw UsageError(
        "There are no completions for '\(word.singleLine)'.",
        advice: (near.map { "Did you mean '\($0)'? " } ?? "") + "Choose \(shells.joined(separator: ", ")).")
    }
    console.print(shell.script)
    return .done
  }
}
