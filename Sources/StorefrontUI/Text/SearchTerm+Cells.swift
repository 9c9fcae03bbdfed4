import StoreCatalog
import TerminalKit

extension SearchTerm {
  /// The cells of a line of text that hold the term first; nil when it is not there.
  func cells(in text: String) -> Range<Int>? {
    guard !bytes.isEmpty else { return nil }
    var folded: [UInt8] = []
    var starts: [(byte: Int, cell: Int)] = []
    var cell = 0
    for character in text {
      starts.append((folded.count, cell))
      String(character).appendFolded(to: &folded)
      cell += String(character).cellWidth
    }
    guard let first = Self.position(of: bytes, in: folded.span, from: 0, to: folded.count) else { return nil }
    let start = starts.last { $0.byte <= first }?.cell ?? 0
    let end = starts.first { $0.byte >= first + bytes.count }?.cell ?? cell
    return start < end ? start..<end : nil
  }
}
