import StoreLedger
import StoreModel

/// Other processes with the same ledger. The journal is where they meet.
///
/// Each transaction is open in one process at most, which has claimed it: the one that began it, or else the one that
/// was the first to hear of it. That one delivers and finishes it. When it has ended, whoever launches next, or is asked
/// to do something with the transaction, takes it over.
extension AppStore {
  /// Follows what other processes do to the ledger, until the task is cancelled. Nothing polls.
  ///
  /// Returns at once where no other process can reach it. Throws, with the reason as subject, when they cannot be heard,
  /// or not any more; what they did is then seen when this process does something itself.
  public func listen() async throws(StoreError) {
    let news: LedgerNews
    do {
      guard let heard = try ledger.news() else { return }
      news = heard
    } catch {
      throw StoreError(ledgerFailure: error)
    }
    try followJournal()
    let departures = Task(executorPreference: environment.executor) { [news] in
      for await _ in news.departures { await self.takeOverFromOthers() }
    }
    for await _ in news.writes {
      // Reading ends the commit that is being gathered; it comes by itself.
      if isCommitDue { mustCatchUp = true } else { catchUp() }
    }
    departures.cancel()
    await departures.value
    guard !Task.isCancelled else { return }
    throw StoreError(.unknown, .ledgerUnavailable, subject: "\(ledger.path).lock was moved or removed")
  }

  /// What is in the journal from now on is told, and what it means for this process is done. Begins once.
  func followJournal() throws(StoreError) {
    guard lastTold == nil else { return catchUp() }
    lastTold = try read { try $0.lastEventID() } ?? EventID(rawValue: 0)
  }

  /// Tells what was just committed here, in its place after what others wrote before.
  func tell(_ entries: [JournalEntry]) {
    guard let lastTold else {
      _ = ownEntries.tell(entries)
      return
    }
    guard let first = entries.first, let last = entries.last, last.id > lastTold else { return }
    guard first.id.rawValue == lastTold.rawValue + 1 else { return catchUp() }
    _ = ownEntries.tell(entries)
    self.lastTold = last.id
    observers.tell(entries)
  }

  /// Tells everything in the journal that was not told yet, and does what others' entries ask of this process.
  ///
  /// When the ledger cannot be read it is told the next time.
  func catchUp() {
    mustCatchUp = false
    while let told = lastTold,
      let entries = try? read({ try $0.journal(after: told, limit: Self.entriesReadAtOnce) }),
      let last = entries.last
    {
      let others = ownEntries.tell(entries)
      lastTold = last.id
      observers.tell(entries)
      for entry in others { heed(entry) }
      if entries.count < Self.entriesReadAtOnce { break }
    }
  }

  private static let entriesReadAtOnce = 500

  // MARK: What another process left

  /// Takes over what only a process had that has ended, as a launch does: an app that lives need not wait for its next.
  private func takeOverFromOthers() async {
    send(.othersLeft)
    // The kernel tells of an end a moment before it gives back what was locked.
    for _ in 0..<Self.looksAfterAnEnd {
      guard isLaunched, !Task.isCancelled, hasOthersTransactions else { return }
      let claimed = claimed
      let left = try? await takeOver { !claimed.contains($0) }
      if let left, !left.isEmpty { send(.transactions(left)) }
      do { try await environment.sleep(Self.timeToUnlock) } catch { return }
    }
  }

  private static let looksAfterAnEnd = 2
  private static let timeToUnlock = Duration.milliseconds(20)

  private var hasOthersTransactions: Bool {
    (try? read { try $0.unfinishedTransactions().contains { !claimed.contains($0.value.id) } }) ?? false
  }

  // MARK: What another process did

  private func heed(_ entry: JournalEntry) {
    switch entry.event {
    case .purchased(let transaction), .failed(let transaction), .restored(let transaction),
      .redelivered(let transaction):
      // Approved, declined or sent again: told where it is open.
      if claimed.contains(transaction.id) { send(.transactions([transaction])) }
    case .finished(let id, _), .deleted(let id, _): withdraw([id])
    case .historyCleared:
      withdraw(claimed.filter { id in (try? read { try $0.transaction(id) } == nil) ?? false })
    case .revoked(let transaction): send(.revoked([transaction.productID]))
    case .storefrontChanged(_, let storefront): send(.storefront(storefront))
    case .download(let download): send(.download(download.productID))
    case .contentDeleted(let product): send(.download(product))
    case .conditionSet, .conditionCleared, .conditionMet: lookAtConditionsAgain()
    case .command(.release(let stage, let id)):
      release(after: entry) { $0.stage == stage && (id == nil || $0.item.transaction == id) }
    case .command(.clearConditions(let stage)): release(after: entry) { stage == nil || $0.stage == stage }
    // An intent is the affair of the process in which the customer had it. The rest is told, and changes nothing here.
    case .command, .purchasing, .upgraded, .restoreStarted, .restoreFinished, .restoreFailed,
      .contentDelivered,
      .accountChanged, .signedIn, .signedOut, .paymentsAllowed, .networkChanged, .receiptsChanged,
      .receiptRefreshed,
      .receiptRefreshFailed, .receiptRejected, .deferred, .revocationReversed, .refundDeclined, .refundFailed,
      .roleChanged, .intent, .held, .released, .restoreItemFailed,
      .restoreSkipped, .abandoned:
      break
    }
  }

  private func withdraw(_ ids: some Sequence<TransactionID>) {
    let here = ids.filter { claimed.contains($0) }.sorted()
    guard !here.isEmpty else { return }
    letGo(of: here)
    send(.withdrawn(here))
  }

  private func release(after entry: JournalEntry, _ isMeant: @escaping @Sendable (HeldItem) -> Bool) {
    guard heldItems.contains(where: isMeant) else { return }
    Task(executorPreference: environment.executor) { try? await self.release(cause: entry.id, isMeant) }
  }

  // MARK: Claims

  /// Whether a transaction is this process's to deliver: it is open here, or nowhere. Called while it is written.
  func claim(_ id: TransactionID) throws -> Bool {
    if claimed.contains(id) { return true }
    guard try ledger.claim(id) else { return false }
    claimed.insert(id)
    newClaims.append(id)
    return true
  }

  /// Ended, or not there after all.
  func letGo(of ids: some Sequence<TransactionID>) {
    for id in ids where claimed.remove(id) != nil { ledger.release(id) }
  }
}
