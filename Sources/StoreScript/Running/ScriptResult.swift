import StoreModel

/// How a script ended.
public struct ScriptResult: Hashable, Sendable {
  public let name: String
  /// How many statements it has, and how many of them were done.
  public let statements: Int
  public let done: Int
  /// Nil when every expectation held.
  public let failure: ScriptFailure?

  public var isPassed: Bool { failure == nil }

  /// This result held against a bundle: a script that passed has failed all the same when it left another journal than
  /// the one that the bundle holds, with the line of the first difference. `file` is the bundle's; `isOpen` says that
  /// the app has not ended yet, so that the end of the journal may still come.
  public func held(
    against bundle: ReproductionBundle, journal: [JournalEntry], file: String, isOpen: Bool = false
  ) -> ScriptResult {
    guard isPassed, done == statements else { return self }
    guard let difference = JournalDifference(bundle, replayed: journal, isOpen: isOpen) else { return self }
    let nothing = "the end of the journal"
    return ScriptResult(
      name: name, statements: statements, done: done,
      failure: ScriptFailure(
        place: bundle.place(ofEntry: difference.index, in: file), statement: "",
        wanted: difference.recorded ?? nothing, found: difference.replayed ?? nothing, events: []))
  }
}

/// Why a script stopped: what was wanted, what was found, and what happened since the last command.
public struct ScriptFailure: Error, Hashable, Sendable {
  public let place: ScriptPlace
  public let statement: String
  public let wanted: String
  public let found: String
  /// Journal events since the last command, each as the pattern that matches it.
  public let events: [String]
}
