import StoreCatalog
import StoreDisclosures
import StoreModel
import Synchronization
import TerminalKit

/// The words and prices of one catalogue in one language and one storefront.
///
/// A text is made when it is first shown and then kept, so that scrolling formats nothing twice and
/// switching the language of a large catalogue costs only what is on the screen. Safe to share
/// between threads. Two are equal when they are the same one.
public final class ProductTexts: Sendable {
  /// What a row of the list says.
  public struct Row: Sendable {
    public let text: ResolvedText
    /// The title, or the id where the terminal could show next to nothing of it (K13).
    public let title: String
    /// Nil when it is not sold in this storefront.
    public let price: String?
    /// How many cells the price takes; 0 without one.
    let priceWidth: Int
  }

  public let catalog: Catalog
  public let storefront: Storefront
  public let locale: LocaleID
  public let resolver: TextResolver
  public let prices: PriceFormatter
  public let periods: PeriodWords
  public let composer: DisclosureComposer

  private struct DisclosureKey: Hashable {
    let product: ProductID
    let isEligible: Bool
    let day: Int64
  }

  private struct Broken: Hashable {
    let paragraph: Paragraph
    let width: Int
    let column: Int
  }

  /// More than any screen shows.
  private static let rowLimit = 2048

  private let rows = Mutex<[ProductID: Row]>([:])
  private let disclosures = Mutex<[DisclosureKey: Result<Disclosure, DisclosureError>]>([:])

  private let broken = Mutex<[Broken: [TextLine]]>([:])

  private let titles: Mutex<TitleIndex?>

  /// Whether the terminal has ASCII only: prices have codes, and lost titles are told by their id.
  let inASCII: Bool

  /// The language of what must be told before buying: English where the letters of the chosen one would be lost, so
  /// that nothing is agreed to unread.
  let readableLocale: LocaleID

  /// What has been printed before; nil remembers nothing.
  let printed: PrintedTexts?

  /// - Parameter titleIndex: that of the same catalogue in the same language, when it has been made.
  init(
    catalog: Catalog, storefront: Storefront, locale: LocaleID, inASCII: Bool = false,
    printed: PrintedTexts? = nil, titleIndex: TitleIndex? = nil
  ) {
    self.inASCII = inASCII
    self.printed = printed
    titles = Mutex(titleIndex)
    self.catalog = catalog
    self.storefront = storefront
    self.locale = locale
    let own = DisclosureComposer(
      catalog: catalog, storefront: storefront, locale: locale, inASCII: inASCII, printed: printed)
    resolver = own.texts
    readableLocale = inASCII && PurchaseLabels(locale: locale).readToEnd.isLostInASCII ? "en" : locale
    composer =
      readableLocale == locale
      ? own
      : DisclosureComposer(
        catalog: catalog, storefront: storefront, locale: readableLocale, inASCII: inASCII, printed: printed)
    prices = composer.prices
    periods = composer.periods
  }

  /// The row of a product by its id; nil when the catalogue does not have it.
  func row(of id: ProductID) -> Row? {
    rows.withLock { $0[id] } ?? catalog.product(id).map { row(of: $0) }
  }

  public func row(of product: Product) -> Row {
    if let kept = rows.withLock({ $0[product.id] }) { return kept }
    let text = resolver.text(of: product)
    let isLost = inASCII && text.title.isLostInASCII
    let price = product.price(in: storefront).map(prices.text)
    let row = Row(
      text: text, title: isLost ? shortID(product.id) : text.title, price: price,
      priceWidth: price?.cellWidth ?? 0)
    rows.withLock { kept in
      // Those in sight are quickly made again.
      if kept.count >= Self.rowLimit { kept.removeAll(keepingCapacity: true) }
      kept[product.id] = row
    }
    return row
  }

  /// What the products are found by. Made when first asked for, in a time that grows with the catalogue, and
  /// kept.
  ///
  /// - Parameter progress: told how much has been read, from 0 to 1.
  func makeTitleIndex(progress: (Double) -> Void = { _ in }) -> TitleIndex {
    if let kept = keptTitleIndex { return kept }
    // Outside the lock, which the screen may want meanwhile.
    let index = TitleIndex(catalog: catalog, resolver: resolver, progress: progress)
    titles.withLock { $0 = index }
    return index
  }

  /// The index if it has been made, for the same catalogue and language in another storefront.
  var keptTitleIndex: TitleIndex? { titles.withLock { $0 } }

  /// How many rows have been made so far.
  var keptRows: Int { rows.withLock { $0.count } }

  /// The product's title in this language; its id when the catalogue no longer has it.
  public func title(of id: ProductID) -> String {
    row(of: id)?.title ?? id.rawValue
  }

  /// The id without the app's own, which all of them begin with.
  private func shortID(_ id: ProductID) -> String {
    let prefix = catalog.app.bundleID + "."
    return id.rawValue.hasPrefix(prefix) ? String(id.rawValue.dropFirst(prefix.count)) : id.rawValue
  }

  /// A language's name in itself, or in English where its letters would be lost.
  func words(for locale: LocaleID) -> String {
    let own = printed.text("own name \(locale.rawValue)") { locale.ownName }
    guard inASCII, own.isLostInASCII else { return own }
    return printed.text("English name \(locale.rawValue)") { locale.englishName }
  }

  /// The title for use within a sentence, which it does not reorder when it is written from right to left.
  func name(of id: ProductID) -> String { title(of: id).isolated }

  /// What a customer must be told before buying the product, or why that cannot be said.
  func disclosure(of product: Product, facts: AccountFacts) -> Result<Disclosure, DisclosureError> {
    let key = DisclosureKey(
      product: product.id, isEligible: facts.isEligibleForIntroductoryOffer,
      day: facts.now.utcDay)
    if let kept = disclosures.withLock({ $0[key] }) { return kept }
    let made = Result { () throws(DisclosureError) in try composer.disclosure(for: product, facts: facts) }
    disclosures.withLock { kept in
      // Only those looked at lately; they are quickly made again.
      if kept.count >= 64 { kept.removeAll(keepingCapacity: true) }
      kept[key] = made
    }
    return made
  }

  /// Paragraphs about products broken into lines: much of one product's stands under the next one too.
  func lines(of paragraphs: [Paragraph], width: Int) -> [TextLine] {
    broken.withLock { kept in
      if kept.count >= 512 { kept.removeAll(keepingCapacity: true) }
      return paragraphs.lines(width: width) { paragraph, width, column in
        let key = Broken(paragraph: paragraph, width: width, column: column)
        if let lines = kept[key] { return lines }
        let lines = paragraph.lines(width: width, column: column)
        kept[key] = lines
        return lines
      }
    }
  }

  /// A price that was charged or is asked for, whatever its currency.
  public func text(_ price: Price) -> String { prices.text(price) }
}

// MARK: - Hashable

extension ProductTexts: Hashable {
  public static func == (left: ProductTexts, right: ProductTexts) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
