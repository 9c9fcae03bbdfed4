/// What one receipt says otherwise than the one before it.
public struct ReceiptDifference: Hashable, Sendable {
  /// Something with a value before and after; nil where it was not there.
  public struct Change: Hashable, Sendable {
    public let number: Int64
    public let name: String?
    public let before: String?
    public let after: String?
  }

  /// A purchase that is in both, with what has changed in it.
  public struct ChangedPurchase: Hashable, Sendable {
    public let purchase: InAppPurchase
    public let changes: [Change]
  }

  /// Of the app's own attributes, by number; purchases are not among them.
  public let attributes: [Change]
  /// Whether both hold the same purchases; the attributes differ at each signing.
  public var isOnlyOfAttributes: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }
  /// How many purchases differ.
  public var count: Int { added.count + removed.count + changed.count }
  /// In the order of the new receipt.
  public let added: [InAppPurchase]
  /// In the order of the old one.
  public let removed: [InAppPurchase]
  public let changed: [ChangedPurchase]

  /// Takes time in proportion to both. Throws what cannot be read of either.
  public init(from old: ReceiptContainer, to new: ReceiptContainer) throws(ReceiptError) {
    attributes = Self.changes(try old.attributes(), try new.attributes())
    let before = try Self.purchases(in: old)
    let after = try Self.purchases(in: new)
    let known = Dictionary(before.map { ($0.purchase.transactionID, $0) }) { first, _ in first }
    let kept = Set(after.map(\.purchase.transactionID))
    added = after.map(\.purchase).filter { known[$0.transactionID] == nil }
    removed = before.map(\.purchase).filter { !kept.contains($0.transactionID) }
    changed = after.compactMap { new in
      guard let old = known[new.purchase.transactionID], old.purchase != new.purchase else { return nil }
      return ChangedPurchase(
        purchase: new.purchase, changes: Self.changes(old.attributes, new.attributes))
    }
  }

  /// The first receipt against none: every purchase is new. Throws what cannot be read of it.
  public init(first receipt: ReceiptContainer) throws(ReceiptError) {
    attributes = []
    added = try Self.purchases(in: receipt).map(\.purchase)
    removed = []
    changed = []
  }

  /// Whether something has happened between two receipts: signature and fields of the app differ at each signing,
  /// purchases only when something was bought, came back, was used up or taken back.
  ///
  /// False when there is nothing to compare with, since the old one cannot be read.
  public static func isOfAnotherEvent(_ new: [UInt8], than old: [UInt8]) -> Bool {
    guard let before = records(of: old) else { return false }
    return records(of: new) != before
  }

  /// Their bytes: a receipt writes a purchase of which nothing has changed as it was.
  private static func records(of receipt: [UInt8]) -> Set<ArraySlice<UInt8>>? {
    let payload = ReceiptContainer.peek(receipt) ?? (try? ReceiptContainer(receipt)).map { $0.payload[...] }
    let attributes = payload.flatMap { try? ReceiptAttribute.all(in: $0) }
    return attributes.map { Set($0.lazy.filter(\.isPurchase).map(\.value)) }
  }

  private static func purchases(in container: ReceiptContainer) throws(ReceiptError)
    -> [(purchase: InAppPurchase, attributes: [ReceiptAttribute])]
  {
    var purchases: [(purchase: InAppPurchase, attributes: [ReceiptAttribute])] = []
    for attribute in try container.attributes() where attribute.number == ReceiptAttribute.Number.purchase {
      guard let purchase = try? InAppPurchase(attributes: attribute.value) else { continue }
      purchases.append((purchase, try ReceiptContainer.attributes(in: attribute.value)))
    }
    return purchases
  }

  private static func changes(_ old: [ReceiptAttribute], _ new: [ReceiptAttribute]) -> [Change] {
    func values(_ attributes: [ReceiptAttribute]) -> [Int64: ReceiptAttribute] {
      Dictionary(
        attributes.filter { $0.number != ReceiptAttribute.Number.purchase }.map { ($0.number, $0) }
      ) { first, _ in first }
    }
    let (before, after) = (values(old), values(new))
    return Set(before.keys).union(after.keys).sorted().compactMap { number in
      let (left, right) = (before[number], after[number])
      guard left?.value != right?.value else { return nil }
      return Change(
        number: number, name: (right ?? left)?.name, before: left?.text, after: right?.text)
    }
  }
}
