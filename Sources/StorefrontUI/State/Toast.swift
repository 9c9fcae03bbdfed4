/// A short message that comes by itself and, unless it is an error, goes by itself.
public struct Toast: Hashable, Sendable, Identifiable {
  public enum Level: Hashable, Sendable {
    case info, success, warning, error

    /// How long it stays; nil until it is dismissed.
    public var lifetime: Duration? {
      switch self {
      case .info, .success: .seconds(3)
      case .warning: .seconds(6)
      case .error: nil
      }
    }
  }

  /// Told from one showing of the same text to the next, so that an old timer ends nothing new.
  public let id: Int
  public let level: Level
  public let text: String
  /// How many times the same was said.
  public let count: Int
  /// What the history knows of it.
  public let message: Message.ID
}

/// The messages on the screen and those that wait: at most three are shown, repeats are counted.
///
/// A new message takes the place of the oldest one that only informs, so that what a person has just
/// done is answered at once; when all that are shown matter more, it waits its turn. A message's time
/// begins when it is shown.
public struct Toasts: Hashable, Sendable {
  public static let limit = 3

  public private(set) var shown: [Toast] = []
  public private(set) var waiting: [Toast] = []
  private var lastID = 0

  public init() {}

  /// Says something; the effects time what has come onto the screen.
  public mutating func say(_ text: String, _ level: Toast.Level, message: Message.ID = 0) -> [Effect] {
    lastID += 1
    if let index = shown.firstIndex(where: { $0.text == text && $0.level == level }) {
      let count = shown[index].count + 1
      shown[index] = Toast(id: lastID, level: level, text: text, count: count, message: message)
      return timer(for: shown[index])
    }
    if let index = waiting.firstIndex(where: { $0.text == text && $0.level == level }) {
      let count = waiting[index].count + 1
      waiting[index] = Toast(id: lastID, level: level, text: text, count: count, message: message)
      return []
    }
    waiting.append(Toast(id: lastID, level: level, text: text, count: 1, message: message))
    return showWaiting()
  }

  /// Takes a message away; an id that is gone is not an error.
  public mutating func remove(_ id: Toast.ID) -> [Effect] {
    shown.removeAll { $0.id == id }
    return showWaiting()
  }

  /// Takes all messages away, in the order said, for who tells each at once.
  mutating func takeAll() -> [Toast] {
    let all = shown + waiting
    shown = []
    waiting = []
    return all
  }

  private mutating func showWaiting() -> [Effect] {
    var effects: [Effect] = []
    if shown.count == Self.limit, !waiting.isEmpty,
      let oldest = shown.firstIndex(where: { $0.level == .info })
    {
      shown.remove(at: oldest)
    }
    while shown.count < Self.limit, !waiting.isEmpty {
      let next = waiting.removeFirst()
      shown.append(next)
      effects += timer(for: next)
    }
    return effects
  }

  private func timer(for toast: Toast) -> [Effect] {
    toast.level.lifetime.map { [.expireToast(toast.id, after: $0)] } ?? []
  }
}
