import StoreModel

/// Something that was said to the person, kept for the session.
public struct Message: Hashable, Sendable, Identifiable {
  /// Rises with each message.
  public typealias ID = Int

  public let id: ID
  /// When it was said last.
  public internal(set) var time: Timestamp
  /// How many times in a row the same was said.
  public internal(set) var count = 1
  public let content: Content
  /// True when what failed has been tried again from this message.
  var isTriedAgain = false

  /// What a message says and what is known about it.
  public struct Content: Hashable, Sendable {
    public let level: Toast.Level
    /// What happened.
    public let what: String
    /// Why, when more is known than that; empty otherwise.
    public var why = ""
    /// What to do next; may be empty.
    public var next = ""
    public var error: StoreError?
    /// What would be tried again; nil when nothing was tried.
    public var attempt: Attempt?

    /// All of it, on one line.
    public var text: String {
      [what, why, next].map { String($0.trimmed) }.filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// Something that was tried and did not work.
  public enum Attempt: Hashable, Sendable {
    case command(Command)
    /// Reading what the account has, its transactions or the journal.
    case reading
  }
}

/// Everything that was said in this session, each with its time; what was said again at once is counted.
public struct MessageLog: Hashable, Sendable {
  /// More than a person can have seen; the activity has the rest.
  static let limit = 10_000

  /// The oldest first.
  public private(set) var messages: [Message] = []
  private var lastID = 0

  /// Adds what is being said and gives its id: that of the message before when it is the same.
  mutating func add(_ content: Message.Content, at time: Timestamp) -> Message.ID {
    if let last = messages.last, last.content == content {
      messages[messages.count - 1].count += 1
      messages[messages.count - 1].time = time
      messages[messages.count - 1].isTriedAgain = false
      return last.id
    }
    lastID += 1
    messages.append(Message(id: lastID, time: time, content: content))
    if messages.count > Self.limit + 100 { messages.removeFirst(100) }
    return lastID
  }

  public func message(_ id: Message.ID) -> Message? { place(of: id).map { messages[$0] } }

  /// The last error, whatever has been said since.
  var lastError: Message? { messages.last { $0.content.level == .error } }

  mutating func noteTriedAgain(_ id: Message.ID) {
    if let place = place(of: id) { messages[place].isTriedAgain = true }
  }

  /// Ids rise by one.
  private func place(of id: Message.ID) -> Int? {
    guard let first = messages.first?.id, messages.indices.contains(id - first) else { return nil }
    return id - first
  }
}

/// The messages of the session as they are read: the list, and the details of one.
public struct MessageReader: Hashable, Sendable {
  public internal(set) var list = SectionedList<Message.ID>()
  public internal(set) var cursor = ListCursor<Message.ID>()
  /// The first line of the details on the screen; nil while the list is.
  public internal(set) var detailsTop: Int?
  /// True when it was opened at the details, so that closing them closes it.
  let isOnlyDetails: Bool

  init(_ log: MessageLog, details id: Message.ID? = nil) {
    isOnlyDetails = id != nil
    detailsTop = id == nil ? nil : 0
    follow(log)
    if let id { cursor.select(id, in: list) }
  }

  /// The newest first; whoever looks at the newest goes on looking at the newest.
  mutating func follow(_ log: MessageLog) {
    let ids = log.messages.reversed().map(\.id)
    if ids.count != list.count || ids.first != list.id(nearest: 0) {
      list = SectionedList([.init(title: "", ids: Array(ids))])
    }
    if detailsTop == nil { cursor.stayFirstOrSettle(in: list) } else { cursor.settle(in: list) }
  }
}
