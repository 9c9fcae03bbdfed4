/// A word that can be typed at any place. The help lists all of them.
enum PlainWord: String, CaseIterable {
  case help, back, menu, again, search, show, buy, wait, quit

  /// What is typed besides, as the help shows it.
  var argument: String? {
    switch self {
    case .search: "TEXT"
    case .show, .buy: "PRODUCT"
    case .help, .back, .menu, .again, .wait, .quit: nil
    }
  }

  var meaning: String {
    switch self {
    case .help: "this help"
    case .back: "one level back, as 0 does"
    case .menu: "the main menu"
    case .again: "tells everything here once more"
    case .search: "products that hold this text"
    case .show: "a product by its id"
    case .buy: "opens the purchase sheet of a product, by its id"
    case .wait: "takes no more input until downloads have ended, for scripts"
    case .quit: "leaves"
    }
  }

  /// Reads the first word of a line; the rest is its argument.
  static func read(_ line: String) -> (word: PlainWord, argument: String)? {
    let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard let first = parts.first else { return nil }
    let argument = parts.count == 2 ? parts[1].trimmingPrefix(while: \.isWhitespace) : ""
    let word: PlainWord? =
      switch first.lowercased() {
      case "esc": .back
      case "exit": .quit
      default: PlainWord(rawValue: first.lowercased())
      }
    guard let word, (word.argument != nil) == !argument.isEmpty else { return nil }
    return (word, String(argument))
  }
}
