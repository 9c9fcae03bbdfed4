/// A place in a text as editors show it.
public struct SourcePosition: Hashable, Sendable {
  /// From 1. LF, CRLF and CR each end a line.
  public let line: Int
  /// From 1, in Unicode scalars. A byte order mark is not counted.
  public let column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// Turns byte offsets of one source into lines and columns.
///
/// Made by one pass that leaves a mark every thousand bytes, so that each question costs at most that much:
/// a file of one endless line with a finding in every value stays linear.
public struct SourceMap: Sendable {
  private static let stride = 1024
  private let source: [UInt8]
  private let marks: [SourcePosition]
  private let origin: Int

  public init(_ source: [UInt8]) {
    self.source = source
    origin = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var marks: [SourcePosition] = []
    marks.reserveCapacity(source.count / Self.stride + 1)
    var walk = Walk(position: SourcePosition(line: 1, column: 1))
    var offset = origin
    while offset < source.count {
      marks.append(walk.position)
      let end = min(offset + Self.stride, source.count)
      walk.advance(over: source, from: offset, to: end)
      offset = end
    }
    self.marks = marks
  }

  /// The position of the byte at `offset`; offsets beyond the source give its end.
  public func position(at offset: Int) -> SourcePosition {
    let offset = min(max(offset, origin), source.count)
    guard !marks.isEmpty else { return SourcePosition(line: 1, column: 1) }
    let mark = min((offset - origin) / Self.stride, marks.count - 1)
    var walk = Walk(position: marks[mark])
    walk.advance(over: source, from: origin + mark * Self.stride, to: offset)
    return walk.position
  }

  private struct Walk {
    var position: SourcePosition

    mutating func advance(over source: [UInt8], from start: Int, to end: Int) {
      var (line, column) = (position.line, position.column)
      for index in start..<end {
        switch source[index] {
        // The CR of a CRLF and the later bytes of a scalar take no column.
        case 0x0D where index + 1 < source.count && source[index + 1] == 0x0A: break
        case 0x80...0xBF: break
        case 0x0A, 0x0D:
          line += 1
          column = 1
        default: column += 1
        }
      }
      position = SourcePosition(line: line, column: column)
    }
  }
}
