/// Something that happened and is safe on disk.
public enum Event: Hashable, Sendable {
  /// A command was taken in; what follows names it as its cause.
  case command(Command)
  case purchasing(Transaction)
  case purchased(Transaction)
  /// A purchase of the same group took this subscription's place; it entitles to nothing from now on.
  case upgraded(transaction: TransactionID, by: TransactionID)
  case failed(Transaction)
  /// An item came back, from a restore or because it was owned already.
  case restored(Transaction)
  case restoreStarted
  case restoreFinished(count: Int)
  case restoreFailed(StoreError)
  /// An earlier run left this unfinished; the queue delivers it again (R10).
  case redelivered(Transaction)
  /// The app gave the customer what was bought.
  case contentDelivered(transaction: TransactionID, product: ProductID, quantity: Int)
  case finished(transaction: TransactionID, product: ProductID)
  /// A download changed its state. Progress alone is no event.
  case download(Download)
  case contentDeleted(ProductID)
  case storefrontChanged(from: Storefront.ID, to: Storefront.ID)
  case accountChanged(from: AccountID, to: AccountID)
  case signedIn(AccountID)
  case signedOut(AccountID)
  case paymentsAllowed(Bool)
  case networkChanged(NetworkState)
  case receiptsChanged(ReceiptCondition)
  /// The store handed out a new receipt because somebody asked.
  case receiptRefreshed(purchases: Int)
  case receiptRefreshFailed(StoreError)
  /// The app did not accept the receipt; what waited for it is not delivered and stays unfinished.
  case receiptRejected(StoreError)
  /// The purchase waits until somebody approves or declines it.
  case deferred(Transaction)
  /// The store took it back; it entitles to nothing from now on.
  case revoked(Transaction)
  /// A refund or a revocation was taken back.
  case revocationReversed(Transaction)
  /// A refund was asked for and not given.
  case refundDeclined(transaction: TransactionID, product: ProductID)
  case refundFailed(transaction: TransactionID, product: ProductID, StoreError)
  /// It is not in the books any more.
  case deleted(transaction: TransactionID, product: ProductID)
  case historyCleared(AccountID, count: Int)
  case roleChanged(AccountID, AccountRole)
  /// The customer chose a product on the App Store's own page (R96).
  case intent(Payment)
  case conditionSet(StoreCondition)
  /// It was cleared, or has hit as often as it should.
  case conditionCleared(StoreCondition)
  /// A condition hit something.
  case conditionMet(StoreCondition, StageItem)
  /// An app's item is held at a stage.
  case held(StoreStage, StageItem)
  case released(StoreStage, StageItem)
  /// A restore does not bring these back, by the store's rules.
  case restoreSkipped(RestoreOmission)
  /// The app ended while this waited at a stage; what is unfinished comes back at the next launch.
  case abandoned(StoreStage, StageItem)
  /// A restore left this purchase out.
  case restoreItemFailed(transaction: TransactionID, product: ProductID, StoreError)

  public static func networkChanged(isOn: Bool) -> Event { .networkChanged(NetworkState(isOn: isOn)) }
}

extension Event {
  /// The event's name: the word in the journal, in JSON and in scripts.
  public var name: String {
    switch self {
    case .command: "command"
    case .purchasing: "purchasing"
    case .purchased: "purchased"
    case .upgraded: "upgraded"
    case .failed: "failed"
    case .restored: "restored"
    case .restoreStarted: "restoreStarted"
    case .restoreFinished: "restoreFinished"
    case .restoreFailed: "restoreFailed"
    case .redelivered: "redelivered"
    case .contentDelivered: "contentDelivered"
    case .finished: "finished"
    case .download: "download"
    case .contentDeleted: "contentDeleted"
    case .storefrontChanged: "storefrontChanged"
    case .accountChanged: "accountChanged"
    case .signedIn: "signedIn"
    case .signedOut: "signedOut"
    case .paymentsAllowed: "paymentsAllowed"
    case .networkChanged: "networkChanged"
    case .receiptsChanged: "receiptsChanged"
    case .receiptRefreshed: "receiptRefreshed"
    case .receiptRefreshFailed: "receiptRefreshFailed"
    case .receiptRejected: "receiptRejected"
    case .deferred: "deferred"
    case .revoked: "revoked"
    case .revocationReversed: "revocationReversed"
    case .refundDeclined: "refundDeclined"
    case .refundFailed: "refundFailed"
    case .deleted: "deleted"
    case .historyCleared: "historyCleared"
    case .roleChanged: "roleChanged"
    case .intent: "intent"
    case .conditionSet: "conditionSet"
    case .conditionCleared: "conditionCleared"
    case .conditionMet: "conditionMet"
    case .held: "held"
    case .released: "released"
    case .restoreItemFailed: "restoreItemFailed"
    case .restoreSkipped: "restoreSkipped"
    case .abandoned: "abandoned"
    }
  }
}

/// One line of the journal: an event, when it happened, and what caused it.
public struct JournalEntry: Hashable, Sendable, Codable {
  public let id: EventID
  /// On the store's clock.
  public let time: Timestamp
  /// The command or event that led to this one; nil for what starts by itself.
  public let cause: EventID?
  public let event: Event

  public init(id: EventID, time: Timestamp, cause: EventID?, event: Event) {
    self.id = id
    self.time = time
    self.cause = cause
    self.event = event
  }
}
