import StoreDisclosures
import StoreScript
import TerminalKit

/// Where the parts of the screen are at one size. Used by `ShopView` to draw, by `ShopState` to scroll and
/// to find what a click is on, so that all mean the same place.
public struct ShopLayout: Hashable, Sendable {
  /// The smallest size at which the screens are drawn.
  public static let needed = Size(columns: 40, rows: 12)
  /// From this width on, a detail pane stands beside the list.
  static let twoColumns = 80
  /// From this size on, it stands below the list.
  static let twoRows = Size(columns: 60, rows: 20)
  /// A feed of sentences needs more room.
  static let twoColumnsOfSentences = 110
  /// From this size on, the newest entries of the journal stand below the panes.
  static let threePanes = Size(columns: 100, rows: 30)

  public let size: Size
  public let isTooSmall: Bool
  /// The app's name and the screens, one line.
  public let header: Rect
  /// The list's frame; nil while the detail takes its place.
  public let list: Rect?
  /// The detail's frame; nil when the screen has none, or not now.
  public let detail: Rect?
  /// The frame of the newest activity; nil when there is no room to spare.
  public let strip: Rect?
  /// Everything between the header and the hints.
  public let body: Rect
  /// The command of the last key: one line, or none when it is not shown.
  public let command: Rect
  /// The keys that work now, one line.
  public let hints: Rect
  /// Storefront, language, account, one line.
  public let status: Rect
  /// Rows of the list's frame that its filter takes: the text, and a blank line where there is room.
  let filterRows: Int

  public init(
    size: Size, screen: Screen, pane: Pane, isZoomed: Bool = false, showsFilter: Bool = false,
    showsScriptLine: Bool = false
  ) {
    self.size = size
    isTooSmall = size.columns < Self.needed.columns || size.rows < Self.needed.rows
    let (header, below) = Rect(size).split(top: 1)
    let (rest, status) = below.split(bottom: 1)
    let (above, hints) = rest.split(bottom: 1)
    let (body, command) = above.split(bottom: showsScriptLine ? 1 : 0)
    self.command = command
    self.header = header
    self.body = body
    self.hints = hints
    self.status = status
    filterRows = showsFilter ? (size.rows < 18 ? 1 : 2) : 0
    let hasStrip =
      size.columns >= Self.threePanes.columns && size.rows >= Self.threePanes.rows && screen != .activity
      && !isZoomed
    let (panes, strip) = body.split(bottom: hasStrip ? 6 : 0)
    self.strip = hasStrip ? strip : nil
    let both = isZoomed ? nil : Self.both(panes, of: size, screen: screen)
    if screen == .library {
      (list, detail) = (panes, nil)
    } else if let both {
      (list, detail) = both
    } else {
      list = pane == .list ? panes : nil
      detail = pane == .detail ? panes : nil
    }
  }

  /// The list and the detail side by side, one above the other in a narrow screen; nil when only one fits.
  private static func both(_ panes: Rect, of size: Size, screen: Screen) -> (Rect, Rect)? {
    let isFeed = screen == .activity
    if size.columns >= (isFeed ? twoColumnsOfSentences : twoColumns) {
      // The list gets a little more than half of a small screen and no more than it needs of a large one.
      let needed = isFeed ? 84 : 68
      let parts = panes.split(left: min(max(44, size.columns * (isFeed ? 12 : 11) / 20), needed))
      return (parts.left, parts.rest)
    }
    // A feed is for following: at this width it keeps the whole height.
    guard !isFeed, size.columns >= twoRows.columns, size.rows >= twoRows.rows else { return nil }
    let parts = panes.split(top: panes.rows * 11 / 20)
    return (parts.top, parts.rest)
  }

  /// The frame without the lines of the filter: the list stands inside it.
  var listFrame: Rect {
    let frame = list ?? body
    return frame.split(top: filterRows).rest
  }
  /// Where the filter is typed, one line.
  var filterLine: Rect { Self.inside(list ?? body).split(top: min(filterRows, 1)).top }
  /// Rows for the items of the list.
  var listHeight: Int { Self.inside(listFrame).rows }
  /// Room for text inside the detail's frame.
  var detailText: Size { Self.inside(detail ?? body).size }

