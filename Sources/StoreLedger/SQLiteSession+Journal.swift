import FoundationEssentials
import SQLite
import StoreModel

extension SQLiteSession {
  func lastEventID() throws -> EventID? {
    try connection.statement("SELECT max(seq) FROM journal").first { $0.integer(0) }?.map(
      EventID.init(rawValue:))
  }

  func append(_ event: Event, at time: Timestamp, cause: EventID?) throws -> EventID {
    let last = try appended.last?.id ?? lastEventID()
    let entry = JournalEntry(
      id: EventID(rawValue: (last?.rawValue ?? 0) + 1), time: time, cause: cause, event: event)
    let body = try journalText.text(of: event)
    try connection.statement("INSERT INTO journal (seq, time, cause, name, body) VALUES (?, ?, ?, ?, ?)")
      .bind(1, entry.id.rawValue).bind(2, time.milliseconds).bind(3, cause?.rawValue)
      .bind(4, event.name).bind(5, body).run()
    appended.append(entry)
    return entry.id
  }

  func journal(after id: EventID?, limit: Int) throws -> [JournalEntry] {
    try connection.statement(
      "SELECT seq, time, cause, body FROM journal WHERE seq > ? ORDER BY seq LIMIT ?"
    ).bind(1, id?.rawValue ?? 0).bind(2, Int64(max(limit, 0))).all(entry)
  }

  func journal(before id: EventID?, limit: Int) throws -> [JournalEntry] {
    try connection.statement(
      "SELECT seq, time, cause, body FROM journal WHERE seq < ? ORDER BY seq DESC LIMIT ?"
    ).bind(1, id?.rawValue ?? Int64.max).bind(2, Int64(max(limit, 0))).all(entry)
  }

  private func entry(_ row: SQLiteStatement) throws -> JournalEntry {
    let id = row.integer(0) ?? 0
    guard let time = row.integer(1), let body = row.text(3),
      let event = try? decoder.decode(Event.self, from: Data(body.utf8))
    else { throw damaged("journal", id, "body") }
    return JournalEntry(
      id: EventID(rawValue: id), time: Timestamp(milliseconds: time),
      cause: row.integer(2).map(EventID.init(rawValue:)), event: event)
  }
}
