import CatalogShelf
import Foundation
import StoreCatalog
import StoreTesting
import Testing

/// A shelf in a folder of its own, for catalogues of any size.
struct SampleShelf {
  let folder: TemporaryFolder
  let shelf: CatalogShelf
  var copies: String { folder.file("cache") }

  init(keepsCopies: Bool = true) throws {
    folder = try TemporaryFolder()
    shelf = CatalogShelf(
      folder: keepsCopies ? folder.file("cache") : nil, smallestSize: 0, settledAfter: .seconds(-1))
  }

  /// The same shelf as another program sees it.
  func shelf(of program: String) -> CatalogShelf {
    CatalogShelf(folder: copies, smallestSize: 0, settledAfter: .seconds(-1), program: program)
  }

  func file(_ name: String = "catalog.json") -> CatalogFile { CatalogFile(folder.file(name)) }

  func write(_ text: String, to name: String = "catalog.json") throws { try folder.write(text, to: name) }

  /// The files on the shelf.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: copies)) ?? []).sorted() }

  func copy() throws -> String {
    try "\(copies)/\(#require(names.first { $0.hasSuffix(".catalog") }))"
  }
}

/// A catalogue with every kind of thing in it, and with mistakes.
func sampleCatalog(count: Int, title: String = "Title") -> String {
  let products = (0..<count).map { index -> String in
    let type = ["consumable", "nonConsumable", "nonRenewing", "autoRenewable"][index % 7 % 4]
    var text = """
      {"id": "p.\(index)", "type": "\(type)", "referenceName": "Reference \(index)", "localizations": {
      "en": {"title": "\(title) \(index)", "description": "Some \\"text\\" \(index)"},
      "de": {"title": "Größe \(index)", "description": ""}, "ja": {"title": "題名 \(index) 👍🏽"}},
      "prices": {"USA": "\(index % 100).\(index % 10)0", "JPN": "\(index * 10)", "DEU": "12345678901234567890.5"}
      """
    if type == "autoRenewable" {
      text += #", "group": "g\#(index % 2)", "level": \#(index % 3 + 1), "period": "P1M", "offers": ["#
      text += #"{"kind": "introductory", "mode": "payUpFront", "period": "P3M", "prices": {"USA": "1.99"}},"#
      text += #"{"id": "x", "kind": "promotional", "mode": "freeTrial", "period": "P1W"}]"#
    }
    if index % 5 == 1 { text += #", "content": {"version": "1.\#(index)", "size": \#(index + 1)}"# }
    if index % 11 == 3 { text += #", "familyShareable": true, "odd": 1, "odd": 2"# }
    return text + "}"
  }
  let wrong = [#"{"id": "p.0", "type": "consumable"}"#, #"{"id": "bad", "type": "nothing"}"#, "3"]
  return """
    { // A comment with "products": [ in it.
      "app": {"name": "Sample", "bundleId": "com.example", "seller": "Example"}, "defaultLocale": "en",
      "products": [\((products + wrong).joined(separator: ",\n"))],
      "groups": [{"id": "g0", "referenceName": "G"}, {"id": "g1", "localizations": {"en": "H", "de": "I"}}],
      "policies": {"en": {"terms": "https://example.com/t"}}, "unknown": ["products", {"products": []}]
    }
    """
}
