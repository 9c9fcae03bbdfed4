/// One value of a JSON document, together with where it begins in the source.
///
/// Line, column and path are worked out from `offset` when somebody asks: see `SourceMap` and
/// `JSONDocument.path(at:)`. A value that is never complained about costs nothing for them.
public struct JSONValue: Sendable {
  public enum Content: Sendable {
    case null
    case bool(Bool)
    /// The digits exactly as written, so that no decimal is ever rounded. JSON5 may add `0x1F`, `+1`, `.5`,
    /// `Infinity` and `NaN`.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
  }

  public let content: Content
  private let start: UInt32

  /// Where the value begins: bytes from the start of the source.
  public var offset: Int { Int(start) }

  init(_ content: Content, offset: Int) {
    self.content = content
    self.start = UInt32(offset)
  }

  public var string: String? { if case .string(let text) = content { text } else { nil } }
  public var bool: Bool? { if case .bool(let flag) = content { flag } else { nil } }
  public var array: [JSONValue]? { if case .array(let items) = content { items } else { nil } }
  public var object: JSONObject? { if case .object(let object) = content { object } else { nil } }
  /// A number's source text.
  public var number: String? { if case .number(let text) = content { text } else { nil } }
  public var isNull: Bool { if case .null = content { true } else { false } }

  /// The value as an integer: decimal or hexadecimal digits with a sign, without point and exponent.
  public var integer: Int? {
    guard let text = number else { return nil }
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard digits.hasPrefix("0x") || digits.hasPrefix("0X") else { return Int(text) }
    return Int((isNegative ? "-" : "") + digits.dropFirst(2), radix: 16)
  }

  /// What kind of value this is, in words for a message: `a number`.
  public var kind: String {
    switch content {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// The members of a JSON object in the order of the source; keys are unique.
public struct JSONObject: Sendable {
  public struct Member: Sendable {
    public let key: String
    public let value: JSONValue
    private let start: UInt32

    /// Where the key begins: bytes from the start of the source.
    public var keyOffset: Int { Int(start) }

    init(key: String, keyOffset: Int, value: JSONValue) {
      self.key = key
      self.value = value
      self.start = UInt32(keyOffset)
    }
  }

  /// An object without members.
  public static let empty = JSONObject(members: [])

  /// In rising order of offset.
  public let members: [Member]

  /// The value of `key`; looks at every member, since objects are small and are asked for few keys.
  public subscript(key: String) -> JSONValue? {
    for member in members where member.key == key { return member.value }
    return nil
  }
}
