import JSONSyntax

/// Collects what is noticed while one document is read.
///
/// A finding is kept as an offset; path, line and column are worked out at the end, for all of them in one go.
final class FindingLog {
  private struct Entry {
    let severity: Finding.Severity
    let offset: Int
    let message: String
    let advice: String
  }

  private let document: JSONDocument
  private var entries: [Entry] = []
  private(set) var hasErrors = false

  init(_ document: JSONDocument) {
    self.document = document
    for offset in document.duplicateKeyOffsets {
      add(.warning, at: offset, "the key is given twice; the last value counts", "Remove one of the two.")
    }
  }

  func add(_ severity: Finding.Severity, at value: JSONValue, _ message: String, _ advice: String) {
    add(severity, at: value.offset, message, advice)
  }

  func add(_ severity: Finding.Severity, at offset: Int, _ message: String, _ advice: String) {
    entries.append(Entry(severity: severity, offset: offset, message: message, advice: advice))
    if severity == .error { hasErrors = true }
  }

  /// Everything noticed, in the order of the file.
  func makeFindings() -> [Finding] {
    guard !entries.isEmpty else { return [] }
    let map = document.makeSourceMap()
    return entries.sorted { $0.offset < $1.offset }.map { entry in
      let position = map.position(at: entry.offset)
      return Finding(
        severity: entry.severity, path: document.path(at: entry.offset), line: position.line,
        column: position.column, message: entry.message, advice: entry.advice)
    }
  }
}
