import StoreModel

/// The journal's entries that explain what is new in a receipt.
public struct ReceiptCauses: Hashable, Sendable {
  /// The last event that the receipt tells of: it is compared with the one before that.
  public let last: JournalEntry
  /// For each purchase that differs, by the number of its transaction, what happened to it last; not for those that
  /// another account brought or took along.
  public let entries: [String: JournalEntry]

  public init(last: JournalEntry, entries: [String: JournalEntry] = [:]) {
    self.last = last
    self.entries = entries
  }
}
