/// How a script ended.
public struct ScriptResult: Hashable, Sendable {
  public let name: String
  /// How many statements it has, and how many of them were done.
  public let statements: Int
  public let done: Int
  /// Nil when every expectation held.
  public let failure: ScriptFailure?

  public var isPassed: Bool { failure == nil }
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
