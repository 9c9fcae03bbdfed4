import FoundationEssentials

/// Why there is no catalogue at all; nothing was read and nothing changes.
public struct CatalogError: Error, Hashable, Sendable {
  /// The file as the caller named it.
  public let file: String
  /// From 1; nil when the fault is not at one place of a text.
  public let line: Int?
  public let column: Int?
  /// What is wrong, as a clause that begins in lower case and ends without a point.
  public let problem: String
  /// What to do, as a whole sentence.
  public let advice: String
  /// The single faults, when it was many that left nothing.
  public let findings: [Finding]

  public init(
    file: String, line: Int? = nil, column: Int? = nil, problem: String, advice: String,
    findings: [Finding] = []
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.problem = problem
    self.advice = advice
    self.findings = findings
  }
}

// MARK: - LocalizedError

extension CatalogError: LocalizedError, CustomStringConvertible {
  /// One sentence: `catalog.json:3:14: expected ',' or ']' after the value, found '"'.`
  public var errorDescription: String? { description }
  public var recoverySuggestion: String? { advice }

  public var description: String {
    let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    return "\(file.shownSafely)\(place): \(problem)."
  }
}
