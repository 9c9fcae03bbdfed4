import StoreReceipts
import TerminalKit

/// A token laid out for one width: what each of its parts decodes to, and the raw text of that part beside it, or
/// below it where there is no room.
///
/// Both sides scroll together. Of a part, the side that has fewer lines stays in sight until the other one has passed,
/// so that what stands side by side always belongs together.
struct TokenPage: Hashable {
  /// From this width inside its frame on, the raw text stands beside.
  static let besideWidth = 88
  /// Lines of raw text that are shown of a folded part where it stands below the fields.
  private static let foldedBelow = 3
  /// The fewest where it stands beside them.
  private static let foldedBeside = 6
  /// What stands between the sides: a line with a blank at each side.
  private static let gap = 3

  private struct Block: Hashable {
    let decoded: [TextLine]
    /// Empty where it stands below.
    let raw: [TextLine]
    var height: Int { max(decoded.count, raw.count) }
  }

  private let blocks: [Block]
  /// Where the line between the sides stands; nil where the raw text is below.
  let rule: Int?
  /// Whether some raw text is too long to be shown at once.
  let canFold: Bool
  /// With a blank line between the parts.
  var count: Int { blocks.reduce(max(blocks.count - 1, 0)) { $0 + $1.height } }

  /// What of `width` cells is for what the parts say.
  static func decodedWidth(in width: Int) -> Int { width >= besideWidth ? (width - gap) * 12 / 20 : width }

  /// - Parameters:
  ///   - decoded: what the parts say, in their order.
  ///   - unfold: how the rest of a folded part is to be seen.
  init(
    _ token: TokenReading, decoded: [[Paragraph]], width: Int, isUnfolded: Bool, unfold: String
  ) {
    let isBeside = width >= Self.besideWidth
    let left = Self.decodedWidth(in: width)
    let right = isBeside ? width - left - Self.gap : width
    rule = isBeside ? left + 1 : nil
    let fields = decoded.map { $0.lines(width: left) }
    let texts = token.parts
    var canFold = false
    blocks = TokenPart.allCases.map { part in
      let text = texts.indices.contains(part.rawValue) ? texts[part.rawValue] : ""
      let said = [TextLine(part.name, part.role)] + fields[part.rawValue]
      let limit = isBeside ? max(fields[part.rawValue].count, Self.foldedBeside) : Self.foldedBelow
      // The points are in it: read downwards, it is the token.
      let whole = (part == .signature ? "\(text)" : "\(text).").chopped(toWidth: right)
      // What is only a little longer is not worth a key.
      let isLong = whole.count > limit + max(limit / 2, 1)
      canFold = canFold || isLong
      var raw = [TextLine("Raw \(part.name.lowercased()), \(text.utf8.count) characters", .secondary)]
      if isLong, !isUnfolded {
        let shown = whole.prefix(limit - 1)
        let rest = text.utf8.count - shown.reduce(0) { $0 + $1.utf8.count }
        raw += shown.map { TextLine($0, part.role) }
        raw += "\(rest) more characters. \(unfold)".wrapped(toWidth: right).map { TextLine($0, .secondary) }
      } else {
        raw += whole.map { TextLine($0, part.role) }
      }
      return isBeside
        ? Block(decoded: said, raw: raw.map { $0.moved(by: left + Self.gap) })
        : Block(decoded: said + raw, raw: [])
    }
    self.canFold = canFold
  }

  /// What is in sight of both sides from line `top` on.
  func lines(from top: Int, height: Int) -> [TextLine] {
    var lines: [TextLine] = []
    var start = 0
    for block in blocks {
      let shift = min(max(top - start, 0), block.height)
      for row in shift..<block.height where lines.count < height {
        lines.append(
          TextLine(
            pieces: Self.line(row, of: block.decoded, shift: shift, in: block.height)
              + Self.line(row, of: block.raw, shift: shift, in: block.height)))
      }
      start += block.height
      if start >= top, lines.count < height, start < count { lines.append(.blank) }
      start += 1
    }
    return lines
  }

  /// The shorter side moves down as the longer one passes, but not out of its part.
  private static func line(_ row: Int, of side: [TextLine], shift: Int, in height: Int) -> [TextLine.Piece] {
    let place = row - min(shift, height - side.count)
    return side.indices.contains(place) ? side[place].pieces : []
  }
}

extension TextLine {
  fileprivate func moved(by columns: Int) -> TextLine {
    TextLine(
      pieces: pieces.map { piece in
        Piece(
          column: piece.column + columns, text: piece.text, role: piece.role, isTrailing: piece.isTrailing)
      })
  }
}

extension String {
  /// In pieces of `width` cells, wherever that breaks it: a token has no words.
  fileprivate func chopped(toWidth width: Int) -> [String] {
    guard width > 0 else { return [] }
    // A token has only ASCII in it, of which each byte is a cell.
    guard utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { return wrapped(toWidth: width) }
    var lines: [String] = []
    var start = utf8.startIndex
    while start < utf8.endIndex {
      let end = utf8.index(start, offsetBy: width, limitedBy: utf8.endIndex) ?? utf8.endIndex
      lines.append(String(self[start..<end]))
      start = end
    }
    return lines
  }
}
