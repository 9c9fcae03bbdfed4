import CICU

/// Breaks one paragraph into lines.
struct LineBreaker {
  let width: Int

  /// Always at least one line; an empty paragraph is one empty line.
  func lines(of paragraph: String) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    // Spaces wait until a word follows on the same line; at a break they vanish.
    var spaces = 0
    for piece in Self.pieces(of: paragraph) {
      if piece == " " {
        spaces += 1
        continue
      }
      let needed = piece.cellWidth
      if used + spaces + needed <= width {
        line += String(repeating: " ", count: spaces) + piece
        used += spaces + needed
      } else {
        // A line of spaces only would say nothing.
        if used > 0 { lines.append(line) }
        (line, used) = fill(piece, needed: needed, into: &lines)
      }
      spaces = 0
    }
    if used > 0 || lines.isEmpty { lines.append(line) }
    return lines
  }

  /// The same for a paragraph of printable ASCII, where a byte is a cell and a line a part of the text.
  func lines(ofASCII bytes: String.UTF8View) -> [String] {
    let bytes = Array(bytes)
    let space = UInt8(ascii: " ")
    var lines: [String] = []
    // The open line, up to the last piece in it; what lies between it and the next piece is spaces.
    var line = 0..<0
    func close(_ range: Range<Int>) { lines.append(String(decoding: bytes[range], as: UTF8.self)) }
    func take(_ piece: Range<Int>) {
      if piece.upperBound - line.lowerBound <= width {
        line = line.lowerBound..<piece.upperBound
        return
      }
      if !line.isEmpty { close(line) }
      var start = piece.lowerBound
      while piece.upperBound - start > width {
        close(start..<start + width)
        start += width
      }
      line = start..<piece.upperBound
    }
    var start = 0
    while start < bytes.count {
      if bytes[start] == space {
        start += 1
        continue
      }
      var end = start + 1
      while end < bytes.count, bytes[end] != space, !Self.mayBreak(bytes, from: start, at: end) { end += 1 }
      take(start..<end)
      start = end
    }
    if !line.isEmpty || lines.isEmpty { close(line) }
    return lines
  }

  /// Whether a word of ASCII may end before `index`: after a hyphen between letters, not in an address.
  private static func mayBreak(_ bytes: [UInt8], from start: Int, at index: Int) -> Bool {
    guard bytes[index - 1] == UInt8(ascii: "-"), index - 2 >= start else { return false }
    guard isLetter(bytes[index]), isLetter(bytes[index - 2]) else { return false }
    let word = bytes[start..<index]
    return !word.indices.dropFirst(2).contains { index in
      word[index] == UInt8(ascii: "/") && word[index - 1] == UInt8(ascii: "/")
        && word[index - 2] == UInt8(ascii: ":")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Cuts what is wider than a line; the last part stays open for what follows.
  private func fill(
    _ piece: String, needed: Int, into lines: inout [String]
  ) -> (line: String, used: Int) {
    if needed <= width { return (piece, needed) }
    var line = ""
    var used = 0
    for character in piece {
      let step = String(character).cellWidth
      if used + step > width, used > 0 {
        lines.append(line)
        line = ""
        used = 0
      }
      line.append(character)
      used += step
    }
    return (line, used)
  }

  // MARK: - Where a line may break

  /// The paragraph cut at every place where a line may end; each space is a piece.
  static func pieces(of paragraph: String) -> [String] {
    var pieces: [String] = []
    var word = ""
    var beforePrevious: Character?
    var previous: Character?
    var isAddress = false
    let ends = wordEnds(of: paragraph)
    var offset = 0
    for character in paragraph {
      defer { offset += character.utf16.count }
      if character == " " {
        if !word.isEmpty { pieces.append(word) }
        pieces.append(" ")
        word = ""
        isAddress = false
        previous = nil
        continue
      }
      if let last = previous, mayBreak(beforePrevious, last, character, isAddress: isAddress),
        ends?.contains(offset) ?? true || !hasNoSpaces(last) || !hasNoSpaces(character)
      {
        pieces.append(word)
        word = ""
        isAddress = false
      }
      word.append(character)
      if character == "/", word.hasSuffix("://") { isAddress = true }
      beforePrevious = previous
      previous = character
    }
    if !word.isEmpty { pieces.append(word) }
    return pieces
  }

  private static func mayBreak(
    _ beforeLast: Character?, _ last: Character, _ next: Character, isAddress: Bool
  ) -> Bool {
    // Most text: no break inside a word but after its hyphen.
    let isHyphen = last == "-" || last == "\u{2010}"
    guard isHyphen || standsAlone(last) || standsAlone(next) else { return false }
    if closing.contains(next) || opening.contains(last) || glue.contains(last) || glue.contains(next) {
      return false
    }
    if standsAlone(last) || standsAlone(next) { return true }
    // "auto-renewing" may break, "-9" and "12-3" may not, nor an address.
    guard isHyphen, !isAddress else { return false }
    return (beforeLast?.isLetter ?? false) && next.isLetter
  }

  /// Writing without spaces between words, which may break beside any character.
  private static func standsAlone(_ character: Character) -> Bool {
    guard let value = character.unicodeScalars.first?.value else { return false }
    if hasNoSpaces(character) { return true }
    switch value {
    case 0x2e80...0x30ff, 0x31f0...0x4dbf, 0x4e00...0x9fff: return true  // ideographs and kana
    case 0xf900...0xfaff, 0xff00...0xff9f, 0x20000...0x3ffff: return true
    default: return false
    }
  }

  // MARK: - Words without spaces

  /// Thai, Lao, Burmese and Khmer, whose words only a dictionary tells apart.
  private static func hasNoSpaces(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { isWithoutSpaces($0.value) } ?? false
  }

  private static func isWithoutSpaces(_ value: UInt32) -> Bool {
    (0x0e00...0x0eff).contains(value) || (0x1000...0x109f).contains(value)
      || (0x1780...0x17ff).contains(value)
  }

  /// Where words end in a paragraph, as offsets in UTF-16; `nil` when no dictionary is needed or at hand.
  private static func wordEnds(of paragraph: String) -> Set<Int>? {
    guard paragraph.unicodeScalars.contains(where: { isWithoutSpaces($0.value) }) else { return nil }
    let units = Array(paragraph.utf16)
    var offsets = [Int32](repeating: 0, count: units.count)
    let count = cicu_line_breaks(units, Int32(units.count), &offsets, Int32(offsets.count))
    return count > 0 ? Set(offsets.prefix(Int(count)).map(Int.init)) : nil
  }

  private static let glue: Set<Character> = ["\u{a0}", "\u{202f}", "\u{2007}"]
  private static let opening = Set("([{（「『【〔〈《｛［“‘¥￥$€£₩฿")
  private static let closing = Set(
    ")]}）」』】〕〉》｝］”’、。，．・：；？！,.:;?!%％‰゛゜ゝゞ々ー…‥〜～"
      + "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶๆฯ")
}
