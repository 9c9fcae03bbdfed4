/// A place on a purchase's way at which something can be set to go wrong, to be slow, or to be held.
public enum StoreStage: String, Hashable, Sendable, Codable, CaseIterable {
  /// The products request, which comes before a purchase.
  case products
  /// Before the purchase sheet is shown.
  case sheet
  /// Between the customer's yes and the charge.
  case purchase
  /// Before the queue tells the app of a transaction.
  case delivery
  /// When an earlier run's transaction is told again: what the app called its user, unless that is a UUID.
  case username
  /// Before the app looks whether the receipt holds a transaction.
  case verification
  /// Before hosted content is brought.
  case content
  /// Before a transaction is finished.
  case finish
  /// Before a restore begins.
  case restore
  /// One item of a restore.
  case restoreItem
  /// Before the end of a restore is told.
  case restoreEnd
  /// A receipt that was asked for.
  case receipt
  /// A refund that the customer asks for.
  case refund
  /// A redeemed offer code.
  case offerCode
  /// What the account has: entitlements and subscriptions.
  case status
  /// How the app itself was bought.
  case appTransaction

  /// What can be set to happen here.
  public var effects: [StoreCondition.Effect] {
    switch self {
    case .purchase: [.fail, .delay, .hold, .askToBuy, .interrupt]
    case .delivery: [.delay, .hold, .drop, .duplicate]
    case .restoreItem: [.fail, .delay, .hold, .drop, .duplicate]
    case .username: [.drop]
    case .finish: [.fail, .delay, .hold, .drop]
    case .refund, .offerCode, .status, .appTransaction: [.fail, .delay]
    case .products, .sheet, .verification, .content, .restore, .restoreEnd, .receipt: [.fail, .delay, .hold]
    }
  }
}

/// What comes to a stage.
public struct StageItem: Hashable, Sendable, Codable {
  /// Nil for a request that is about no transaction.
  public let transaction: TransactionID?
  public let product: ProductID?
  /// Nil where everybody is meant.
  public let account: AccountID?

  public init(transaction: TransactionID? = nil, product: ProductID? = nil, account: AccountID? = nil) {
    self.transaction = transaction
    self.product = product
    self.account = account
  }

  public init(_ transaction: Transaction) {
    self.init(transaction: transaction.id, product: transaction.productID, account: transaction.account)
  }
}

/// How something comes out of a stage.
public enum StageOutcome: Hashable, Sendable {
  case pass
  case fail(StoreError)
  /// It gets lost here; what is unfinished comes back at the next launch.
  case drop
  /// It comes out twice.
  case duplicate
  /// Somebody else has to agree first.
  case askToBuy
  /// The customer has something to settle with the store first (R201).
  case interrupt(StoreError)
}

/// Something that is held at a stage of this app, until somebody releases it.
public struct HeldItem: Hashable, Sendable, Codable {
  /// Names it among those that are held.
  public let number: Int
  public let stage: StoreStage
  public let item: StageItem
  /// On the store's clock.
  public let since: Timestamp

  public init(number: Int, stage: StoreStage, item: StageItem, since: Timestamp) {
    self.number = number
    self.stage = stage
    self.item = item
    self.since = since
  }
}

/// The store's answer to whatever comes to a stage: it is through at once, or has to wait.
public enum StagePass: Hashable, Sendable {
  case through(StageOutcome)
  case waits(StageTicket)
}

/// What a waiting item shows to get on, see `StoreService.wait`.
public struct StageTicket: Hashable, Sendable {
  public let number: Int
  public let stage: StoreStage
  public let item: StageItem
  /// On the `uptime` clock, before it is held or goes on.
  public let delay: Duration
  public let isHeld: Bool
  /// What happens to it when it is released.
  public let outcome: StageOutcome

  public init(
    number: Int, stage: StoreStage, item: StageItem, delay: Duration, isHeld: Bool, outcome: StageOutcome
  ) {
    self.number = number
    self.stage = stage
    self.item = item
    self.delay = delay
    self.isHeld = isHeld
    self.outcome = outcome
  }
}
