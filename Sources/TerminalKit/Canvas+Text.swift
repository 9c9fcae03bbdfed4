/// The grid as text, for snapshots, tests and people.
extension Canvas {
  /// One line for each row, without the blanks at its end.
  public var text: String {
    (0..<size.rows).map { line($0) }.joined(separator: "\n")
  }

  /// The text of one row, without the blanks at its end.
  public func line(_ row: Int) -> String {
    var line = self.row(row).map(\.text).joined()
    while line.last == " " { line.removeLast() }
    return line
  }

  /// The styles of the grid as a second picture: a letter for each cell, then what the letters mean.
  ///
  /// A role always has the same letter, so a change in one place moves nothing elsewhere. Roles that look
  /// alike in this theme share the letter of the first of them. What no role has by itself, such as a
  /// warning on the selected row, is a digit, given in the order in which it appears.
  public func styleText(in theme: Theme) -> String {
    var names: [Style: (letter: Character, words: String)] = [:]
    for role in Theme.Role.allCases {
      let known = names[theme[role]]
      names[theme[role]] = (
        known?.letter ?? role.letter, known.map { "\($0.words) \(role.name)" } ?? role.name
      )
    }
    var used: [Character: String] = [:]
    var mixtures = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ").makeIterator()
    let lines = (0..<size.rows).map { row in
      String(
        self.row(row).map { cell in
          let name = names[cell.style] ?? (mixtures.next() ?? "?", "mixed")
          names[cell.style] = name
          used[name.letter] = "\(name.letter) \(name.words): \(cell.style)"
          return name.letter
        })
    }
    return (lines + used.sorted { $0.key < $1.key }.map(\.value)).joined(separator: "\n")
  }
}

extension Theme.Role {
  /// What a style picture shows it as; capital letters are left for mixtures.
  fileprivate var letter: Character {
    switch self {
    case .text: "."
    case .secondary: "s"
    case .title: "t"
    case .heading: "h"
    case .price: "p"
    case .link: "l"
    case .selection: "*"
    case .inactiveSelection: "i"
    case .border: "b"
    case .focusedBorder: "f"
    case .hintKey: "k"
    case .hint: "n"
    case .disabled: "d"
    case .success: "y"
    case .warning: "w"
    case .error: "e"
    case .progress: "g"
    case .progressTrack: "r"
    case .bar: "="
    }
  }
}
