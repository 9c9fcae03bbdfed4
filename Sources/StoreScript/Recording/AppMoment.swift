import StoreModel

/// Something that was done to the app as a whole, which the journal does not tell: its handlers, its end and its start.
public struct AppMoment: Hashable, Sendable {
  /// The newest entry of the journal at that moment; nil before the first.
  public let entry: EventID?
  /// Nil for a kill that came with the event that it had waited for.
  public let act: Act?

  public init(after entry: EventID?, _ act: Act?) {
    self.entry = entry
    self.act = act
  }
}

extension SessionRecorder {
  /// The lines of a session by a real clock: what was done to the app stands where it was done, and what an app did
  /// before its end does not move behind it.
  mutating func lines(of journal: [JournalEntry], _ moments: [AppMoment]) -> [String] {
    var lines: [String] = []
    var rest = journal[...]
    for moment in moments {
      let part = rest.prefix { entry in moment.entry.map { entry.id <= $0 } ?? false }
      rest = rest.dropFirst(part.count)
      lines += Self.settled(Array(part)).flatMap { take($0) }
      if let act = moment.act {
        lines += take(act, at: part.last?.time ?? Timestamp(milliseconds: 0))
      } else {
        noteCrash()
      }
    }
    return lines + Self.settled(Array(rest)).flatMap { take($0) }
  }
}
