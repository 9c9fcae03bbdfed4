import JSONSyntax
import Testing

struct JSONDocumentTests {
  @Test func `an object keeps its order and places`() throws {
    let document = try JSONDocument(parsing: Array("{\"b\": [1, 2],\n \"a\": true}".utf8))
    #expect(document.root.object?.members.map(\.key) == ["b", "a"])
  }
}
