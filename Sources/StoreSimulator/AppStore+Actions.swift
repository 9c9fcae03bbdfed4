import StoreLedger
import StoreModel

/// What somebody does at the store and not through the app. What comes of it is sent to the app as an arrival.
extension AppStore {
  func perform(_ action: StoreAction, command: Command) async throws(StoreError) {
    switch action {
    case .approve(let id): try await answer(id, command) { try self.approve($0, cause: $1, in: $2) }
    case .decline(let id):
      try await answer(id, command) {
        try self.fail($0, StoreError(.unknown, .askToBuyDeclined), cause: $1, in: $2)
      }
    case .resolve(let id): try await resolve(id, command)
    case .refund(let id, let refund): try await self.refund(id, refund, command)
    case .reverse(let id): try await reverse(id, command)
    case .revoke(let id): try await stopSharing(id, command)
    case .delete(let id): try await delete(id, command)
    case .redeliver(let id): try await redeliver(id, command)
    case .create(let payment, let date): try await create(payment, date: date, command)
    case .intent(let payment): try await sendIntent(payment, command)
    case .redeem(let product, let offer): try await redeem(product, offer: offer, command)
    case .clearHistory(let account): try await clearHistory(of: account, command)
    case .role(let account, let role): try await set(role, of: account, command)
    }
  }

  // MARK: Ask to Buy and interrupted purchases

  private func answer(
    _ id: TransactionID, _ command: Command,
    _ settle: (Transaction, EventID, any LedgerWriter) throws -> Transaction
  ) async throws(StoreError) {
    let (transaction, isOurs) = try await write { ledger in
      let row = try ledger.known(id)
      guard row.value.state == .deferred else {
        throw StoreError(.clientInvalid, .notDeferred, subject: id.description)
      }
      let cause = try ledger.append(.command(command), at: environment.now(), cause: nil)
      return (try settle(row.value, cause, ledger), try claim(id))
    }
    // Where it is open, that process hears of it by the journal.
    if isOurs { send(.transactions([transaction])) }
  }

  /// Charges under the terms of now, for the child asked a while ago.
  private func approve(_ transaction: Transaction, cause: EventID, in ledger: any LedgerWriter) throws
    -> Transaction
  {
    switch try decide(on: transaction, in: ledger) {
    case .refuse(let error): return try fail(transaction, error, cause: cause, in: ledger)
    case .restore(let owned): return try restore(transaction, from: owned, cause: cause, in: ledger)
    case .charge(let terms): return try charge(transaction, terms, cause: cause, in: ledger)
    }
  }

  private func resolve(_ id: TransactionID, _ command: Command) async throws(StoreError) {
    let transaction = try await write { ledger in
      var row = try ledger.known(id)
      guard row.value.state == .failed, let error = row.value.error, error.reason == .interrupted,
        error.subject.isEmpty
      else { throw StoreError(.clientInvalid, .notInterrupted, subject: id.description) }
      let cause = try ledger.append(.command(command), at: environment.now(), cause: nil)
      let transaction = try purchase(
        row.value.payment, account: row.value.account, storefront: row.value.storefront, cause: cause,
        in: ledger)
      row.value.error = StoreError(error.code, .interrupted, subject: transaction.id.description)
      try ledger.update(row.value, lastEvent: cause)
      return transaction
    }
    send(.transactions([transaction]))
  }

  // MARK: Purchases that no payment call asked for

  private func create(_ payment: Payment, date: Timestamp?, _ command: Command) async throws(StoreError) {
    if let date, date > environment.now() {
      throw StoreError(.clientInvalid, .other, subject: "A purchase cannot be made in the future.")
    }
    let transaction = try await write { ledger in
      let settings = try settings(in: ledger)
      let cause = try ledger.append(.command(command), at: environment.now(), cause: nil)
      return try purchase(
        payment, account: settings.account, storefront: settings.storefront, date: date, cause: cause,
        in: ledger)
    }
    send(.transactions([transaction]))
  }

  private func redeem(_ product: ProductID, offer: String, _ command: Command) async throws(StoreError) {
    let payment = Payment(productID: product, offerID: offer)
    let (entry, outcome) = try await admit(command, StageItem(product: product), at: .offerCode)
    if case .fail(let error) = outcome { throw error }
    let transaction = try await write { ledger in
      let settings = try settings(in: ledger)
      let cause = try entry ?? ledger.append(.command(command), at: environment.now(), cause: nil)
      return try purchase(
        payment, account: settings.account, storefront: settings.storefront, redeems: true, cause: cause,
        in: ledger)
    }
    send(.transactions([transaction]))
  }

