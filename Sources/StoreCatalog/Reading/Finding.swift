/// One thing that is wrong or odd in a catalogue: what, where, and what to do about it.
///
/// Texts hold no control or direction marks and nothing longer than a product id from the file, so they can
/// be shown as they are and give no secret away.
public struct Finding: Hashable, Sendable, Codable {
  public enum Severity: String, Sendable, Codable, CaseIterable {
    /// A product, a group, a price or content was left out.
    case error
    /// An offer or a detail was left out, or something was read otherwise than written or will surprise.
    case warning
    /// Good to know; nothing needs to be done.
    case note
  }

  public let severity: Severity
  /// The place as a JSON path, such as `products[3].prices.USA`; empty for the file as a whole.
  public let path: String
  /// From 1; nil when the place is no text.
  public let line: Int?
  /// From 1, in characters; nil exactly when `line` is.
  public let column: Int?
  /// What is wrong, as a clause that begins in lower case and ends without a point.
  public let message: String
  /// What to do, as a whole sentence.
  public let advice: String

  public init(
    severity: Severity, path: String, line: Int? = nil, column: Int? = nil, message: String, advice: String
  ) {
    self.severity = severity
    self.path = path
    self.line = line
    self.column = column
    self.message = message
    self.advice = advice
  }
}

extension Finding: CustomStringConvertible {
  /// One line for people: `12:5: error: products[3].prices.USA: … Write …`.
  public var description: String {
    let place = line.flatMap { line in column.map { "\(line):\($0): " } } ?? ""
    let subject = path.isEmpty ? "" : "\(path): "
    return "\(place)\(severity.rawValue): \(subject)\(message). \(advice)"
  }
}
