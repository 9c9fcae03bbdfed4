/// Why a text is not JSON: one sentence and the place.
///
/// The message never repeats more of the source than one character or one word of letters, since a file may
/// hold secrets. The caller names the file and shows `line` and `column`; nothing was read.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// What is wrong and, where it helps, what to write instead. Begins in lower case and ends without a point.
  public let message: String
  public let position: SourcePosition

  public init(message: String, position: SourcePosition) {
    self.message = message
    self.position = position
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  public var description: String { "line \(position.line), column \(position.column): \(message)" }
}
