import TerminalKit

/// A text as it is searched for: without case, accents and width, as bytes.
public struct SearchTerm: Hashable, Sendable {
  let bytes: [UInt8]

  /// Blanks at the ends do not count.
  public init(_ text: String) {
    var bytes: [UInt8] = []
    String(text.trimmed).appendFolded(to: &bytes)
    self.bytes = bytes
  }

  public var isEmpty: Bool { bytes.isEmpty }

  /// True when whatever holds this holds `other` too, because this only goes on where `other` ends.
  func extends(_ other: SearchTerm) -> Bool { bytes.starts(with: other.bytes) }

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

  /// Where `wanted` stands first within `from..<to`.
  static func position(of wanted: [UInt8], in bytes: Span<UInt8>, from: Int, to: Int) -> Int? {
    guard let first = wanted.first else { return from }
    let last = to - wanted.count
    var start = from
    while start <= last {
      if bytes[start] == first {
        var length = 1
        while length < wanted.count, bytes[start + length] == wanted[length] { length += 1 }
        if length == wanted.count { return start }
      }
      start += 1
    }
    return nil
  }
}

/// The folded texts of many items in one row of bytes.
///
/// Folding, which is slow, is done once for each item as it is added; a search only compares bytes, so
/// that a letter typed in front of a hundred thousand products is answered within a frame.
struct SearchIndex: Hashable, Sendable {
  private var bytes: [UInt8] = []
  /// Where each item's texts end.
  private var ends: [Int] = []

  /// How many items can be found.
  var count: Int { ends.count }

  /// Adds the next item with the texts by which it is found. No match goes from one text to the next.
  mutating func append(_ texts: [String]) {
    for text in texts {
      text.appendFolded(to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    ends.append(bytes.count)
  }

  /// The positions of the items that hold the term, rising; every one of them for an empty term.
  ///
  /// - Parameter candidates: only these are looked at; nil for all.
  func positions(holding term: SearchTerm, among candidates: [Int]? = nil) -> [Int] {
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
