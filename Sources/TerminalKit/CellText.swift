import CTerminal
import Foundation

/// The number of cells for one scalar, as ncurses counts it; -1 when it cannot be shown.
func scalarWidth(_ scalar: UInt32) -> Int { Int(terminal_scalar_width(scalar)) }

/// Text made safe for one row and cut into what moves as a unit.
///
/// Everything that text from outside could do to a terminal ends here: controls and escapes,
/// marks that reorder, characters that terminals and libc count differently.
/// Widths are libc's, summed over what is kept, since that is what ncurses advances by.
struct CellText {
  /// What is drawn whole or not at all: the cells of one grapheme cluster, without
  /// continuations, and their width.
  struct Cluster {
    var cells: [Cell] = []
    var width = 0
  }

  /// Scalars that cannot harm, in normal form C.
  let text: String

  init(_ raw: String) {
    if raw.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) {
      text = raw
      return
    }
    var scalars = String.UnicodeScalarView()
    var afterReturn = false
    var hasMarks = false
    for scalar in raw.unicodeScalars {
      defer { afterReturn = scalar == "\r" }
      switch CellText.treatment(of: scalar) {
      case .drop: break
      case .space where scalar == "\n" && afterReturn: break
      case .space: scalars.append(" ")
      case .keep:
        // Hangul letters compose, and so does all that carries a mark.
        if scalar.value >= 0x300, !hasMarks {
          hasMarks = (0x1100..<0x1200).contains(scalar.value) || scalar.properties.isMark
        }
        scalars.append(scalar)
      }
    }
    let kept = String(scalars)
    // Terminals lose marks of decomposed text; composing costs too much to do it always.
    text = hasMarks ? kept.precomposedStringWithCanonicalMapping : kept
  }

  var isASCII: Bool { text.utf8.allSatisfy { $0 < 0x80 } }

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
      if isVariant(value), !cluster.cells.isEmpty { continue }
      let width = scalarWidth(value)
      if width == 0 {
        if !cluster.cells.isEmpty { cluster.cells[cluster.cells.count - 1].add(mark: value) }
        continue
      }
      if width < 0 {
        if cluster.cells.isEmpty {
          cluster.cells.append(Cell(base: 0x25a1, style: style))
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
    // Soft hyphen; Arabic letter mark; Mongolian vowel separator and selectors.
    case 0xad, 0x61c, 0x180b...0x180f: .drop
    // Zero-width characters and marks of direction; the joiner decides about emoji later.
    case 0x200b, 0x200c, 0x200e, 0x200f, 0x202a...0x202e, 0x2060...0x206f: .drop
    // Variation selectors; byte order mark; interlinear annotation; tags.
    case 0xfe00...0xfe0f, 0xfeff, 0xfff9...0xfffb, 0xe0000...0xe0fff: .drop
    default: .keep
    }
  }

  /// Skin tones and the keycap: forms of the base that terminals count differently.
  private static func isVariant(_ value: UInt32) -> Bool {
    (0x1f3fb...0x1f3ff).contains(value) || value == 0x20e3
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
