import StoreLedger
import StoreModel

/// One payment's way: begin, review, confirm or cancel, deliver, finish.
extension AppStore {
  public func begin(_ payment: Payment, from origin: PaymentOrigin) async throws(StoreError) -> Transaction {
    askForKeys()
    var cause: EventID?
    switch origin {
    case .intent(let entry): cause = entry
    // The products request is over.
    case .lookedUp: break
    case .app:
      // An app asks for its products before it sells one; here nothing else asks.
      let (admitted, outcome) = try await admit(
        .buy(payment), StageItem(product: payment.productID), at: .products)
      if case .fail(let error) = outcome { throw error }
      // The app has ended meanwhile.
      guard outcome != .drop else { throw StoreError(.clientInvalid, .notRunning) }
      cause = admitted
    }
    let journalled = cause
    let product = catalog.product(payment.productID)
    return try await write { ledger in
      let now = environment.now()
      let settings = try settings(in: ledger)
      let transaction = Transaction(
        id: try ledger.nextTransactionID(), payment: payment,
        // An unknown product has no type; its transaction fails at the review.
        productType: product?.type ?? .consumable,
        account: settings.account, storefront: settings.storefront, groupID: product?.subscription?.groupID,
        state: .purchasing, createdAt: now)
      let cause = try journalled ?? ledger.append(.command(.buy(payment)), at: now, cause: nil)
      let event = try ledger.append(.purchasing(transaction), at: now, cause: cause)
      try ledger.insert(transaction, lastEvent: event)
      _ = try claim(transaction.id)
      // Known before it is on disk, so that a relaunch in between takes it for no leftover.
      begun.insert(transaction.id)
      return transaction
    }
  }

  public func review(_ id: TransactionID) async throws(StoreError) -> PaymentReview {
    keep(
      try await write { ledger in
        let open = try ledger.openTransaction(id)
        return try settle(open, cause: open.lastEvent, in: ledger)
      })
  }

  public func confirm(_ id: TransactionID, price: Price) async throws(StoreError) -> PaymentReview {
    let agreed = sheets[id].flatMap { $0.price == price ? $0 : nil }
    guard isObstructed(at: .purchase) else {
      return keep(
        try await write { ledger in
          let open = try ledger.openTransaction(id)
          let command = try ledger.append(.command(.confirm(id)), at: environment.now(), cause: nil)
          return try settle(open, cause: command, agreed: agreed, in: ledger)
        })
    }
    let item = StageItem(try read { try $0.openTransaction(id).value })
    let (entry, outcome) = try await admit(.confirm(id), item, at: .purchase)
    // The app ended meanwhile; the purchase is not confirmed any more.
    guard outcome != .drop else { throw StoreError(.clientInvalid, .notRunning) }
    return keep(
      try await write { ledger in
        let open = try ledger.openTransaction(id)
        // What it met on the way is nearer than the customer's yes.
        let cause = max(entry ?? open.lastEvent, open.lastEvent)
        return try settle(open, cause: cause, agreed: agreed, outcome: outcome, in: ledger)
      })
  }

  public func refuse(_ id: TransactionID, _ error: StoreError) async throws(StoreError) -> Transaction {
    let transaction = try await write { ledger in
      let open = try ledger.openTransaction(id)
      return try fail(open.value, error, cause: open.lastEvent, in: ledger)
    }
    forget(id)
    return transaction
  }

  public func cancel(_ id: TransactionID) async throws(StoreError) -> Transaction {
    let transaction = try await write { ledger in
      let open = try ledger.openTransaction(id)
      let command = try ledger.append(.command(.cancel(id)), at: environment.now(), cause: nil)
      return try fail(
        open.value, StoreError(.paymentCancelled, .cancelledAtSheet), cause: command, in: ledger)
    }
    forget(id)
    return transaction
  }

  public func finish(_ ids: [TransactionID], command: Command?) async throws(StoreError) -> [Transaction] {
    let finished: [Transaction] = try await write { ledger in
      let now = environment.now()
      // What was asked for is told even when it changes nothing.
      let asked = try command.map { try ledger.append(.command($0), at: now, cause: nil) }
      return try ids.compactMap { id in
        guard var row = try ledger.transaction(id), !row.value.isFinished else { return nil }
        let state = row.value.state
        guard state == .purchased || state == .restored || state == .failed else {
          throw StoreError(.clientInvalid, .notFinishable, subject: id.description)
        }
        row.value.isFinished = true
        let event = try ledger.append(
          .finished(transaction: id, product: row.value.productID), at: now, cause: asked ?? row.lastEvent)
        try ledger.update(row.value, lastEvent: event)
        return row.value
      }
    }
    letGo(of: ids)
    return finished
  }

  public func recordDelivery(of ids: [TransactionID]) async throws(StoreError) -> Set<TransactionID> {
    try await write { ledger in
      let now = environment.now()
      return try Set(ids.filter { try recordDelivery(of: $0, at: now, in: ledger) })
    }
  }

  private func recordDelivery(of id: TransactionID, at now: Timestamp, in ledger: any LedgerWriter) throws
    -> Bool
  {
    guard let row = try ledger.transaction(id) else {
      throw StoreError(.clientInvalid, .unknownTransaction, subject: id.description)
    }
    let transaction = row.value
    guard transaction.transactionIdentifier != nil else {
      throw StoreError(.clientInvalid, .other, subject: "Transaction \(id) has nothing to deliver.")
    }
    guard try ledger.recordDelivery(of: transaction, at: now) else { return false }
    let event = try ledger.append(
      .contentDelivered(
        transaction: id, product: transaction.productID, quantity: transaction.payment.quantity),
      at: now, cause: row.lastEvent)
    try ledger.update(transaction, lastEvent: event)
    return true
  }

