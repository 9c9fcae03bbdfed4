import StoreCatalog
import StoreModel

/// What the products of one catalogue are found by in one language: title, id and kind.
///
/// Made in one pass over the products in their own order, which is the order in which a copy is read.
/// Positions are those of the list of the Store: type by type.
struct TitleIndex: Hashable, Sendable {
  private struct Part: Hashable {
    /// The words for the type, which all of its products are found by.
    let kind: SearchIndex
    var titles = SearchIndex()
  }

  private let parts: [Part]

  /// - Parameter progress: told how much has been read, from 0 to 1.
  init(catalog: Catalog, resolver: TextResolver, progress: (Double) -> Void = { _ in }) {
    let types = ShopState.typesInOrder
    var parts = types.map { type in
      var kind = SearchIndex()
      kind.append([type.heading, type.words])
      return Part(kind: kind)
    }
    let step = max(catalog.products.count / 20, 1)
    for (position, product) in catalog.products.enumerated() {
      guard let part = types.firstIndex(of: product.type) else { continue }
      parts[part].titles.append([resolver.text(of: product).title, product.id.rawValue])
      if position.isMultiple(of: step) { progress(Double(position) / Double(catalog.products.count)) }
    }
    self.parts = parts
  }

  /// How many products can be found.
  var count: Int { parts.reduce(0) { $0 + $1.titles.count } }

  /// Where the products stand that hold the term, rising.
  ///
  /// - Parameter candidates: only these are looked at, rising; nil for all.
  func positions(holding term: SearchTerm, among candidates: [Int]? = nil) -> [Int] {
    var found: [Int] = []
    var start = 0
    var rest = candidates?[...]
    for part in parts {
      let end = start + part.titles.count
      let here = rest?.prefix { $0 < end }
      if let here { rest = rest?.dropFirst(here.count) }
      if !part.kind.positions(holding: term).isEmpty {
        found += here ?? Array(start..<end)[...]
      } else {
        let ranks = here.map { $0.map { $0 - start } }
        found += part.titles.positions(holding: term, among: ranks).map { $0 + start }
      }
      start = end
    }
    return found
  }
}
