import StoreModel

/// What is open above the screen, other than the purchase sheet.
public enum Dialog: Hashable, Sendable {
  case picker(Picker)
  case question(Question)
  /// Scrolled to this line.
  case findings(top: Int)
  case help(top: Int)
}

/// A question that is asked before something is lost. No is the default.
public struct Question: Hashable, Sendable {
  public enum Subject: Hashable, Sendable {
    case quit
    case deleteContent(ProductID)
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
  public enum Subject: Hashable, Sendable { case storefront, language }

  public struct Item: Hashable, Sendable {
    /// The storefront's or the language's id.
    public let id: String
    public let title: String
    /// A currency, a code.
    public let note: String
    public let section: String
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

  public func item(_ id: String) -> Item? { items[id] }

  /// Keeps what holds `text` in its title, note or id, whatever the case and the accents.
  public mutating func setFilter(_ text: String) {
    filter = text
    let wanted = text.foldedForSearch
    let found = order.filter { item in
      wanted.isEmpty || [item.title, item.note, item.id].contains { $0.foldedForSearch.contains(wanted) }
    }
    list = Self.list(of: found)
    cursor.settle(in: list)
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