  /// The room inside a frame: one line of border, and one column of air at the sides.
  static func inside(_ frame: Rect) -> Rect { frame.inset(columns: 2, rows: 1) }

  /// Where messages stand: inside the pane that is not the list where there are two side by side, so that
  /// no price and no border is covered.
  var toasts: Rect {
    let isBeside = list != nil && detail.map { $0.column > 0 } == true
    return (isBeside ? detail ?? body : detail ?? list ?? body).inset(columns: 1, rows: 1)
  }

  // MARK: - Dialogs

  /// Where dialogs stand: above the screen, but not above the keys and the status, nor, where there is room,
  /// above the words that say where one is.
  private var stage: Rect {
    Rect(size).split(bottom: 2 + command.rows).rest.split(top: size.rows >= 18 ? 1 : 0).rest
  }

  /// The frame of a dialog that wants `rows` rows inside.
  func dialog(columns: Int, rows: Int) -> Rect { stage.centered(columns: columns, rows: rows + 2) }

  /// Texts and pickers leave some of the screen in sight where there is enough of it.
  var textDialog: Rect { dialog(columns: 76, rows: stage.rows - (stage.rows > 16 ? 3 : 2)) }
  /// A signed token: as wide as its text beside what it says needs, and a line for the tokens to choose from.
  func token(_ reader: TokenReader) -> TokenLayout {
    let rows = textDialog.rows - 2
    let wide = min(size.columns - 4, 180)
    let frame = wide - 4 >= TokenPage.besideWidth ? dialog(columns: wide, rows: rows) : textDialog
    let (tabs, rest) = Self.inside(frame).split(top: reader.hasOther ? (size.rows >= 18 ? 2 : 1) : 0)
    return TokenLayout(frame: frame, tabs: tabs.split(top: 1).top, text: rest)
  }

  /// The palette and the help: the line in which one types, the list, and what the chosen line means.
  var menu: MenuLayout {
    let frame = textDialog
    let isRoomy = size.rows >= 18
    let (_, below) = frame.split(top: isRoomy ? 2 : 1)
    // The list's frame ends in the rule.
    let (list, foot) = below.split(bottom: isRoomy ? 3 : 2)
    return MenuLayout(
      frame: frame, prompt: Self.inside(frame).split(top: 1).top, list: list, rule: list.endRow - 1,
      foot: foot.inset(columns: 2).split(bottom: 1).rest)
  }
  /// Rows for the lines of the palette and the help.
  var menuHeight: Int { Self.inside(menu.list).rows }

  /// The history: the list, and the chosen message in full. There is no line to type in.
  var messages: MenuLayout {
    let frame = textDialog
    let (list, foot) = frame.split(bottom: size.rows >= 18 ? 6 : 4)
    return MenuLayout(
      frame: frame, prompt: Rect(column: frame.column, row: frame.row, columns: 0, rows: 0), list: list,
      rule: list.endRow - 1, foot: foot.inset(columns: 2).split(bottom: 1).rest)
  }
  var messagesHeight: Int { Self.inside(messages.list).rows }

  func picker(_ subject: Picker.Subject) -> Rect {
    dialog(
      columns: [.storefront, .language].contains(subject) ? 52 : 76,
      rows: stage.rows - (stage.rows > 16 ? 5 : 2))
  }
  /// The picker's frame without the line in which one types and the line under it.
  func pickerList(_ subject: Picker.Subject) -> Rect { picker(subject).split(top: 2).rest }
  /// Rows for the items of a picker.
  var pickerHeight: Int { Self.inside(pickerList(.storefront)).rows }

  /// A question: its frame, its text in lines, and its buttons.
  func question(_ question: Question) -> (frame: Rect, lines: [String], buttons: ButtonRow) {
    let columns = min(60, size.columns)
    let lines = question.text.wrapped(toWidth: max(columns - 4, 1))
    let rows = ButtonRow.rows(no: question.no, yes: question.yes, width: columns - 4)
    let frame = dialog(columns: columns, rows: lines.count + 2 + rows)
    let place = Self.inside(frame).split(bottom: rows).bottom
    return (frame, lines, ButtonRow(no: question.no, yes: question.yes, in: place))
  }

