import StoreModel
import StoreScript

// What the store tells: lists follow, and what a person would want to know becomes a toast.
extension ShopState {
  mutating func take(_ entries: [JournalEntry]) -> [Effect] {
    var effects: [Effect] = []
    var libraryChanged = false
    for entry in entries {
      let restoredBefore = facts.restored
      facts.take(entry)
      if case .storefrontChanged = entry.event { showStorefront() }
      libraryChanged = libraryChanged || entry.event.changesLibrary
      effects += toast(for: entry, restored: restoredBefore)
    }
    refreshLists()
    // Whatever happens may bring a new receipt; it is read again only while somebody looks at it.
    if !entries.isEmpty { receipt.isStale = true }
    if libraryChanged { effects.append(.loadLibrary) }
    return effects
  }

  /// Texts and prices of the storefront that is set.
  mutating func showStorefront() {
    guard texts.storefront.id != facts.settings.storefront else { return }
    texts = ProductTexts(
      catalog: catalog, storefront: Self.storefront(facts.settings.storefront), locale: texts.locale,
      inASCII: texts.inASCII, printed: texts.printed, titleIndex: texts.keptTitleIndex)
  }

  /// Lists that come from the store's facts, with their selections kept.
  mutating func refreshLists() {
    let library = facts.libraryList
    libraryCount = library.count
    self.library = filtered(library)
    transactions = filtered(facts.transactionList(clock))
    activity = filtered(facts.journalList(clock))
    // Its rows are those of the receipt; only what the filter looks at can have changed.
    if filters[.receipt] != nil { refreshReceiptList() }
    if screen == .lab { refreshLabList() }
    libraryCursor.settle(in: self.library)
    // Whoever looks at the newest goes on looking at the newest.
    transactionCursor.stayFirstOrSettle(in: transactions)
    activityCursor.stayFirstOrSettle(in: activity)
  }

  private mutating func toast(for entry: JournalEntry, restored: [ProductID]?) -> [Effect] {
    let words = EventWords(texts: texts, facts: facts, clock: clock)
    switch entry.event {
    case .failed(let transaction):
      guard let error = transaction.error, !error.isCancellation else {
        return say(words.sentence(entry.event), entry.event.level)
      }
      return say(
        failed: "\(texts.name(of: transaction.productID)) was not bought.", error,
        attempt: .command(.buy(transaction.payment)))
    case .restored(let transaction):
      // A running restore is summed up when it is done.
      if restored != nil { return [] }
      return say("\(texts.name(of: transaction.productID)) is yours already. Nothing was charged.", .success)
    case .restoreFinished(let count):
      guard facts.leftOut.isEmpty else {
        return say(restoreSummary(count: count, products: restored ?? []) + leftOutSummary, .warning)
      }
      return say(restoreSummary(count: count, products: restored ?? []), entry.event.level)
    case .restoreFailed(let error):
      let back = restored.map { $0.isEmpty ? "" : "Came back before that: \(names($0)). " } ?? ""
      return say(
        failed: "The restore failed.", error, attempt: .command(.restore),
        next: back + (error.recoverySuggestion ?? ""))
    case .download(let download) where download.state == .waiting:
      return []
    case .download(let download) where download.state == .failed:
      return say(
        Message.Content(
          level: .error, what: "\(texts.name(of: download.productID)): download failed.",
          why: download.failure ?? "", next: "Press \(keyMap.label(of: .retry)) to try again.",
          attempt: .command(.download(download.productID, .start))))
    case .receiptRejected(let error):
      return say(failed: "The app did not accept the receipt.", error, attempt: .command(.refreshReceipt))
    case .refundFailed(_, let product, let error):
      return say(failed: "\(texts.name(of: product)) was not refunded.", error, attempt: nil)
    case .deferred, .revoked, .revocationReversed, .refundDeclined, .deleted, .historyCleared, .roleChanged,
      .intent, .conditionSet, .conditionCleared, .held, .released:
      return say(words.sentence(entry.event), entry.event.level)
    // What came of it is told; a restore sums up what it left out.
    case .conditionMet, .restoreItemFailed: return []
    case .purchased, .upgraded, .redelivered, .download, .contentDeleted, .paymentsAllowed, .networkChanged,
      .receiptsChanged, .receiptRefreshed, .storefrontChanged, .accountChanged, .signedIn, .signedOut:
      return say(words.sentence(entry.event), entry.event.level)
    // Who asked for the refresh is answered, and what the app makes of it is told.
    case .command, .purchasing, .restoreStarted, .contentDelivered, .finished, .receiptRefreshFailed:
      return []
    }
  }

  /// What a restore brought: how many and which, or that there was nothing (X25).
  private func restoreSummary(count: Int, products: [ProductID]) -> String {
    guard count > 0 else {
      return facts.leftOut.isEmpty
        ? "Nothing to restore for \(facts.settings.account)." : "Nothing came back."
    }
    guard !products.isEmpty else { return "Restored \(counted(count, "item"))." }
    return "Restored \(counted(count, "item")): \(names(products))."
  }

  /// What did not come back, and why the first of it did not.
  private var leftOutSummary: String {
    guard let first = facts.leftOut.first else { return "" }
    return " Left out: \(names(facts.leftOut.map(\.product))). \(first.error.errorDescription ?? "")"
  }

  /// The titles, each once, as many as fit a message.
  private func names(_ products: [ProductID]) -> String {
    var seen: Set<ProductID> = []
    let unique = products.filter { seen.insert($0).inserted }
    let named = unique.prefix(4).map { texts.name(of: $0) }.joined(separator: ", ")
    return unique.count > 4 ? "\(named) and \(unique.count - 4) more" : named
  }
}

extension Event {
  /// True when what the account has or what is set may be another thing after it. The library is read
  /// again then, also because one that was read before the news may arrive after it.
  fileprivate var changesLibrary: Bool {
    switch self {
    case .purchased, .upgraded, .restored, .contentDelivered, .contentDeleted, .restoreFinished, .download,
      .storefrontChanged, .accountChanged, .paymentsAllowed, .networkChanged, .receiptsChanged, .signedIn,
      .signedOut, .revoked,
      .revocationReversed, .deleted, .historyCleared:
      true
    case .command, .purchasing, .failed, .restoreStarted, .restoreFailed, .redelivered, .finished,
      .receiptRefreshed, .receiptRefreshFailed, .receiptRejected, .deferred, .refundDeclined, .refundFailed,
      .roleChanged, .intent, .conditionSet, .conditionCleared, .conditionMet, .held, .released,
      .restoreItemFailed:
      false
    }
  }
}
