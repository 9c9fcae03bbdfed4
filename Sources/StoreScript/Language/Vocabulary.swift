import StoreCatalog
import StoreModel

/// The names that a script may use, so that a typo is found before the first line runs.
public struct Vocabulary: Sendable {
  public let products: [ProductID]
  /// True for what a terminal would send as a key. A script without a screen presses none.
  public let isKey: @Sendable (String) -> Bool

  private let ids: Set<String>
  /// True when every product is known, for printing what has happened.
  private let knowsEverything: Bool
  /// Ends of ids behind a point, each with the one product that ends so; nil when several do.
  private let ends: [String: ProductID?]

  public init(
    catalog: Catalog, isKey: @escaping @Sendable (String) -> Bool = { !$0.isEmpty }
  ) {
    self.init(products: catalog.products.map(\.id), isKey: isKey)
  }

  init(products: [ProductID], isKey: @escaping @Sendable (String) -> Bool = { !$0.isEmpty }) {
    self.products = products
    knowsEverything = false
    self.isKey = isKey
    ids = Set(products.map(\.rawValue))
    var ends: [String: ProductID?] = [:]
    for product in products {
      var rest = product.rawValue[...]
      while let point = rest.firstIndex(of: ".") {
        rest = rest[rest.index(after: point)...]
        let end = String(rest)
        ends[end] = ends.index(forKey: end) == nil ? .some(product) : .some(nil)
      }
    }
    self.ends = ends
  }

  /// For printing commands that were taken in already.
  static let everything = Vocabulary()

  private init() {
    products = []
    isKey = { _ in true }
    ids = []
    ends = [:]
    knowsEverything = true
  }

  func contains(_ product: ProductID) -> Bool { knowsEverything || ids.contains(product.rawValue) }

  /// The product that a word means: its id, or the end of it when no other product ends so (`atlas.moon`).
  ///
  /// Throws the message and advice for anything else.
  func product(_ name: String) throws(Mismatch) -> ProductID {
    if ids.contains(name) { return ProductID(name) }
    switch ends[name] {
    case .some(.some(let product)): return product
    case .some(.none):
      let meant = products.filter { $0.rawValue.hasSuffix("." + name) }.prefix(3)
      throw Mismatch(
        "Several products end with '\(name)'.",
        advice: "Write more of the one that you mean: \(meant.map(\.rawValue).joined(separator: ", ")).")
    case .none:
      let near =
        nearest(to: name, in: products.lazy.map(\.rawValue)) ?? nearest(to: name, in: ends.keys.sorted())
      throw Mismatch(
        "The catalogue has no product '\(name)'.",
        advice: near.map { "Did you mean '\($0)'?" }
          ?? "'storefront products' lists them; in quotes an id is taken as it is.")
    }
  }
}

/// Why a word does not fit in its place.
struct Mismatch: Error, Hashable {
  let message: String
  let advice: String

  init(_ message: String, advice: String) {
    self.message = message
    self.advice = advice
  }

  /// `word` is none of `words`.
  init(_ word: String, noneOf words: [String], _ what: String) {
    let near = nearest(to: word, in: words)
    self.init(
      "'\(word)' is no \(what).",
      advice: near.map { "Did you mean '\($0)'?" } ?? "Write \(words.listed).")
  }
}

extension [String] {
  /// `a, b or c`.
  var listed: String {
    count < 2 ? first ?? "" : dropLast().joined(separator: ", ") + " or " + (last ?? "")
  }
}