  /// A purchase that is charged at once, or throws why not.
  private func purchase(
    _ payment: Payment, account: AccountID, storefront: Storefront.ID, date: Timestamp? = nil,
    redeems: Bool = false, cause: EventID, in ledger: any LedgerWriter
  ) throws -> Transaction {
    let product = catalog.product(payment.productID)
    let transaction = Transaction(
      id: try ledger.nextTransactionID(), payment: payment, productType: product?.type ?? .consumable,
      account: account, storefront: storefront, groupID: product?.subscription?.groupID, state: .purchasing,
      createdAt: environment.now())
    switch try decide(on: transaction, date: date, redeems: redeems, in: ledger) {
    case .refuse(let error): throw error
    case .restore:
      throw StoreError(.unknown, .other, subject: "The account owns '\(payment.productID)' already.")
    case .charge(let terms):
      try ledger.insert(transaction, lastEvent: cause)
      _ = try claim(transaction.id)
      return try charge(transaction, terms, date: date, cause: cause, in: ledger)
    }
  }

  /// What the store answers to a purchase that does not come from this device, which need not be allowed to pay.
  private func decide(
    on transaction: Transaction, date: Timestamp? = nil, redeems: Bool = false, in ledger: any LedgerReader
  ) throws -> PurchaseDecision {
    var settings = try settings(in: ledger)
    settings.paymentsAllowed = true
    settings.isSignedIn = true
    settings.network = .on
    let instant = date ?? environment.now()
    return try PurchaseDecision.decide(
      transaction.payment, catalog: catalog, storefront: storefront(transaction.storefront),
      settings: settings, now: instant, redeems: redeems
    ) { try AccountHistory(of: $0, account: transaction.account, at: instant, in: ledger) }
  }

  private func sendIntent(_ payment: Payment, _ command: Command) async throws(StoreError) {
    guard catalog.product(payment.productID) != nil else {
      throw StoreError(.paymentInvalid, .unknownProduct, subject: payment.productID.rawValue)
    }
    let event = try await write { ledger in
      let cause = try ledger.append(.command(command), at: environment.now(), cause: nil)
      return try ledger.append(.intent(payment), at: environment.now(), cause: cause)
    }
    send(.intent(payment, event))
  }

  // MARK: The books themselves

  private func redeliver(_ id: TransactionID, _ command: Command) async throws(StoreError) {
    let (transaction, isOurs) = try await write { ledger in
      let row = try ledger.known(id)
      guard !row.value.isFinished else {
        throw StoreError(.clientInvalid, .alreadyFinished, subject: id.description)
      }
      guard row.value.state != .purchasing else {
        throw StoreError(.clientInvalid, .notFinishable, subject: id.description)
      }
      let cause = try ledger.append(.command(command), at: environment.now(), cause: nil)
      let event = try ledger.append(.redelivered(row.value), at: environment.now(), cause: cause)
      try ledger.update(row.value, lastEvent: event)
      return (row.value, try claim(id))
    }
    if isOurs { send(.transactions([transaction])) }
  }

  private func delete(_ id: TransactionID, _ command: Command) async throws(StoreError) {
    try await write { ledger in
      let row = try ledger.known(id)
      guard row.value.state != .purchasing else {
        throw StoreError(.clientInvalid, .notFinishable, subject: id.description)
      }
      let cause = try ledger.append(.command(command), at: environment.now(), cause: nil)
      try ledger.delete(id)
      _ = try ledger.append(
        .deleted(transaction: id, product: row.value.productID), at: environment.now(), cause: cause)
    }
    letGo(of: [id])
    send(.withdrawn([id]))
  }

  private func clearHistory(of account: AccountID, _ command: Command) async throws(StoreError) {
    let ids = try await write { ledger in
      let cause = try ledger.append(.command(command), at: environment.now(), cause: nil)
      let ids = try ledger.deleteHistory(of: account)
      _ = try ledger.append(
        .historyCleared(account, count: ids.count), at: environment.now(), cause: cause)
      return ids
    }
    letGo(of: ids)
    send(.withdrawn(ids))
  }
}

extension LedgerReader {
  func known(_ id: TransactionID) throws -> Recorded<Transaction> {
    guard let row = try transaction(id) else {
      throw StoreError(.clientInvalid, .unknownTransaction, subject: id.description)
    }
    return row
  }
}
