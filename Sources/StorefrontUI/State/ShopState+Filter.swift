import StoreCatalog
import StoreModel
import StoreScript
import TerminalKit

/// What narrows one list: the text that was typed.
public struct ListFilter: Hashable, Sendable {
  /// The longest text that can be typed, in characters.
  static let limit = 80

  public let text: String
  let term: SearchTerm
  /// The text as the Transactions read it.
  let query: TransactionQuery

  init(_ text: String) {
    self.text = String(text.prefix(Self.limit))
    term = SearchTerm(self.text)
    query = TransactionQuery(self.text)
  }
}

// The filter of each list: what is typed, what it leaves, and what happens to the selection.
extension ShopState {
  /// The filter of the list in sight; nil when all of it is shown.
  public var filter: ListFilter? { filters[screen] }

  /// True when the list gives a line to its filter.
  var showsFilter: Bool { filter != nil || isTypingFilter }

  /// How many items the list of this screen has without its filter.
  var unfilteredCount: Int {
    switch screen {
    case .store: allProducts.count
    case .library: libraryCount
    case .transactions: facts.transactions.count
    case .activity: facts.journal.count
    case .receipt: receipt.rowCount
    case .lab: labCount
    }
  }

  /// How many items of this screen's list are shown.
  var shownCount: Int {
    switch screen {
    case .store: products.count
    case .library: library.count
    case .transactions: transactions.count
    case .activity: activity.count
    case .receipt: receiptList.count
    case .lab: labList.count
    }
  }

  /// Why nothing can be selected in the list of this screen, and what to do.
  var emptyReason: String {
    if let filter {
      return
        "Nothing here matches \u{201C}\(filter.text)\u{201D}. Press \(keyMap.label(of: .back)) to see all."
    }
    return switch screen {
    case .store: "There is nothing for sale in this catalogue."
    case .library: "There is nothing here yet. Buy something in the Store (\(keyMap.label(of: .showStore)))."
    case .transactions: "There are no transactions yet."
    case .activity: "Nothing has happened yet."
    case .receipt: noReceiptReason
    case .lab: "There is nothing here."
    }
  }

  /// True when pages that have not been read may hold what the filter asks for.
  var hasUnsearchedPages: Bool {
    switch screen {
    case .store, .library, .receipt, .lab: false
    case .transactions: filter != nil && facts.hasOlderTransactions
    case .activity: filter != nil && facts.hasOlderJournal
    }
  }

  // MARK: - Typing

  mutating func startFilter() -> [Effect] {
    pane = .list
    isTypingFilter = true
    // They may be there when the first letter is typed.
    if screen == .store, quickTitleIndex == nil { awaitTitles() }
    return []
  }

  /// Takes a key while the filter is typed; nil when the key is a command there.
  mutating func typeIntoFilter(_ key: Key) -> [Effect]? {
    let text = filter?.text ?? ""
    if let typed = key.typed {
      setFilter(text + String(typed))
    } else if key == .backspace {
      if text.isEmpty { isTypingFilter = false }
      setFilter(String(text.dropLast()))
    } else {
      return nil
    }
    return []
  }

  /// Narrows the list of this screen. What is selected stays selected while it matches, else the first
  /// match is.
  mutating func setFilter(_ text: String) {
    let earlier = filters[screen]
    let next = text.isEmpty ? nil : ListFilter(text)
    guard next != earlier else { return }
    filters[screen] = next
    detailTop = 0
    switch screen {
    case .store:
      let extends = earlier.map { next?.term.extends($0.term) ?? false } ?? false
      filterProducts(within: extends ? products.kept : nil)
      storeCursor.keepOrSelectFirst(in: products)
    case .library:
      refreshLists()
      libraryCursor.keepOrSelectFirst(in: library)
    case .transactions:
      refreshLists()
      transactionCursor.keepOrSelectFirst(in: transactions)
    case .activity:
      refreshLists()
      activityCursor.keepOrSelectFirst(in: activity)
    case .receipt:
      refreshReceiptList()
      receiptCursor.keepOrSelectFirst(in: receiptList)
    case .lab:
      refreshLabList()
      labCursor.keepOrSelectFirst(in: labList)
    }
  }

  mutating func keepFilter() -> [Effect] {
    isTypingFilter = false
    return []
  }

  mutating func clearFilter() -> [Effect] {
    isTypingFilter = false
    setFilter("")
    return []
  }

  /// Selects a product in the Store, even one that the filter hides.
  mutating func reveal(_ product: ProductID) {
    screen = .store
    isTypingFilter = false
    if products.index(of: product) == nil, allProducts.index(of: product) != nil { setFilter("") }
    storeCursor.select(product, in: products)
    detailTop = 0
  }

  // MARK: - Matches

