import TerminalKit

// What the first start says: enough for the first purchase.
extension ShopState {
  func welcomeLines(width: Int) -> [TextLine] {
    // On small screens the steps come without air between them.
    let isRoomy = size.rows >= 18
    let paragraphs = welcomeSteps.enumerated().flatMap { index, text -> [Paragraph] in
      (index > 0 && isRoomy ? [.blank] : []) + [.text(text, index == 0 ? .title : .text)]
    }
    return paragraphs.lines(width: width)
  }

  private var welcomeSteps: [String] {
    func key(_ id: ShopCommand.ID) -> String { keyMap.label(of: id) }
    // Arrows in words, which every terminal can show.
    func words(_ id: ShopCommand.ID) -> String { keyMap.keys(of: id).first?.description ?? "" }
    return [
      "No money moves here: try anything.",
      "\(words(.moveUp)) \(words(.moveDown)) choose, \(key(.buy)) buys. Read the sheet to its end, "
        + "then \(key(.agree)) agrees, \(key(.back)) cancels.",
      "\(key(.showLibrary)) is what you own, \(key(.showActivity)) what happened.",
      "\(key(.showHelp)) lists the keys, \(key(.showPalette)) every command.",
    ]
  }
}
