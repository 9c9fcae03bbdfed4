import JSONSyntax
import StoreModel

/// Reads a catalogue from bytes, in either layout; touches no file.
///
/// `catalog.json` is JSON5. A `.storekit` file is strict JSON, as Xcode writes it, and is known by what it
/// holds as well as by its name. Work and memory grow with the size of the input, and any bytes at all give
/// a catalogue or one sentence.
public enum CatalogReader {
  /// Reads `bytes`; `file` names them in messages and lends a nameless app its name.
  ///
  /// What is wrong with one product leaves out that product and is a finding. Throws when nothing is usable:
  /// not a text, not JSON, not a catalogue, or things for sale of which none could be read.
  public static func read(_ bytes: [UInt8], file: String) throws(CatalogError) -> CatalogReading {
    if let foreign = ForeignFile(bytes) {
      throw CatalogError(file: file, problem: foreign.problem, advice: foreign.advice)
    }
    let isNamedStoreKit = file.lowercased().hasSuffix(".storekit")
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes, as: isNamedStoreKit ? .strict : .json5)
    } catch {
      throw CatalogError(
        file: file, line: error.position.line, column: error.position.column, problem: error.message,
        advice: "Correct that place and save the file again.")
    }
    guard let root = document.root.object else {
      throw CatalogError(
        file: file, problem: "a catalogue is an object in braces; this file holds \(document.root.kind)",
        advice: "Run 'storefront help catalog' for the format.")
    }
    let log = FindingLog(document)
    let fields = Fields(value: document.root, object: root, log: log)
    let isStoreKit = isNamedStoreKit || StoreKitReader.recognises(root)
    let appName = String((file.split(separator: "/").last ?? "").prefix { $0 != "." })
    let catalog =
      isStoreKit
      ? StoreKitReader(fields, appName: appName).read() : CatalogJSONReader(fields, appName: appName).read()
    let findings = log.makeFindings()
    guard let catalog else {
      throw CatalogError(
        file: file, problem: "this is JSON but not a catalogue: it has no list of products",
        advice: "Run 'storefront help catalog' for the format.", findings: findings)
    }
    let isProductError: (Finding) -> Bool = { finding in
      finding.severity == .error && (isStoreKit || finding.path.hasPrefix("products"))
    }
    if catalog.products.isEmpty, let first = findings.first(where: isProductError) {
      let place = first.path.isEmpty ? "" : "\(first.path): "
      throw CatalogError(
        file: file, line: first.line, column: first.column,
        problem: "no product could be read; the first fault is \(place)\(first.message)",
        advice: first.advice,
        findings: findings)
    }
    return CatalogReading(catalog: catalog, format: isStoreKit ? .storekit : .catalog, findings: findings)
  }
}
