/// What a device may ask of the App Store, and all that it may ask.
///
/// The payment queue knows the store only as this. Each call that changes something is whole by itself, and
/// on disk when it returns; its events are told after that. When it throws, nothing has changed. Calls may
/// come from any task; the store decides them one at a time, in the order in which they came.
public protocol StoreService: Sendable {
  /// False when this device may not pay (R31). A payment that is added anyway fails.
  func canMakePayments() async -> Bool

  /// Answers every id once, as a product or as unknown, in the order asked (R30).
  ///
  /// A product without a price in the current storefront is unknown here: it is not sold.
  func products(for ids: [ProductID]) async throws(StoreError) -> ProductsResponse

  /// Takes a payment in: journals the `buy` command and a `purchasing` transaction (R3). After an intent the store adds
  /// the payment itself and nobody commands it (R98).
  func begin(_ payment: Payment, from origin: PaymentOrigin) async throws(StoreError) -> Transaction

  /// Looks at a `purchasing` transaction: either it settles at once, or the customer has to agree first.
  func review(_ id: TransactionID) async throws(StoreError) -> PaymentReview

  /// The customer agreed to pay `price`: charges, in one commit with the `confirm` command.
  ///
  /// When the price or the offer has changed since the sheet was shown, nothing is charged and a new
  /// sheet comes back (K17).
  func confirm(_ id: TransactionID, price: Price) async throws(StoreError) -> PaymentReview

  /// The store says no to a `purchasing` transaction before its sheet is shown: it fails with `error`.
  func refuse(_ id: TransactionID, _ error: StoreError) async throws(StoreError) -> Transaction

  /// The customer closed the sheet: the transaction fails with `paymentCancelled`.
  func cancel(_ id: TransactionID) async throws(StoreError) -> Transaction

  /// Starts a restore: journals the command and one `restored` transaction for each non-consumable
  /// and each auto-renewable period, expired or not, oldest first (R67).
  ///
  /// A customer who is signed out is asked by `askToSignIn` first, once the command is on disk; unless they sign in it
  /// fails with `signInCancelled` (C12). Throws the reason, already journalled as `restoreFailed`, when it cannot run.
  func beginRestore(applicationUsername: String, askToSignIn: @Sendable () async -> Void)
    async throws(StoreError) -> [Transaction]

  /// Ends the restore that `beginRestore` started, once its transactions were delivered (R9); with an `error` it failed at
  /// its end.
  func endRestore(count: Int, error: StoreError?) async throws(StoreError)

  /// What the last restore of this process left out, and why; empty before the first.
  var restoreRemainder: RestoreRemainder { get async }

  /// What an earlier run left: every unfinished transaction, oldest first, each journalled as
  /// `redelivered` (R10). A purchase that was never confirmed comes back failed.
  func relaunch() async throws(StoreError) -> [Transaction]

  /// Finishes for good, all in one commit, and answers those that were not finished before, in the order
  /// asked. What is unknown or finished already is harmless (R17). `command` is journalled as the cause
  /// when a person asked.
  ///
  /// Throws `clientInvalid` when one is `purchasing` or `deferred` (R16); none is finished then.
  func finish(_ ids: [TransactionID], command: Command?) async throws(StoreError) -> [Transaction]

  /// Notes that the app delivered what was bought, all in one commit, and answers those that were not
  /// noted before, so that a redelivered transaction never gives twice.
  ///
  /// Throws `clientInvalid` when one is unknown or has nothing to deliver; none is noted then.
  func recordDelivery(of ids: [TransactionID]) async throws(StoreError) -> Set<TransactionID>

  /// The receipt to put on this device before transactions are delivered: it holds every transaction that is on disk
  /// (R25). Nil when the store hands none out with purchases, see `ReceiptCondition`, and when `held`, the one that it
  /// issued last, still says all that a new one would.
  ///
  /// Whoever puts a receipt on the device asks once more with it: another process may have put a newer one there in the
  /// meantime, and what was put last has to be the newest. Throws `receiptUnavailable` when none can be signed.
  func issueReceipt(unless held: [UInt8]?) async throws(StoreError) -> [UInt8]?

  /// Asks for a new receipt and journals what came of it; nil when the store has none to give (R158). `command` is
  /// journalled as the cause when a person asked.
  ///
  /// Throws the reason, already journalled as `receiptRefreshFailed`, when the store cannot be asked.
  func refreshReceipt(command: Command?) async throws(StoreError) -> [UInt8]?

  /// Notes that the app did not accept the receipt, for which these transactions wait; there may be none.
  func recordRejection(of ids: [TransactionID], reason: StoreError) async throws(StoreError)

