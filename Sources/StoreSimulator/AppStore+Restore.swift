import StoreLedger
import StoreModel

/// Restoring purchases, and taking up what an earlier run left.
extension AppStore {
  public func beginRestore(applicationUsername: String) throws(StoreError) -> [Transaction] {
    let isRunning = restoreStart != nil
    let outcome = try write { ledger -> RestoreOutcome in
      let now = environment.now()
      let command = try ledger.append(.command(.restore), at: now, cause: nil)
      if isRunning {
        // Refused, not merged (R6); the one that runs is not disturbed.
        let error = StoreError(.unknown, .restoreInProgress)
        _ = try ledger.append(.restoreFailed(error), at: now, cause: command)
        return .failed(error)
      }
      let start = try ledger.append(.restoreStarted, at: now, cause: command)
      let settings = try settings(in: ledger)
      guard settings.networkIsOn else {
        _ = try ledger.append(.restoreFailed(.offline), at: now, cause: start)
        return .failed(.offline)
      }
      var restored: [Transaction] = []
      var next = try ledger.nextTransactionID().rawValue
      for purchase in try ledger.restorablePurchases(account: settings.account) {
        let copy = purchase.restoredCopy(
          id: TransactionID(rawValue: next), applicationUsername: applicationUsername,
          storefront: settings.storefront, at: now)
        let event = try ledger.append(.restored(copy), at: now, cause: start)
        try ledger.insert(copy, lastEvent: event)
        restored.append(copy)
        next += 1
      }
      return .restored(restored, start: start)
    }
    switch outcome {
    case .failed(let error): throw error
    case .restored(let transactions, let start):
      restoreStart = start
      return transactions
    }
  }

  public func endRestore(count: Int) throws(StoreError) {
    guard let start = restoreStart else {
      throw StoreError(.clientInvalid, .other, subject: "No restore is running.")
    }
    // Over in any case: a ledger that cannot be written must not lock restores out.
    restoreStart = nil
    try write { _ = try $0.append(.restoreFinished(count: count), at: environment.now(), cause: start) }
  }

  /// Nothing comes back while another process uses the ledger: what is open there is not left over.
  public func relaunch() throws(StoreError) -> [Transaction] {
    guard try claimLedger() else { return [] }
    defer { try? shareLedger() }
    return try write { ledger in
      var redelivered: [Transaction] = []
      for var row in try ledger.unfinishedTransactions() {
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
  case restored([Transaction], start: EventID)
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
