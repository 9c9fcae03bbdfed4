import CTerminal
import UnicodeForms

/// The number of cells for one scalar, as ncurses counts it; -1 when it cannot be shown.
func scalarWidth(_ scalar: UInt32) -> Int { Int(terminal_scalar_width(scalar)) }

/// Text made safe for one row and cut into what moves as a unit.
///
/// Everything that text from outside could do to a terminal ends here: controls and escapes,
/// marks that override the order, characters that terminals and libc count differently. Marks that
/// only tell a direction stay in the text, for the order to be found, and never reach a cell.
/// Widths are libc's, summed over what is kept, since that is what ncurses advances by.
struct CellText {
  /// What is drawn whole or not at all: the cells of one grapheme cluster, without
  /// continuations, and their width.
  struct Cluster {
    var cells: [Cell] = []
    var width = 0
  }

  private enum Form {
    /// Printable ASCII only: a byte is a cell.
    case ascii
    /// Every scalar is a cluster of its own.
    case plain
    /// Marks, joiners, emoji: clusters must be found.
    case complex
    /// Already simplified and put in order: a scalar that takes space and the marks after it.
    case ordered
  }

  /// Scalars that cannot harm; in normal form C where that changes what is seen.
  let text: String
  private let form: Form

  init(_ raw: String) {
    if !raw.utf8.holds({ $0 &- 0x20 > 0x5e }) {
      text = raw
      form = .ascii
    } else if raw.unicodeScalars.allSatisfy({ Self.isPlain($0.value) }) {
      text = raw
      form = .plain
    } else {
      text = Self.sanitized(raw)
      form = .complex
    }
  }

  /// Text whose first `room` cells are in the order in which they are seen.
  init(visual source: CellText, room: Int) {
    text = Bidi.visual(source.simplified(to: room))
    form = .ordered
  }

  /// What of the text is drawn in `room` cells, and the marks that tell its direction.
  ///
  /// Without joiners and variants: what was one cluster must not become another when its order changes.
  private func simplified(to room: Int) -> String {
    var scalars = String.UnicodeScalarView()
    var left = room
    var cluster = Cluster()
    for character in text {
      Self.fill(&cluster, from: character, style: .plain)
      left -= cluster.width
      if left < 0 { break }
      for cell in cluster.cells { scalars += cell.scalars.compactMap(Unicode.Scalar.init) }
      scalars += character.unicodeScalars.filter { Self.isDirection($0.value) }
    }
    return String(scalars)
  }

  private static func sanitized(_ raw: String) -> String {
    var scalars = String.UnicodeScalarView()
    var afterReturn = false
    var needsComposing = false
    var isInNumber = false
    for scalar in raw.unicodeScalars {
      defer { afterReturn = scalar == "\r" }
      switch treatment(of: scalar) {
      case .drop: break
      // Between the digits of a number a mark could make another number of it.
      case .keep where isInNumber && isDirection(scalar.value): break
      case .space where scalar == "\n" && afterReturn: break
      case .space: scalars.append(" ")
      case .keep:
        if !needsComposing { needsComposing = composes(scalar) }
        isInNumber = isPartOfNumber(scalar)
        scalars.append(scalar)
      }
    }
    let kept = String(scalars)
    // Terminals lose marks of decomposed text; composing costs too much to do it always.
    return needsComposing ? kept.composed : kept
  }

  /// Whether nothing had to be done to the text: it holds no control, no line break and no mark.
  var isPlain: Bool { form == .plain }

  /// The bytes when each of them is one cell.
  var asciiBytes: String.UTF8View? { form == .ascii ? text.utf8 : nil }

