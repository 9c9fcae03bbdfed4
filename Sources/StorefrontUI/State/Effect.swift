import StoreModel
import StoreScript

/// Something that the screen wants done; a plain value, carried out by `ShopLoop`.
public enum Effect: Hashable, Sendable {
  /// Asks the store; answered by `Action.answered` with the same request.
  case run(Command, RequestID)
  /// Does something to the app as a whole: to its handlers, its end and its start. Answered by `Action.appSet`, or by
  /// `appEnded` and `appStarted`.
  case app(Act)
  /// Reads what the account has; answered by `Action.libraryLoaded`.
  case loadLibrary
  /// Reads a page of transactions, newest first; answered by `Action.transactionsLoaded`.
  case loadTransactions(before: TransactionID?)
  /// Reads a page of the journal, newest first; answered by `Action.journalLoaded`.
  case loadJournal(before: EventID?)
  /// Reads and verifies the receipt on this device; answered by `Action.receiptRead`.
  case readReceipt
  /// Has something signed to be looked at; answered by `Action.signed`.
  case sign(TokenSubject)
  /// Answers with `Action.toastExpired` after a while.
  case expireToast(Toast.ID, after: Duration)
  /// Gathers what the products are found by; answered by `Action.titlesGathered`, more than once.
  case gatherTitles(ProductTexts)
  /// Takes the mouse, or leaves it to the terminal; answered by `Action.mouseSet`.
  case setMouse(Bool)
  /// Sends a text to the clipboard of the person's terminal; answered by `Action.copied`.
  case copy(String)
  /// Opens an https link on the person's display; answered by `Action.linkOpened`.
  case openLink(String)
  /// Shows a long text in the person's pager; answered by `Action.paged`.
  case page(String)
  /// Saves all that has happened, with what leads to this screen; answered by `Action.saved`.
  case save(SavedFile, [Act])
  /// Remembers that the welcome has been closed.
  case rememberWelcome
  /// Leaves, with this exit status.
  case quit(Int32)
}

/// Names one request, so that a late answer is matched to what it answers.
public struct RequestID: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}
