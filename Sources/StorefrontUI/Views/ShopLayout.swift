import TerminalKit

/// Where the parts of the screen are at one size. Used by `ShopView` to draw and by `ShopState` to
/// scroll, so that both mean the same place.
public struct ShopLayout: Hashable, Sendable {
  /// The smallest size at which the screens are drawn.
  public static let needed = Size(columns: 40, rows: 12)
  /// From this width on, a detail pane stands beside the list.
  static let twoPanes = 80
  /// A feed of sentences needs more room.
  static let twoPanesOfSentences = 110

  public let size: Size
  public let isTooSmall: Bool
  /// The app's name and the screens, one line.
  public let header: Rect
  /// The list's frame; nil while the detail takes its place.
  public let list: Rect?
  /// The detail's frame; nil when the screen has none, or not now.
  public let detail: Rect?
  public let body: Rect
  /// The keys that work now, one line.
  public let hints: Rect
  /// Storefront, language, account, one line.
  public let status: Rect

  public init(size: Size, screen: Screen, pane: Pane) {
    self.size = size
    isTooSmall = size.columns < Self.needed.columns || size.rows < Self.needed.rows
    let (header, below) = Rect(size).split(top: 1)
    let (rest, status) = below.split(bottom: 1)
    let (body, hints) = rest.split(bottom: 1)
    self.header = header
    self.body = body
    self.hints = hints
    self.status = status
    if screen == .library {
      list = body
      detail = nil
    } else if size.columns >= (screen == .activity ? Self.twoPanesOfSentences : Self.twoPanes) {
      // The list gets a little more than half of a small screen and no more than it needs of a large one.
      let needed = screen == .activity ? 84 : 68
      let (left, right) = body.split(
        left: min(max(44, size.columns * (screen == .activity ? 12 : 11) / 20), needed))
      list = left
      detail = right
    } else {
      list = pane == .list ? body : nil
      detail = pane == .detail ? body : nil
    }
  }

  /// Rows inside the list's frame.
  var listHeight: Int { Self.inside(list ?? body).rows }
  /// Room for text inside the detail's frame.
  var detailText: Size { Self.inside(detail ?? body).size }

  /// The room inside a frame: one line of border, and one column of air at the sides.
  static func inside(_ frame: Rect) -> Rect { frame.inset(columns: 2, rows: 1) }

  // MARK: - Dialogs

  /// Where dialogs stand: above the screen, but not above the keys and the status.
  private var stage: Rect { Rect(size).split(bottom: 2).rest }

  /// The frame of a dialog that wants `rows` rows inside.
  func dialog(columns: Int, rows: Int) -> Rect { stage.centered(columns: columns, rows: rows + 2) }

  /// Texts and pickers leave some of the screen in sight where there is enough of it.
  var textDialog: Rect { dialog(columns: 76, rows: stage.rows - (stage.rows > 16 ? 3 : 2)) }
  var picker: Rect { dialog(columns: 52, rows: stage.rows - (stage.rows > 16 ? 5 : 2)) }
  /// Rows for the items of a picker: below the filter line and the line under it.
  var pickerHeight: Int { max(Self.inside(picker).rows - 2, 0) }

  /// The width of the purchase sheet's text, the same at any height.
  var sheetWidth: Int { max(min(Self.sheetColumns, size.columns) - 4, 0) }
  private static let sheetColumns = 68

  /// The purchase sheet: its frame, its heading, its text and its foot with the buttons.
  ///
  /// Small screens leave out what is only for the looks: the text gets all there is.
  func sheet(lineCount: Int) -> SheetLayout {
    let isRoomy = size.rows >= 18
    let headRows = isRoomy ? 2 : 1
    let footRows = isRoomy ? 4 : 2
    let frame = dialog(columns: Self.sheetColumns, rows: headRows + lineCount + footRows)
    let (head, rest) = Self.inside(frame).split(top: headRows)
    let (text, foot) = rest.split(bottom: footRows)
    return SheetLayout(frame: frame, head: head, text: text, foot: foot)
  }
}

/// Where the parts of the purchase sheet are.
struct SheetLayout: Hashable {
  let frame: Rect
  /// Who buys, or what has changed.
  let head: Rect
  /// The statements, scrolled.
  let text: Rect
  /// What stands between the reader and the button, and the buttons in the last row.
  let foot: Rect
}
