import JSONSyntax
import StoreModel

/// Reads a catalogue from bytes, in either layout; touches no file.
///
/// `catalog.json` is JSON5. A `.storekit` file is strict JSON, as Xcode writes it, and is known by what it
/// holds as well as by its name. Work grows with the size of the input, and any bytes at all give a catalogue
/// or one sentence. Of the products of a `catalog.json` one at a time is in memory.
public enum CatalogReader {
  /// Reads `bytes`; `file` names them in messages and lends a nameless app its name.
  ///
  /// What is wrong with one product leaves out that product and is a finding. Throws when nothing is usable:
  /// not a text, not JSON, not a catalogue, or things for sale of which none could be read.
  public static func read(_ bytes: [UInt8], file: String) throws(CatalogError) -> CatalogReading {
    var collected = CollectedProducts()
    let outline = try read(bytes, file: file, into: &collected)
    let products = ProductArray(collected.products)
    return outline.reading(products, summary: CatalogSummary(products.products))
  }

  /// As `read(_:file:)`, but with the whole text in memory at once: the same, and what tests hold it against.
  package static func readWhole(_ bytes: [UInt8], file: String) throws(CatalogError) -> CatalogReading {
    var collected = CollectedProducts()
    let outline = try read(bytes, file: file, into: &collected, oneByOne: false)
    let products = ProductArray(collected.products)
    return outline.reading(products, summary: CatalogSummary(products.products))
  }

  /// Reads `bytes` and hands each product to `sink`; gives and throws the same as `read(_:file:)`.
  ///
  /// Ends early, with what there was until then, when the sink wants no more.
  public static func read(
    _ bytes: [UInt8], file: String, into sink: inout some ProductSink
  ) throws(CatalogError) -> CatalogOutline {
    try read(bytes, file: file, into: &sink, oneByOne: true)
  }

  private static func read(
    _ bytes: [UInt8], file: String, into sink: inout some ProductSink, oneByOne: Bool
  ) throws(CatalogError) -> CatalogOutline {
    if let foreign = ForeignFile(bytes) {
      throw CatalogError(file: file, problem: foreign.problem, advice: foreign.advice)
    }
    let source = CatalogText(bytes: bytes, file: file)
    let outline: CatalogOutline
    if oneByOne, let read = try source.readOneByOne(into: &sink) {
      outline = read
    } else {
      outline = try source.readWhole(into: &sink)
    }
    guard sink.count == 0 else { return outline }
    let isProductError: (Finding) -> Bool = { finding in
      finding.severity == .error && (outline.format == .storekit || finding.path.hasPrefix("products"))
    }
    if let first = outline.findings.first(where: isProductError) {
      let place = first.path.isEmpty ? "" : "\(first.path): "
      throw CatalogError(
        file: file, line: first.line, column: first.column,
        problem: "no product could be read; the first fault is \(place)\(first.message)",
        advice: first.advice, findings: outline.findings)
    }
    return outline
  }
}

/// The bytes of one catalogue and the ways to read them.
private struct CatalogText {
  /// A list that is read one by one takes no memory, so that only the text itself is limited.
  private static let limits = JSONLimits(size: 1 << 30)

  let bytes: [UInt8]
  let file: String

  private var isNamedStoreKit: Bool { file.lowercased().hasSuffix(".storekit") }
  private var appName: String { String((file.split(separator: "/").last ?? "").prefix { $0 != "." }) }

  /// Reads a `catalog.json` product by product.
  ///
  /// Nil, with the sink as it was, for anything else and for mistakes: reading it whole tells what it is.
  func readOneByOne(into sink: inout some ProductSink) throws(CatalogError) -> CatalogOutline? {
    guard !isNamedStoreKit else { return nil }
    do {
      guard
        let document = try JSONDocument(
          parsing: bytes, as: .json5, leavingOutItemsOf: "products", limits: Self.limits),
        let root = document.root.object, let items = document.items, !StoreKitReader.recognises(root)
      else { return nil }
      let log = FindingLog(document)
      let reader = CatalogJSONReader(Fields(value: document.root, object: root, log: log), appName: appName)
      let outline = try reader.read(items, into: &sink)
      if let outline { return outline.with(findings: log.makeFindings()) }
    } catch {
      // Too large to be read whole: what was met first is told.
      if bytes.count > JSONLimits().size { throw self.error(error) }
    }
    sink.startOver()
    return nil
  }

  /// Reads the whole text, then what it means.
  func readWhole(into sink: inout some ProductSink) throws(CatalogError) -> CatalogOutline {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes, as: isNamedStoreKit ? .strict : .json5)
    } catch {
      throw self.error(error)
    }
    guard let root = document.root.object else {
      throw CatalogError(
        file: file, problem: "a catalogue is an object in braces; this file holds \(document.root.kind)",
        advice: "Run 'storefront help catalog' for the format.")
    }
    let log = FindingLog(document)
    let fields = Fields(value: document.root, object: root, log: log)
    let isStoreKit = isNamedStoreKit || StoreKitReader.recognises(root)
    let outline =
      isStoreKit
      ? StoreKitReader(fields, appName: appName).read(into: &sink)
      : CatalogJSONReader(fields, appName: appName).read(into: &sink)
    let findings = log.makeFindings()
    guard let outline else {
      throw CatalogError(
        file: file, problem: "this is JSON but not a catalogue: it has no list of products",
        advice: "Run 'storefront help catalog' for the format.", findings: findings)
    }
    return outline.with(findings: findings)
  }

  private func error(_ error: JSONSyntaxError) -> CatalogError {
    CatalogError(
      file: file, line: error.position.line, column: error.position.column, problem: error.message,
      advice: "Correct that place and save the file again.")
  }
}
