import StoreScript

/// What the story of a store can be saved as.
public enum SavedFile: Hashable, Sendable {
  /// A script that does it all again.
  case script
  /// A bug report: a bundle.
  case report
}

/// Saves what has happened in a store so far, from its beginning on.
public struct SessionSaver: Sendable {
  /// Why nothing was saved, and what to do.
  public struct Refusal: Error, Hashable, Sendable {
    public let problem: String
    public let advice: String

    public init(_ problem: String, advice: String) {
      self.problem = problem
      self.advice = advice
    }
  }

  /// Writes a file that was not there and gives its path. The moments are those of the app since the start; the acts
  /// lead to what is on the screen now. May be called from any task.
  let save: @Sendable (SavedFile, [AppMoment], [Act]) async -> Result<String, Refusal>

  public init(_ save: @escaping @Sendable (SavedFile, [AppMoment], [Act]) async -> Result<String, Refusal>) {
    self.save = save
  }
}
