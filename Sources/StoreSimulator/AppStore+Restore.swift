import StoreLedger
import StoreModel

/// Restoring purchases, and taking up what an earlier run left.
extension AppStore {
  public func beginRestore(applicationUsername: String, askToSignIn: @Sendable () async -> Void)
    async throws(StoreError) -> [Transaction]
  {
    var own: EventID?
    let outcome: RestoreOutcome
    let (admitted, admission) = try await admit(.restore, StageItem(), at: .restore)
    // The app has ended meanwhile.
    guard admission != .drop else { throw StoreError(.clientInvalid, .notRunning) }
    var entry = admitted
    if !isSignedIn {
      if entry == nil {
        entry = try await write { try $0.append(.command(.restore), at: environment.now(), cause: nil) }
      }
      await askToSignIn()
    }
    let command = entry
    do throws(StoreError) {
      outcome = try await write { ledger in
        let now = environment.now()
        let command = try command ?? ledger.append(.command(.restore), at: now, cause: nil)
        if restoreStart != nil {
          // Refused, not merged (R6); the one that runs is not disturbed.
          let error = StoreError(.unknown, .restoreInProgress)
          _ = try ledger.append(.restoreFailed(error), at: now, cause: command)
          return .failed(error)
        }
        let start = try ledger.append(.restoreStarted, at: now, cause: command)
        let settings = try settingsNow(in: ledger)
        guard settings.isSignedIn else {
          let error = StoreError(.paymentCancelled, .signInCancelled)
          _ = try ledger.append(.restoreFailed(error), at: now, cause: start)
          return .failed(error)
        }
        guard settings.networkIsOn else {
          _ = try ledger.append(.restoreFailed(.offline), at: now, cause: start)
          return .failed(.offline)
        }
        if case .fail(let error) = admission {
          _ = try ledger.append(.restoreFailed(error), at: now, cause: start)
          return .failed(error)
        }
        let restored = try restore(
          try ledger.restorablePurchases(account: settings.account), applicationUsername: applicationUsername,
          storefront: settings.storefront, start: start, in: ledger)
        // Claimed before it is on disk, for another may ask meanwhile.
        restoreStart = start
        own = start
        return .restored(restored)
      }
    } catch {
      if restoreStart == own { restoreStart = nil }
      throw error
    }
    switch outcome {
    case .failed(let error): throw error
    case .restored(let transactions): return transactions
    }
  }

  private func restore(
    _ purchases: [Transaction], applicationUsername: String, storefront: Storefront.ID, start: EventID,
    in ledger: any LedgerWriter
  ) throws -> [Transaction] {
    let now = environment.now()
    var next = try ledger.nextTransactionID().rawValue
    let isObstructed = try board(in: ledger).stages.contains(.restoreItem)
    return try purchases.compactMap { purchase in
      if isObstructed, let error = try failure(ofRestoring: purchase, cause: start, in: ledger) {
        _ = try ledger.append(
          .restoreItemFailed(transaction: purchase.id, product: purchase.productID, error), at: now,
          cause: start)
        return nil
      }
      let copy = purchase.restoredCopy(
        id: TransactionID(rawValue: next), applicationUsername: applicationUsername,
        storefront: storefront, at: now)
      let event = try ledger.append(.restored(copy), at: now, cause: start)
      try ledger.insert(copy, lastEvent: event)
      _ = try claim(copy.id)
      next += 1
      return copy
    }
  }

  /// Why one item is left out. Whether it comes late, twice or never is the queue's matter.
  private func failure(ofRestoring purchase: Transaction, cause: EventID, in ledger: any LedgerWriter) throws
    -> StoreError?
  {
    let (pass, _) = try meet(
      StageItem(purchase), at: .restoreItem, cause: cause, in: ledger, where: { $0.effect == .fail })
    return if case .through(.fail(let error)) = pass { error } else { nil }
  }

  public func endRestore(count: Int, error: StoreError?) async throws(StoreError) {
    guard let start = restoreStart else {
      throw StoreError(.clientInvalid, .other, subject: "No restore is running.")
    }
    // Over in any case: a ledger that cannot be written must not lock restores out.
    restoreStart = nil
    let event = error.map(Event.restoreFailed) ?? .restoreFinished(count: count)
    try await write { _ = try $0.append(event, at: environment.now(), cause: start) }
  }

  /// What is open in another process is not left over, and does not come back here.
  public func relaunch() async throws(StoreError) -> [Transaction] {
    // What others do to it from here on is heeded.
    try followJournal()
    return try await write { ledger in
      var redelivered: [Transaction] = []
      for var row in try ledger.unfinishedTransactions() where try claim(row.value.id) {
        if row.value.state == .purchasing {
          // A sheet that is open in this very run is no leftover.
          if begun.contains(row.value.id) { continue }
          row.value = try fail(
            row.value, StoreError(.unknown, .closedBeforeConfirmation), cause: row.lastEvent, in: ledger)
          row.lastEvent = try ledger.lastEventID() ?? row.lastEvent
        }
        let event = try ledger.append(
          .redelivered(row.value), at: environment.now(), cause: row.lastEvent)
        try ledger.update(row.value, lastEvent: event)
        redelivered.append(row.value)
      }
      return redelivered
    }
  }
}

private enum RestoreOutcome: Sendable {
  case restored([Transaction])
  case failed(StoreError)
}

extension Transaction {
  /// This purchase once more, as a restore delivers it: a new entry that costs nothing (R22).
  fileprivate func restoredCopy(
    id: TransactionID, applicationUsername: String, storefront: Storefront.ID, at now: Timestamp
  ) -> Transaction {
    Transaction(
      id: id,
      payment: Payment(
        productID: productID, quantity: payment.quantity, applicationUsername: applicationUsername),
      productType: productType, account: account, storefront: storefront, groupID: groupID,
      state: .restored, createdAt: now, date: now, original: asOriginal, expiresAt: expiresAt,
      isUpgraded: isUpgraded)
  }
}
