import Foundation
import JSONSyntax
import Testing

/// Foundation reads the same texts: both must accept the same ones and find the same values in them.
struct FoundationOracleTests {
  @Test(arguments: [JSONDialect.strict, .json5])
  func `random documents are read as Foundation reads them`(dialect: JSONDialect) throws {
    var generator = DocumentGenerator(dialect: dialect, seed: 1)
    for _ in 0..<2_000 {
      let text = generator.document(depth: 4)
      let ours = try JSONDocument(parsing: Array(text.utf8), as: dialect)
      #expect(try foundation(Array(text.utf8), json5: dialect == .json5) == Tree(ours.root), "\(text)")
    }
  }

  // Only JSON: Foundation's JSON5 scanner traps on some broken numbers.
  @Test func `random damage is accepted or refused as Foundation does`() throws {
    var generator = DocumentGenerator(dialect: .strict, seed: 2)
    var accepted = 0
    for _ in 0..<4_000 {
      let bytes = generator.damaged(Array(generator.document(depth: 3).utf8))
      let document: JSONDocument?
      do throws(JSONSyntaxError) {
        document = try JSONDocument(parsing: bytes)
      } catch {
        // Foundation overlooks some trailing commas.
        if error.message.hasPrefix("a comma before") { continue }
        document = nil
      }
      if let document, !Tree.isComparable(document) { continue }
      if document != nil { accepted += 1 }
      let theirs = try? foundation(bytes, json5: false)
      #expect(document.map { Tree($0.root) } == theirs, "\(String(decoding: bytes, as: UTF8.self))")
    }
    // The test means nothing when damage always or never destroys.
    #expect((400...3_800).contains(accepted))
  }

  private func foundation(_ bytes: [UInt8], json5: Bool) throws -> Tree {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = json5
    return try decoder.decode(Tree.self, from: Data(bytes))
  }
}

/// A document's values without places, as either reader finds them.
indirect enum Tree: Equatable, Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([Tree])
  case object([String: Tree])

  /// Foundation's decoder keeps the first value of a doubled key, and refuses what no `Double` holds.
  static func isComparable(_ document: JSONDocument) -> Bool {
    document.duplicateKeyOffsets.isEmpty && !Tree(document.root).hasInfinity
  }

  private var hasInfinity: Bool {
    switch self {
    case .number(let number): !number.isFinite
    case .array(let items): items.contains(where: \.hasInfinity)
    case .object(let members): members.values.contains(where: \.hasInfinity)
    default: false
    }
  }

  init(_ value: JSONValue) {
    switch value.content {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let text): self = .number(Double(text) ?? value.integer.map(Double.init) ?? .nan)
    case .string(let text): self = .string(text)
    case .array(let items): self = .array(items.map(Tree.init))
    case .object(let object):
      self = .object(Dictionary(uniqueKeysWithValues: object.members.map { ($0.key, Tree($0.value)) }))
    }
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      self = .object(
        try Dictionary(
          uniqueKeysWithValues: container.allKeys.map {
            ($0.stringValue, try container.decode(Tree.self, forKey: $0))
          }))
    } else if var container = try? decoder.unkeyedContainer() {
      var items: [Tree] = []
      while !container.isAtEnd { items.append(try container.decode(Tree.self)) }
      self = .array(items)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let flag = try? container.decode(Bool.self) {
        self = .bool(flag)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .string(try container.decode(String.self))
      }
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
