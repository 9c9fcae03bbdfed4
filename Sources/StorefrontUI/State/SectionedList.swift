/// The items of a list in titled sections, and the line on which each stands.
///
/// A section is a heading, its items with `itemHeight` lines each, and a blank line before the next
/// section. Finding an item by id, by position or by line does not depend on how many there are, so
/// a hundred thousand rows scroll as twenty do.
public struct SectionedList<ID: Hashable & Sendable>: Hashable, Sendable {
  public struct Section: Hashable, Sendable {
    public let title: String
    public let ids: ItemRun<ID>
    public let itemHeight: Int

    /// A section without a title has no heading line.
    public init(title: String, ids: [ID], itemHeight: Int = 1) {
      self.init(title: title, ids: ItemRun(ids), itemHeight: itemHeight)
    }

    fileprivate init(title: String, ids: ItemRun<ID>, itemHeight: Int = 1) {
      self.title = title
      self.ids = ids
      self.itemHeight = max(1, itemHeight)
    }
  }

  /// What stands on one line.
  public enum Line: Hashable, Sendable {
    case heading(section: Int)
    /// `part` counts the lines of one item from 0.
    case item(ID, section: Int, part: Int)
    case blank
  }

  private enum Positions: Hashable {
    case table([ID: Int])
    case asked(ListItems<ID>)

    subscript(id: ID) -> Int? {
      switch self {
      case .table(let table): table[id]
      case .asked(let items): items.position(id)
      }
    }
  }

  private struct Start: Hashable {
    let index: Int
    let line: Int
  }

  public let sections: [Section]
  /// How many items there are.
  public let count: Int
  /// How many lines they take.
  public let lineCount: Int
  private let starts: [Start]
  /// Where each id stands: in this list, or in the whole one when this is a part of it.
  private let positions: Positions
  /// The positions in the whole list of what is left of it, rising; nil in a whole list.
  let kept: [Int]?

  /// Sections without items are left out. An id that stands twice is found at its first place.
  public init(_ sections: [Section] = []) {
    var positions: [ID: Int] = [:]
    positions.reserveCapacity(sections.reduce(0) { $0 + $1.ids.count })
    var index = 0
    for id in sections.lazy.flatMap({ $0.ids }) {
      if positions[id] == nil { positions[id] = index }
      index += 1
    }
    self.init(sections, positions: .table(positions), kept: nil)
  }

  /// Sections of so many items each, one line an item. `items` is asked for those in sight, so that a list
  /// costs the same whatever its length.
  init(_ sections: [(title: String, count: Int)], of items: ListItems<ID>) {
    var start = 0
    var parts: [Section] = []
    for section in sections {
      let run = ItemRun(items, range: start..<start + section.count)
      parts.append(Section(title: section.title, ids: run))
      start += section.count
    }
    self.init(parts, positions: .asked(items), kept: nil)
  }

  private init(_ sections: [Section], positions: Positions, kept: [Int]?) {
    let filled = sections.filter { !$0.ids.isEmpty }
    var starts: [Start] = []
    var index = 0
    var line = 0
    for section in filled {
      if line > 0 { line += 1 }
      starts.append(Start(index: index, line: line))
      index += section.ids.count
      line += (section.title.isEmpty ? 0 : 1) + section.ids.count * section.itemHeight
    }
    self.sections = filled
    self.starts = starts
    self.positions = positions
    self.kept = kept
    count = index
    lineCount = line
  }

  /// The items at these positions, in their sections.
  ///
  /// Takes no longer than there are items left: the table of ids is shared with this list.
  ///
  /// - Parameter positions: rising, each once. This must be a whole list.
  func narrowed(to positions: [Int]) -> SectionedList {
    precondition(kept == nil, "Only a whole list can be narrowed.")
    guard positions.count < count else { return self }
    var parts: [Section] = []
    var rest = positions[...]
    for (section, start) in zip(sections, starts) {
      let end = start.index + section.ids.count
      let part = rest.prefix(rest.firstIndex { $0 >= end }.map { $0 - rest.startIndex } ?? rest.count)
      rest = rest.dropFirst(part.count)
      let ids = section.ids.picked(part.lazy.map { $0 - start.index }, positions: part)
      parts.append(Section(title: section.title, ids: ids, itemHeight: section.itemHeight))
    }
    return SectionedList(parts, positions: self.positions, kept: positions)
  }

  public var isEmpty: Bool { count == 0 }

  /// The position of an item among all items, from 0.
  public func index(of id: ID) -> Int? {
    guard let position = positions[id], let kept else { return positions[id] }
    var low = 0
    var high = kept.count
    while low < high {
      let middle = (low + high) / 2
      if kept[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low < kept.count && kept[low] == position ? low : nil
  }

  /// The item at a position; positions outside are held at the ends. Nil only when there is none.
  public func id(nearest index: Int) -> ID? {
    guard count > 0 else { return nil }
    let index = min(max(index, 0), count - 1)
    guard let section = starts.lastIndex(where: { $0.index <= index }) else { return nil }
    return sections[section].ids[index - starts[section].index]
  }

  /// The lines that an item takes.
  public func lines(of index: Int) -> Range<Int> {
    guard let section = starts.lastIndex(where: { $0.index <= index }) else { return 0..<0 }
    let first = starts[section].line + headingHeight(section)
    let line = first + (index - starts[section].index) * sections[section].itemHeight
    return line..<line + sections[section].itemHeight
  }

  /// What stands on a line; blank outside the list.
  public func content(of line: Int) -> Line {
    guard line >= 0, line < lineCount, let section = starts.lastIndex(where: { $0.line <= line }) else {
      return .blank
    }
    let offset = line - starts[section].line - headingHeight(section)
    if offset < 0 { return .heading(section: section) }
    let (item, part) = offset.quotientAndRemainder(dividingBy: sections[section].itemHeight)
    guard item < sections[section].ids.count else { return .blank }
    return .item(sections[section].ids[item], section: section, part: part)
  }

  /// True when a heading stands right above the item at this position.
  func followsHeading(_ index: Int) -> Bool {
    guard let section = starts.firstIndex(where: { $0.index == index }) else { return false }
    return headingHeight(section) > 0
  }

  private func headingHeight(_ section: Int) -> Int { sections[section].title.isEmpty ? 0 : 1 }
}
