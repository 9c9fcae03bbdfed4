/// The folded texts of many items in one row of bytes.
///
/// Folding, which is slow, is done once for each item as it is added; a search only compares bytes, so
/// that a letter typed in front of a hundred thousand products is answered within a frame.
package struct SearchIndex: Hashable, Sendable {
  private(set) package var bytes: [UInt8] = []
  /// Where each item's texts end.
  private(set) package var ends: [Int] = []

  package init() {}

  /// What was indexed before; nil when `ends` are not those of `bytes`.
  package init?(bytes: [UInt8], ends: [Int]) {
    guard ends.last ?? 0 == bytes.count, zip(ends, ends.dropFirst()).allSatisfy({ $0 < $1 }) else {
      return nil
    }
    self.bytes = bytes
    self.ends = ends
  }

  /// How many items can be found.
  package var count: Int { ends.count }

  /// Adds the next item with the texts by which it is found. No match goes from one text to the next.
  package mutating func append(_ texts: [String]) {
    for text in texts {
      text.appendFolded(to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    ends.append(bytes.count)
  }

  /// The positions of the items that hold the term, rising; every one of them for an empty term.
  ///
  /// - Parameter candidates: only these are looked at; nil for all.
  package func positions(holding term: SearchTerm, among candidates: [Int]? = nil) -> [Int] {
    let (wanted, bytes) = (term.bytes, bytes.span)
    var found: [Int] = []
    func look(at item: Int) {
      let start = item == 0 ? 0 : ends[item - 1]
      if SearchTerm.position(of: wanted, in: bytes, from: start, to: ends[item]) != nil { found.append(item) }
    }
    if let candidates {
      for item in candidates where item < ends.count { look(at: item) }
    } else {
      for item in ends.indices { look(at: item) }
    }
    return found
  }
}
