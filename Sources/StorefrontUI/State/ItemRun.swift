/// Items of a list that are looked up when they come in sight.
///
/// What it answers never changes. Two are equal when they are the same one.
final class ListItems<ID: Hashable & Sendable>: Sendable {
  /// The item at a position, from 0.
  let id: @Sendable (Int) -> ID
  /// Where an item stands; nil when it is not in the list.
  let position: @Sendable (ID) -> Int?

  init(id: @escaping @Sendable (Int) -> ID, position: @escaping @Sendable (ID) -> Int?) {
    self.id = id
    self.position = position
  }
}

extension ListItems: Hashable {
  static func == (left: ListItems, right: ListItems) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The items of one section: kept, or looked up one by one.
public struct ItemRun<ID: Hashable & Sendable>: RandomAccessCollection, Hashable, Sendable {
  private enum Source: Hashable {
    case kept([ID])
    /// These positions among `items`.
    case range(ListItems<ID>, Range<Int>)
    case picked(ListItems<ID>, ArraySlice<Int>)
  }

  private let source: Source

  init(_ ids: [ID]) { source = .kept(ids) }
  init(_ items: ListItems<ID>, range: Range<Int>) { source = .range(items, range) }
  private init(_ source: Source) { self.source = source }

  public var startIndex: Int { 0 }

  public var endIndex: Int {
    switch source {
    case .kept(let ids): ids.count
    case .range(_, let range): range.count
    case .picked(_, let positions): positions.count
    }
  }

  public subscript(index: Int) -> ID {
    switch source {
    case .kept(let ids): ids[index]
    case .range(let items, let range): items.id(range.lowerBound + index)
    case .picked(let items, let positions): items.id(positions[positions.startIndex + index])
    }
  }

  /// The items at `indices` of this run, which are `positions` in the whole list.
  func picked(_ indices: some Collection<Int>, positions: ArraySlice<Int>) -> ItemRun {
    switch source {
    case .kept(let ids): ItemRun(indices.map { ids[$0] })
    case .range(let items, _), .picked(let items, _): ItemRun(.picked(items, positions))
    }
  }
}