  // MARK: Carrying out a decision

  /// Settles an open transaction, or says what the customer has to agree to. Charges only for exactly
  /// the `agreed` price and offer.
  private func settle(
    _ open: Recorded<Transaction>, cause: EventID, agreed: PaymentSheet? = nil,
    outcome: StageOutcome = .pass, in ledger: any LedgerWriter
  ) throws -> PaymentReview {
    let now = environment.now()
    let transaction = open.value
    // Payments are answered under the settings of now, and charged where they were begun.
    let decision = try PurchaseDecision.decide(
      transaction.payment, catalog: catalog, storefront: storefront(transaction.storefront),
      settings: settingsNow(in: ledger), now: now
    ) { try AccountHistory(of: $0, account: transaction.account, at: now, in: ledger) }

    switch decision {
    case .refuse(let error):
      return .settled(try fail(transaction, error, cause: cause, in: ledger))
    case .restore(let owned):
      return .settled(try restore(transaction, from: owned, cause: cause, in: ledger))
    case .charge(let terms):
      if let agreed, agreed.price == terms.price, agreed.offer == terms.offer {
        return .settled(try conclude(transaction, terms, outcome, cause: cause, in: ledger))
      }
      return .sheet(
        PaymentSheet(
          transaction: transaction, product: terms.product, price: terms.price, offer: terms.offer))
    }
  }

  /// What becomes of a purchase that the customer has agreed to.
  private func conclude(
    _ transaction: Transaction, _ terms: PurchaseTerms, _ outcome: StageOutcome, cause: EventID,
    in ledger: any LedgerWriter
  ) throws -> Transaction {
    switch outcome {
    case .fail(let error), .interrupt(let error):
      return try fail(transaction, error, cause: cause, in: ledger)
    case .askToBuy: return try deferPurchase(transaction, cause: cause, in: ledger)
    case .pass, .drop, .duplicate:
      if try roles(in: ledger)[transaction.account] == .child {
        return try deferPurchase(transaction, cause: cause, in: ledger)
      }
      return try charge(transaction, terms, cause: cause, in: ledger)
    }
  }

  private func deferPurchase(_ transaction: Transaction, cause: EventID, in ledger: any LedgerWriter) throws
    -> Transaction
  {
    var transaction = transaction
    transaction.state = .deferred
    let event = try ledger.append(.deferred(transaction), at: environment.now(), cause: cause)
    try ledger.update(transaction, lastEvent: event)
    return transaction
  }

  /// With a `date` the purchase was made back then.
  func charge(
    _ transaction: Transaction, _ terms: PurchaseTerms, date: Timestamp? = nil, cause: EventID,
    in ledger: any LedgerWriter
  ) throws -> Transaction {
    let now = environment.now()
    var transaction = transaction
    transaction.state = .purchased
    transaction.date = date ?? now
    transaction.price = terms.price
    transaction.expiresAt = terms.expiresAt
    transaction.offerID = terms.offer?.id
    transaction.offerKind = terms.offer?.kind
    // Whoever comes back to a group or changes the plan goes on with the subscription that was begun first.
    if let group = transaction.groupID {
      transaction.original = try ledger.firstSubscription(group: group, account: transaction.account)?
        .asOriginal
    }
    let event = try ledger.append(.purchased(transaction), at: now, cause: cause)
    try ledger.update(transaction, lastEvent: event)
    for id in terms.replaces {
      guard var replaced = try ledger.transaction(id)?.value else { continue }
      replaced.isUpgraded = true
      let upgraded = try ledger.append(.upgraded(transaction: id, by: transaction.id), at: now, cause: event)
      try ledger.update(replaced, lastEvent: upgraded)
    }
    return transaction
  }

  func restore(
    _ transaction: Transaction, from owned: Transaction, cause: EventID, in ledger: any LedgerWriter
  ) throws -> Transaction {
    let now = environment.now()
    var transaction = transaction
    transaction.state = .restored
    transaction.date = now
    transaction.original = owned.asOriginal
    let event = try ledger.append(.restored(transaction), at: now, cause: cause)
    try ledger.update(transaction, lastEvent: event)
    return transaction
  }

  func fail(_ transaction: Transaction, _ error: StoreError, cause: EventID, in ledger: any LedgerWriter)
    throws
    -> Transaction
  {
    var transaction = transaction
    transaction.state = .failed
    transaction.error = error
    let event = try ledger.append(.failed(transaction), at: environment.now(), cause: cause)
    try ledger.update(transaction, lastEvent: event)
    return transaction
  }

  private func keep(_ review: PaymentReview) -> PaymentReview {
    switch review {
    case .sheet(let sheet): sheets[sheet.transaction.id] = sheet
    case .settled(let transaction): forget(transaction.id)
    }
    return review
  }

  private func forget(_ id: TransactionID) {
    sheets[id] = nil
    begun.remove(id)
  }
}

extension LedgerReader {
  func nextTransactionID() throws -> TransactionID {
    TransactionID(rawValue: (try lastTransactionID()?.rawValue ?? 0) + 1)
  }

  /// The transaction if it is still `purchasing`; throws `unknownTransaction` or `noSheetOpen`.
  func openTransaction(_ id: TransactionID) throws -> Recorded<Transaction> {
    guard let row = try transaction(id) else {
      throw StoreError(.clientInvalid, .unknownTransaction, subject: id.description)
    }
    guard row.value.state == .purchasing else {
      throw StoreError(.clientInvalid, .noSheetOpen, subject: id.description)
    }
    return row
  }
}

extension Transaction {
  /// What a restored copy of this purchase, or a later one of its group, goes back to: the first purchase.
  var asOriginal: Original? {
    original ?? date.map { Original(id: id, date: $0, productID: productID) }
  }
}
