/// What verifyReceipt answers in `status`; an unlisted number survives a round trip.
public struct ReceiptStatus: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let valid = ReceiptStatus(rawValue: 0)
  public static let notPost = ReceiptStatus(rawValue: 21000)
  /// No longer sent.
  public static let retired = ReceiptStatus(rawValue: 21001)
  public static let malformed = ReceiptStatus(rawValue: 21002)
  public static let notAuthenticated = ReceiptStatus(rawValue: 21003)
  public static let wrongSecret = ReceiptStatus(rawValue: 21004)
  public static let unavailable = ReceiptStatus(rawValue: 21005)
  /// Only for receipts in the form of iOS 6.
  public static let expired = ReceiptStatus(rawValue: 21006)
  /// A sandbox receipt came to production.
  public static let isSandbox = ReceiptStatus(rawValue: 21007)
  /// A production receipt came to the sandbox.
  public static let isProduction = ReceiptStatus(rawValue: 21008)
  public static let dataAccess = ReceiptStatus(rawValue: 21009)
  public static let accountNotFound = ReceiptStatus(rawValue: 21010)

  /// The store's own trouble, 21100 to 21199: only these say whether asking again may help.
  public var isInternal: Bool { (21100...21199).contains(rawValue) }

  /// Whether it is one of those that the store documents (R162).
  public var isKnown: Bool { rawValue == 0 || (21000...21010).contains(rawValue) || isInternal }
}
