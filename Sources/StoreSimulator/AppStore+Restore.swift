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
    let command = isSignedIn ? admitted : try await ask(admitted, askToSignIn)
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
        var remainder = RestoreRemainder()
        let restored = try restore(
          try ledger.restorablePurchases(account: settings.account), applicationUsername: applicationUsername,
          storefront: settings.storefront, start: start, failures: &remainder.failed, in: ledger)
        remainder.skipped = try ledger.restoreOmissions(account: settings.account)
        for omission in remainder.skipped {
          _ = try ledger.append(.restoreSkipped(omission), at: now, cause: start)
        }
        restoreRemainder = remainder
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

  /// Asks who is signed out to sign in, once the command is on disk, and answers its entry.
  private func ask(_ admitted: EventID?, _ askToSignIn: @Sendable () async -> Void)
    async throws(StoreError) -> EventID
  {
    ticketCount += 1
    let number = ticketCount
    let entry = try await write { ledger in
      let entry = try admitted ?? ledger.append(.command(.restore), at: environment.now(), cause: nil)
      try keep(Stall(entry: entry, stage: .restore, item: StageItem()), number, in: ledger)
      return entry
    }
    await askToSignIn()
    // The app has ended meanwhile, and notes what it leaves behind.
    guard !Task.isCancelled else { throw StoreError(.clientInvalid, .notRunning) }
    await end(stall: number)
    return entry
  }

  private func restore(
    _ purchases: [Transaction], applicationUsername: String, storefront: Storefront.ID, start: EventID,
    failures: inout [RestoreRemainder.Failure], in ledger: any LedgerWriter
  ) throws -> [Transaction] {
    let now = environment.now()
    var next = try ledger.nextTransactionID().rawValue
    let isObstructed = try board(in: ledger).stages.contains(.restoreItem)
    return try purchases.compactMap { purchase in
      if isObstructed, let error = try failure(ofRestoring: purchase, cause: start, in: ledger) {
        _ = try ledger.append(
          .restoreItemFailed(transaction: purchase.id, product: purchase.productID, error), at: now,
          cause: start)
        failures.append(RestoreRemainder.Failure(product: purchase.productID, error: error))
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
    defer { isLaunched = true }
    return try await takeOver { _ in true }
  }

  /// Has from now on what is unfinished and open in no other living process, each journalled as `redelivered`.
  func takeOver(where isMeant: (TransactionID) -> Bool) async throws(StoreError) -> [Transaction] {
    try await write { ledger in
      try noteAbandoned(in: ledger)
      var redelivered: [Transaction] = []
      for var row in try ledger.unfinishedTransactions()
      where try isMeant(row.value.id) && claim(row.value.id) {
        // A sheet that is open in this very run is no leftover.
        if row.value.state == .purchasing, begun.contains(row.value.id) { continue }
        try dropUsername(of: &row, in: ledger)
        if row.value.state == .purchasing {
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

  /// What the app called its user may get lost between two runs, unless it is a UUID, which the store keeps.
  private func dropUsername(of row: inout Recorded<Transaction>, in ledger: any LedgerWriter) throws {
    let payment = row.value.payment
    guard !payment.applicationUsername.isEmpty, payment.appAccountToken == nil,
      try board(in: ledger).stages.contains(.username)
    else { return }
    let (pass, cause) = try meet(StageItem(row.value), at: .username, cause: row.lastEvent, in: ledger)
    row.lastEvent = cause ?? row.lastEvent
    guard case .through(.drop) = pass else { return }
    try ledger.forgetUsername(of: row.value.id)
    row.value.payment = Payment(
      productID: payment.productID, quantity: payment.quantity, offerID: payment.offerID)
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
