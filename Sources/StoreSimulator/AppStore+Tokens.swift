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
    let rows = try read { ledger -> (Transaction, Transaction)? in
      guard let transaction = try ledger.transaction(id)?.value else { return nil }
      return (transaction, try latest(of: transaction, in: ledger))
    }
    guard let (transaction, latest) = rows else {
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
    let next = catalog.product(latest.productID)
    let renewal = SignedRenewalInfo(
      of: transaction, latest: latest, next: next, price: next?.price(in: latest), for: receiptHolder, at: now
    )
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

  /// The newest purchase of the same subscription group; the transaction itself for what has none.
  private func latest(of transaction: Transaction, in ledger: any LedgerReader) throws -> Transaction {
    guard let group = transaction.groupID else { return transaction }
    return try ledger.receiptTransactions(account: transaction.account).last {
      $0.groupID == group && $0.state == .purchased && $0.revokedAt == nil
    } ?? transaction
  }
}

extension Product {
  /// What it costs where and in which currency a subscription was bought.
  func price(in transaction: Transaction) -> Price? {
    guard let amount = prices[transaction.storefront], let currency = transaction.price?.currency else {
      return nil
    }
    return Price(amount: amount, currency: currency)
  }
}
