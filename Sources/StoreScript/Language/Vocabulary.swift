import StoreCatalog
import StoreModel
import Synchronization

/// The names that a script may use, so that a typo is found before the first line runs.
///
/// Made in no time, whatever the catalogue's size: the ends of ids are gathered when one is first looked up. May be
/// used from any thread.
public struct Vocabulary: Sendable {
  /// True for what a terminal would send as a key. A script without a screen presses none.
  public let isKey: @Sendable (String) -> Bool
  /// Customers and transactions that completion offers, the likeliest first; any others may be written too.
  public var accounts: [AccountID] = []
  public var transactions: [TransactionID] = []

  private let catalog: Catalog?
  private let ids: [ProductID]
  /// The most products among which ends of ids are looked for and completions gathered.
  private let searchLimit: Int
  private let ends = Ends()

  /// - Parameter searchLimit: in a catalogue with more products they are known by whole ids alone, so that nobody
  ///   waits for all of them to be read.
  public init(
    catalog: Catalog, searchLimit: Int = .max, isKey: @escaping @Sendable (String) -> Bool = { !$0.isEmpty }
  ) {
    self.catalog = catalog
    self.isKey = isKey
    self.searchLimit = searchLimit
    ids = []
  }

  init(products: [ProductID]) {
    catalog = nil
    isKey = { !$0.isEmpty }
    searchLimit = .max
    ids = products
  }

  /// For printing commands that were taken in already.
  static let everything = Vocabulary()

  private init() {
    catalog = nil
    isKey = { _ in true }
    searchLimit = 0
    ids = []
  }

  private var knowsEverything: Bool { searchLimit == 0 }

  func contains(_ product: ProductID) -> Bool {
    if let catalog { return catalog.products.place(of: product) != nil }
    return knowsEverything || ids.contains(product)
  }

  /// Every product's id in catalogue order; empty when there are too many to look at.
  private var searched: [String] {
    guard let catalog else { return ids.map(\.rawValue) }
    return catalog.products.count > searchLimit ? [] : catalog.products.map(\.id.rawValue)
  }

  /// Ids that begin as typed, then those of which a part behind a point does.
  func products(typed: String) -> [String] {
    let all = searched
    let first = all.filter { Completion.begins($0, with: typed) }
    guard !typed.isEmpty else { return first }
    let part = "." + typed.lowercased()
    return first + all.filter { !Completion.begins($0, with: typed) && $0.lowercased().contains(part) }
  }

  /// The ids of a product's offers.
  func offers(of product: String) -> [String] {
    catalog?.product(ProductID(product))?.subscription?.offers.map(\.id) ?? []
  }

  /// The product that a word means: its id, or the end of it when no other product ends so (`atlas.moon`).
  ///
  /// Throws the message and advice for anything else.
  func product(_ name: String) throws(Mismatch) -> ProductID {
    if contains(ProductID(name)) { return ProductID(name) }
    let ends = ends.table { searched }
    switch ends[name] {
    case .some(.some(let product)): return product
    case .some(.none):
      let meant = searched.filter { $0.hasSuffix("." + name) }.prefix(3)
      throw Mismatch(
        "Several products end with '\(name)'.",
        advice: "Write more of the one that you mean: \(meant.joined(separator: ", ")).")
    case .none:
      let near = nearest(to: name, in: searched) ?? nearest(to: name, in: ends.keys.sorted())
      throw Mismatch(
        "The catalogue has no product '\(name)'.",
        advice: near.map { "Did you mean '\($0)'?" }
          ?? "'storefront products' lists them; in quotes an id is taken as it is.")
    }
  }

  /// Ends of ids behind a point, each with the one product that ends so; nil when several do.
  private final class Ends: Sendable {
    private let known = Mutex<[String: ProductID?]?>(nil)

    func table(of ids: () -> [String]) -> [String: ProductID?] {
      known.withLock { known in
        if let known { return known }
        var ends: [String: ProductID?] = [:]
        for id in ids() {
          var rest = id[...]
          while let point = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: point)...]
            let end = String(rest)
            ends[end] = ends.index(forKey: end) == nil ? .some(ProductID(id)) : .some(nil)
          }
        }
        known = ends
        return ends
      }
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
