/// Where something stands in a script: the file as it was named, the line and the column, both from 1.
///
/// Columns count characters as a reader sees them, so that an accent or an emoji is one.
public struct ScriptPlace: Hashable, Sendable, CustomStringConvertible {
  public let file: String
  public let line: Int
  public let column: Int

  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `shop.storefront:3:5`, as editors and compilers write it.
  public var description: String { "\(file):\(line):\(column)" }
}

/// A mistake in a script: where, what is wrong, and what to write instead. Nothing of the script has run.
public struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  public let place: ScriptPlace
  public let message: String
  public let advice: String

  public init(_ place: ScriptPlace, _ message: String, advice: String) {
    self.place = place
    self.message = message
    self.advice = advice
  }

  public var description: String { "\(place): \(message)\(advice.isEmpty ? "" : " " + advice)" }
}
