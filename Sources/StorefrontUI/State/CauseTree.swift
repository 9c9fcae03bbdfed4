import StoreModel
import StoreScript

/// A command or event with everything that it led to, in the order in which it happened.
struct CauseTree: Hashable, Sendable {
  struct Branch: Hashable, Sendable {
    let id: EventID
    /// How many steps it is from the root.
    let depth: Int
  }

  /// The root first, then rising ids.
  let branches: [Branch]

  /// The whole tree that an entry belongs to.
  ///
  /// - Parameter journal: newest first. An entry whose cause is not in it counts as a root.
  init(of id: EventID, in journal: [JournalEntry]) {
    let causes = Dictionary(
      journal.compactMap { entry in entry.cause.map { (entry.id, $0) } },
      uniquingKeysWith: { first, _ in first })
    let known = Set(journal.lazy.map(\.id))
    var root = id
    // A cause is always older, so this ends.
    while let cause = causes[root], known.contains(cause) { root = cause }
    var depths: [EventID: Int] = [root: 0]
    var branches = [Branch(id: root, depth: 0)]
    for entry in journal.reversed() where entry.id > root {
      guard let cause = entry.cause, let depth = depths[cause] else { continue }
      depths[entry.id] = depth + 1
      branches.append(Branch(id: entry.id, depth: depth + 1))
    }
    self.branches = branches
  }
}

// Cause and effect: what led to an entry and what came of it, each a jump.
extension ShopState {
  /// The entry that the key is about: the selected one, or the newest about the selected transaction.
  private var entryInHand: EventID? {
    switch screen {
    case .activity: selectedEntry?.id
    case .transactions: selectedTransaction.flatMap { newestEntry(about: $0.id) }
    case .lab: labTransaction.flatMap { newestEntry(about: $0.id) }
    case .receipt:
      recordedTransaction.flatMap(newestEntry(about:))
    case .store, .library: selectedProductID.flatMap(newestEntry(about:))
    }
  }

  private func newestEntry(about id: TransactionID) -> EventID? {
    facts.journal.first { $0.event.transactionID == id }?.id
  }

  private func newestEntry(about product: ProductID) -> EventID? {
    facts.transactions.first { $0.productID == product }.flatMap { newestEntry(about: $0.id) }
  }

  var showingCauses: Availability {
    entryInHand == nil ? .disabled("Nothing has happened to this yet.") : .enabled
  }

  var causePicker: Picker? {
    guard let id = entryInHand else { return nil }
    let words = EventWords(texts: texts, facts: facts, clock: clock)
    let tree = CauseTree(of: id, in: facts.journal)
    let calls = callsBy(entries: tree.branches.map(\.id))
    var items: [Picker.Item] = []
    for branch in tree.branches {
      guard let entry = facts.entry(branch.id) else { continue }
      let indent = String(repeating: "  ", count: min(branch.depth, 8))
      items.append(
        Picker.Item(
          id: branch.id.description, title: indent + words.sentence(entry.event), note: "",
          section: "Cause and effect"))
      items += (calls[branch.id] ?? []).map { call in
        Picker.Item(
          id: "\(branch.id) \(call.number)", title: "\(indent)  \(call.words)",
          note: call.isCallback ? "queue" : "app",
          section: "Cause and effect")
      }
    }
    return Picker(subject: .entry, title: "Cause and effect", items: items, current: id.description)
  }

  /// Shows an entry of the journal.
  mutating func jump(to item: String) -> [Effect] {
    guard let number = Int64(item.prefix { $0 != " " }) else { return [] }
    let id = EventID(rawValue: number)
    _ = show(Screen.activity)
    if activity.index(of: id) == nil { setFilter("") }
    followsActivity = false
    activityCursor.select(id, in: activity)
    return []
  }

  private func callsBy(entries: [EventID]) -> [EventID: [TapeLine]] {
    let wanted = Set(entries)
    return Dictionary(grouping: tape.filter { wanted.contains($0.after) }, by: \.after)
  }
}
