import StoreLedger
import StoreModel
import StoreReceipts

/// App Store Server Notifications: what the store would send to the app's server, worked out of the journal when
/// somebody looks.
///
/// Nothing is sent, kept or journalled. An entry gives the same notification each time, but for what the catalogue says
/// of the next period; signatures differ, as ECDSA's do.
extension AppStore {
  /// Those of these entries, in their order.
  public func notifications(of entries: [JournalEntry]) throws(StoreError) -> [ServerNotification] {
    try read { ledger in
      let history = LedgerNotificationHistory(ledger)
      return try entries.compactMap { try ServerNotification($0, in: history) }
    }
  }

  /// The notification, the transaction in it, and for a subscription the renewal info in it.
  ///
  /// Throws `receiptUnavailable` when nothing can be signed.
  public func signed(_ notification: ServerNotification) async throws(StoreError) -> SignedTokens {
    let (transaction, time, holder) = (notification.transaction, notification.time, receiptHolder)
    let found = try read { ledger in
      try ledger.entry(notification.entry).map {
        try LedgerNotificationHistory(ledger).purchases(ofGroup: transaction, at: $0)
      }
    }
    let offer = catalog.product(transaction.productID)?.subscription?.offers.first {
      $0.id == transaction.offerID
    }
    guard let signed = SignedTransaction(of: transaction, offer: offer, for: holder, at: time) else {
      preconditionFailure("The store tells servers only of what was purchased.")
    }
    let renewal = SubscriptionRenewal(of: transaction, among: found ?? [], at: time) { catalog.product($0) }
      .map { SignedRenewalInfo(of: $0, for: holder, at: time) }
    let payload = SignedNotification(
      notification.type, notification.subtype, status: notification.status(among: found ?? []),
      of: notification.entry, at: time,
      for: holder)
    do {
      return try SignedTokens(
        payload, of: signed, renewalInfo: renewal, for: holder, by: try await keys.keys())
    } catch {
      throw StoreError(.unknown, .receiptUnavailable, subject: error.sentences)
    }
  }

  /// The signed notification of an entry, first, and what it carries.
  ///
  /// Throws `clientInvalid` for an entry that the journal does not have or that no server is told of.
  public func signedNotification(of id: EventID) async throws(StoreError) -> SignedTokens {
    let entry = try read { try $0.entry(id) }
    guard let entry, let notification = try notifications(of: [entry]).first else {
      throw StoreError(.clientInvalid, .other, subject: "No server is told of entry \(id).")
    }
    return try await signed(notification)
  }
}

extension LedgerReader {
  fileprivate func entry(_ id: EventID) throws -> JournalEntry? {
    try journal(after: EventID(rawValue: id.rawValue - 1), limit: 1).first { $0.id == id }
  }
}
