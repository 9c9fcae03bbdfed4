import StoreLedger
import StoreModel
import StoreReceipts

/// Signed transactions, renewal info and the app transaction: what the ledger says, signed when somebody looks.
///
/// Nothing of it is kept or journalled, so that looking changes nothing.
extension AppStore {
  /// The signed transaction, and for a subscription its renewal info.
  ///
  /// Throws `unknownTransaction`, `clientInvalid` for one that is not purchased or restored, since a store signs no
  /// other (R21, R24), and `receiptUnavailable` when nothing can be signed.
  public func signedTokens(of id: TransactionID) async throws(StoreError) -> SignedTokens {
    let rows = try read { ledger -> (Transaction, purchases: [Transaction])? in
      guard let transaction = try ledger.transaction(id)?.value else { return nil }
      let purchases =
        transaction.groupID == nil ? [] : try ledger.receiptTransactions(account: transaction.account)
      return (try transaction.asOfNow(in: ledger), purchases)
    }
    guard let (transaction, purchases) = rows else {
      throw StoreError(.clientInvalid, .unknownTransaction, subject: id.description)
    }
    let now = environment.now()
    let product = catalog.product(transaction.productID)
    let offer = product?.subscription?.offers.first { $0.id == transaction.offerID }
    guard let signed = SignedTransaction(of: transaction, offer: offer, for: receiptHolder, at: now) else {
      throw StoreError(
        .clientInvalid, .other,
        subject: "Transaction \(id) is \(transaction.state): only what was purchased or restored is signed.")
    }
    let renewal = SubscriptionRenewal(of: transaction, among: purchases, at: now) { catalog.product($0) }
      .map { SignedRenewalInfo(of: $0, for: receiptHolder, at: now) }
    do {
      return try SignedTokens(signed, renewalInfo: renewal, for: receiptHolder, by: try await keys.keys())
    } catch {
      throw StoreError(.unknown, .receiptUnavailable, subject: error.sentences)
    }
  }

  /// How the app itself came onto this device, signed.
  ///
  /// Throws `receiptUnavailable` when nothing can be signed.
  public func signedAppTransaction() async throws(StoreError) -> SignedTokens {
    if case .fail(let error) = await pass(.appTransaction, StageItem()) { throw error }
    let payload = SignedAppTransaction(for: receiptHolder, at: environment.now())
    do {
      return try SignedTokens(payload, for: receiptHolder, by: try await keys.keys())
    } catch {
      throw StoreError(.unknown, .receiptUnavailable, subject: error.sentences)
    }
  }
}

extension Transaction {
  /// A restored copy as its purchase is now: what was taken back or replaced there is so here too.
  fileprivate func asOfNow(in ledger: any LedgerReader) throws -> Transaction {
    guard state == .restored, let original, let first = try ledger.transaction(original.id)?.value,
      first.expiresAt == expiresAt
    else { return self }
    var current = self
    current.isUpgraded = first.isUpgraded
    current.revokedAt = first.revokedAt
    current.revocation = first.revocation
    return current
  }
}
