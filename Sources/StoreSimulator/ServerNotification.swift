import StoreModel
import StoreReceipts

/// What the store tells the app's server of one journal entry: an App Store Server Notification, version 2, before it
/// is signed. Decides and signs nothing.
///
/// | Event | Notification |
/// | --- | --- |
/// | purchased, not an auto-renewable subscription | ONE_TIME_CHARGE |
/// | purchased, the account's first in the group | SUBSCRIBED, INITIAL_BUY |
/// | purchased, after an earlier one in the group, whatever offer brought it back | SUBSCRIBED, RESUBSCRIBE |
/// | purchased in the place of a running plan | DID_CHANGE_RENEWAL_PREF, UPGRADE |
/// | the same by an offer that the customer redeemed | OFFER_REDEEMED, UPGRADE |
/// | revoked: refunded, all of it or in part | REFUND |
/// | revoked: the family stopped sharing | REVOKE |
/// | revocationReversed, after a refund | REFUND_REVERSED |
/// | revocationReversed, after the family stopped sharing | as purchased: access was gained again |
/// | refundDeclined | REFUND_DECLINED |
/// | anything else | none |
///
/// An upgrade is one notification, that of the purchase, whose entry has the whole transaction; the `upgraded` that
/// follows marks the old plan and is told by it. What is asked, deferred, failed, restored or finished is told to
/// nobody, and neither are the tester's own actions: deleting, redelivering, clearing a history.
public struct ServerNotification: Hashable, Sendable {
  public let entry: EventID
  /// When the entry was written, which is when the store signs.
  public let time: Timestamp
  public let type: NotificationType
  public let subtype: NotificationSubtype?
  /// As it was after the event.
  public let transaction: Transaction

  /// All that this store's notifications add to their types.
  public static let subtypes: [NotificationSubtype] = [.initialBuy, .resubscribe, .upgrade]

  /// Type and subtype, as one says it: `SUBSCRIBED INITIAL_BUY`.
  public var name: String {
    ([type.rawValue] + [subtype?.rawValue].compactMap(\.self)).joined(separator: " ")
  }

  /// How the subscription stood then, among `purchases` of its group as they stood then; nil for what does not renew.
  public func status(among purchases: [Transaction] = []) -> SignedNotification.Status? {
    SubscriptionRenewal(of: transaction, among: purchases, at: time) { _ in nil }?.status
  }

  /// Nil for an entry that no server is told of. Throws what `history` throws.
  public init?(_ entry: JournalEntry, in history: some NotificationHistory) throws {
    switch entry.event {
    case .purchased(let transaction):
      (type, subtype) = try Self.purchase(transaction, at: entry, in: history)
      self.transaction = transaction
    case .revoked(let transaction):
      type = transaction.revocation?.kind == .family ? .revoke : .refund
      subtype = nil
      self.transaction = transaction
    case .revocationReversed(let transaction):
      if try history.revocation(of: transaction.id, before: entry)?.kind == .family {
        (type, subtype) =
          transaction.productType == .autoRenewable ? (.subscribed, .resubscribe) : (.oneTimeCharge, nil)
      } else {
        (type, subtype) = (.refundReversed, nil)
      }
      self.transaction = transaction
    case .refundDeclined(let id, _):
      guard var transaction = try history.transaction(id, before: entry) else { return nil }
      // Only for what is not taken back can a refund be declined.
      (transaction.revokedAt, transaction.revocation) = (nil, nil)
      (type, subtype) = (.refundDeclined, nil)
      self.transaction = transaction
    case .command, .purchasing, .upgraded, .failed, .restored, .restoreStarted, .restoreFinished,
      .restoreFailed, .redelivered, .contentDelivered, .finished, .download, .contentDeleted,
      .storefrontChanged, .accountChanged, .signedIn, .signedOut, .paymentsAllowed, .networkChanged,
      .receiptsChanged, .receiptRefreshed, .receiptRefreshFailed, .receiptRejected, .deferred, .refundFailed,
      .deleted, .historyCleared, .roleChanged, .intent, .conditionSet, .conditionCleared, .conditionMet,
      .held, .released, .restoreSkipped, .abandoned, .restoreItemFailed:
      return nil
    }
    self.entry = entry.id
    time = entry.time
  }

  private static func purchase(
    _ transaction: Transaction, at entry: JournalEntry, in history: some NotificationHistory
  ) throws -> (NotificationType, NotificationSubtype?) {
    guard transaction.productType == .autoRenewable else { return (.oneTimeCharge, nil) }
    if try history.isUpgrade(transaction, at: entry) {
      return (transaction.isRedeemed ? .offerRedeemed : .changedRenewalPreference, .upgrade)
    }
    guard let isReturn = try history.hasSubscribedBefore(transaction, at: entry) else {
      return (.subscribed, nil)
    }
    return (.subscribed, isReturn ? .resubscribe : .initialBuy)
  }
}

/// What the past says about an entry, asked only where a notification depends on it.
public protocol NotificationHistory {
  /// A transaction as it is, or as it last was before the entry; nil when it is not known any more.
  func transaction(_ id: TransactionID, before entry: JournalEntry) throws -> Transaction?
  /// Whether the purchase of this entry took the place of a plan that ran.
  func isUpgrade(_ purchase: Transaction, at entry: JournalEntry) throws -> Bool
  /// Whether the account had subscribed in the group before the purchase of this entry; nil when that is not known.
  func hasSubscribedBefore(_ purchase: Transaction, at entry: JournalEntry) throws -> Bool?
  /// How the transaction was last taken back before the entry; nil when that is not known.
  func revocation(of id: TransactionID, before entry: JournalEntry) throws -> Revocation?
}

extension Transaction {
  /// Whether the customer redeemed an offer; an introductory one comes by itself.
  fileprivate var isRedeemed: Bool {
    switch offerKind {
    case .promotional, .code, .winBack: true
    case .introductory, nil: false
    }
  }
}