  /// False when the customer is signed out, so that a purchase or a restore has to ask first; unless they sign in it
  /// fails with `signInCancelled`.
  var isSignedIn: Bool { get async }

  /// Whether anything is set to happen at a stage; when not, nobody need ask what.
  func isObstructed(at stage: StoreStage) async -> Bool

  /// Tells the store that an item has come to a stage, and answers what becomes of it. What hits it is in the journal
  /// before this returns. When the ledger cannot be read or written everything passes.
  func arrive(_ item: StageItem, at stage: StoreStage) async -> StagePass

  /// Returns when the item may go on, and how. A cancelled task gets `drop` at once.
  func wait(for ticket: StageTicket) async -> StageOutcome

  /// Notes what waited at a stage when the app ended, so that its end leaves a trace; called last.
  func appEnded() async

  /// What the store sends by itself, in order, to the one app that listens; each is on disk before.
  var arrivals: AsyncStream<StoreArrival> { get }

  /// This device's downloads, by product id.
  func downloads() async throws(StoreError) -> [Download]

  /// Keeps a download's new state and journals it. Progress alone is not kept.
  func save(_ download: Download, command: Command?) async throws(StoreError)

  /// Forgets a product's download after its content was deleted, and journals that.
  func deleteDownload(of product: ProductID, command: Command?) async throws(StoreError)
}

extension StoreService {
  /// Takes in a payment that an app asked for.
  public func begin(_ payment: Payment) async throws(StoreError) -> Transaction {
    try await begin(payment, from: .app)
  }

  public var restoreRemainder: RestoreRemainder { RestoreRemainder() }

  public func appEnded() {}

  /// Starts a restore for a customer who is signed in, or cannot be asked.
  public func beginRestore(applicationUsername: String) async throws(StoreError) -> [Transaction] {
    try await beginRestore(applicationUsername: applicationUsername, askToSignIn: {})
  }

  /// Takes an item through a stage and answers how it came out, which may take as long as it is held.
  public func pass(_ stage: StoreStage, _ item: StageItem) async -> StageOutcome {
    guard await isObstructed(at: stage) else { return .pass }
    switch await arrive(item, at: stage) {
    case .through(let outcome): return outcome
    case .waits(let ticket): return await wait(for: ticket)
    }
  }

  /// Finishes one. Nil when it is unknown or finished already, which is harmless (R17).
  public func finish(_ id: TransactionID, command: Command?) async throws(StoreError) -> Transaction? {
    try await finish([id], command: command).first
  }

  /// Notes that one was delivered. False when it was noted before.
  public func recordDelivery(of id: TransactionID) async throws(StoreError) -> Bool {
    try await !recordDelivery(of: [id]).isEmpty
  }
}

/// What carries out the commands that set something on this device: the store.
public protocol StoreSettingsService: Sendable {
  /// Carries out a `storefront`, `account`, `payments`, `network` or `receipts` command.
  ///
  /// Throws, with nothing changed, when it cannot, and for every other command.
  func perform(_ command: Command) async throws(StoreError)
}

/// Who adds a payment to the queue.
public enum PaymentOrigin: Hashable, Sendable {
  /// The app, which asks the store for the product with it.
  case app
  /// The app, which has asked for the product before (R54).
  case lookedUp
  /// The store, after the journal's entry of what the customer chose on its own page (R98).
  case intent(EventID)
}

/// The store's answer to a products request.
public struct ProductsResponse: Hashable, Sendable {
  public let products: [Product]
  public let invalidProductIDs: [ProductID]

  public init(products: [Product], invalidProductIDs: [ProductID]) {
    self.products = products
    self.invalidProductIDs = invalidProductIDs
  }
}

/// How the store sees a payment.
public enum PaymentReview: Hashable, Sendable {
  /// The customer has to agree to this first.
  case sheet(PaymentSheet)
  /// It is purchased, restored, failed or deferred, and on disk.
  case settled(Transaction)
}

/// What the purchase sheet asks the customer to agree to.
public struct PaymentSheet: Hashable, Sendable {
  public let transaction: Transaction
  public let product: Product
  /// What will be charged now, in all; zero for a free trial.
  public let price: Price
  /// The offer that applies; nil when the standard price does.
  public let offer: Offer?

  public init(transaction: Transaction, product: Product, price: Price, offer: Offer?) {
    self.transaction = transaction
    self.product = product
    self.price = price
    self.offer = offer
  }
}

/// The customer's answer to a purchase sheet.
public enum PaymentSheetAnswer: Hashable, Sendable {
  /// The customer agrees to pay this price; a sheet that has changed since is asked again (K17).
  case confirm(price: Price)
  case cancel
}
