import StoreModel

/// Something that the screen wants done; a plain value, carried out by `ShopLoop`.
public enum Effect: Hashable, Sendable {
  /// Asks the store; answered by `Action.answered` with the same request.
  case run(Command, RequestID)
  /// Reads what the account has; answered by `Action.libraryLoaded`.
  case loadLibrary
  /// Reads a page of transactions, newest first; answered by `Action.transactionsLoaded`.
  case loadTransactions(before: TransactionID?)
  /// Reads a page of the journal, newest first; answered by `Action.journalLoaded`.
  case loadJournal(before: EventID?)
  /// Answers with `Action.toastExpired` after a while.
  case expireToast(Toast.ID, after: Duration)
  /// Takes the mouse, or leaves it to the terminal; answered by `Action.mouseSet`.
  case setMouse(Bool)
  /// Leaves, with this exit status.
  case quit(Int32)
}

/// Names one request, so that a late answer is matched to what it answers.
public struct RequestID: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}
