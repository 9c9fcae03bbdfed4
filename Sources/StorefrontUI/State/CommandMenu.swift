import StoreCatalog
import TerminalKit

/// Commands to choose from by typing: the palette, in which what fits best comes first, and the help, in which
/// all keep their place. The palette takes lines of the script language too.
///
/// What is chosen is named by what it is, never by its line. Whether it can be done now is not kept here: that
/// is asked anew each time.
public struct CommandMenu: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case palette, help }

  /// What one line is about.
  public enum Item: Hashable, Sendable {
    case command(ShopCommand.ID)
    /// Something good to know, by its number: it can be read, not run.
    case tip(Int)
    /// A line of the script language: the one that is typed, or what it becomes when a word is put in.
    case line(String)
  }

  /// One line and what it is found by.
  struct Entry: Hashable {
    let item: Item
    let title: String
    /// The keys in force.
    let keys: [Key]
    /// Other words for it: the hint, the name in the settings.
    let otherNames: [String]
    /// What it stands for, at the right where there are no keys.
    var note = ""
  }

  /// What a typed text is as a line of the script language.
  struct Lines: Hashable {
    /// The line as typed, when it begins with a verb.
    var typed: Entry?
    /// False when it is wrong as it stands, so that a command may have been meant.
    var isPromising = false
    /// What it becomes when the next word is put in, or its last one ended.
    var completions: [Entry] = []
  }

  struct Section: Hashable {
    let title: String
    let entries: [Entry]
  }

  /// The longest text that can be typed, in characters.
  static let limit = 200

  public let kind: Kind
  /// Where it was opened: what is below it.
  let context: ShopCommand.Context
  public private(set) var text = ""
  public private(set) var list = SectionedList<Item>()
  public private(set) var cursor = ListCursor<Item>()
  /// The cells of each title that hold what was typed.
  private(set) var marks: [Item: [Range<Int>]] = [:]
  private let sections: [Section]
  private let entries: [Item: Entry]
  private(set) var lines = Lines()
  /// Which of the lines that were run stands here, the newest 0; nil for a text of one's own.
  var recalled: Int?

  init(_ kind: Kind, in context: ShopCommand.Context, _ sections: [Section], _ lines: Lines = Lines()) {
    self.kind = kind
    self.context = context
    self.sections = sections
    entries = Dictionary(
      sections.flatMap(\.entries).map { ($0.item, $0) }, uniquingKeysWith: { first, _ in first })
    setText("", lines)
  }

  func entry(_ item: Item) -> Entry? {
    if case .line = item {
      return lines.typed?.item == item ? lines.typed : lines.completions.first { $0.item == item }
    }
    return entries[item]
  }

  /// Keeps what fits, and chooses what fits best. `lines` is what the text is in the script language.
  mutating func setText(_ text: String, _ lines: Lines = Lines()) {
    self.text = String(text.prefix(Self.limit))
    self.lines = lines
    recalled = nil
    marks = [:]
    if self.text.allSatisfy(\.isWhitespace) {
      list = SectionedList(
        sections.map { .init(title: $0.title, ids: $0.entries.map(\.item)) } + [scriptSection])
      return cursor.moveToFirst(in: list)
    }
    switch kind {
    case .palette:
      let commands = SectionedList<Item>.Section(title: lines.isPromising ? "Commands" : "", ids: ranked())
      list = SectionedList(lines.isPromising ? [scriptSection, commands] : [commands, scriptSection])
    case .help: list = SectionedList(sections.map { .init(title: $0.title, ids: narrowed($0.entries)) })
    }
    cursor.moveToFirst(in: list)
    // Whoever types a key into the help wants to know what it does.
    if kind == .help, let named = entries.values.first(where: { $0.keys.contains { $0.label == text } }) {
      cursor.select(named.item, in: list)
    }
  }

  /// The typed line, then what it can become.
  private var scriptSection: SectionedList<Item>.Section {
    let entries = [lines.typed].compactMap(\.self) + lines.completions
    return .init(title: lines.isPromising ? "" : "Lines, as in a script", ids: entries.map(\.item))
  }

  /// True while the first line is chosen, or there is none.
  var isAtFirst: Bool { cursor.selected == list.id(nearest: 0) }

  mutating func move(by step: Int) { cursor.move(by: step, in: list) }

  mutating func scroll(by step: Int, height: Int) { cursor.scroll(by: step, in: list, height: height) }

  mutating func follow(height: Int) { cursor.follow(in: list, height: height) }

  /// What stands on a line of the screen, counted from the first of the list.
  func item(onLine line: Int) -> Item? {
    if case .item(let item, _, _) = list.content(of: cursor.top + line) { item } else { nil }
  }

  mutating func select(_ item: Item) { cursor.select(item, in: list) }

  /// Takes over what was typed and chosen in the menu that stood here before.
  mutating func goOn(from earlier: CommandMenu) {
    setText(earlier.text, earlier.lines)
    recalled = earlier.recalled
    earlier.cursor.selected.map { cursor.select($0, in: list) }
  }

  /// What fits, the best first; of what fits alike, in the order of the sections.
  private mutating func ranked() -> [Item] {
    var found: [(item: Item, score: Int)] = []
    for entry in sections.lazy.flatMap(\.entries) {
      let inTitle = FuzzyMatch(text, in: entry.title)
      // A match that cannot be seen counts for less.
      let unseen = entry.otherNames.compactMap { FuzzyMatch(text, in: $0)?.score }.max().map { $0 - 8 }
      guard let score = [inTitle?.score, unseen].compactMap(\.self).max() else { continue }
      found.append((entry.item, score))
      marks[entry.item] = inTitle?.cells
    }
    return found.enumerated().sorted {
      $0.element.score != $1.element.score ? $0.element.score > $1.element.score : $0.offset < $1.offset
    }.map(\.element.item)
  }

  private mutating func narrowed(_ entries: [Entry]) -> [Item] {
    let term = SearchTerm(text)
    var index = SearchIndex()
    for entry in entries { index.append([entry.title] + entry.keys.map(\.description) + entry.otherNames) }
    let found = index.positions(holding: term).map { entries[$0] }
    for entry in found { marks[entry.item] = term.cells(in: entry.title).map { [$0] } }
    return found.map(\.item)
  }
}
