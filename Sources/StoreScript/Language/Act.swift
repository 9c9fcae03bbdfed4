import FoundationEssentials
import Purchasing
import StoreModel

/// What one statement asks for, with every name looked up.
///
/// What the store does for anybody is a `Command`; the rest is about the run itself: the app's end and start, time,
/// the screen, and what is expected.
public enum Act: Hashable, Sendable {
  case buy(Payment)
  /// Agrees to the open purchase sheet, of this transaction or of the only one.
  case confirm(TransactionName?)
  case cancel(TransactionName?)
  case restore
  case finish(TransactionName)
  case download(ProductID, Command.DownloadAction)
  case storefront(Storefront.ID)
  case account(AccountID)
  case signIn
  case signOut
  case declineSignIn
  case network(NetworkState)
  case payments(allowed: Bool)
  case receipts(ReceiptCondition)
  case refreshReceipt
  case condition(StoreCondition)
  /// Ends every condition, or those of one stage.
  case clear(StoreStage?)
  case release(StoreStage, TransactionName?)
  /// What somebody does at the store to a transaction.
  case transaction(TransactionAction, TransactionName)
  /// What somebody does at the store otherwise.
  case store(StoreAction)
  /// The language of texts on the screen and in `expect product`.
  case locale(LocaleID)
  /// The seller sets another price in the storefront of now, for this run.
  case price(ProductID, Decimal)
  /// The app's handler from its next start on, or one more.
  case handler(HandlerStyle, beside: Bool)
  /// The app ends as a person ends it, and starts again.
  case relaunch
  /// The app is killed, at once or right after this event is on disk, and starts again.
  case crash(after: String?)
  /// Takes a kill back that waits for its event.
  case crashNever
  case wait(Wait)
  case key([KeyPress])
  case screen(Screen)
  case expect(Condition, isNegated: Bool)

  /// A key by its name, or text to type.
  public enum KeyPress: Hashable, Sendable {
    case key(String)
    case text(String)
  }

  /// The statement that gives this command.
  public init(_ command: Command) {
    switch command {
    case .buy(let payment): self = .buy(payment)
    case .confirm(let id): self = .confirm(.id(id))
    case .cancel(let id): self = .cancel(.id(id))
    case .restore: self = .restore
    case .finish(let id): self = .finish(.id(id))
    case .download(let product, let action): self = .download(product, action)
    case .storefront(let id): self = .storefront(id)
    case .account(let id): self = .account(id)
    case .payments(let allowed): self = .payments(allowed: allowed)
    case .signIn: self = .signIn
    case .signOut: self = .signOut
    case .declineSignIn: self = .declineSignIn
    case .network(let state): self = .network(state)
    case .receipts(let condition): self = .receipts(condition)
    case .refreshReceipt: self = .refreshReceipt
    case .setCondition(let condition): self = .condition(condition)
    case .clearConditions(let stage): self = .clear(stage)
    case .release(let stage, let id): self = .release(stage, id.map(TransactionName.id))
    case .store(let action):
      self = TransactionAction.of(action).map { .transaction($0.action, .id($0.id)) } ?? .store(action)
    }
  }

  /// True when only a screen can do it.
  public var needsScreen: Bool {
    switch self {
    case .key, .screen: true
    case .expect(let condition, _), .wait(.until(let condition, _)): condition.needsScreen
    default: false
    }
  }

  /// True for what is done to the app as a whole: how it handles transactions, its end and its start.
  public var isAboutApp: Bool {
    switch self {
    case .handler, .relaunch, .crash, .crashNever: true
    default: false
    }
  }

  /// True for what looks and changes nothing: the last command stays the last.
  var isQuestion: Bool { if case .expect = self { true } else { false } }
}
