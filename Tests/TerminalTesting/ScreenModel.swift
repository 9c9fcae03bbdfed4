import CTerminal
import TerminalKit

/// What a terminal would show for the bytes it was sent.
///
/// A small model of xterm, enough for what ncurses sends: cursor, erasing, inserting, deleting,
/// scroll region, repeated characters, colours, modes, UTF-8 and wide characters. It shares only
/// libc's widths with the program under test. What it does not know is kept in `unknown`, so
/// that a test can say that nothing was missed.
public struct ScreenModel {
  public struct Cell: Equatable, Sendable {
    /// Empty in the right half of a wide character.
    public var text: String
    public var style: Style
    static let blank = Cell(text: " ", style: .plain)
  }

  public private(set) var size: Size
  public private(set) var cursor = Point(column: 0, row: 0)
  /// DEC private modes that are on, such as 1049 (alternate screen) and 2004 (bracketed paste).
  public private(set) var modes: Set<Int> = [7, 25]
  /// Sequences that the model does not know, as text.
  public private(set) var unknown: Set<String> = []
  public private(set) var bells = 0
  /// How often the whole screen was erased.
  public private(set) var clears = 0

  private var cells: [[Cell]]
  private var mainCells: [[Cell]] = []
  private var saved = Point(column: 0, row: 0)
  private var style = Style.plain
  private var top = 0
  private var bottom: Int
  private var wrapsNext = false
  private var drawsLines = false
  private var lastPrinted: Unicode.Scalar?
  private var state = State.ground
  private var utf8: [UInt8] = []

  private enum State {
    case ground, escape
    case control([UInt8])
    case charset(UInt8)
    case string(afterEscape: Bool)
  }

  public init(columns: Int, rows: Int) {
    size = Size(columns: columns, rows: rows)
    bottom = size.rows - 1
    cells = Self.empty(size)
  }

  public var isAlternate: Bool { modes.contains(1049) }
  public var isCursorVisible: Bool { modes.contains(25) }

  /// The cells from the upper left, row by row.
  public var grid: [[Cell]] { cells }

  /// One line for each row, without the blanks at its end.
  public var text: String { (0..<size.rows).map(line).joined(separator: "\n") }

  /// The text of one row, without the blanks at its end.
  public func line(_ row: Int) -> String {
    var text = cells[row].map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Changes the size as a terminal without reflow does.
  public mutating func resize(columns: Int, rows: Int) {
    size = Size(columns: columns, rows: rows)
    cells = Self.fit(cells, size)
    mainCells = Self.fit(mainCells, size)
    top = 0
    bottom = rows - 1
    cursor = Point(column: min(cursor.column, columns - 1), row: min(cursor.row, rows - 1))
    wrapsNext = false
  }

  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { take(byte) }
  }

