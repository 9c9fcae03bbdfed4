import CNcurses
import TerminalKit

/// Hands rows of a canvas to ncurses, with the colours that the terminal has.
@MainActor struct RowWriter {
  private let isUnicode: Bool
  private let mayFillCorner: Bool
  /// How many colours are used.
  let tier: ColorTier
  private let colors: Int
  private let pairLimit: Int
  /// By their numbers in the terminal, and by the colours that were asked for: finding the nearest ones
  /// that the terminal has takes longer than a row.
  private var pairs: [UInt64: Int32] = [:]
  private var pairsOfColors: [UInt64: Int32] = [:]
  private var buffer: [ncurses_cell] = []
  private static let blank = ncurses_cell(base: 0x20, marks: (0, 0, 0, 0), attributes: 0, pair: 0)

  /// Call after `newterm`.
  ///
  /// - Parameters:
  ///   - limit: The most colours that are used, however many the terminal has.
  ///   - mayFillCorner: False when a wide character in or beside the lower right corner would break:
  ///     ncurses fills the corner by inserting in front of it, which cuts such a character in half.
  init(isUnicode: Bool, limit: ColorTier, mayFillCorner: Bool) {
    self.isUnicode = isUnicode
    self.mayFillCorner = mayFillCorner
    // Colour calls on a terminal without colours crash ncurses 6.4.
    if limit > .mono, has_colors(), start_color() == OK, use_default_colors() == OK {
      colors = Int(ncurses_colors())
      pairLimit = Int(ncurses_pairs())
    } else {
      colors = 0
      pairLimit = 0
    }
    tier = min(limit, ColorTier(colors: colors))
  }

  /// Writes cells from a column on, which cut no wide character.
  mutating func write(_ cells: ArraySlice<Cell>, column: Int, row: Int, of size: Size) {
    // A wide character without a place of its own becomes two blanks: never more cells than there are columns.
    if buffer.count < size.columns { buffer = Array(repeating: Self.blank, count: size.columns) }
    var count = 0
    var style = Style.plain
    var attributes = attr_t(0)
    var pair: Int32 = 0
    var room = size.columns - column
    let isFragile = !mayFillCorner && row == size.rows - 1
    for cell in cells {
      if isUnicode && cell.isContinuation { continue }
      let width = isUnicode ? cell.width : 1
      if width > room { break }
      room -= width
      if cell.style != style {
        style = cell.style
        attributes = Self.attributes(style)
        pair = self.pair(style)
      }
      let marks = isUnicode ? cell.marks : (0, 0, 0, 0)
      let base = isUnicode ? cell.base : UInt32(cell.ascii)
      if isFragile, room <= 1, width == 2 {
        for _ in 0..<2 {
          buffer[count] = ncurses_cell(base: 0x20, marks: (0, 0, 0, 0), attributes: attributes, pair: pair)
          count += 1
        }
        continue
      }
      buffer[count] = ncurses_cell(base: base, marks: marks, attributes: attributes, pair: pair)
      count += 1
    }
    ncurses_put_row(Int32(row), Int32(column), buffer, Int32(count))
  }

  private static func attributes(_ style: Style) -> attr_t {
    var attributes = attr_t(0)
    if style.attributes.contains(.bold) { attributes |= ncurses_bold }
    if style.attributes.contains(.dim) { attributes |= ncurses_dim }
    if style.attributes.contains(.reverse) { attributes |= ncurses_reverse }
    if style.attributes.contains(.underline) { attributes |= ncurses_underline }
    return attributes
  }

  /// The pair for two colours, made when first needed; 0 when there is none.
  private mutating func pair(_ style: Style) -> Int32 {
    let key = UInt64(style.foreground.code) << 32 | UInt64(style.background.code)
    if key == 0 { return 0 }
    if let known = pairsOfColors[key] { return known }
    let pair = makePair(style)
    pairsOfColors[key] = pair
    return pair
  }

  private mutating func makePair(_ style: Style) -> Int32 {
    let foreground = number(style.foreground)
    let background = number(style.background)
    if foreground < 0 && background < 0 { return 0 }
    let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
    if let known = pairs[key] { return known }
    let next = Int32(pairs.count + 1)
    guard Int(next) < pairLimit, init_extended_pair(next, foreground, background) == OK else { return 0 }
    pairs[key] = next
    return next
  }

  /// The terminal's number for a colour; -1 for its default and for what it does not have.
  private func number(_ color: Color) -> Int32 {
    let color = color.reduced(to: tier)
    if let index = color.paletteIndex {
      // With direct colour only the first eight numbers are the palette's.
      if colors > 256, index >= 8 { return color.nominalRGB.map(Int32.init) ?? -1 }
      // The bright colours of a terminal with eight are its plain ones.
      return Int32(index) < colors ? Int32(index) : Int32(index) - 8
    }
    // Its blackest blues have the numbers of the palette.
    return color.rgbValue.map { Int32(max(8, $0)) } ?? -1
  }
}
