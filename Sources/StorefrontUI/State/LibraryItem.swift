import StoreModel

/// One row of the library. A product may have two: what is owned, and its download.
public enum LibraryItem: Hashable, Sendable {
  case subscription(ProductID)
  case owned(ProductID)
  case balance(ProductID)
  case download(ProductID)

  public var product: ProductID {
    switch self {
    case .subscription(let id), .owned(let id), .balance(let id), .download(let id): id
    }
  }
}

extension StoreFacts {
  /// What the account has, in sections; each section by product id.
  var libraryList: SectionedList<LibraryItem> {
    let owned = entitlements.values.sorted { $0.productID < $1.productID }
    return SectionedList([
      .init(
        title: "Downloads",
        ids: downloads.keys.sorted().map(LibraryItem.download), itemHeight: 2),
      .init(
        title: "Subscriptions",
        ids: owned.filter { $0.expiresAt != nil || $0.productType == .autoRenewable }
          .map { .subscription($0.productID) }),
      .init(
        title: "Yours to keep",
        ids: owned.filter { $0.expiresAt == nil && $0.productType != .autoRenewable }
          .map { .owned($0.productID) }),
      .init(
        title: "To use up",
        ids: balances.filter { $0.value > 0 }.keys.sorted().map(LibraryItem.balance)),
    ])
  }

  /// Transactions by day, newest first.
  func transactionList(_ clock: ClockText) -> SectionedList<TransactionID> {
    Self.byDay(transactions, clock: clock, time: \.createdAt, id: \.id)
  }

  /// Journal entries by day, newest first.
  func journalList(_ clock: ClockText) -> SectionedList<EventID> {
    Self.byDay(journal, clock: clock, time: \.time, id: \.id)
  }

  private static func byDay<Element, ID>(
    _ elements: [Element], clock: ClockText, time: (Element) -> Timestamp, id: (Element) -> ID
  ) -> SectionedList<ID> {
    var sections: [(day: Int64, title: String, ids: [ID])] = []
    for element in elements {
      let instant = time(element)
      let day = clock.dayNumber(instant)
      if sections.last?.day != day { sections.append((day, clock.day(instant), [])) }
      sections[sections.count - 1].ids.append(id(element))
    }
    return SectionedList(sections.map { .init(title: $0.title, ids: $0.ids) })
  }
}
