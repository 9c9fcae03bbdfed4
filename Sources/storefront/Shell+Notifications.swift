import FoundationEssentials
import JSONSyntax
import StoreModel
import StoreReceipts
import StoreSimulator

extension Shell {
  /// Lists what the store would tell the app's server, oldest first, or shows the notification of one journal entry.
  func notifications() async throws -> ExitStatus {
    if let word = invocation.arguments.first { return try await showNotification(of: word) }
    let limit = try invocation.number(.limit, in: 1...Int.max)
    let words = (invocation.value(.words) ?? "").lowercased().split(separator: " ")
    // A table needs no keys and no catalogue: what was sent can be seen whatever has become of them.
    let isSigned = invocation.has(.json) || invocation.has(.raw)
    let store = try await isSigned ? OpenStore(self).store : openBooks()
    var rows = [["ENTRY", "TIME", "TYPE", "SUBTYPE", "PRODUCT", "TRANSACTION"]]
    func take(_ all: [ServerNotification]) async throws {
      for notification in all {
        if isSigned {
          try print(notification, try await store.signed(notification))
        } else {
          rows.append(notification.row)
        }
      }
    }
    let fits = { (notification: ServerNotification) in
      words.allSatisfy { word in notification.row.contains { $0.lowercased().contains(word) } }
    }
    if let limit {
      try await take(newest(limit, in: store, where: fits))
    } else {
      var last: EventID?
      while true {
        let page = try await store.journal(after: last, limit: 1000)
        guard let end = page.last?.id else { break }
        try await take(try await store.notifications(of: page).filter(fits))
        last = end
      }
    }
    if !isSigned {
      console.print(
        rows.count > 1
          ? TextTable(rows).lines.joined(separator: "\n")
          : words.isEmpty
            ? "No server was told anything yet. 'storefront buy PRODUCT' makes the first notification."
            : "No notification fits the filter.")
    }
    return .done
  }

  /// The newest that fit, oldest first.
  private func newest(
    _ limit: Int, in store: AppStore, where fits: (ServerNotification) -> Bool
  ) async throws -> [ServerNotification] {
    var found: [ServerNotification] = []
    var first: EventID?
    while found.count < limit {
      let page = try await store.journal(before: first, limit: 200)
      guard let end = page.last?.id else { break }
      found += try await store.notifications(of: page).filter(fits)
      first = end
    }
    return found.prefix(limit).reversed()
  }

  private func showNotification(of word: String) async throws -> ExitStatus {
    let advice = "'storefront notifications' lists the entries that a server is told of."
    guard let number = Int64(word) else {
      throw UsageError(
        "'\(word.singleLine)' is no entry of the journal.", advice: "Give its number; \(advice)")
    }
    let store = try await OpenStore(self).store
    let entry = try await store.journal(after: EventID(rawValue: max(number, 1) - 1), limit: 1).first
    guard let entry, entry.id.rawValue == number else {
      throw UsageError("The journal has no entry \(number).", advice: advice)
    }
    guard let notification = try await store.notifications(of: [entry]).first else {
      console.complain("No server is told of entry \(number), which is '\(entry.event.name)'. \(advice)")
      return .refused
    }
    let signed = try await store.signed(notification)
    if invocation.has(.json) || invocation.has(.raw) {
      try print(notification, signed)
    } else {
      console.print(signed.text)
    }
    return .done
  }

  /// One line: what the store would POST, or the notification taken apart.
  private func print(_ notification: ServerNotification, _ signed: SignedTokens) throws {
    if invocation.has(.json) {
      try console.print(
        json: NotificationCard(notification, signed), onOneLine: invocation.arguments.isEmpty)
    } else {
      try console.print(json: NotificationBody(signed), onOneLine: true)
    }
  }
}

/// What is sent to the server's address.
private struct NotificationBody: Encodable {
  let signedPayload: String

  init(_ signed: SignedTokens) { signedPayload = signed.notification.compact }
}

/// A notification for programs: everything that its tokens say, each where it stands.
private struct NotificationCard: Encodable {
  let entry: EventID
  let time: Timestamp
  let payload: Payload

  init(_ notification: ServerNotification, _ signed: SignedTokens) throws {
    (entry, time) = (notification.entry, notification.time)
    let inner = [("signedTransactionInfo", TokenKind.transaction), ("signedRenewalInfo", .renewalInfo)]
    payload = Payload(
      object: try signed.notification.object(),
      inner: try Dictionary(
        uniqueKeysWithValues: inner.compactMap { name, kind in
          try signed[kind].map { (name, try $0.object()) }
        }))
  }

  /// The payload with the tokens in it taken apart in their places.
  struct Payload: Encodable {
    let object: JSONObject
    let inner: [String: JSONObject]

    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for member in object.members {
        let key = Key(stringValue: member.key)
        if let token = inner[member.key] {
          try container.encode(token, forKey: key)
        } else if let object = member.value.object {
          try container.encode(Payload(object: object, inner: inner), forKey: key)
        } else {
          try container.encode(member.value, forKey: key)
        }
      }
    }
  }
}

extension ServerNotification {
  fileprivate var row: [String] {
    [
      entry.description, time.description, type.rawValue, subtype?.rawValue ?? "",
      transaction.productID.rawValue, transaction.id.description,
    ]
  }
}

extension SignedTokens {
  /// The notification that they are of.
  fileprivate var notification: TokenReading {
    guard let token = self[.notification] else {
      preconditionFailure("The store signed something else than it was asked for.")
    }
    return token
  }

  /// The tokens one after another, each taken apart and whole.
  fileprivate var text: String { tokens.map { $0.text(among: tokens) }.joined(separator: "\n\n") }
}

extension TokenReading {
  fileprivate func object() throws -> JSONObject { try SignedToken(compact.utf8).payload }
}