  /// The width of the purchase sheet's text, the same at any height.
  var sheetWidth: Int { max(min(Self.sheetColumns, size.columns) - 4, 0) }
  private static let sheetColumns = 68

  /// The purchase sheet: its frame, its heading, its text and its foot with the buttons.
  ///
  /// Small screens leave out what is only for the looks: the text gets all there is.
  func sheet(_ sheet: SheetState) -> SheetLayout {
    let isRoomy = size.rows >= 18
    let headRows = isRoomy ? 2 : 1
    let (no, yes) = (sheet.labels.cancel, sheet.labels.confirm)
    let buttonRows = ButtonRow.rows(no: no, yes: yes, width: sheetWidth)
    let footRows = (isRoomy ? 3 : 1) + buttonRows
    let frame = dialog(columns: Self.sheetColumns, rows: headRows + sheet.lines.count + footRows)
    let (head, rest) = Self.inside(frame).split(top: headRows)
    let (text, foot) = rest.split(bottom: footRows)
    let (standing, buttons) = foot.split(bottom: buttonRows)
    return SheetLayout(
      frame: frame, head: head, text: text, standing: standing,
      buttons: ButtonRow(no: no, yes: yes, in: buttons))
  }
}

/// Where the parts of the palette and the help are.
struct MenuLayout: Hashable {
  let frame: Rect
  /// Where one types, one line.
  let prompt: Rect
  /// As a frame: the list stands inside it.
  let list: Rect
  /// The row of the line below the list.
  let rule: Int
  /// What the chosen line means.
  let foot: Rect
}

/// Where the parts of a signed token are.
struct TokenLayout: Hashable {
  let frame: Rect
  /// The tokens to choose from, one line; none where there is only one.
  let tabs: Rect
  /// What the token says and its text, scrolled.
  let text: Rect
}

/// Where the parts of the purchase sheet are.
struct SheetLayout: Hashable {
  let frame: Rect
  /// Who buys, or what has changed.
  let head: Rect
  /// The statements, scrolled.
  let text: Rect
  /// What stands between the reader and the button; a rule above it and a blank line below where there is
  /// room.
  let standing: Rect
  let buttons: ButtonRow
}

/// Two buttons at the right end of a line, the safe one first: where they stand and what they say.
///
/// Where a line is too short for both, they stand one above the other, and a label too long for a line is
/// wrapped: the order button's words are what is agreed to (D23), so they are never cut.
struct ButtonRow: Hashable {
  let no: Rect
  let yes: Rect
  /// What surrounds a label: a pointer or a blank, then brackets.
  static let surround = 5

  private static func fitsOneLine(_ no: String, _ yes: String, width: Int) -> Bool {
    no.cellWidth + yes.cellWidth + 2 * surround + 2 <= width
  }

  /// How many rows the two take in `width` columns.
  static func rows(no: String, yes: String, width: Int) -> Int {
    fitsOneLine(no, yes, width: width) ? 1 : lines(no, width: width).count + lines(yes, width: width).count
  }

  /// A label in as many lines as it needs in a button of `width` columns.
  static func lines(_ label: String, width: Int) -> [String] {
    label.wrapped(toWidth: max(width - surround, 1))
  }

  /// - Parameter room: as many rows as `rows(no:yes:width:)` says.
  init(no: String, yes: String, in room: Rect) {
    func place(_ label: String, endColumn: Int, endRow: Int) -> Rect {
      let lines = Self.lines(label, width: room.columns)
      let width = (lines.map(\.cellWidth).max() ?? 0) + Self.surround
      return Rect(
        column: max(endColumn - width, room.column), row: endRow - lines.count, columns: width,
        rows: lines.count
      ).intersection(room)
    }
    self.yes = place(yes, endColumn: room.endColumn, endRow: room.endRow)
    self.no =
      Self.fitsOneLine(no, yes, width: room.columns)
      ? place(no, endColumn: self.yes.column - 2, endRow: room.endRow)
      : place(no, endColumn: room.endColumn, endRow: self.yes.row)
  }
}
