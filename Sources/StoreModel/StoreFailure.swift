/// An error that the store can be told to answer with, by its name in StoreKit or its number in verifyReceipt.
public struct StoreFailure: RawRepresentable, Hashable, Sendable, Codable {
  /// Which interface has it.
  public enum Family: String, Sendable, CaseIterable {
    case skError = "SKError"
    case storeKitError = "StoreKitError"
    case purchaseError = "Product.PurchaseError"
    case refundRequestError = "Transaction.RefundRequestError"
    case verificationError = "VerificationResult.VerificationError"
    case verifyReceipt = "verifyReceipt"

    /// Where it can come from; nil for everywhere.
    public var stages: [StoreStage]? {
      switch self {
      case .skError, .storeKitError: nil
      case .purchaseError: [.purchase, .sheet, .offerCode]
      case .refundRequestError: [.refund]
      case .verificationError, .verifyReceipt: [.verification, .receipt]
      }
    }
  }

  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ name: String) { self.init(rawValue: name) }

  struct Entry {
    let family: Family
    let code: Int
    let explanation: StoreExplanation
  }

  public static var names: [String] { Self.table.map(\.name) }

  private static let index = Dictionary(table.map { ($0.name, $0.entry) }) { first, _ in first }

  private var entry: Entry? {
    Self.index[rawValue]
      ?? Int(rawValue).flatMap { (21100...21199).contains($0) ? Self.index[Self.internalStatus] : nil }
  }

  public var isKnown: Bool { entry != nil }
  public var family: Family? { entry?.family }
  public var explanation: StoreExplanation? { entry?.explanation }

  /// What an app is answered: the `SKError` of StoreKit 1 that stands for it.
  public var error: StoreError {
    StoreError(StoreError.Code(rawValue: entry?.code ?? 0), .simulated, subject: rawValue)
  }
}

/// What is behind an error: for the one who tests, and for the app that shows it.
public struct StoreExplanation: Hashable, Sendable, Codable {
  /// Who can do something about it.
  public enum Fault: String, Hashable, Sendable, Codable, CaseIterable {
    case customer, app, seller, store, network, device, nobody
  }

  /// What happened, as a sentence.
  public let cause: String
  public let fault: Fault
  /// What an app should show its customer, as a sentence.
  public let show: String
  /// What to try next, as a sentence.
  public let next: String

  public init(_ cause: String, _ fault: Fault, show: String, next: String) {
    self.cause = cause
    self.fault = fault
    self.show = show
    self.next = next
  }
}
