import StoreCatalog
import StoreModel

/// What is open above the screen, other than the purchase sheet.
public enum Dialog: Hashable, Sendable {
  case picker(Picker)
  case question(Question)
  /// Scrolled to this line.
  case findings(top: Int)
  case messages(MessageReader)
  /// The signed form of something, taken apart.
  case token(TokenReader)
  /// How to buy something, at the first start.
  case welcome
}

/// A question that is asked before something is lost. No is the default.
public struct Question: Hashable, Sendable {
  public enum Subject: Hashable, Sendable {
    case quit
    case deleteContent(ProductID)
    /// Whether to sign in, since a purchase or a restore waits for it.
    case signIn
    /// A line of the script language, with what will come of it.
    case line(String)
  }

  public let subject: Subject
  public let title: String
  public let text: String
  public let yes: String
  public let no: String
  public var isYesMarked = false
}

/// A list to choose one of, narrowed by typing.
public struct Picker: Hashable, Sendable {
  public enum Subject: Hashable, Sendable { case storefront, language, copy, link, line, entry }

  public struct Item: Hashable, Sendable {
    /// The storefront's or the language's id.
    public let id: String
    public let title: String
    /// A currency, a code.
    public let note: String
    public let section: String
    private let foldedTitle, foldedCode: SearchTerm
    private let foldedTexts: SearchIndex

    init(id: String, title: String, note: String, section: String) {
      self.id = id
      self.title = title
      self.note = note
      self.section = section
      foldedTitle = SearchTerm(title)
      foldedCode = SearchTerm(id)
      var texts = SearchIndex()
      texts.append([title, note, id])
      foldedTexts = texts
    }

    /// How well it fits what was typed, 0 best; nil when it does not.
    ///
    /// An exact code goes before all; within a section, what begins so goes before what only holds it.
    func rank(for term: SearchTerm) -> Int? {
      if foldedCode == term { return 0 }
      if foldedTitle.extends(term) { return 1 }
      return foldedTexts.positions(holding: term).isEmpty ? nil : 2
    }
  }

  public let subject: Subject
  public let title: String
  /// The one that is chosen now.
  public let current: String
  public private(set) var filter = ""
  public private(set) var list: SectionedList<String>
  public var cursor = ListCursor<String>()
  private let items: [String: Item]
  private let order: [Item]

  /// - Parameter items: in the order shown; those of one section together.
  public init(subject: Subject, title: String, items: [Item], current: String) {
    self.subject = subject
    self.title = title
    self.current = current
    order = items
    self.items = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    list = Self.list(of: items)
    cursor.select(current, in: list)
    cursor.settle(in: list)
  }

  /// What stands where nothing has been typed.
  var placeholder: String {
    switch subject {
    case .storefront, .language: "type a name or a code"
    case .copy, .link, .line, .entry: "type a part of it"
    }
  }

  public func item(_ id: String) -> Item? { items[id] }

  /// Keeps what holds `text` in its title, note or id, whatever the case and the accents, and marks what
  /// fits best: an exact code, then what is in this catalogue, then what begins so.
  public mutating func setFilter(_ text: String) {
    filter = text
    let term = SearchTerm(text)
    guard !term.isEmpty else {
      list = Self.list(of: order)
      return cursor.settle(in: list)
    }
    let ranked = order.compactMap { item in item.rank(for: term).map { (item: item, rank: $0) } }
    // The section of an exact code goes before all, and each stands there once.
    let sections = (ranked.filter { $0.rank == 0 }.map(\.item) + order).map(\.section)
      .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    var found: [Item] = []
    for section in sections {
      for rank in 0...2 {
        found += ranked.filter { $0.rank == rank && $0.item.section == section }.map(\.item)
      }
    }
    list = Self.list(of: found)
    cursor.moveToFirst(in: list)
  }

  private static func list(of items: [Item]) -> SectionedList<String> {
    var sections: [(title: String, ids: [String])] = []
    for item in items {
      if sections.last?.title == item.section {
        sections[sections.count - 1].ids.append(item.id)
      } else {
        sections.append((item.section, [item.id]))
      }
    }
    return SectionedList(sections.map { .init(title: $0.title, ids: $0.ids) })
  }
}
