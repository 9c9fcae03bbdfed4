import StoreCatalog
import TerminalKit
import UnicodeForms

/// How letters that were typed in order fit a text in which others may stand between them.
///
/// Letters in a row and letters that begin a word count most, so that `rp` finds `Restore purchases` before
/// `Transport`. Case, accents and width make no difference, as in a filter.
struct FuzzyMatch: Hashable {
  /// The higher, the better; to be compared only between texts for the same letters.
  let score: Int
  /// The cells of the text that hold the letters, rising.
  let cells: [Range<Int>]

  private static let letter = 16
  private static let inARow = 12
  private static let wordStart = 10
  private static let textStart = 6
  /// What each letter left out between two costs.
  private static let gap = 1

  /// Nil when the text does not hold the letters in this order. Blanks among them do not count.
  init?(_ typed: String, in text: String) {
    let wanted = typed.filter { !$0.isWhitespace }.foldedForSearch.unicodeScalars.map(\.self)
    let letters = Self.letters(of: text)
    guard !wanted.isEmpty, wanted.count <= letters.count else { return nil }
    guard let (score, places) = Self.best(wanted, in: letters) else { return nil }
    // Of two texts that fit alike the shorter one is meant.
    self.score = score - letters.count / 8
    cells = places.map { letters[$0].cells }.reduce(into: []) { cells, next in
      if let last = cells.last, last.upperBound >= next.lowerBound {
        cells[cells.count - 1] = last.lowerBound..<max(last.upperBound, next.upperBound)
      } else {
        cells.append(next)
      }
    }
  }

  private struct Letter {
    let scalar: Unicode.Scalar
    let cells: Range<Int>
    /// What a match here is worth.
    let worth: Int
  }

  private static func letters(of text: String) -> [Letter] {
    var letters: [Letter] = []
    var cell = 0
    var previous: Character = " "
    for character in text {
      let width = String(character).cellWidth
      let begins = !previous.isLetter && !previous.isNumber || (previous.isLowercase && character.isUppercase)
      for (index, scalar) in String(character).foldedForSearch.unicodeScalars.enumerated() {
        let start = begins && index == 0 ? wordStart + (letters.isEmpty ? textStart : 0) : 0
        letters.append(Letter(scalar: scalar, cells: cell..<cell + width, worth: letter + start))
      }
      cell += width
      previous = character
    }
    return letters
  }

  /// The best places for the letters: for each one, the best score with it at each place, worked out from
  /// those of the letter before.
  private static func best(_ wanted: [Unicode.Scalar], in letters: [Letter]) -> (Int, [Int])? {
    var rows: [[(score: Int, from: Int)?]] = []
    for (index, scalar) in wanted.enumerated() {
      var row: [(score: Int, from: Int)?] = []
      // The best place so far for the letter before, its score lowered by the gap up to here.
      var carried: (score: Int, from: Int)?
      for (place, letter) in letters.enumerated() {
        var best: (score: Int, from: Int)? = index == 0 ? (0, -1) : carried
        if index > 0, place > 0, let before = rows[index - 1][place - 1] {
          let joined = before.score + inARow
          if best.map({ joined >= $0.score }) ?? true { best = (joined, place - 1) }
          let left = before.score - gap
          if carried.map({ left >= $0.score - gap }) ?? true {
            carried = (left, place - 1)
          } else {
            carried?.score -= gap
          }
        } else {
          carried?.score -= gap
        }
        row.append(letter.scalar == scalar ? best.map { ($0.score + letter.worth, $0.from) } : nil)
      }
      rows.append(row)
    }
    let ends = rows[wanted.count - 1].enumerated().compactMap { place, cell in cell.map { (place, $0.score) }
    }
    guard let end = ends.max(by: { $0.1 < $1.1 || ($0.1 == $1.1 && $0.0 > $1.0) }) else { return nil }
    var places = [end.0]
    for row in rows.dropFirst().reversed() {
      if let from = places.last.flatMap({ row[$0]?.from }) { places.append(from) }
    }
    return (end.1, places.reversed())
  }
}
