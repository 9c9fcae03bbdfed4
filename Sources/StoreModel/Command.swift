/// A change that somebody asks for: a key, the shell, a script. What comes of it is told by events.
public enum Command: Hashable, Sendable {
  public enum DownloadAction: String, Sendable, Codable, CaseIterable {
    case start, pause, resume, cancel, delete
  }

  /// Puts a payment into the queue; the purchase sheet asks before anything is charged.
  case buy(Payment)
  /// Agrees to the open purchase sheet of this transaction.
  case confirm(TransactionID)
  /// Closes the open purchase sheet of this transaction without buying.
  case cancel(TransactionID)
  case restore
  case finish(TransactionID)
  case download(ProductID, DownloadAction)
  case storefront(Storefront.ID)
  /// Signs in as this customer; an account is there once it is named.
  case account(AccountID)
  /// Signs the customer in again, as an answer to the store's question or by themselves.
  case signIn
  /// Says no to the question whether to sign in.
  case declineSignIn
  /// Signs out: the next purchase or restore asks whether to sign in.
  case signOut
  /// Whether this device may pay at all (parental controls).
  case payments(allowed: Bool)
  case network(NetworkState)
  /// When receipts reach this device.
  case receipts(ReceiptCondition)
  /// Asks the store for a new receipt.
  case refreshReceipt
  /// Sets something to go wrong, to be slow or to be held.
  case setCondition(StoreCondition)
  /// Ends every condition, or those of one stage. What is held there is released.
  case clearConditions(StoreStage?)
  /// Lets what is held at a stage go on, all of it or one transaction; without one, holding it ends.
  case release(StoreStage, TransactionID?)
  /// What somebody does at the store, not through the app.
  case store(StoreAction)

  public static func network(isOn: Bool) -> Command { .network(NetworkState(isOn: isOn)) }
}
