/// The items of one list, read one by one and not kept.
public struct JSONListItems: Sendable {
  private var parser: JSONParser
  private let items: Range<Int>

  /// Where the list ends: bytes from the start of the source.
  public var end: Int { items.upperBound }

  init(_ source: [UInt8], _ dialect: JSONDialect, _ limits: JSONLimits, items: Range<Int>) {
    parser = JSONParser(source, dialect, limits, items: items)
    self.items = items
  }

  /// The next item; nil at the end of the list.
  ///
  /// Throws for the first thing that is wrong, and when the list does not end where it seemed to end.
  public mutating func next() throws(JSONSyntaxError) -> JSONValue? {
    if let item = try parser.parseNextItem(of: items.lowerBound - 1) { return item }
    guard parser.index == items.upperBound else { throw parser.failure("this list ends in an odd place") }
    return nil
  }

  /// Where a key begins that was in its object already, in the items read since this was asked last.
  public mutating func takeDuplicateKeyOffsets() -> [Int] { parser.takeDuplicateKeyOffsets() }
}
