import FoundationEssentials
import JSONSyntax
import StoreModel

/// The content of a token: values, and the table that says how each stands in JSON.
public protocol TokenPayload: Hashable, Sendable {
  init()
  static var table: PayloadTable<Self> { get }
}

/// Every member of one kind of payload, in the order in which it is written.
public struct PayloadTable<Payload: TokenPayload>: Sendable {
  let fields: [PayloadField<Payload>]
  private let places: [String: Int]

  init(_ fields: [PayloadField<Payload>]) {
    self.fields = fields
    places = Dictionary(uniqueKeysWithValues: fields.enumerated().map { ($1.name, $0) })
  }

  func write(_ payload: Payload, to writer: inout JSONLineWriter) {
    for field in fields { field.write(payload, &writer) }
  }

  /// Members that are not in the table are passed over, null counts as absent. A wrong JSON type is an error, as
  /// strict clients have it.
  func read(_ object: JSONObject) throws(TokenError) -> Payload {
    var payload = Payload()
    for member in object.members {
      guard let place = places[member.key], !member.value.isNull else { continue }
      let field = fields[place]
      guard field.read(member.value, &payload) else {
        throw .wrongType(member: field.name, expected: field.expected)
      }
    }
    return payload
  }
}

extension TokenPayload {
  /// The payload as JSON, its members in the table's order, those that are nil left out.
  func json() -> [UInt8] {
    var writer = JSONLineWriter()
    Self.table.write(self, to: &writer)
    return writer.bytes
  }

  init(_ object: JSONObject) throws(TokenError) { self = try Self.table.read(object) }
}

/// One member: its name and how it is read and written.
struct PayloadField<Payload: TokenPayload>: Sendable {
  typealias Path<Value> = any WritableKeyPath<Payload, Value?> & Sendable

  let name: String
  /// What JSON must hold, in words.
  let expected: String
  /// False when the value has another type.
  let read: @Sendable (JSONValue, inout Payload) -> Bool
  let write: @Sendable (Payload, inout JSONLineWriter) -> Void

  private init<Value>(
    _ name: String, _ path: Path<Value>, expected: String,
    read: @escaping @Sendable (JSONValue) -> Value?,
    write: @escaping @Sendable (Value, inout JSONLineWriter) -> Void
  ) {
    self.name = name
    self.expected = expected
    self.read = { json, payload in
      guard let value = read(json) else { return false }
      payload[keyPath: path] = value
      return true
    }
    self.write = { payload, writer in
      if let value = payload[keyPath: path] { write(value, &writer) }
    }
  }

  static func text(_ name: String, _ path: Path<String>) -> Self {
    Self(name, path, expected: "text", read: \.string, write: { $1.member(name, $0) })
  }

  static func texts(_ name: String, _ path: Path<[String]>) -> Self {
    Self(
      name, path, expected: "a list of texts", read: { $0.array?.allOrNothing(\.string) },
      write: { $1.member(name, $0) })
  }

  static func word<Value: RawRepresentable<String> & SendableMetatype>(_ name: String, _ path: Path<Value>)
    -> Self
  {
    Self(
      name, path, expected: "text", read: { $0.string.flatMap(Value.init(rawValue:)) },
      write: { $1.member(name, $0.rawValue) })
  }

  static func integer(_ name: String, _ path: Path<Int64>) -> Self {
    Self(
      name, path, expected: "a whole number", read: { $0.integer.map(Int64.init) },
      write: { $1.member(name, $0) })
  }

  /// A number that strict clients hold in 32 bits.
  static func small(_ name: String, _ path: Path<Int32>) -> Self {
    Self(
      name, path, expected: "a whole number of 32 bits", read: { $0.integer.flatMap(Int32.init(exactly:)) },
      write: { $1.member(name, $0) })
  }

  static func code<Value: RawRepresentable<Int32> & SendableMetatype>(_ name: String, _ path: Path<Value>)
    -> Self
  {
    Self(
      name, path, expected: "a whole number",
      read: { $0.integer.flatMap(Int32.init(exactly:)).flatMap(Value.init(rawValue:)) },
      write: { $1.member(name, $0.rawValue) })
  }

  static func flag(_ name: String, _ path: Path<Bool>) -> Self {
    Self(name, path, expected: "true or false", read: \.bool, write: { $1.member(name, $0) })
  }

  /// Milliseconds since 1970. Xcode writes fractions of them, which are cut off.
  static func date(_ name: String, _ path: Path<Timestamp>) -> Self {
    Self(
      name, path, expected: "a number of milliseconds",
      read: { json in
        if let whole = json.integer { return Timestamp(milliseconds: Int64(whole)) }
        return json.decimal.flatMap(Int64.init(cuttingOff:)).map(Timestamp.init(milliseconds:))
      },
      write: { $1.member(name, $0.milliseconds) })
  }

  /// A UUID, written in lower case.
  static func uuid(_ name: String, _ path: Path<UUID>) -> Self {
    Self(
      name, path, expected: "a UUID", read: { $0.string.flatMap(UUID.init(uuidString:)) },
      write: { $1.member(name, $0.uuidString.lowercased()) })
  }

  static func object<Value: TokenPayload>(_ name: String, _ path: Path<Value>) -> Self {
    Self(
      name, path, expected: "an object whose members have the right types",
      read: { json in json.object.flatMap { try? Value($0) } },
      write: { value, writer in writer.object(name) { Value.table.write(value, to: &$0) } })
  }

  /// A value that is carried along as it is.
  static func json(_ name: String, _ path: Path<JSONText>) -> Self {
    Self(
      name, path, expected: "an object", read: { $0.object == nil ? nil : JSONText($0) },
      write: { $1.member(name, json: $0.text) })
  }
}

/// A JSON value that nobody looks into, as text without white space.
public struct JSONText: Hashable, Sendable {
  public let text: String

  init(_ value: JSONValue) { text = Self.text(value) }

  private static func text(_ value: JSONValue) -> String {
    switch value.content {
    case .null: return "null"
    case .bool(let flag): return flag ? "true" : "false"
    case .number(let digits): return digits
    case .string(let text): return quoted(text)
    case .array(let items): return "[" + items.map(self.text).joined(separator: ",") + "]"
    case .object(let object):
      return "{" + object.members.map { quoted($0.key) + ":" + self.text($0.value) }.joined(separator: ",")
        + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var writer = JSONLineWriter()
    writer.member(text, json: "")
    // `{"text":}` without the first and the last two characters.
    return String(writer.line.dropFirst().dropLast(2))
  }
}

extension Array {
  fileprivate func allOrNothing<Value>(_ transform: (Element) -> Value?) -> [Value]? {
    let values = compactMap(transform)
    return values.count == count ? values : nil
  }
}
