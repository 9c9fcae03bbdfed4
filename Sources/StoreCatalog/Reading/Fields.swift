import JSONSyntax

/// The members of one object, read by name and type; what has the wrong type is reported and taken for missing.
struct Fields {
  let value: JSONValue
  let object: JSONObject
  let log: FindingLog

  /// The member's value; nil when it is missing or null.
  subscript(key: String) -> JSONValue? {
    guard let value = object[key], !value.isNull else { return nil }
    return value
  }

  func string(_ key: String) -> String? {
    guard let value = self[key] else { return nil }
    if let text = value.string { return text }
    log.add(
      .warning, at: value, "'\(key)' is \(value.kind) and is ignored", "Write text in quotes.")
    return nil
  }

  func bool(_ key: String) -> Bool? {
    guard let value = self[key] else { return nil }
    if let flag = value.bool { return flag }
    log.add(.warning, at: value, "'\(key)' is \(value.kind) and is ignored", "Write true or false.")
    return nil
  }

  /// The items of a list; empty when it is missing.
  func items(_ key: String) -> [JSONValue] {
    guard let value = self[key] else { return [] }
    if let items = value.array { return items }
    log.add(
      .error, at: value, "'\(key)' is \(value.kind), so nothing in it is read",
      "Write a list in square brackets.")
    return []
  }

  /// The members of an object; empty when it is missing.
  func members(_ key: String) -> [JSONObject.Member] {
    guard let value = self[key] else { return [] }
    if let object = value.object { return object.members }
    log.add(
      .error, at: value, "'\(key)' is \(value.kind), so nothing in it is read", "Write an object in braces.")
    return []
  }

  /// Reports every key that is not one of `known`, with the nearest that is.
  func reportUnknownKeys(known: [String]) {
    for member in object.members where !known.contains(member.key) {
      log.add(
        .warning, at: member.keyOffset, "the key \(member.key.quoted) is not known and is ignored",
        suggestion(for: member.key, in: known) ?? "Known here: \(known.joined(separator: ", ")).")
    }
  }

  func add(_ severity: Finding.Severity, _ message: String, _ advice: String) {
    log.add(severity, at: value, message, advice)
  }
}

extension Fields {
  /// Nil, with an error, when `value` is no object.
  init?(_ value: JSONValue, log: FindingLog, expecting what: String) {
    guard let object = value.object else {
      log.add(.error, at: value, "expected \(what), found \(value.kind)", "Write an object in braces.")
      return nil
    }
    self.value = value
    self.object = object
    self.log = log
  }
}
