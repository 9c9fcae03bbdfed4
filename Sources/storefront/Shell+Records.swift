import StoreCatalog
import StoreModel
import StoreScript
import StoreSimulator

extension Shell {
  /// Lists transactions, newest first.
  func transactions() async throws -> ExitStatus {
    let limit = try invocation.number(.limit, in: 1...Int.max) ?? .max
    let query = TransactionQuery(invocation.value(.filter) ?? "")
    let part = query.text.lowercased()
    let store = try openBooks()
    var all: [Transaction] = []
    var last: TransactionID?
    while all.count < limit {
      let page = try await store.transactions(before: last, limit: 1000)
      guard let end = page.last?.id else { break }
      last = end
      all += page.filter {
        query.fits($0) && (part.isEmpty || $0.productID.rawValue.lowercased().contains(part))
      }.prefix(limit - all.count)
    }
    if invocation.has(.json) {
      try console.print(json: ["transactions": all])
    } else if all.isEmpty {
      console.print(
        query == TransactionQuery("")
          ? "No transactions yet. 'storefront buy PRODUCT' makes the first."
          : "No transaction fits the filter.")
    } else {
      let prices = PriceText()
      console.print(
        TextTable(
          [["TRANSACTION", "TIME", "STATE", "PRODUCT", "PRICE", ""]]
            + all.map {
              [
                $0.id.description, $0.createdAt.description, $0.state.description, $0.productID.rawValue,
                $0.price.map { prices.text($0) } ?? "", $0.isFinished ? "" : "unfinished",
              ]
            }
        ).lines.joined(separator: "\n"))
    }
    return .done
  }

  /// Prints the journal, oldest first.
  func events() async throws -> ExitStatus {
    let limit = try invocation.number(.limit, in: 1...1_000_000)
    let store = try openBooks()
    if let limit {
      for entry in try await store.journal(before: nil, limit: limit).reversed() { try print(entry) }
      return .done
    }
    var last: EventID?
    while true {
      let page = try await store.journal(after: last, limit: 1000)
      for entry in page { try print(entry) }
      guard let end = page.last?.id else { return .done }
      last = end
    }
  }

  /// The store's books, to look at. What was bought can be seen whatever has become of the catalogue.
  func openBooks() throws -> AppStore {
    let environment = try environment()
    let ledger = try LedgerLocation(invocation, environment: console.environment).open()
    let nothing = Catalog(
      app: Catalog.App(name: "", bundleID: "", seller: ""), defaultLocale: "en", products: [])
    return AppStore(
      ledger: ledger, catalog: nothing, storefronts: StorefrontTable.all, environment: environment,
      defaults: StoreSettings(storefront: "USA"))
  }

  func print(_ entry: JournalEntry) throws {
    if invocation.has(.json) {
      try console.print(json: JournalLine(entry), onOneLine: true)
    } else {
      let cause = entry.cause.map { "  (after \($0))" } ?? ""
      console.print(
        "\(entry.id)  \(entry.time)  \(entry.event.name) \(entry.event.subject.singleLine)\(cause)")
    }
  }
}

/// One line of `events --json`: the entry with the event's name beside it.
private struct JournalLine: Encodable {
  let id: EventID
  let time: Timestamp
  let cause: EventID?
  let name: String
  let event: Event

  init(_ entry: JournalEntry) {
    id = entry.id
    time = entry.time
    cause = entry.cause
    name = entry.event.name
    event = entry.event
  }
}

/// Prices without a storefront's own way of writing, for tables that mix countries.
private struct PriceText {
  func text(_ price: Price) -> String { "\(price.plainAmount) \(price.currency)" }
}

extension Event {
  /// What the event is about, in ids and StoreKit's words, for one line of a log.
  fileprivate var subject: String {
    switch self {
    case .command(let command): command.text
    case .purchasing(let transaction), .purchased(let transaction), .restored(let transaction),
      .redelivered(let transaction):
      "\(transaction.productID) \(transaction.id)"
    case .failed(let transaction):
      "\(transaction.productID) \(transaction.id): \(transaction.error?.errorDescription ?? "")"
    case .upgraded(let old, let new): "\(old) by \(new)"
    case .restoreStarted: ""
    case .restoreFinished(let count): "\(count)"
    case .restoreFailed(let error): error.errorDescription ?? ""
    case .contentDelivered(let transaction, let product, let quantity):
      "\(product) \(transaction)" + (quantity == 1 ? "" : " x \(quantity)")
    case .finished(let transaction, let product): "\(product) \(transaction)"
    case .download(let download):
      "\(download.productID) \(download.state)" + (download.failure.map { ": \($0)" } ?? "")
    case .contentDeleted(let product): product.rawValue
    case .storefrontChanged(let old, let new): "\(old) to \(new)"
    case .accountChanged(let old, let new): "\(old) to \(new)"
    case .signedIn(let account), .signedOut(let account): account.rawValue
    case .paymentsAllowed(let allowed): allowed ? "yes" : "no"
    case .networkChanged(let state): state.rawValue
    case .receiptsChanged(let condition): condition.rawValue
    case .receiptRefreshed(let count): "\(count)"
    case .receiptRefreshFailed(let error), .receiptRejected(let error): error.errorDescription ?? ""
    case .deferred(let transaction), .revoked(let transaction), .revocationReversed(let transaction):
      "\(transaction.productID) \(transaction.id)"
    case .refundDeclined(let transaction, let product), .deleted(let transaction, let product):
      "\(product) \(transaction)"
    case .refundFailed(let transaction, let product, let error),
      .restoreItemFailed(let transaction, let product, let error):
      "\(product) \(transaction): \(error.errorDescription ?? "")"
    case .historyCleared(let account, let count): "\(account) \(count)"
    case .roleChanged(let account, let role): "\(account) \(role.rawValue)"
    case .intent(let payment): payment.productID.rawValue
    case .conditionSet(let condition), .conditionCleared(let condition): Act.condition(condition).text
    case .conditionMet(let condition, let item):
      "\(item.subject)\(Act.condition(condition).text)"
    case .held(let stage, let item), .released(let stage, let item), .abandoned(let stage, let item):
      "\(item.subject)\(stage.rawValue)"
    case .restoreSkipped(let omission):
      "\(omission.product): \(omission.reason.rawValue)"
        + (omission.quantity == 1 ? "" : " x \(omission.quantity)")
    }
  }
}

extension StageItem {
  /// What it is, before the rest of a line; empty when it is about no product.
  fileprivate var subject: String {
    let words = [product?.rawValue, transaction?.description].compactMap(\.self)
    return words.isEmpty ? "" : words.joined(separator: " ") + ": "
  }
}
