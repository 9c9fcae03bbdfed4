/// Which texts are accepted.
public enum JSONDialect: Sendable {
  /// RFC 8259.
  case strict
  /// JSON5: comments, trailing commas, single quotes, unquoted keys, hexadecimal, and so on.
  case json5
}

/// How much a document may ask of the machine that reads it.
public struct JSONLimits: Sendable {
  /// The size of the source in bytes; at most 4 GiB.
  public let size: Int
  /// How deep lists and objects may stand in each other.
  public let depth: Int

  public init(size: Int = 64 << 20, depth: Int = 200) {
    self.size = min(size, Int(UInt32.max))
    self.depth = depth
  }

  var sizeInWords: String { size >= 1 << 20 ? "\(size >> 20) MiB" : "\(size) bytes" }
}

/// A JSON or JSON5 text as a tree in which every value knows where it stands.
///
/// Files that people edit deserve an answer with a line, a column and a path. Foundation's decoder on Linux
/// gives none of them for a syntax error, keeps no places for values, overlooks doubled keys, and traps on
/// some JSON5 numbers; hence this reader. Reading takes time and memory proportional to the source, and
/// never traps, whatever the bytes.
public struct JSONDocument: Sendable {
  public let root: JSONValue
  /// Where a key begins that was in its object already; the last value counts. Rising.
  public let duplicateKeyOffsets: [Int]
  private let source: [UInt8]
  private let dialect: JSONDialect
  private let limits: JSONLimits
  /// Where the items of the list stand that was left for `items`.
  private let gap: Range<Int>?

  /// Reads UTF-8 with or without a byte order mark.
  ///
  /// Throws for the first thing that is wrong: one sentence with its line and column.
  public init(
    parsing source: [UInt8], as dialect: JSONDialect = .strict, limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) {
    try self.init(source, dialect, limits, gap: nil)
  }

  /// Reads all but the items of the list `key` of the root object, which is empty in `root`: `items` reads
  /// them one by one, so that a list of any length takes no memory.
  ///
  /// Nil when the root object has no such list or its key stands there twice. Throws for a mistake outside
  /// the list; a mistake in it is thrown when it is met.
  public init?(
    parsing source: [UInt8], as dialect: JSONDialect, leavingOutItemsOf key: String,
    limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) {
    guard let gap = ListScanner(source).items(of: key) else { return nil }
    try self.init(source, dialect, limits, gap: gap)
  }

  private init(
    _ source: [UInt8], _ dialect: JSONDialect, _ limits: JSONLimits, gap: Range<Int>?
  ) throws(JSONSyntaxError) {
    var parser = JSONParser(source, dialect, limits, gap: gap)
    root = try parser.parseDocument()
    duplicateKeyOffsets = parser.duplicateKeyOffsets
    self.source = source
    self.dialect = dialect
    self.limits = limits
    self.gap = gap
  }

  /// The items of the list that was left out; nil for a document that was read whole.
  public var items: JSONListItems? { gap.map { JSONListItems(source, dialect, limits, items: $0) } }

  /// Lines and columns of this document; costs one pass, so make one for many questions.
  public func makeSourceMap() -> SourceMap { SourceMap(source) }

  /// The path of the value or key that begins at `offset`: `products[3].prices.USA`; empty for the root.
  public func path(at offset: Int) -> String { Self.path(at: offset, in: root, "") }

  /// As `path(at:)`, for a value or key in `value`, whose own path is `path`.
  public static func path(at offset: Int, in value: JSONValue, _ path: String) -> String {
    var path = path
    var value = value
    while value.offset < offset {
      switch value.content {
      case .array(let items):
        guard let index = items.lastIndex(before: offset, by: \.offset) else { return path }
        path += "[\(index)]"
        value = items[index]
      case .object(let object):
        guard let index = object.members.lastIndex(before: offset, by: \.keyOffset) else { return path }
        let member = object.members[index]
        path = Self.path(path, appending: member.key)
        if member.value.offset > offset { return path }
        value = member.value
      default: return path
      }
    }
    return path
  }

  /// `path` with one more key, quoted in brackets when it is not a plain word.
  public static func path(_ path: String, appending key: String) -> String {
    let isPlain = !key.isEmpty && key.utf8.count <= 64 && key.utf8.allSatisfy(\.isWordByte)
    guard !isPlain else { return path.isEmpty ? key : "\(path).\(key)" }
    // A key of the file may be anything, a secret among them: a long one is not shown in full.
    let shown = key.unicodeScalars.prefix(key.utf8.count <= 64 ? 64 : 16).map { scalar in
      scalar.properties.isPrintable
        ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
    return "\(path)[\"\(shown.joined())\(key.utf8.count <= 64 ? "" : "…")\"]"
  }
}

extension Array {
  /// The last element whose offset is not beyond `offset`, in a list that rises by it.
  fileprivate func lastIndex(before offset: Int, by key: (Element) -> Int) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if key(self[middle]) <= offset { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }
}

extension UInt8 {
  fileprivate var isWordByte: Bool {
    switch self {
    case 48...57, 65...90, 97...122, 95, 45: true
    default: false
    }
  }
}

extension Unicode.Scalar.Properties {
  /// False for controls, formatting and bidirectional marks, line separators and unassigned scalars.
  fileprivate var isPrintable: Bool {
    switch generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }
}