  /// Gives the clusters from the left, with where each ends, until `body` says false.
  func forEachCluster(style: Style = .plain, _ body: (borrowing Cluster, String.Index) -> Bool) {
    var cluster = Cluster()
    if form == .complex {
      var end = text.startIndex
      for character in text {
        end = text.index(after: end)
        Self.fill(&cluster, from: character, style: style)
        if !body(cluster, end) { return }
      }
      return
    }
    cluster.cells.append(.blank(style))
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let value = scalars[index].value
      index = scalars.index(after: index)
      let width = scalarWidth(value)
      if width == 0 { continue }
      cluster.cells[0] = Cell(base: width < 0 ? Self.placeholder : value, style: style)
      while form == .ordered, index < scalars.endIndex, scalarWidth(scalars[index].value) == 0 {
        if !Self.isDirection(scalars[index].value) { cluster.cells[0].add(mark: scalars[index].value) }
        index = scalars.index(after: index)
      }
      cluster.width = max(1, width)
      if !body(cluster, index) { return }
    }
  }

  /// How many cells the text takes.
  var width: Int {
    if form == .ascii { return text.utf8.count }
    var width = 0
    forEachCluster { cluster, _ in
      width += cluster.width
      return true
    }
    return width
  }

  /// As many whole clusters as fit in `room` cells.
  func prefix(_ room: Int) -> Substring {
    if form == .ascii {
      return text[..<text.utf8.index(text.startIndex, offsetBy: min(max(0, room), text.utf8.count))]
    }
    var end = text.startIndex
    var left = room
    forEachCluster { cluster, next in
      left -= cluster.width
      if left >= 0 { end = next }
      return left >= 0
    }
    return text[..<end]
  }

  /// The text when it fits, else as much of it as fits with an ellipsis after it.
  func truncated(toWidth width: Int, ellipsis: String) -> CellText {
    if prefix(width).endIndex == text.endIndex { return self }
    let mark = CellText(ellipsis)
    let room = width - mark.width
    return CellText(room < 0 ? String(mark.prefix(width)) : prefix(room) + mark.text)
  }

  /// Stands for what libc does not know: an empty square.
  private static let placeholder: UInt32 = 0x25a1

  /// The cells for one character of `text`; no cells when nothing of it can be shown.
  static func fill(_ cluster: inout Cluster, from character: Character, style: Style) {
    cluster.cells.removeAll(keepingCapacity: true)
    cluster.width = 0
    var isEmoji = false
    for scalar in character.unicodeScalars {
      let value = scalar.value
      if value == 0x200d {
        // Terminals draw a family as one, two or six cells; its first person is what all agree on.
        if isEmoji { return }
        continue
      }
      if Self.isDirection(value) { continue }
      if isVariant(value), !cluster.cells.isEmpty { continue }
      let width = scalarWidth(value)
      if width == 0 {
        if !cluster.cells.isEmpty { cluster.cells[cluster.cells.count - 1].add(mark: value) }
        continue
      }
      if width < 0 {
        if cluster.cells.isEmpty {
          cluster.cells.append(Cell(base: placeholder, style: style))
          cluster.width = 1
        }
        continue
      }
      isEmoji = value > 0xff && scalar.properties.isEmoji
      cluster.cells.append(Cell(base: value, style: style))
      cluster.width += width
    }
  }

  // MARK: - What each scalar is worth

  private enum Treatment { case keep, drop, space }

  private static func treatment(of scalar: Unicode.Scalar) -> Treatment {
    switch scalar.value {
    case 0x09...0x0d, 0x85, 0x2028, 0x2029: .space
    case 0..<0x20, 0x7f..<0xa0: .drop
    // Soft hyphen; Mongolian vowel separator and selectors.
    case 0xad, 0x180b...0x180f: .drop
    case _ where isDirection(scalar.value): .keep
    // Zero-width characters and overrides of direction; the joiner decides about emoji later.
    case 0x200b, 0x202a...0x202e, 0x2060...0x206f: .drop
    // Variation selectors; byte order mark; interlinear annotation; tags.
    case 0xfe00...0xfe0f, 0xfeff, 0xfff9...0xfffb, 0xe0000...0xe0fff: .drop
    default: .keep
    }
  }

  /// Marks of direction, and the non-joiner, by which Arabic letters do not join.
  private static func isDirection(_ value: UInt32) -> Bool {
    switch value {
    case 0x61c, 0x200c, 0x200e, 0x200f: true
    default: false
    }
  }

  private static func isPartOfNumber(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2c, 0x2e, 0x66b, 0x66c: true
    default: scalar.properties.numericType == .decimal
    }
  }

  /// Skin tones and the keycap: forms of the base that terminals count differently.
  private static func isVariant(_ value: UInt32) -> Bool {
    (0x1f3fb...0x1f3ff).contains(value) || value == 0x20e3
  }

  /// Whether a scalar is safe and never joins its neighbour: most of what is written without marks.
  private static func isPlain(_ value: UInt32) -> Bool {
    switch value {
    case 0x20..<0x7f, 0xa0..<0xad, 0xae..<0x300: true
    // Greek, Cyrillic, Armenian; Hebrew and Arabic letters and digits; Latin with accents.
    case 0x370...0x482, 0x48a...0x58f, 0x5d0...0x5ea, 0x620...0x64a, 0x660...0x66f, 0x671...0x6d3: true
    case 0x1e00...0x1fff: true
    // Spaces, punctuation, currencies, symbols, box lines.
    case 0x2000...0x200a, 0x2010...0x2027, 0x202f...0x205f, 0x2070...0x20cf, 0x2100...0x2bff: true
    // Ideographs, kana, Hangul syllables, full and half width forms, but not their marks.
    case 0x2e80...0x3029, 0x3030...0x3098, 0x309b...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff: true
    case 0xff01...0xff9d, 0x20000...0x3fffd: true
    default: false
    }
  }

  /// Whether a scalar may melt with the one before it: Hangul letters, and marks but for Thai and Lao.
  private static func composes(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x300, 0xe00...0xeff: false
    case 0x1100..<0x1200: true
    default: scalar.properties.isMark
    }
  }
}

extension String.UTF8View {
  /// Whether there is such a byte. All are looked at, so that it is done many at a time.
  func holds(_ isSuch: (UInt8) -> Bool) -> Bool {
    withContiguousStorageIfAvailable { bytes in
      bytes.reduce(UInt8(0)) { $0 | (isSuch($1) ? 1 : 0) } != 0
    } ?? contains(where: isSuch)
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isMark: Bool {
    switch generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