  // MARK: - Bytes

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: takeGround(byte)
    case .escape: takeEscape(byte)
    case .charset(let set):
      if set == UInt8(ascii: "(") { drawsLines = byte == UInt8(ascii: "0") }
      state = .ground
    case .control(let parameters):
      if (0x40..<0x7f).contains(byte) {
        state = .ground
        control(parameters, byte)
      } else {
        state = .control(parameters + [byte])
      }
    case .string(let afterEscape):
      state = byte == 0x07 || (afterEscape && byte == 0x5c) ? .ground : .string(afterEscape: byte == 0x1b)
    }
  }

  private mutating func takeGround(_ byte: UInt8) {
    if byte >= 0x80 {
      utf8.append(byte)
      let length = utf8[0] >= 0xf0 ? 4 : utf8[0] >= 0xe0 ? 3 : 2
      if utf8.count == length {
        for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars { print(scalar) }
        utf8 = []
      }
      return
    }
    switch byte {
    case 0x1b: state = .escape
    case 0x07: bells += 1
    case 0x08: move(column: cursor.column - 1, row: cursor.row)
    case 0x09: move(column: (cursor.column / 8 + 1) * 8, row: cursor.row)
    case 0x0a, 0x0b, 0x0c: index()
    case 0x0d: move(column: 0, row: cursor.row)
    case 0x0e, 0x0f: drawsLines = byte == 0x0e
    case 0..<0x20, 0x7f: break
    default: print(Unicode.Scalar(byte))
    }
  }

  private mutating func takeEscape(_ byte: UInt8) {
    state = .ground
    switch byte {
    case UInt8(ascii: "["): state = .control([])
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      state = .string(afterEscape: false)
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"): state = .charset(byte)
    case UInt8(ascii: "7"): saved = cursor
    case UInt8(ascii: "8"): move(column: saved.column, row: saved.row)
    case UInt8(ascii: "D"): index()
    case UInt8(ascii: "E"):
      index()
      move(column: 0, row: cursor.row)
    case UInt8(ascii: "M"):
      if cursor.row == top { scroll(-1) } else { move(column: cursor.column, row: cursor.row - 1) }
    case UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "H"): break
    default: unknown.insert("ESC \(Unicode.Scalar(byte))")
    }
  }

  // MARK: - Printing

  private static let lineDrawing: [Unicode.Scalar: Unicode.Scalar] = [
    "l": "┌", "q": "─", "k": "┐", "m": "└", "x": "│", "j": "┘", "t": "├", "u": "┤", "v": "┴", "w": "┬",
    "n": "┼",
    "a": "▒", "`": "◆", "~": "·",
  ]

  private mutating func print(_ raw: Unicode.Scalar) {
    let scalar = drawsLines ? Self.lineDrawing[raw] ?? raw : raw
    let width = Int(terminal_scalar_width(scalar.value))
    if width < 0 { return }
    if width == 0 {
      var column = wrapsNext ? cursor.column : cursor.column - 1
      if column > 0, cells[cursor.row][column].text.isEmpty { column -= 1 }
      if column >= 0 { cells[cursor.row][column].text.unicodeScalars.append(scalar) }
      return
    }
    if wrapsNext || cursor.column + width > size.columns {
      index()
      move(column: 0, row: cursor.row)
    }
    let (row, column) = (cursor.row, cursor.column)
    guard column + width <= size.columns else { return }
    mend(row, column, column + width)
    cells[row][column] = Cell(text: String(scalar), style: style)
    if width == 2 { cells[row][column + 1] = Cell(text: "", style: style) }
    lastPrinted = scalar
    wrapsNext = column + width == size.columns
    cursor.column = min(column + width, size.columns - 1)
  }

  /// Blanks the other halves of wide characters that a change of `from..<to` cuts.
  private mutating func mend(_ row: Int, _ from: Int, _ to: Int) {
    if from > 0, from < size.columns, cells[row][from].text.isEmpty { cells[row][from - 1].text = " " }
    if to < size.columns, cells[row][to].text.isEmpty { cells[row][to].text = " " }
  }

  // MARK: - Moving and erasing

  private mutating func move(column: Int, row: Int) {
    cursor = Point(
      column: min(max(0, column), size.columns - 1), row: min(max(0, row), size.rows - 1))
    wrapsNext = false
  }

  private mutating func index() {
    if cursor.row == bottom { scroll(1) } else { move(column: cursor.column, row: cursor.row + 1) }
    wrapsNext = false
  }

  private var blank: Cell { Cell(text: " ", style: Style(background: style.background)) }

  private mutating func scroll(_ count: Int) { shift(from: top, count) }

  /// Moves the rows from `first` to the bottom of the region up by `count`, down when negative.
  private mutating func shift(from first: Int, _ count: Int) {
    guard first >= top, first <= bottom else { return }
    let empty = Array(repeating: blank, count: size.columns)
    for _ in 0..<min(abs(count), bottom - first + 1) {
      if count > 0 {
        cells.remove(at: first)
        cells.insert(empty, at: bottom)
      } else {
        cells.remove(at: bottom)
        cells.insert(empty, at: first)
      }
    }
  }

  private mutating func erase(row: Int, _ from: Int, _ to: Int) {
    let end = min(to, size.columns)
    guard from < end else { return }
    mend(row, from, end)
    for column in from..<end { cells[row][column] = blank }
  }

  // MARK: - Control sequences

  private mutating func control(_ raw: [UInt8], _ final: UInt8) {
    let isPrivate = raw.first.map { (0x3c...0x3f).contains($0) } ?? false
    let text = String(decoding: isPrivate ? raw.dropFirst() : raw[...], as: UTF8.self)
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    if isPrivate {
      // The Linux console's form of the cursor.
      if final == UInt8(ascii: "c") { return }
      guard raw.first == UInt8(ascii: "?"), "hl".utf8.contains(final) else {
        unknown.insert("CSI \(String(decoding: raw + [final], as: UTF8.self))")
        return
      }
      for mode in numbers { set(mode, final == UInt8(ascii: "h")) }
      return
    }
    let count = max(1, numbers.first ?? 1)
    let (column, row) = (cursor.column, cursor.row)
    switch final {
    case UInt8(ascii: "A"): move(column: column, row: row - count)
    case UInt8(ascii: "B"), UInt8(ascii: "e"): move(column: column, row: row + count)
    case UInt8(ascii: "C"), UInt8(ascii: "a"): move(column: column + count, row: row)
    case UInt8(ascii: "D"): move(column: column - count, row: row)
    case UInt8(ascii: "G"), UInt8(ascii: "`"): move(column: count - 1, row: row)
    case UInt8(ascii: "d"): move(column: column, row: count - 1)
    case UInt8(ascii: "H"), UInt8(ascii: "f"):
      move(column: max(1, numbers.count > 1 ? numbers[1] : 1) - 1, row: count - 1)
    case UInt8(ascii: "I"): move(column: (column / 8 + count) * 8, row: row)
    case UInt8(ascii: "Z"): move(column: ((column + 7) / 8 - count) * 8, row: row)
    case UInt8(ascii: "J"): eraseScreen(numbers.first ?? 0)
    case UInt8(ascii: "K"):
      switch numbers.first ?? 0 {
      case 0: erase(row: row, column, size.columns)
      case 1: erase(row: row, 0, column + 1)
      default: erase(row: row, 0, size.columns)
      }
    case UInt8(ascii: "X"): erase(row: row, column, column + count)
    case UInt8(ascii: "@"):
      mend(row, column, column)
      for _ in 0..<min(count, size.columns - column) {
        cells[row].insert(blank, at: column)
        cells[row].removeLast()
      }
      if cells[row][size.columns - 1].text.unicodeScalars.first.map({ terminal_scalar_width($0.value) == 2 })
        ?? false
      {
        cells[row][size.columns - 1].text = " "
      }
    case UInt8(ascii: "P"):
      mend(row, column, min(column + count, size.columns))
      for _ in 0..<min(count, size.columns - column) {
        cells[row].remove(at: column)
        cells[row].append(blank)
      }
    case UInt8(ascii: "L"): shift(from: row, -count)
    case UInt8(ascii: "M"): shift(from: row, count)
    case UInt8(ascii: "S"): scroll(count)
    case UInt8(ascii: "T"): scroll(-count)
    case UInt8(ascii: "b"): if let lastPrinted { for _ in 0..<count { print(lastPrinted) } }
    case UInt8(ascii: "m"): render(text.contains(":") ? Self.withoutColons(text) : numbers)
    case UInt8(ascii: "r"):
      top = count - 1
      bottom = min(size.rows, numbers.count > 1 && numbers[1] > 0 ? numbers[1] : size.rows) - 1
      move(column: 0, row: 0)
    // A question: what terminal this is. It shows nothing.
    case UInt8(ascii: "c"): break
    case UInt8(ascii: "l"), UInt8(ascii: "h"), UInt8(ascii: "t"), UInt8(ascii: "g"), UInt8(ascii: "p"): break
    default: unknown.insert("CSI \(String(decoding: raw + [final], as: UTF8.self))")
    }
  }

  private mutating func eraseScreen(_ which: Int) {
    switch which {
    case 0:
      if cursor == Point(column: 0, row: 0) { clears += 1 }
      erase(row: cursor.row, cursor.column, size.columns)
      for row in cursor.row + 1..<max(cursor.row + 1, size.rows) { erase(row: row, 0, size.columns) }
    case 1:
      for row in 0..<cursor.row { erase(row: row, 0, size.columns) }
      erase(row: cursor.row, 0, cursor.column + 1)
    default:
      clears += 1
      for row in 0..<size.rows { erase(row: row, 0, size.columns) }
    }
  }

  private mutating func set(_ mode: Int, _ on: Bool) {
    if mode == 1049, on != modes.contains(1049) {
      if on {
        mainCells = cells
        saved = cursor
        cells = Self.empty(size)
      } else {
        cells = mainCells
        move(column: saved.column, row: saved.row)
      }
    }
    if on { modes.insert(mode) } else { modes.remove(mode) }
  }

  /// The numbers of colours in the newer form, `38:2::255:136:0`, without the colour space.
  private static func withoutColons(_ text: String) -> [Int] {
    text.split(separator: ";", omittingEmptySubsequences: false).flatMap { part in
      var numbers = part.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      if numbers.count == 6, numbers[1] == 2 { numbers.remove(at: 2) }
      return numbers
    }
  }

  private mutating func render(_ numbers: [Int]) {
    var index = 0
    while index < numbers.count {
      let number = numbers[index]
      switch number {
      case 0: style = .plain
      // The primary font, which the Linux console switches back to.
      case 10: break
      case 1: style.attributes.insert(.bold)
      case 2: style.attributes.insert(.dim)
      case 4: style.attributes.insert(.underline)
      case 7: style.attributes.insert(.reverse)
      case 22: style.attributes.subtract([.bold, .dim])
      case 24: style.attributes.remove(.underline)
      case 27: style.attributes.remove(.reverse)
      case 30...37: style.foreground = .palette(UInt8(number - 30))
      case 39: style.foreground = .default
      case 40...47: style.background = .palette(UInt8(number - 40))
      case 49: style.background = .default
      case 90...97: style.foreground = .palette(UInt8(number - 82))
      case 100...107: style.background = .palette(UInt8(number - 92))
      case 38, 48:
        let color: Color
        if index + 2 < numbers.count, numbers[index + 1] == 5 {
          color = .palette(UInt8(truncatingIfNeeded: numbers[index + 2]))
          index += 2
        } else if index + 4 < numbers.count, numbers[index + 1] == 2 {
          let parts = numbers[index + 2...index + 4].map(UInt8.init(truncatingIfNeeded:))
          color = .rgb(parts[0], parts[1], parts[2])
          index += 4
        } else {
          unknown.insert("SGR \(numbers)")
          return
        }
        if number == 38 { style.foreground = color } else { style.background = color }
      default: unknown.insert("SGR \(number)")
      }
      index += 1
    }
  }

  private static func empty(_ size: Size) -> [[Cell]] {
    Array(repeating: Array(repeating: .blank, count: size.columns), count: size.rows)
  }

  private static func fit(_ old: [[Cell]], _ size: Size) -> [[Cell]] {
    var new = empty(size)
    for (row, cells) in old.enumerated().prefix(size.rows) {
      for (column, cell) in cells.enumerated().prefix(size.columns) { new[row][column] = cell }
    }
    return new
  }
}

// MARK: - Comparing

extension ScreenModel {
  /// Where this screen and a canvas look different, one line for each row; empty when they look alike.
  ///
  /// A blank has no foreground: its colour and weight are not compared.
  public func differences(from canvas: Canvas) -> [String] {
    guard canvas.size == size else { return ["size \(size), not \(canvas.size)"] }
    return (0..<size.rows).compactMap { row in
      let wanted = canvas.row(row).map { Cell(text: $0.text, style: $0.style) }
      guard let column = (0..<size.columns).first(where: { cells[row][$0].look != wanted[$0].look }) else {
        return nil
      }
      return "\(column),\(row): \(cells[row][column]), not \(wanted[column])"
    }
  }
}

extension ScreenModel.Cell {
  /// What of the cell can be seen.
  fileprivate var look: Self {
    guard text == " ", style.attributes.isDisjoint(with: [.reverse, .underline]) else { return self }
    return Self(text: text, style: Style(background: style.background))
  }
}

extension ScreenModel.Cell: CustomStringConvertible {
  public var description: String { "'\(text)' \(style)" }
}
