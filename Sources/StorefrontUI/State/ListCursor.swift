/// Which item of a list is selected and which line is the first on the screen.
///
/// The selection is an id, so a list that changes underneath keeps it (K17). When the selected item
/// is gone, the one that stands nearest to its place is selected.
public struct ListCursor<ID: Hashable & Sendable>: Hashable, Sendable {
  public private(set) var selected: ID?
  /// The first line on the screen.
  public private(set) var top = 0
  private var index = 0
  /// What was selected before the list became empty, to be selected again when it is back.
  private var lost: ID?

  /// Lines kept between the selection and the edge while there are more.
  private static var margin: Int { 2 }

  public init() {}

  public mutating func select(_ id: ID, in list: SectionedList<ID>) {
    guard let index = list.index(of: id) else { return }
    selected = id
    self.index = index
  }

  /// Moves by items, held at the ends.
  public mutating func move(by step: Int, in list: SectionedList<ID>) {
    settle(in: list)
    selected = list.id(nearest: index + step)
    settle(in: list)
  }

  /// Moves by items; from one end it goes on at the other.
  mutating func moveAround(by step: Int, in list: SectionedList<ID>) {
    settle(in: list)
    guard !list.isEmpty else { return }
    selected = list.id(nearest: ((index + step) % list.count + list.count) % list.count)
    settle(in: list)
  }

  public mutating func moveToFirst(in list: SectionedList<ID>) { move(by: -list.count, in: list) }
  public mutating func moveToLast(in list: SectionedList<ID>) { move(by: list.count, in: list) }

  /// Makes the selection one that is in the list.
  public mutating func settle(in list: SectionedList<ID>) {
    if let wanted = selected ?? lost, let found = list.index(of: wanted) {
      selected = wanted
      index = found
      lost = nil
    } else {
      lost = list.isEmpty ? selected ?? lost : nil
      selected = list.id(nearest: index)
      index = min(max(index, 0), max(list.count - 1, 0))
    }
  }

  /// Keeps what is selected while it is in the list, else selects the first item.
  mutating func keepOrSelectFirst(in list: SectionedList<ID>) {
    if let wanted = selected ?? lost, list.index(of: wanted) == nil { index = 0 }
    settle(in: list)
  }

  /// Scrolls by lines, as a wheel does; the selection comes along when it would leave the screen.
  mutating func scroll(by step: Int, in list: SectionedList<ID>, height: Int) {
    settle(in: list)
    guard height > 0, list.lineCount > height else { return }
    let wanted = min(max(0, top + step), list.lineCount - height)
    top = wanted
    let direction = step < 0 ? -1 : 1
    // As many steps as lines were scrolled, and a few for headings and the margin.
    for _ in 0..<abs(step) + height {
      follow(in: list, height: height)
      if top == wanted { return }
      top = wanted
      move(by: direction, in: list)
    }
    follow(in: list, height: height)
  }

  /// Stays on the first item when it stands there, whatever has come in before it; settles otherwise.
  mutating func stayFirstOrSettle(in list: SectionedList<ID>) {
    if index == 0 { selected = list.id(nearest: 0) }
    settle(in: list)
  }

  /// Scrolls as little as possible so that the selection is on the screen, with its heading when it
  /// is the first below one.
  public mutating func follow(in list: SectionedList<ID>, height: Int) {
    settle(in: list)
    guard height > 0, !list.isEmpty else {
      top = 0
      return
    }
    let margin = min(Self.margin, (height - 1) / 2)
    let lines = list.lines(of: index)
    let above = list.followsHeading(index) ? 1 : 0
    let first = max(0, lines.lowerBound - max(margin, above))
    let last = min(list.lineCount, lines.upperBound + margin)
    if top > first { top = first }
    if top + height < last { top = last - height }
    top = min(max(0, top), max(0, list.lineCount - height))
  }
}
