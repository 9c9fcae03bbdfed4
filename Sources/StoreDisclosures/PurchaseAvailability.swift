import StoreCatalog
import StoreModel

/// Whether a product can be bought here and now, or why not: the one answer for screen and shell.
public enum PurchaseAvailability: Hashable, Sendable {
  case available
  /// It has no price in this storefront.
  case notSold
  case paymentsNotAllowed
  /// The account has this very subscription already.
  case alreadySubscribed
  /// What the customer must be told cannot be said.
  case disclosureIncomplete(DisclosureError)

  public var isAvailable: Bool { self == .available }

  /// Why buying is off, as one sentence in the customer's language (D22); nil when it is on.
  ///
  /// For `disclosureIncomplete` the error itself says, to the developer, what to mend.
  public func reason(in locale: LocaleID) -> String? {
    let wording: Wording? =
      switch self {
      case .available: nil
      case .notSold: .reasonNotSold
      case .paymentsNotAllowed: .reasonPaymentsNotAllowed
      case .alreadySubscribed: .reasonAlreadySubscribed
      case .disclosureIncomplete: .reasonIncomplete
      }
    return wording?.template(in: SupportedLanguage(answering: locale))
  }
}
