import Purchasing
import StoreCatalog
import StoreModel
import StoreReceipts
import TerminalKit

/// Something that happened: a key, news of the store, an answer to an effect.
public enum Action: Sendable {
  case input(InputEvent)
  /// The screen as drawn for the current state has been shown. Only what was shown has been read.
  case frameShown

  /// The store answered a request; `refusal` is why nothing came of it, when nothing did and the
  /// journal does not say so.
  case answered(RequestID, refusal: StoreError?)
  /// News from the journal, oldest first.
  case entries([JournalEntry])
  /// How far the downloads on this device are.
  case progress([Download])
  /// The store shows a purchase sheet: a new one, or the open one with another price.
  case sheetOpened(PaymentSheet, now: Timestamp)
  /// The store asks the customer to sign in, or does not any more.
  case signInAsked(Bool)
  /// The store closed the purchase sheet of this transaction.
  case sheetClosed(TransactionID)

  /// The app has ended, in good order or by a kill, and is being started again: nothing that it was asked for will be
  /// answered any more.
  case appEnded(isKilled: Bool)
  /// The app is started again; what it finds follows.
  case appStarted(AppFacts)
  /// Something was set that concerns this start of the app, or the next one.
  case appSet(AppFacts)

  case libraryLoaded(LibrarySnapshot)
  /// A page of older transactions, newest first; empty at the end.
  case transactionsLoaded([Transaction], before: TransactionID?)
  /// A page of older journal entries, newest first; empty at the end.
  case journalLoaded([JournalEntry], before: EventID?)
  /// The queue told the app something, or the app did something about it.
  case called(HeardCall)
  /// The receipt on this device was read and verified.
  case receiptRead(ReceiptReading)
  /// What was asked for was signed, or could not be.
  case signed(TokenSubject, Result<SignedTokens, StoreError>)
  /// The store could not read what was asked for.
  case loadFailed(StoreError)

  /// The catalogue file was saved and could be read.
  case catalogChanged(CatalogReading)
  /// The catalogue file was saved and cannot be read; the last good one stays.
  case catalogBroken(CatalogError)
  /// The catalogue file cannot be watched; saved changes will not appear.
  case catalogNotFollowed(CatalogError)
  /// What other processes do to the ledger is not heard, and why.
  case ledgerNotFollowed(String)
  case toastExpired(Toast.ID)
  /// A text was sent to the terminal's clipboard, or was too long for it.
  case copied(String, CopyResult)
  /// What happened was saved, under this path, or could not be.
  case saved(SavedFile, Result<String, SessionSaver.Refusal>)
  /// A link was handed to another program; `problem` is why not.
  case linkOpened(String, problem: String?)
  /// The pager has ended; `problem` is why it could not be used.
  case paged(problem: String?)
  /// So much of what the products are found by has been gathered, from 0 to 1; at 1 all of it is there.
  case titlesGathered(ProductTexts, progress: Double)
  /// The terminal was asked to take the mouse or to leave it alone; `isOn` is what came of it.
  case mouseSet(isOn: Bool, wanted: Bool)
}
