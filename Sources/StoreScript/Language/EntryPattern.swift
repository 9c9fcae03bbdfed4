import Purchasing
import StoreModel

/// What one entry of the journal or one call has to look like.
///
///     purchased                      this name, whatever the details
///     purchased(product=coins)       and these details
///     command(buy)                   the command of this name
///     *                              any one entry
///     ...                            any number of entries, none among them
public enum EntryPattern: Hashable, Sendable {
  public struct Detail: Hashable, Sendable {
    public let name: String
    public let value: String
  }

  case anyOne
  case anyNumber
  case entry(String, [Detail])

  public var description: String {
    switch self {
    case .anyOne: return "*"
    case .anyNumber: return "..."
    case .entry(let name, let details):
      if details.isEmpty { return name }
      let inside = details.map {
        name == "command" && $0.name == "name" ? $0.value : "\($0.name)=\($0.value)"
      }
      return "\(name)(\(inside.joined(separator: ",")))"
    }
  }

  init(_ text: String, names: [String], what: String) throws(Mismatch) {
    if text == "*" {
      self = .anyOne
      return
    }
    if text == "..." || text == "…" {
      self = .anyNumber
      return
    }
    let parts = text.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard names.contains(name) else { throw Mismatch(name, noneOf: names, what) }
    guard parts.count == 2 else {
      self = .entry(name, [])
      return
    }
    guard parts[1].last == ")" else {
      throw Mismatch("The bracket is not closed.", advice: "Write \(name)(product=ID).")
    }
    var details: [Detail] = []
    for part in parts[1].dropLast().split(separator: ",", omittingEmptySubsequences: false) {
      details.append(try Self.detail(part, of: name))
    }
    self = .entry(name, details)
  }

  private static func detail(_ text: Substring, of name: String) throws(Mismatch) -> Detail {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if name == "command", sides.count == 1, let word = sides.first {
      guard Command.names.contains(word) else { throw Mismatch(word, noneOf: Command.names, "command") }
      return Detail(name: "name", value: word)
    }
    guard sides.count == 2 else {
      throw Mismatch("'\(text)' is no detail.", advice: "Write \(name)(product=ID).")
    }
    guard EntryDetails.names.contains(sides[0]) else {
      throw Mismatch(sides[0], noneOf: EntryDetails.names, "detail of an event")
    }
    return Detail(name: sides[0], value: sides[1])
  }
}

extension EntryPattern: CustomStringConvertible {}

/// The calls that `expect calls` can name.
enum CallPattern {
  static let names = PurchaseCall.names
}

/// What a pattern is held against: an entry's name and the details that can be asked for.
public struct EntryDetails: Hashable, Sendable {
  static let names = [
    "account", "by", "count", "error", "from", "name", "offer", "original", "price", "product", "quantity",
    "stage", "state", "storefront", "to", "transaction", "user", "value",
  ]

  public let name: String
  public let details: [String: String]

  public init(name: String, details: [String: String]) {
    self.name = name
    self.details = details
  }

  func matches(_ pattern: EntryPattern) -> Bool {
    switch pattern {
    case .anyOne, .anyNumber: true
    case .entry(let name, let wanted):
      name == self.name && wanted.allSatisfy { details[$0.name] == $0.value }
    }
  }
}

extension [EntryPattern] {
  /// Whether the patterns match all of `entries`, in order. Takes time in proportion to both.
  func match(_ entries: [EntryDetails]) -> Bool {
    // The set of pattern positions that can be reached after each entry: no backtracking.
    var reached: Set<Int> = closure([0])
    for entry in entries {
      var next: Set<Int> = []
      for position in reached where position < count {
        if case .anyNumber = self[position] {
          next.insert(position)
        } else if entry.matches(self[position]) {
          next.insert(position + 1)
        }
      }
      reached = closure(next)
      if reached.isEmpty { return false }
    }
    return reached.contains(count)
  }

  /// Positions behind `...`, which may stand for nothing.
  private func closure(_ positions: Set<Int>) -> Set<Int> {
    var all = positions
    for start in positions {
      var position = start
      while position < count, case .anyNumber = self[position] {
        position += 1
        all.insert(position)
      }
    }
    return all
  }
}
