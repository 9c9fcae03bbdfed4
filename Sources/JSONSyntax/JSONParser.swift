/// Reads one document; see `JSONDocument`. Strings and numbers are in extensions of their own.
struct JSONParser {
  let bytes: [UInt8]
  let dialect: JSONDialect
  private let limits: JSONLimits
  var index = 0
  private var depth = 0
  private(set) var duplicateKeyOffsets: [Int] = []
  /// What is taken for white space: the items of a list that are read one by one.
  let gap: Range<Int>?

  init(_ bytes: [UInt8], _ dialect: JSONDialect, _ limits: JSONLimits, gap: Range<Int>? = nil) {
    self.bytes = bytes
    self.dialect = dialect
    self.limits = limits
    self.gap = gap
  }

  /// Goes on inside the list whose items are `items`, at its first one.
  init(_ bytes: [UInt8], _ dialect: JSONDialect, _ limits: JSONLimits, items: Range<Int>) {
    self.init(bytes, dialect, limits)
    index = items.lowerBound
    // The root and the list.
    depth = 2
  }

  /// Reads the next item of the list that was opened at `start`; nil at its end.
  mutating func parseNextItem(of start: Int) throws(JSONSyntaxError) -> JSONValue? {
    try skipSpace()
    if peek() == UInt8(ascii: "]") { return nil }
    try requireMore(sinceOpening: start, "[")
    let item = try parseValue()
    try skipSpace()
    _ = try endsAfterItem(closing: UInt8(ascii: "]"), openedAt: start)
    return item
  }

  /// The places of the doubled keys that were met since this was asked last.
  mutating func takeDuplicateKeyOffsets() -> [Int] {
    guard !duplicateKeyOffsets.isEmpty else { return [] }
    defer { duplicateKeyOffsets = [] }
    return duplicateKeyOffsets
  }

  mutating func parseDocument() throws(JSONSyntaxError) -> JSONValue {
    guard bytes.count <= limits.size else {
      throw JSONSyntaxError(
        message: "the text is larger than \(limits.sizeInWords)",
        position: SourcePosition(line: 1, column: 1))
    }
    try checkEncoding()
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    try skipSpace()
    guard index < bytes.count else { throw failure("the text is empty: there is no value in it") }
    let root = try parseValue()
    try skipSpace()
    guard index == bytes.count else {
      throw failure("expected the end of the text, found \(found): only one value may stand here")
    }
    return root
  }

  mutating func parseValue() throws(JSONSyntaxError) -> JSONValue {
    guard index < bytes.count else { throw failure("expected a value, found the end of the text") }
    let start = index
    switch bytes[index] {
    case UInt8(ascii: "{"): return JSONValue(.object(try parseObject()), offset: start)
    case UInt8(ascii: "["): return JSONValue(.array(try parseArray()), offset: start)
    case UInt8(ascii: "\""): return JSONValue(.string(try parseText()), offset: start)
    case UInt8(ascii: "'") where dialect == .json5:
      return JSONValue(.string(try parseText()), offset: start)
    case UInt8(ascii: "'"): throw failure("text is written in double quotes")
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
      return JSONValue(.number(try parseNumber()), offset: start)
    default: return JSONValue(try parseWord(), offset: start)
    }
  }

  private mutating func parseArray() throws(JSONSyntaxError) -> [JSONValue] {
    let start = try enter()
    var items: [JSONValue] = []
    while let item = try parseNextItem(of: start) { items.append(item) }
    leave()
    return items
  }

  private mutating func parseObject() throws(JSONSyntaxError) -> JSONObject {
    let start = try enter()
    var members = MemberList()
    while true {
      try skipSpace()
      if peek() == UInt8(ascii: "}") { break }
      try requireMore(sinceOpening: start, "{")
      let keyOffset = index
      let key = try parseKey()
      try skipSpace()
      guard peek() == UInt8(ascii: ":") else { throw failure("expected ':' after the key, found \(found)") }
      index += 1
      try skipSpace()
      let member = JSONObject.Member(key: key, keyOffset: keyOffset, value: try parseValue())
      if members.add(member) { duplicateKeyOffsets.append(keyOffset) }
      try skipSpace()
      if try endsAfterItem(closing: UInt8(ascii: "}"), openedAt: start) { break }
    }
    leave()
    return JSONObject(members: members.finish())
  }

  private mutating func parseKey() throws(JSONSyntaxError) -> String {
    switch bytes[index] {
    case UInt8(ascii: "\""): return try parseText()
    case UInt8(ascii: "'") where dialect == .json5: return try parseText()
    default:
      if dialect == .json5, let key = try parseIdentifier() { return key }
      throw failure("expected a key in double quotes, found \(found)")
    }
  }

  /// Takes the comma or sees the closing bracket that must follow an item.
  private mutating func endsAfterItem(
    closing: UInt8, openedAt start: Int
  ) throws(JSONSyntaxError) -> Bool {
    let bracket = Character(Unicode.Scalar(closing))
    if peek() == closing { return true }
    try requireMore(sinceOpening: start, closing == UInt8(ascii: "]") ? "[" : "{")
    guard bytes[index] == UInt8(ascii: ",") else {
      throw failure("expected ',' or '\(bracket)' after the value, found \(found)")
    }
    let comma = index
    index += 1
    if dialect == .strict {
      try skipSpace()
      if peek() == closing {
        throw failure("a comma before '\(bracket)' is not allowed in JSON: remove it", at: comma)
      }
    }
    return false
  }

  private mutating func enter() throws(JSONSyntaxError) -> Int {
    depth += 1
    guard depth <= limits.depth else {
      throw failure("lists and objects are nested deeper than \(limits.depth) levels")
    }
    index += 1
    return index - 1
  }

  private mutating func leave() {
    depth -= 1
    index += 1
  }

  private func requireMore(sinceOpening start: Int, _ bracket: Character) throws(JSONSyntaxError) {
    guard index < bytes.count else {
      throw failure("this '\(bracket)' is never closed: the text ends before its partner", at: start)
    }
  }

  func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }
}

/// Members with unique keys: the last value of a doubled key counts, at its own place.
private struct MemberList {
  private var members: [JSONObject.Member] = []
  private var seen: Set<String> = []
  private var replacements: [String: JSONObject.Member] = [:]

  /// Tells whether the key was there already.
  mutating func add(_ member: JSONObject.Member) -> Bool {
    // Few keys are compared faster than hashed; many are hashed so that the work stays linear.
    let isDuplicate: Bool
    if members.count < 24 {
      isDuplicate = members.contains { $0.key == member.key }
    } else {
      if seen.isEmpty { seen = Set(members.map(\.key)) }
      isDuplicate = !seen.insert(member.key).inserted
    }
    if isDuplicate { replacements[member.key] = member } else { members.append(member) }
    return isDuplicate
  }

  /// The members in rising order of offset.
  func finish() -> [JSONObject.Member] {
    guard !replacements.isEmpty else { return members }
    let kept = members.filter { replacements[$0.key] == nil } + replacements.values
    return kept.sorted { $0.keyOffset < $1.keyOffset }
  }
}
