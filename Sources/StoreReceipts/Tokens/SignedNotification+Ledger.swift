import FoundationEssentials
import StoreCrypto
import StoreModel

extension SignedNotification {
  /// How a subscription stands, as `data.status` numbers it.
  public enum Status: Int32, Hashable, Sendable {
    case active = 1
    case expired = 2
    case billingRetry = 3
    case gracePeriod = 4
    case revoked = 5
  }

  /// What a store sends of one journal entry; the tokens inside are put in by `SignedTokens`.
  ///
  /// It is signed when the entry was written, and says how things were then, so that each look at an entry gives the
  /// same notification: `notificationUUID` is the entry's, as it is in every attempt to deliver.
  public init(
    _ type: NotificationType, _ subtype: NotificationSubtype?, status: Status?, of entry: EventID,
    at time: Timestamp, for holder: ReceiptHolder
  ) {
    self.init()
    self.type = type.rawValue
    self.subtype = subtype?.rawValue
    uuid = holder.notificationID(of: entry, at: time).uuidString.lowercased()
    version = "2.0"
    signedDate = time
    var details = Details()
    details.environment = .sandbox
    details.bundleID = holder.bundleID
    details.bundleVersion = holder.version
    details.status = status?.rawValue
    data = details
  }
}

extension ReceiptHolder {
  /// The same each time. With the time, since entries of two ledgers have the same numbers.
  fileprivate func notificationID(of entry: EventID, at time: Timestamp) -> UUID {
    let name = "notification \(bundleID) \(entry) \(time.milliseconds)"
    return UUID(version4: Hash.sha256(Array(name.utf8) + device))
  }
}
