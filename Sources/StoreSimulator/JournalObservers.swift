import StoreModel

/// Those who follow the journal: each has its own stream, which loses nothing.
struct JournalObservers {
  private var continuations: [AsyncStream<JournalEntry>.Continuation] = []

  var isEmpty: Bool { continuations.isEmpty }

  mutating func add() -> AsyncStream<JournalEntry> {
    let (stream, continuation) = AsyncStream.makeStream(of: JournalEntry.self, bufferingPolicy: .unbounded)
    continuations.append(continuation)
    return stream
  }

  /// Tells everybody, in order, and forgets those who stopped listening.
  mutating func tell(_ entries: [JournalEntry]) {
    for entry in entries {
      continuations.removeAll { continuation in
        if case .terminated = continuation.yield(entry) { true } else { false }
      }
    }
  }

  func finish() {
    for continuation in continuations { continuation.finish() }
  }
}
