/// Who is told of updates: each once, and held weakly (R13, R15).
struct QueueObservers {
  private struct Entry {
    weak var observer: (any PaymentQueueObserver)?
    let id: ObjectIdentifier
  }

  private var entries: [Entry] = []

  /// True when there is nobody to tell.
  var isEmpty: Bool { !entries.contains { $0.observer != nil } }

  /// Those that are attached now, in the order in which they came.
  var ids: [ObjectIdentifier] { entries.map(\.id) }

  /// The observer, while it is attached and alive.
  subscript(id: ObjectIdentifier) -> (any PaymentQueueObserver)? {
    entries.first { $0.id == id }?.observer
  }

  /// False when it is attached already.
  mutating func add(_ observer: any PaymentQueueObserver) -> Bool {
    // A new object may have the address of one that is gone.
    entries.removeAll { $0.observer == nil }
    let id = ObjectIdentifier(observer)
    guard self[id] == nil else { return false }
    entries.append(Entry(observer: observer, id: id))
    return true
  }

  mutating func remove(_ observer: any PaymentQueueObserver) {
    entries.removeAll { $0.id == ObjectIdentifier(observer) }
  }
}
