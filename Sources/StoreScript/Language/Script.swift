/// A script that was read and checked: every name looked up, every included file in its place.
///
///     # Three cocoas, then the atlas.
///     let cocoa = app.stargarden.cocoa
///     buy $cocoa quantity 3
///     confirm
///     expect balance $cocoa 3
public struct Script: Sendable {
  /// One line as it was written, without regard to how its words were spaced.
  public struct Line: Hashable, Sendable {
    public let words: [ScriptWord]
    /// With its `#`.
    public let comment: String?

    public init(words: [ScriptWord] = [], comment: String? = nil) {
      self.words = words
      self.comment = comment
    }

    public var text: String {
      (words.map(\.description) + [comment].compactMap(\.self)).joined(separator: " ")
    }
  }

  public let name: String
  /// What it says about the store that it starts from; nil when nothing.
  public let start: ScriptStart?
  /// Of the file itself.
  public let lines: [Line]
  /// What is run, with the statements of included files in their places.
  public let statements: [Statement]

  init(name: String, start: ScriptStart?, lines: [Line], statements: [Statement]) {
    self.name = name
    self.start = start
    self.lines = lines
    self.statements = statements
  }

  /// The script as text, one line each; reading it gives the same script.
  public var text: String { lines.map { $0.text + "\n" }.joined() }

  /// True when some statement needs a screen.
  public var needsScreen: Bool { statements.contains { $0.act.needsScreen } }
}

/// One thing to do, and where it stands.
public struct Statement: Hashable, Sendable {
  public let act: Act
  public let place: ScriptPlace
  /// The line as it was written, without its comment.
  public let text: String

  public init(act: Act, place: ScriptPlace, text: String) {
    self.act = act
    self.place = place
    self.text = text
  }
}

/// Everything that is wrong in a script; never empty. Nothing of it has run.
public struct ScriptErrors: Error, Hashable, Sendable {
  public let errors: [ScriptError]
}
