import FoundationEssentials

extension JSONValue: Encodable {
  /// The value as it was read; a number that `Decimal` cannot hold exactly is written as text.
  public func encode(to encoder: any Encoder) throws {
    switch content {
    case .array(let items):
      var container = encoder.unkeyedContainer()
      for item in items { try container.encode(item) }
    case .object(let object): try object.encode(to: encoder)
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let flag):
      var container = encoder.singleValueContainer()
      try container.encode(flag)
    case .string(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .number(let digits):
      var container = encoder.singleValueContainer()
      if let whole = integer {
        try container.encode(whole)
      } else if let decimal {
        try container.encode(decimal)
      } else {
        try container.encode(digits)
      }
    }
  }
}

extension JSONObject: Encodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for member in members { try container.encode(member.value, forKey: Key(stringValue: member.key)) }
  }
}
