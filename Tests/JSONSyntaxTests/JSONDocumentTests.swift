import Foundation
import JSONSyntax
import Testing

struct JSONDocumentTests {
  @Test func `every value and key knows its line, its column and its path`() throws {
    let text = "{\r\n  \"app\": {\"ü\": [1, {\"pt-BR\": null}]},\n\t\"a b\": true,\r\"\": \"x\"\n}"
    let document = try JSONDocument(parsing: Array(text.utf8))
    let map = document.makeSourceMap()
    var places: [String] = []
    func visit(_ value: JSONValue) {
      let place = map.position(at: value.offset)
      places.append("\(place.line):\(place.column) \(document.path(at: value.offset))")
      value.array?.forEach(visit)
      for member in value.object?.members ?? [] {
        #expect(document.path(at: member.keyOffset) == document.path(at: member.value.offset))
        visit(member.value)
      }
    }
    visit(document.root)
    #expect(
      places == [
        "1:1 ", "2:10 app", "2:16 app[\"ü\"]", "2:17 app[\"ü\"][0]", "2:20 app[\"ü\"][1]",
        "2:30 app[\"ü\"][1].pt-BR", "3:9 [\"a b\"]", "4:5 [\"\"]",
      ])
  }

  @Test func `a path shows no control and no endless key`() throws {
    let key = "\u{1B}[2J\u{202E}" + String(repeating: "k", count: 500)
    #expect(
      !JSONDocument.path("a", appending: key).unicodeScalars.contains { $0.value < 32 || $0 == "\u{202E}" })
    #expect(JSONDocument.path("a", appending: key).count < 60)
  }

  @Test func `columns count characters and a byte order mark is none of them`() throws {
    let document = try JSONDocument(parsing: Array("\u{FEFF}[\"日本\", 1]".utf8))
    let one = try #require(document.root.array?.last)
    #expect(document.makeSourceMap().position(at: one.offset) == SourcePosition(line: 1, column: 8))
    #expect(document.makeSourceMap().position(at: 0) == SourcePosition(line: 1, column: 1))
  }

  @Test func `positions are the same however far into a long line`() throws {
    let items = (0..<5000).map { "\"é\($0)\"" }.joined(separator: ",")
    let document = try JSONDocument(parsing: Array("[\(items)]".utf8))
    let map = document.makeSourceMap()
    var column = 2
    for (index, item) in try #require(document.root.array).enumerated() {
      #expect(map.position(at: item.offset) == SourcePosition(line: 1, column: column))
      #expect(document.path(at: item.offset) == "[\(index)]")
      column += "\"é\(index)\",".count
    }
  }

  @Test func `numbers keep their source text`() throws {
    let document = try JSONDocument(
      parsing: Array("[9.90, 804965276.12345678901, -0, 1E+2, 12345678901234567890]".utf8))
    let items = try #require(document.root.array)
    #expect(items.map(\.number) == ["9.90", "804965276.12345678901", "-0", "1E+2", "12345678901234567890"])
    #expect(
      items.map(\.decimal) == [
        9.9, Decimal(string: "804965276.12345678901"), 0, 100, Decimal(string: "12345678901234567890"),
      ])
    #expect(items.map(\.integer) == [nil, nil, 0, nil, nil])
  }

  @Test(
    arguments: [
      ("0x1F", 31, nil), ("-0x10", -16, nil), ("+7", 7, 7), (".5", nil, 0.5), ("5.", nil, 5),
      ("1e500", nil, nil),
      ("Infinity", nil, nil), ("NaN", nil, nil), ("-Infinity", nil, nil),
      ("1e-999999999999999999999", nil, nil), ("1e-9223372036854775808", nil, nil),
      ("-9223372036854775808", .min, Decimal(Int.min)),
    ] as [(String, Int?, Decimal?)])
  func `a number that is no exact integer or decimal is not made one`(
    text: String, integer: Int?, decimal: Decimal?
  ) throws {
    let value = try JSONDocument(parsing: Array(text.utf8), as: .json5).root
    #expect(value.number == text)
    #expect(value.integer == integer)
    #expect(value.decimal == decimal)
  }

  @Test func `more digits than a decimal holds are refused, not rounded`() throws {
    let exact = String(repeating: "7", count: 38)
    #expect(try JSONDocument(parsing: Array(exact.utf8)).root.decimal?.description == exact)
    #expect(try JSONDocument(parsing: Array((exact + "7").utf8)).root.decimal == nil)
  }

  @Test func `the last value of a doubled key counts and the key is reported`() throws {
    let document = try JSONDocument(parsing: Array(#"{"a": 1, "b": 2, "a": 3, "a": 4}"#.utf8))
    #expect(document.root.object?["a"]?.number == "4")
    #expect(document.root.object?.members.map(\.key) == ["b", "a"])
    #expect(document.duplicateKeyOffsets == [17, 25])
  }

  @Test func `doubled keys are found among many`() throws {
    let members = (0..<200).map { "\"k\($0 % 150)\": \($0)" }.joined(separator: ",")
    let document = try JSONDocument(parsing: Array("{\(members)}".utf8))
    #expect(document.duplicateKeyOffsets.count == 50)
    #expect(document.root.object?.members.count == 150)
    #expect(document.root.object?["k149"]?.number == "149")
    #expect(document.root.object?["k0"]?.number == "150")
    let offsets = try #require(document.root.object?.members.map(\.keyOffset))
    #expect(offsets == offsets.sorted())
  }

  @Test(arguments: [
    (#""a\"b\\\/\b\f\n\r\té\u00e9\ud83d\ude00""#, "a\"b\\/\u{8}\u{C}\n\r\té\u{E9}😀"),
    (#""""#, ""), (#""\u0000""#, "\0"), ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
  ])
  func `text is decoded`(source: String, text: String) throws {
    #expect(try JSONDocument(parsing: Array(source.utf8)).root.string == text)
  }

  @Test(arguments: [
    ("'it\\'s'", "it's"), ("\"a\\\nb\\\r\nc\\\u{2028}d\"", "abcd"), (#""\x41\v\0\q""#, "A\u{B}\0q"),
    ("'\t'", "\t"),
  ])
  func `JSON5 text is decoded`(source: String, text: String) throws {
    #expect(try JSONDocument(parsing: Array(source.utf8), as: .json5).root.string == text)
  }

  @Test func `JSON5 takes comments, trailing commas, unquoted keys and odd spaces`() throws {
    let text = """
      // first
      { /* * / ** */ $key_1: [1, 2,], 'b': { c: +.5, }, \\u0064é: null,\u{A0}\u{FEFF}}
      // last
      """
    let root = try JSONDocument(parsing: Array(text.utf8), as: .json5).root
    #expect(root.object?.members.map(\.key) == ["$key_1", "b", "dé"])
    #expect(root.object?["$key_1"]?.array?.count == 2)
  }

  @Test func `depth and size have limits that are named`() throws {
    let deepest = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(throws: Never.self) { try JSONDocument(parsing: Array(deepest.utf8)) }
    let deeper = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(parsing: Array(("[" + deepest).utf8))
    }
    #expect(deeper?.description == "line 1, column 201: lists and objects are nested deeper than 200 levels")
    let large = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(parsing: Array("[ 1 ]".utf8), limits: JSONLimits(size: 4))
    }
    #expect(large?.message == "the text is larger than 4 bytes")
  }
}
