import FoundationEssentials
import StoreLedger
import StoreModel

/// What waits at a stage, held or late, as the ledger keeps it.
///
/// An app that ends leaves what waits behind. Without a trace of that the journal would not tell a release that came too
/// late from one that nothing waited for. In good order the app notes it itself; what a killed one left, the next launch
/// notes, for the process in which it waited has its entry claimed no more.
struct Stall: Hashable, Codable {
  /// The last entry that tells of it.
  let entry: EventID
  let stage: StoreStage
  let item: StageItem
}

extension AppStore {
  private static let stallsKey = "stalls"

  /// Keeps what begins to wait under its ticket's number. Called while it is written.
  func keep(_ stall: Stall, _ number: Int, in ledger: any LedgerWriter) throws {
    _ = try self.ledger.claim(stall.entry)
    stalls[number] = stall
    try set(stalls: keptStalls(in: ledger) + [stall], in: ledger)
  }

  /// Takes out of the ledger what goes on. Called while it is written.
  func forget(stalls numbers: [Int], in ledger: any LedgerWriter) throws {
    let entries = Set(numbers.compactMap { stalls[$0]?.entry })
    guard !entries.isEmpty else { return }
    try set(stalls: keptStalls(in: ledger).filter { !entries.contains($0.entry) }, in: ledger)
  }

  /// What goes on does not wait here any more.
  func letGo(ofStalls numbers: [Int]) {
    for number in numbers {
      if let stall = stalls.removeValue(forKey: number) { ledger.release(stall.entry) }
    }
  }

  /// A delay is over.
  func end(stall number: Int) async {
    // What cannot be noted now is noted as left behind by the next launch, and nothing comes of that.
    try? await write { ledger in try forget(stalls: [number], in: ledger) }
    letGo(ofStalls: [number])
  }

  public func appEnded() async {
    let numbers = stalls.keys.sorted()
    guard !numbers.isEmpty else { return }
    // A ledger that cannot be written any more is what a kill leaves: the next launch notes it.
    try? await write { ledger in
      for stall in numbers.compactMap({ stalls[$0] }) { try noteEnd(of: stall, in: ledger) }
      try forget(stalls: numbers, in: ledger)
    }
    letGo(ofStalls: numbers)
  }

  /// Notes what apps left behind that have ended without noting it. Called while it is written.
  func noteAbandoned(in ledger: any LedgerWriter) throws {
    let own = Set(stalls.values.map(\.entry))
    let kept = try keptStalls(in: ledger)
    let left = try kept.filter { try !own.contains($0.entry) && self.ledger.claim($0.entry) }
    guard !left.isEmpty else { return }
    for stall in left {
      try noteEnd(of: stall, in: ledger)
      self.ledger.release(stall.entry)
    }
    try set(stalls: kept.filter { !left.contains($0) }, in: ledger)
  }

  private func noteEnd(of stall: Stall, in ledger: any LedgerWriter) throws {
    let event = try ledger.append(
      .abandoned(stall.stage, stall.item), at: environment.now(), cause: stall.entry)
    if let id = stall.item.transaction, let row = try ledger.transaction(id) {
      try ledger.update(row.value, lastEvent: event)
    }
  }

  /// What cannot be read counts as nothing, for it is only a test's tool.
  private func keptStalls(in ledger: any LedgerReader) throws -> [Stall] {
    guard let text = try ledger.settings()[Self.stallsKey], text != "[]" else { return [] }
    return (try? JSONDecoder().decode([Stall].self, from: Data(text.utf8))) ?? []
  }

  private func set(stalls: [Stall], in ledger: any LedgerWriter) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try ledger.set(Self.stallsKey, to: String(decoding: try encoder.encode(stalls), as: UTF8.self))
  }
}
