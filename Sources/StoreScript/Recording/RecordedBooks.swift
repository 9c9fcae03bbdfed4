import StoreModel

/// What the journal has told so far, as far as a recording needs it.
struct RecordedBooks: Sendable {
  private(set) var transactions: [TransactionID: Transaction] = [:]
  private(set) var downloads: [ProductID: DownloadState] = [:]
  private(set) var account = AccountID.tester
  /// Payments that nobody has answered yet, oldest first.
  private(set) var openSheets: [TransactionID] = []
  /// True from a start of the app until the next command.
  private(set) var wasRelaunched = true

  /// What came back since the last start of the app or command.
  private var takenUp: Set<TransactionID> = []
  private var newest: TransactionID?
  private var balances: [AccountID: [ProductID: Int]] = [:]

  /// Of a consumable that the account was given; nil for anything else.
  func balance(of product: ProductID) -> Int? { balances[account]?[product] }

  /// How a script names a transaction: the newest one is `last`.
  func name(of id: TransactionID) -> TransactionName { id == newest ? .last : .id(id) }

  mutating func relaunch() {
    wasRelaunched = true
    takenUp = []
  }

  /// True for what this start of the app has taken up before: it was started again.
  func isTakenUp(_ event: Event) -> Bool {
    if case .redelivered(let transaction) = event { takenUp.contains(transaction.id) } else { false }
  }

  /// True for a download that ran and waits again, which only the start of an app brings.
  func takesUp(_ event: Event) -> Bool {
    guard case .download(let download) = event else { return false }
    return download.state == .waiting && downloads[download.productID] == .active
  }

  mutating func note(_ event: Event) {
    switch event {
    case .command:
      wasRelaunched = false
      takenUp = []
    case .purchasing(let transaction):
      openSheets.append(transaction.id)
      keep(transaction)
    case .purchased(let transaction), .failed(let transaction), .restored(let transaction),
      .redelivered(let transaction), .deferred(let transaction), .revoked(let transaction),
      .revocationReversed(let transaction):
      openSheets.removeAll { $0 == transaction.id }
      keep(transaction)
      if case .redelivered = event { takenUp.insert(transaction.id) }
    case .upgraded(let id, _): transactions[id]?.isUpgraded = true
    case .contentDelivered(let id, let product, let quantity):
      guard let transaction = transactions[id], transaction.productType == .consumable else { return }
      balances[transaction.account, default: [:]][product, default: 0] += quantity
    case .finished(let id, _): transactions[id]?.isFinished = true
    case .download(let download): downloads[download.productID] = download.state
    case .contentDeleted(let product): downloads[product] = nil
    case .accountChanged(_, let to): account = to
    case .signedIn, .signedOut: break
    case .deleted(let id, _): transactions[id] = nil
    case .historyCleared(let account, _):
      transactions = transactions.filter { $0.value.account != account || $0.value.state == .purchasing }
      balances[account] = nil
    case .refundDeclined, .refundFailed, .roleChanged, .intent, .conditionSet, .conditionCleared,
      .conditionMet, .held, .released, .restoreItemFailed, .restoreSkipped, .abandoned:
      break
    case .restoreStarted, .restoreFinished, .restoreFailed, .storefrontChanged, .paymentsAllowed,
      .networkChanged, .receiptsChanged, .receiptRefreshed, .receiptRefreshFailed, .receiptRejected:
      break
    }
  }

  private mutating func keep(_ transaction: Transaction) {
    transactions[transaction.id] = transaction
    newest = max(newest ?? transaction.id, transaction.id)
  }
}

/// What has changed since the last line of a recording.
struct RecordedNews: Sendable {
  /// More events than this are not listed; what has become of them is.
  private static let limit = 12

  private(set) var transactions: [TransactionID] = []
  private(set) var balances: [ProductID] = []
  private(set) var downloads: [ProductID] = []
  private var events: [EntryPattern] = []
  private var count = 0

  /// What the journal ends with, as patterns; nil when nothing came, or too much to be read.
  var patterns: [EntryPattern]? { count == 0 || count > Self.limit ? nil : events }

  mutating func note(_ event: Event) {
    count += 1
    if count <= Self.limit { events.append(EntryPattern(recorded: event)) }
    switch event {
    case .purchasing(let transaction), .purchased(let transaction), .failed(let transaction),
      .restored(let transaction), .redelivered(let transaction), .deferred(let transaction),
      .revoked(let transaction), .revocationReversed(let transaction):
      add(transaction.id)
    case .upgraded(let id, _), .finished(let id, _): add(id)
    case .contentDelivered(let id, let product, _):
      add(id)
      if !balances.contains(product) { balances.append(product) }
    case .download(let download):
      if !downloads.contains(download.productID) { downloads.append(download.productID) }
    case .contentDeleted(let product): downloads.removeAll { $0 == product }
    default: break
    }
  }

  /// A restore of thousands is told by its number, not one by one.
  private mutating func add(_ id: TransactionID) {
    if transactions.count < Self.limit, !transactions.contains(id) { transactions.append(id) }
  }
}

extension Event {
  /// True for what only the start of an app brings: what an earlier run left comes back.
  var tellsOfRelaunch: Bool {
    switch self {
    case .redelivered, .abandoned: true
    case .failed(let transaction): transaction.error?.reason == .closedBeforeConfirmation
    default: false
    }
  }
}

extension EntryPattern {
  /// The pattern that matches this event, with what it is about where a pattern can say that.
  init(recorded event: Event) {
    let details = EntryDetails(event)
    let pattern = try? EntryPattern(details.pattern, names: Event.names, what: "event")
    self = pattern.flatMap { details.matches($0) ? $0 : nil } ?? .entry(event.name, [])
  }
}
