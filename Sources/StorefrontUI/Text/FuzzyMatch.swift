import StoreCatalog
import TerminalKit
import UnicodeForms

/// How letters that were typed in order fit a text in which others may stand between them.
///
/// What people type is the beginning of words or a piece of one. So a letter stands beside the one before it, or begins
/// a word, or comes later in the same word; only a piece in one run may lie inside a word from its beginning on. `rp`
/// finds `Restore purchases`, `sport` finds `Transport`, and `rp` does not. Letters in a row and letters that begin a
/// word count most. Case, accents and width make no difference, as in a filter.
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
    let found = [Self.best(wanted, in: letters), Self.run(wanted, in: letters)].compactMap(\.self)
    guard let (score, places) = found.max(by: { $0.0 < $1.0 }) else { return nil }
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
    /// True for the first letter of a word; each ideograph is one.
    let begins: Bool
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
        let begins = (begins && index == 0) || scalar.properties.isIdeographic
        let start = begins ? wordStart + (letters.isEmpty ? textStart : 0) : 0
        letters.append(
          Letter(scalar: scalar, cells: cell..<cell + width, begins: begins, worth: letter + start))
      }
      cell += width
      previous = character
    }
    return letters
  }

  /// The first place where the letters stand in one run.
  private static func run(_ wanted: [Unicode.Scalar], in letters: [Letter]) -> (Int, [Int])? {
    for start in 0...letters.count - wanted.count {
      let places = start..<start + wanted.count
      guard zip(places, wanted).allSatisfy({ letters[$0].scalar == $1 }) else { continue }
      return (places.reduce(-inARow) { $0 + letters[$1].worth + inARow }, Array(places))
    }
    return nil
  }

  /// One way to the place of a letter: what it is worth, and where the letter before stands.
  private struct Way {
    var score: Int
    var from: Int
  }

  /// The best places for the letters: for each one, the best score with it at each place, worked out from
  /// those of the letter before.
  private static func best(_ wanted: [Unicode.Scalar], in letters: [Letter]) -> (Int, [Int])? {
    var rows: [[Way?]] = []
    for scalar in wanted {
      rows.append(row(for: scalar, after: rows.last, in: letters))
    }
    let ends = rows[wanted.count - 1].enumerated().compactMap { place, way in way.map { (place, $0.score) } }
    guard let end = ends.max(by: { $0.1 < $1.1 || ($0.1 == $1.1 && $0.0 > $1.0) }) else { return nil }
    var places = [end.0]
    for row in rows.dropFirst().reversed() {
      if let from = places.last.flatMap({ row[$0]?.from }) { places.append(from) }
    }
    return (end.1, places.reversed())
  }

  /// The ways of one letter to each place; `before` is nil for the first letter, which begins a word.
  private static func row(for scalar: Unicode.Scalar, after before: [Way?]?, in letters: [Letter]) -> [Way?] {
    var row: [Way?] = []
    // The best places so far for the letter before, lowered by the gap up to here: of all, and of this word.
    var (ofAll, ofWord): (Way?, Way?) = (nil, nil)
    for (place, letter) in letters.enumerated() {
      var best: Way?
      if let before {
        if letter.begins { ofWord = nil }
        best = letter.begins ? ofAll : ofWord
        let last = place > 0 ? before[place - 1] : nil
        if let last, best.map({ last.score + inARow >= $0.score }) ?? true {
          best = Way(score: last.score + inARow, from: place - 1)
        }
        ofAll = carried(ofAll, last, from: place - 1)
        ofWord = carried(ofWord, place > 0 && letter.begins ? nil : last, from: place - 1)
      } else if letter.begins {
        best = Way(score: 0, from: -1)
      }
      row.append(
        letter.scalar == scalar ? best.map { Way(score: $0.score + letter.worth, from: $0.from) } : nil)
    }
    return row
  }

  /// The better of what was carried and the newest place, one gap further.
  private static func carried(_ way: Way?, _ newest: Way?, from place: Int) -> Way? {
    let kept = way.map { Way(score: $0.score - gap, from: $0.from) }
    guard let newest, kept.map({ newest.score - gap >= $0.score }) ?? true else { return kept }
    return Way(score: newest.score - gap, from: place)
  }
}
