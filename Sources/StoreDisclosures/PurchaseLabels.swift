import StoreCatalog
import StoreModel

/// The words of the purchase sheet's own controls, in one language.
public struct PurchaseLabels: Hashable, Sendable {
  /// The order button: says that it costs, and nothing else.
  public let confirm: String
  public let cancel: String
  public let restore: String
  /// Shown while Confirm is off because some of the text has not been on the screen.
  public let readToEnd: String
  /// Says that the sheet is a simulation and no money moves.
  public let simulated: String
  /// A purchase that waits for somebody else's approval (D22).
  public let awaitingApproval: String

  public init(locale: LocaleID) {
    let language = SupportedLanguage(answering: locale)
    confirm = Wording.labelConfirm.template(in: language)
    cancel = Wording.labelCancel.template(in: language)
    restore = Wording.labelRestore.template(in: language)
    readToEnd = Wording.labelReadToEnd.template(in: language)
    simulated = Wording.labelSimulated.template(in: language)
    awaitingApproval = Wording.reasonAwaitingApproval.template(in: language)
  }
}
