import StoreModel
import StoreScript
import TerminalKit

/// The keys that work now, as they stand in the hint line: made from the registry, help and quit always in
/// sight, the rest as far as there is room.
struct HintBar {
  struct Hint: Hashable {
    let command: ShopCommand.ID
    let key: String
    let words: String
    /// The key and its words; clicks on it run the command.
    let place: Rect
  }

  let hints: [Hint]

  init(_ state: ShopState, in line: Rect) {
    let context = state.context
    var ranked = state.keyMap.hinted(in: context)
    // The way back goes before all when the list is out of sight, then the way from a record to its transaction.
    let first: [(ShopCommand.ID, Bool)] = [
      (.open, state.opensTransaction || state.opensRecord || state.opensCause),
      (.back, state.layout.list == nil),
    ]
    for (id, isFirst) in first where isFirst {
      guard let place = ranked.firstIndex(where: { $0.id == id }) else { continue }
      ranked.insert(ranked.remove(at: place), at: 0)
    }
    var hints: [Hint] = []
    var column = line.column + 1
    let end = line.endColumn - 1
    func add(_ hint: Words) {
      let place = Rect(column: column, row: line.row, columns: hint.width, rows: 1)
      hints.append(Hint(command: hint.command, key: hint.key, words: hint.words, place: place))
      column = place.endColumn + 2
    }
    let kept = ranked.filter { $0.isAlwaysHinted && state.availability(of: $0.id).isEnabled }
      .map { Words($0, saying: Self.words($0, state)) }
    let reserved = kept.reduce(0) { $0 + $1.width + 2 }
    for command in ranked where !command.isAlwaysHinted {
      // Whether a command can be used is asked last, and of none for which there is no room.
      guard column + Words.least + 2 + reserved <= end else { break }
      guard state.availability(of: command.id).isEnabled else { continue }
      let hint = Words(command, saying: Self.words(command, state))
      guard column + hint.width + 2 + reserved <= end else { break }
      add(hint)
    }
    for hint in kept where column + hint.width <= end { add(hint) }
    self.hints = hints
  }

  private struct Words {
    /// A letter, a blank and a letter.
    static let least = 3

    let command: ShopCommand.ID
    let key: String
    let words: String
    let width: Int

    init(_ command: ShopCommand, saying words: String) {
      self.command = command.id
      self.words = words
      key = command.keys.first?.label ?? ""
      width = key.cellWidth + 1 + words.cellWidth
    }
  }

  /// The words of a hint; what a download key does depends on the download.
  private static func words(_ command: ShopCommand, _ state: ShopState) -> String {
    switch command.id {
    case .download:
      if case .success(let action) = state.nextDownloadAction {
        action == .start ? "download" : action.rawValue
      } else {
        command.hint
      }
    case .choose where state.menu == nil: state.chooseWords
    case .pressButton: state.markedButton
    case .agree where state.dialog == nil: "buy"
    case .back where !state.isDialogOpen && state.sheet == nil: state.backWords
    case .open where state.opensTransaction: "transaction"
    case .open where state.opensRecord: "in the receipt"
    case .open where state.opensCause: "activity"
    case .foldToken where state.isTokenUnfolded: "fold raw text"
    case .zoom: state.isZoomed ? "show both" : command.hint
    default: command.hint
    }
  }
}

extension ShopCommand {
  /// Help and quit, which are always in sight.
  fileprivate var isAlwaysHinted: Bool { hintRank ?? 0 >= 95 }
}

extension ShopState {
  /// What Enter does in a list to choose from.
  fileprivate var chooseWords: String {
    guard case .picker(let picker) = dialog else { return "choose" }
    return switch picker.subject {
    case .storefront, .language: "choose"
    case .copy: "copy"
    case .link: noOpener == nil ? "open" : "show"
    case .line: "do"
    case .entry: "jump"
    }
  }

  fileprivate var isTokenUnfolded: Bool {
    if case .token(let reader) = dialog { reader.isUnfolded } else { false }
  }

  /// What Esc does on a screen.
  fileprivate var backWords: String {
    if !toasts.shown.isEmpty { return "close message" }
    return pane == .list && filter != nil ? "show all" : "back"
  }
}

/// The screens as they stand in the header: in full, by number and name, or by number alone, as there is
/// room.
struct TabBar {
  struct Tab: Hashable {
    let screen: Screen
    let text: String
    let place: Rect
  }

  let tabs: [Tab]

  init(_ state: ShopState, in header: Rect) {
    let open = state.screen
    let long = Screen.allCases.map { " \($0.number) \($0.title) " }
    let short = Screen.allCases.map { $0 == open ? " \($0.number) \($0.title) " : " \($0.number) " }
    let longWidth = long.reduce(0) { $0 + $1.cellWidth }
    // Where one is goes before where one could be.
    let crumbs = Breadcrumbs(state)
    let wanted = max(9, crumbs.parts.count > 1 ? crumbs.leastWidth : 0)
    let texts = longWidth + wanted + 3 <= header.columns ? long : short
    var column = header.endColumn - texts.reduce(0) { $0 + $1.cellWidth } - 1
    tabs = zip(Screen.allCases, texts).map { screen, text in
      let place = Rect(column: column, row: header.row, columns: text.cellWidth, rows: 1)
      column = place.endColumn
      // The open one stands out of the bar; in a terminal without attributes the brackets tell.
      return Tab(screen: screen, text: screen == open ? "[\(text.trimmed)]" : text, place: place)
    }
  }
}
