import StoreModel
import TerminalKit

/// A piece of running text with its role, before it is broken into lines.
public enum Paragraph: Hashable, Sendable {
  case text(String, Theme.Role)
  /// A label in a column of its own and what it says.
  case field(String, String, Theme.Role)
  case heading(String)
  case blank

  static func field(_ label: String, _ value: String) -> Paragraph { .field(label, value, .text) }
}

extension String {
  /// The text as a paragraph of its language: one that is written from right to left begins there, also
  /// with a price in Latin letters. Text in other letters stays as it is.
  func paragraph(in locale: LocaleID) -> String {
    locale.isRightToLeft && isolated != self && !readsRightToLeft ? "\u{200f}\(self)" : self
  }
}

/// One line, in pieces that each have a role.
public struct TextLine: Hashable, Sendable {
  public struct Piece: Hashable, Sendable {
    public let column: Int
    public let text: String
    public let role: Theme.Role
    /// Stands at the right edge: running text that is written from right to left.
    public var isTrailing = false
  }

  public var pieces: [Piece]

  static let blank = TextLine(pieces: [])

  init(pieces: [Piece]) { self.pieces = pieces }

  init(_ text: String, _ role: Theme.Role, column: Int = 0) {
    pieces = [Piece(column: column, text: text, role: role)]
  }

  /// A line of a paragraph that has the whole width.
  static func running(_ text: String, _ role: Theme.Role) -> TextLine {
    TextLine(pieces: [Piece(column: 0, text: text, role: role, isTrailing: text.readsRightToLeft)])
  }
}

extension Paragraph {
  /// The paragraph broken into lines of at most `width` cells.
  ///
  /// - Parameter column: where the text of a label stands; 0 when a label has a line of its own.
  func lines(width: Int, column: Int) -> [TextLine] {
    switch self {
    case .blank: [.blank]
    case .heading(let text): text.wrapped(toWidth: width).map { TextLine.running($0, .heading) }
    case .text(let text, let role): text.wrapped(toWidth: width).map { TextLine.running($0, role) }
    case .field(let label, let value, let role) where column == 0:
      label.wrapped(toWidth: width).map { TextLine($0, .secondary) }
        + value.wrapped(toWidth: max(width - 2, 1)).map { TextLine($0, role, column: 2) }
    case .field(let label, let value, let role):
      value.wrapped(toWidth: width - column).enumerated().map { index, text in
        var line = TextLine(text, role, column: column)
        if index == 0 { line.pieces.insert(.init(column: 0, text: label, role: .secondary), at: 0) }
        return line
      }
    }
  }
}

extension Sequence<Paragraph> {
  /// The paragraphs broken into lines of at most `width` cells.
  ///
  /// Labels share one column, as wide as the widest; on narrow panes a label has a line of its own.
  ///
  /// - Parameter breaking: breaks one paragraph for this width and column, as `Paragraph.lines` does.
  func lines(
    width: Int, breaking: (Paragraph, Int, Int) -> [TextLine] = { $0.lines(width: $1, column: $2) }
  ) -> [TextLine] {
    guard width > 0 else { return [] }
    let widest = reduce(0) { (widest: Int, paragraph) -> Int in
      if case .field(let label, _, _) = paragraph { return Swift.max(widest, label.cellWidth) }
      return widest
    }
    let column = width - widest - 2 >= 16 ? widest + 2 : 0
    return flatMap { breaking($0, width, column) }
  }
}
