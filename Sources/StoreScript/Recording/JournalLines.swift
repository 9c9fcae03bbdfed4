import FoundationEssentials
import StoreModel

/// Entries of a journal as lines of JSON, with sorted keys: the same entry, the same bytes.
public enum JournalLines {
  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  /// One line, without its end.
  public static func text(of entry: JournalEntry) -> String {
    // Every entry was read from JSON of the same kind, so it can be written as such.
    (try? encoder.encode(entry)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// The entry that a line holds; nil when it holds none.
  static func entry(_ line: String) -> JournalEntry? {
    try? JSONDecoder().decode(JournalEntry.self, from: Data(line.utf8))
  }
}

/// Where a replay left another journal than the one that a bundle holds.
public struct JournalDifference: Hashable, Sendable {
  /// Of the entry in the bundle's journal, from 0; its length when the replay went on.
  public let index: Int
  /// What the bundle has there, and what the replay gave; nil behind an end.
  public let recorded: String?
  public let replayed: String?

  /// The first difference; nil when the journals agree, as far as journals of that kind can. While the app is open,
  /// what comes at its end is not missed.
  public init?(_ bundle: ReproductionBundle, replayed journal: [JournalEntry], isOpen: Bool = false) {
    switch bundle.kind {
    case .exact:
      let recorded = isOpen ? bundle.journal.prefix(journal.count) : bundle.journal[...]
      self.init(recorded.map { Line($0) }, journal.map { Line($0) })
    case .byRealClock:
      if isOpen { return nil }
      self.init(Self.tales(bundle.journal), Self.tales(SessionRecorder.settled(journal)))
    }
  }

  private struct Line: Equatable {
    let index: Int
    let text: String

    init(_ entry: JournalEntry) {
      index = Int(entry.id.rawValue) - 1
      text = JournalLines.text(of: entry)
    }

    init(index: Int, text: String) {
      self.index = index
      self.text = text
    }

    static func == (left: Line, right: Line) -> Bool { left.text == right.text }
  }

  private init?(_ recorded: [Line], _ replayed: [Line]) {
    let count = max(recorded.count, replayed.count)
    func line(_ lines: [Line], _ index: Int) -> Line? { index < lines.count ? lines[index] : nil }
    guard let first = (0..<count).first(where: { line(recorded, $0) != line(replayed, $0) }) else {
      return nil
    }
    index = line(recorded, first)?.index ?? recorded.count
    self.recorded = line(recorded, first)?.text
    self.replayed = line(replayed, first)?.text
  }

  /// What happened, without when: each event with all that a pattern can ask of it. How far a download was is a matter
  /// of time.
  private static func tales(_ journal: [JournalEntry]) -> [Line] {
    let positions = Dictionary(
      journal.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    return SessionRecorder.settled(journal).compactMap { entry in
      if case .download = entry.event { return nil }
      let details = EntryDetails(entry.event)
      let inside = details.details.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return Line(
        index: positions[entry.id] ?? 0, text: "\(details.name)(\(inside.joined(separator: ",")))")
    }
  }
}