  /// The next or the previous match, around the ends.
  mutating func moveToMatch(by step: Int) -> [Effect] {
    detailTop = 0
    switch screen {
    case .store: storeCursor.moveAround(by: step, in: products)
    case .library: libraryCursor.moveAround(by: step, in: library)
    case .transactions: transactionCursor.moveAround(by: step, in: transactions)
    case .activity: activityCursor.moveAround(by: step, in: activity)
    case .receipt: receiptCursor.moveAround(by: step, in: receiptList)
    case .lab: labCursor.moveAround(by: step, in: labList)
    }
    return []
  }

  var movingToMatch: Availability {
    guard filter != nil else {
      return .disabled("Nothing is searched for. Press \(keyMap.label(of: .find)) to find something here.")
    }
    return shownCount == 0 ? .disabled(emptyReason) : .enabled
  }

  // MARK: - Narrowing

  /// Shows the products that the filter leaves.
  ///
  /// - Parameter candidates: positions among all products; no others can match.
  mutating func filterProducts(within candidates: [Int]? = nil) {
    guard let term = filters[.store]?.term, !term.isEmpty else {
      products = allProducts
      return
    }
    guard let index = quickTitleIndex else {
      products = allProducts
      return awaitTitles()
    }
    products = allProducts.narrowed(to: index.positions(holding: term, among: candidates))
  }

  /// The titles when they are there or are gathered in a moment.
  private var quickTitleIndex: TitleIndex? {
    if let kept = texts.keptTitleIndex { return kept }
    return allProducts.count <= Self.titlesGatheredAtOnce ? texts.makeTitleIndex() : nil
  }

  /// So many are gathered faster than a frame is drawn.
  private static var titlesGatheredAtOnce: Int { 1000 }

  private mutating func awaitTitles() {
    guard titleProgress == nil else { return }
    titleProgress = 0
    needsTitles = true
  }

  /// The effect that gathers the titles, once.
  mutating func takeTitleRequest() -> [Effect] {
    guard needsTitles else { return [] }
    needsTitles = false
    return [.gatherTitles(texts)]
  }

  mutating func take(titlesOf gathered: ProductTexts, progress: Double) {
    // Of another language or an older catalogue: nobody waits for them any more.
    guard gathered == texts else { return }
    titleProgress = progress < 1 ? progress : nil
    guard progress >= 1, filters[.store] != nil else { return }
    filterProducts()
    storeCursor.keepOrSelectFirst(in: products)
  }

  /// Titles that are on their way are of a catalogue or a language that is shown no more.
  mutating func forgetTitles() {
    titleProgress = nil
    needsTitles = false
  }

  /// The library, narrowed. By title, product id and the heading that it stands under.
  func filtered(_ list: SectionedList<LibraryItem>) -> SectionedList<LibraryItem> {
    narrow(list, on: .library) { item, section in
      [texts.title(of: item.product), item.product.rawValue, section]
    }
  }

  /// Transactions, narrowed. By title, product id, number and standing, and by words with keys: `state:deferred`.
  func filtered(_ list: SectionedList<TransactionID>) -> SectionedList<TransactionID> {
    let query = filters[.transactions]?.query
    return narrow(
      list, on: .transactions, term: query.map { SearchTerm($0.text) }, isAll: query?.isPlain ?? true
    ) { id, _ in
      guard let transaction = facts.transaction(id), query?.fits(transaction) ?? true else { return nil }
      return [
        texts.title(of: transaction.productID), transaction.productID.rawValue, id.description,
        transaction.standing,
      ]
    }
  }

  /// The journal, narrowed. By sentence, event name and number.
  func filtered(_ list: SectionedList<EventID>) -> SectionedList<EventID> {
    guard filters[.activity] != nil else { return list }
    let words = EventWords(texts: texts, facts: facts, clock: clock)
    let entries = Dictionary(facts.journal.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return narrow(list, on: .activity) { id, _ in
      guard let entry = entries[id] else { return [] }
      return [words.sentence(entry.event), entry.event.name, id.description]
    }
  }

  func narrow<ID>(
    _ list: SectionedList<ID>, on screen: Screen, by texts: (ID, String) -> [String]
  ) -> SectionedList<ID> {
    narrow(list, on: screen, term: filters[screen]?.term, isAll: true, by: texts)
  }

  /// What has no texts is left out. With `isAll` an empty term leaves the list as it is.
  private func narrow<ID>(
    _ list: SectionedList<ID>, on screen: Screen, term: SearchTerm?, isAll: Bool,
    by texts: (ID, String) -> [String]?
  ) -> SectionedList<ID> {
    guard let term, !term.isEmpty || !isAll else { return list }
    var index = SearchIndex()
    var fitting: [Int] = []
    var position = 0
    for section in list.sections {
      for id in section.ids {
        let found = texts(id, section.title)
        if found != nil { fitting.append(position) }
        index.append(found ?? [])
        position += 1
      }
    }
    return list.narrowed(to: term.isEmpty ? fitting : index.positions(holding: term, among: fitting))
  }
}
