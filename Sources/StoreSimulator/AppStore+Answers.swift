import StoreLedger
import StoreModel
import StoreReceipts

/// verifyReceipt: what the store answers about a receipt, from its own books.
///
/// Nothing is kept or journalled, but for the conditions that a request meets. The device's network does not matter:
/// an app's server asks.
extension AppStore {
  /// The secret that an app's server sends along, the same for one store each time.
  ///
  /// Throws `receiptUnavailable` without keys.
  public func sharedSecret() async throws(StoreError) -> String {
    do { return try await keys.keys().sharedSecret() } catch {
      throw StoreError(.unknown, .receiptUnavailable, subject: error.sentences)
    }
  }

  /// What comes back when a request with this body is posted to the address of `address`.
  ///
  /// What is set to go wrong at `verification` meets it too: a status of verifyReceipt is the answer, what a signature
  /// fails with is 21003, and any other error means that there is no answer and is thrown. What holds or delays the
  /// check keeps the app waiting, not the store. Throws `receiptUnavailable` without keys.
  public func answer(to request: [UInt8], at address: AppStoreEnvironment) async throws(StoreError)
    -> ReceiptAnswer
  {
    if let trouble = try await troubleWithAnswer() {
      return ReceiptAnswer(trouble, environment: address, at: environment.now())
    }
    return try await answerFromBooks(request, at: address)
  }

  /// The same for the app on this device, over its network. What is set at `verification` has met it already: the app
  /// passes that stage before it looks at a receipt.
  ///
  /// Throws `networkOffline`, and `receiptUnavailable` without keys.
  public func answerDevice(_ request: [UInt8], at address: AppStoreEnvironment) async throws(StoreError)
    -> ReceiptAnswer
  {
    guard try read({ try self.settingsNow(in: $0) }).networkIsOn else { throw .offline }
    return try await answerFromBooks(request, at: address)
  }

  private func answerFromBooks(_ request: [UInt8], at address: AppStoreEnvironment) async throws(StoreError)
    -> ReceiptAnswer
  {
    let now = environment.now()
    let signing: (keys: SigningKeys, secret: String)
    do {
      let keys = try await keys.keys()
      signing = (keys, try keys.sharedSecret())
    } catch {
      throw StoreError(.unknown, .receiptUnavailable, subject: error.sentences)
    }
    let desk = ReceiptDesk(
      environment: address, verifier: ReceiptVerifier(roots: [signing.keys.receipts.root]),
      sharedSecret: signing.secret,
      history: { [ledger, catalog, account = try settings().account, holder = receiptHolder] receipt in
        let (customer, purchases) = try ledger.read { try $0.purchases(ofCustomer: receipt, else: account) }
        return try ReceiptAnswer.History(
          of: customer, purchases, for: holder, by: ReceiptIssuer(signing.keys), at: now
        ) { catalog.product($0) }
      })
    return desk.answer(method: "POST", body: request, at: now)
  }

  /// What an app that sends this receipt learns: production first, and the sandbox when it is told so (C17).
  ///
  /// Throws what `answer` throws.
  public func verifyReceipt(_ receipt: [UInt8], secret: String?, excludesOld: Bool = false)
    async throws(StoreError) -> AnswerReading
  {
    let client = ReceiptClient(sharedSecret: secret) { try await self.answer(to: $1, at: $0).json() }
    do { return try await client.verify(receipt, excludesOld: excludesOld) } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.unknown, .receiptUnavailable, subject: error.sentences)
    }
  }

  /// The status that a condition makes of the answer; nil for none.
  private func troubleWithAnswer() async throws(StoreError) -> ReceiptStatus? {
    guard isObstructed(at: .verification) else { return nil }
    let pass = try await write { ledger in
      try meet(StageItem(), at: .verification, cause: nil, in: ledger, where: { $0.effect == .fail }).pass
    }
    guard case .through(.fail(let error)) = pass else { return nil }
    let failure = StoreFailure(error.subject)
    switch failure.family {
    case .verifyReceipt: return Int(failure.rawValue).map(ReceiptStatus.init(rawValue:))
    case .verificationError: return .notAuthenticated
    default: throw error
    }
  }
}

extension LedgerReader {
  /// Whom a receipt was issued to, and what a new one would hold: whoever is signed in if that one bought anything in
  /// it, else who did.
  fileprivate func purchases(ofCustomer receipt: AppReceipt, else account: AccountID) throws
    -> (AccountID, [Transaction])
  {
    let buyers = try receipt.purchases.compactMap { purchase in
      try TransactionID(purchase.transactionID).flatMap { try transaction($0)?.value.account }
    }
    let customer = buyers.contains(account) ? account : buyers.first ?? account
    return (customer, try receiptTransactions(account: customer))
  }
}
