import UnicodeForms

/// One cell of a canvas: a character of width 1 or 2 with its marks, and a style.
///
/// A wide character fills two cells: its own and a *continuation* to the right of it.
/// A cell never holds a control character or a scalar that reorders text.
public struct Cell: Hashable, Sendable {
  /// The scalar that takes the space; 0 in a continuation.
  public let base: UInt32
  // Four marks are what a cell of ncurses holds besides its base (CCHARW_MAX 5).
  // They are fields and not an array so that a row is compared and copied as plain memory.
  private(set) var mark1: UInt32 = 0
  private(set) var mark2: UInt32 = 0
  private(set) var mark3: UInt32 = 0
  private(set) var mark4: UInt32 = 0
  public var style: Style

  init(base: UInt32, style: Style) {
    self.base = base
    self.style = style
  }

  /// Compares the fields that differ most often first: every frame compares every cell.
  public static func == (left: Cell, right: Cell) -> Bool {
    left.base == right.base && left.style.attributes.rawValue == right.style.attributes.rawValue
      && left.style.foreground.code == right.style.foreground.code
      && left.style.background.code == right.style.background.code
      && left.mark1 == right.mark1 && left.mark2 == right.mark2
      && left.mark3 == right.mark3 && left.mark4 == right.mark4
  }

  public static let blank = Cell(base: 0x20, style: .plain)
  static func blank(_ style: Style) -> Cell { Cell(base: 0x20, style: style) }
  static func continuation(_ style: Style) -> Cell { Cell(base: 0, style: style) }

  /// Whether this is the right half of the wide character in the cell before.
  public var isContinuation: Bool { base == 0 }

  /// How many cells the character takes: 1 or 2, and 0 for a continuation.
  public var width: Int { base < 0x7f ? (base == 0 ? 0 : 1) : scalarWidth(base) }

  /// The base, then its marks; empty for a continuation.
  public var scalars: [UInt32] {
    base == 0 ? [] : [base, mark1, mark2, mark3, mark4].filter { $0 != 0 }
  }

  /// The marks on the base, in order; 0 where there is none.
  public var marks: (UInt32, UInt32, UInt32, UInt32) { (mark1, mark2, mark3, mark4) }

  /// The character as text; empty for a continuation.
  public var text: String {
    String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
  }

  /// Adds a mark that takes no space; a fifth one is dropped.
  mutating func add(mark: UInt32) {
    if mark1 == 0 {
      mark1 = mark
    } else if mark2 == 0 {
      mark2 = mark
    } else if mark3 == 0 {
      mark3 = mark
    } else if mark4 == 0 {
      mark4 = mark
    }
  }
}

// MARK: - ASCII tier

extension Cell {
  /// The ASCII character for a terminal that has no other: the letter without its accent,
  /// the plain form of punctuation, else `?`.
  ///
  /// A wide character becomes two of them, so that the row keeps its width.
  public var ascii: UInt8 {
    switch base {
    case 0: return UInt8(ascii: "?")
    case 0x20..<0x7f: return UInt8(base)
    case 0xa0, 0x2000...0x200a, 0x202f, 0x205f: return UInt8(ascii: " ")
    case 0x2010...0x2015, 0x2212, 0x2500, 0x2501: return UInt8(ascii: "-")
    case 0x2502, 0x2503: return UInt8(ascii: "|")
    case 0x2504...0x257f: return UInt8(ascii: "+")
    case 0x2018, 0x2019: return UInt8(ascii: "'")
    case 0x201c...0x201e, 0xab, 0xbb: return UInt8(ascii: "\"")
    case 0xb7, 0x2022: return UInt8(ascii: "*")
    case 0x2039, 0x2190, 0x25c2: return UInt8(ascii: "<")
    case 0x203a, 0x2192, 0x25b8: return UInt8(ascii: ">")
    case 0x2191: return UInt8(ascii: "^")
    case 0x2193, 0x2713: return UInt8(ascii: "v")
    case 0xd7: return UInt8(ascii: "x")
    case 0x2026: return UInt8(ascii: ".")
    // Letters that no accent tells from a plain one.
    case 0xe6, 0xc6: return UInt8(ascii: base == 0xe6 ? "a" : "A")
    case 0xd8, 0x152: return UInt8(ascii: "O")
    case 0xf8, 0x153: return UInt8(ascii: "o")
    case 0xd0, 0x110: return UInt8(ascii: "D")
    case 0xf0, 0x111: return UInt8(ascii: "d")
    case 0x141, 0x142: return UInt8(ascii: base == 0x142 ? "l" : "L")
    case 0xde, 0xfe: return UInt8(ascii: base == 0xfe ? "t" : "T")
    case 0xdf: return UInt8(ascii: "s")
    case 0x131: return UInt8(ascii: "i")
    case 0xff01...0xff5e: return UInt8(base - 0xff01 + 0x21)
    default:
      guard let letter = Unicode.Scalar(base)?.bareLetter else { return UInt8(ascii: "?") }
      return letter.isASCII ? UInt8(letter.value) : UInt8(ascii: "?")
    }
  }
}
