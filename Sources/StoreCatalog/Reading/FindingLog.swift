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
    /// Nil until it is worked out.
    var path: String?
  }

  private let document: JSONDocument
  private var entries: [Entry] = []
  /// How many entries have got their path.
  private var settled = 0
  private(set) var hasErrors = false

  init(_ document: JSONDocument) {
    self.document = document
    add(duplicateKeys: document.duplicateKeyOffsets)
  }

  func add(duplicateKeys offsets: [Int]) {
    for offset in offsets {
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

  /// Works out the paths of what was noticed since, which is about `item`, whose path is `path`: it will not
  /// be there at the end. Without an item, about the document itself.
  func settle(in item: JSONValue? = nil, path: () -> String = { "" }) {
    guard settled < entries.count else { return }
    let prefix = path()
    for index in settled..<entries.count {
      let offset = entries[index].offset
      entries[index].path =
        item.map { JSONDocument.path(at: offset, in: $0, prefix) } ?? document.path(at: offset)
    }
    settled = entries.count
  }

  /// Everything noticed, in the order of the file.
  func makeFindings() -> [Finding] {
    guard !entries.isEmpty else { return [] }
    settle()
    let map = document.makeSourceMap()
    return entries.sorted { $0.offset < $1.offset }.map { entry in
      let position = map.position(at: entry.offset)
      return Finding(
        severity: entry.severity, path: entry.path ?? "", line: position.line,
        column: position.column, message: entry.message, advice: entry.advice)
    }
  }
}
