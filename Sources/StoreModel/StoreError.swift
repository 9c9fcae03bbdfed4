import FoundationEssentials

/// Why the store said no: StoreKit's `SKError` codes, with the reason in our own words.
public struct StoreError: Error, Hashable, Sendable, Codable {
  /// The codes of `SKError`, by number; an unknown number survives a round trip.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let unknown = Code(rawValue: 0)
    public static let clientInvalid = Code(rawValue: 1)
    public static let paymentCancelled = Code(rawValue: 2)
    public static let paymentInvalid = Code(rawValue: 3)
    public static let paymentNotAllowed = Code(rawValue: 4)
    public static let storeProductNotAvailable = Code(rawValue: 5)
    public static let cloudServicePermissionDenied = Code(rawValue: 6)
    public static let cloudServiceNetworkConnectionFailed = Code(rawValue: 7)
    public static let cloudServiceRevoked = Code(rawValue: 8)
    public static let privacyAcknowledgementRequired = Code(rawValue: 9)
    public static let unauthorizedRequestData = Code(rawValue: 10)
    public static let invalidOfferIdentifier = Code(rawValue: 11)
    public static let invalidSignature = Code(rawValue: 12)
    public static let missingOfferParams = Code(rawValue: 13)
    public static let invalidOfferPrice = Code(rawValue: 14)
    public static let ineligibleForOffer = Code(rawValue: 18)
  }

  /// What stands behind `unknown` and other codes that say too little.
  public enum Reason: String, Sendable, Codable, CaseIterable {
    /// The customer closed the purchase sheet.
    case cancelledAtSheet
    /// The app ended while the purchase sheet was open; nothing was charged.
    case closedBeforeConfirmation
    case paymentsRefused
    case unknownProduct
    case notSoldInStorefront
    case invalidQuantity
    /// Only consumables and non-renewing subscriptions can be bought several at a time.
    case quantityNotAllowed
    case networkOffline
    /// The same subscription is already active on this account (C5).
    case alreadySubscribed
    /// A lower plan of the same group starts when the current one ends.
    case higherPlanActive
    /// The last purchase of this product has not been finished yet (C6).
    case unfinishedPurchase
    case restoreInProgress
    /// Only purchased, restored and failed transactions can be finished (R16).
    case notFinishable
    /// The transaction is not waiting at the purchase sheet.
    case noSheetOpen
    /// The store asks something else now than the sheet that was agreed to (K17).
    case sheetChanged
    case unknownTransaction
    /// The product has no hosted content, or it is not owned, or the download cannot do that now.
    case downloadUnavailable
    /// It was paid for, but its content did not download; the subject says why (R148).
    case downloadFailed
    /// It was paid for, but its download was cancelled (R148).
    case downloadCancelled
    case offerNotFound
    case offerUsed
    /// The ledger could not be written; nothing was changed.
    case ledgerUnavailable
    /// There is no receipt on this device, and the store brings none (C15).
    case receiptMissing
    /// The receipt does not hold the transaction in the subject.
    case receiptIncomplete
    /// The receipt was judged and found not valid; the subject says why.
    case receiptInvalid
    /// The store cannot issue a receipt, or this device cannot keep it; the subject says why.
    case receiptUnavailable
    /// The app is not ready to take purchases yet, or has stopped (R41).
    case notRunning
    /// A condition was set that makes the store answer so; the subject is the error's name.
    case simulated
    /// The condition cannot be set so; the subject says why.
    case invalidCondition
    /// The customer has something to settle with the store first; the subject is the transaction that came of it later.
    case interrupted
    /// The customer did not sign in when the store asked (C12).
    case signInCancelled
    /// The store does not ask whether to sign in.
    case noSignInAsked
    /// Whoever was asked said no to a deferred purchase.
    case askToBuyDeclined
    /// The transaction is not waiting for an approval.
    case notDeferred
    /// Nothing interrupted the transaction, or it was settled before.
    case notInterrupted
    /// Only a purchase that was not taken back before can be refunded or revoked.
    case notRefundable
    /// It was not refunded or revoked.
    case notRevoked
    /// The product cannot be shared with a family, so that nobody can stop sharing it.
    case notShared
    /// It is finished, so that the queue does not deliver it again.
    case alreadyFinished
    /// Nothing is held there.
    case nothingHeld
    case other
  }

  /// The domain that StoreKit reports such errors in.
  public static let domain = "SKErrorDomain"

  public let code: Code
  public let reason: Reason
  /// The product, country, path or number at fault, for the message; may be empty.
  public let subject: String

  public init(_ code: Code, _ reason: Reason, subject: String = "") {
    self.code = code
    self.reason = reason
    self.subject = subject
  }

  /// True when the customer changed their mind. That is an outcome, never shown as an error (C10).
  public var isCancellation: Bool { code == .paymentCancelled }
}

// MARK: - LocalizedError

extension StoreError: LocalizedError {
  /// What happened, as one plain sentence.
  public var errorDescription: String? {
    switch reason {
    case .cancelledAtSheet: "You cancelled the purchase. Nothing was charged."
    case .closedBeforeConfirmation:
      "The purchase was not confirmed before storefront closed. Nothing was charged."
    case .paymentsRefused: "Payments are not allowed on this device."
    case .unknownProduct: "The store does not know the product '\(subject)'."
    case .notSoldInStorefront: "This product is not sold in \(subject)."
    case .invalidQuantity: "A quantity is 1 to 10, not \(subject)."
    case .quantityNotAllowed: "This product can be bought once, not \(subject) at a time."
    case .networkOffline: "The store cannot be reached: the network is off."
    case .alreadySubscribed: "You are already subscribed to this plan."
    case .higherPlanActive: "You have a higher plan of this group until \(subject)."
    case .unfinishedPurchase: "The last purchase of this product is not finished yet."
    case .restoreInProgress: "A restore is already running."
    case .notFinishable: "Transaction \(subject) is still open and cannot be finished."
    case .noSheetOpen: "Transaction \(subject) is not waiting for a confirmation."
    case .sheetChanged: "The price or the offer has changed. Nothing was charged."
    case .unknownTransaction: "There is no transaction \(subject)."
    case .downloadUnavailable: subject
    case .downloadFailed: "You own it, but its content did not download: \(subject)"
    case .downloadCancelled: "You own it, but its download was cancelled."
    case .offerNotFound: "The store does not know the offer '\(subject)'."
    case .offerUsed: "This account has had an introductory offer in this group."
    case .ledgerUnavailable: "The ledger could not be written: \(subject)"
    case .receiptMissing: "There is no receipt on this device."
    case .receiptIncomplete: "The receipt does not hold transaction \(subject)."
    case .receiptInvalid: subject.isEmpty ? "The app does not accept the receipt." : subject
    case .receiptUnavailable:
      subject.isEmpty ? "The receipt could not be made, judged or kept on this device." : subject
    case .notRunning: "The store is not running in this app."
    case .simulated: StoreFailure(subject).explanation?.cause ?? "The store reported error \(code.rawValue)."
    case .invalidCondition: subject
    case .interrupted:
      "The purchase was interrupted: the customer has something to settle with the store first. Nothing was charged."
    case .signInCancelled: "You did not sign in. Nothing was charged or restored."
    case .noSignInAsked: "The store does not ask whether to sign in."
    case .askToBuyDeclined: "The purchase was declined. Nothing was charged."
    case .notDeferred: "Transaction \(subject) is not waiting for an approval."
    case .notInterrupted: "Transaction \(subject) was not interrupted, or was settled before."
    case .notRefundable: "Transaction \(subject) is no purchase that can be taken back."
    case .notRevoked: "Transaction \(subject) was not refunded or revoked."
    case .notShared: "Transaction \(subject) is of a product that no family shares."
    case .alreadyFinished: "Transaction \(subject) is finished."
    case .nothingHeld: "Nothing is held at \(subject)."

    case .other: subject.isEmpty ? "The store reported error \(code.rawValue)." : subject
    }
  }

  /// What to do next, as one plain sentence.
  public var recoverySuggestion: String? {
    switch reason {
    case .cancelledAtSheet, .closedBeforeConfirmation: "Buy again when you are ready."
    case .paymentsRefused: "Allow payments, then buy again."
    case .unknownProduct: "Run 'storefront products' to list what is for sale."
    case .notSoldInStorefront: "Choose another storefront."
    case .invalidQuantity: "Ask for 1 to 10."
    case .quantityNotAllowed: "Ask for 1."
    case .networkOffline: "Turn the network on, then try again."
    case .alreadySubscribed: "See it in the Library."
    case .higherPlanActive: "Buy the lower plan when the current one ends."
    case .unfinishedPurchase: "Wait until it is finished, then buy again."
    case .restoreInProgress: "Wait for it to end."
    case .notFinishable: "Wait until it is purchased, restored or failed."
    case .noSheetOpen, .unknownTransaction: "Run 'storefront transactions' to see them all."
    case .sheetChanged: "Read the new sheet, then confirm it."
    case .downloadUnavailable: "See what can be downloaded in the Library."
    case .downloadFailed, .downloadCancelled: "Download it again from the Library."
    case .offerNotFound, .offerUsed: "Buy without the offer."
    case .ledgerUnavailable: "Free disk space or choose a writable file with --state, then try again."
    case .receiptMissing, .receiptIncomplete, .receiptInvalid:
      "Refresh the receipt; what was paid for is delivered once it is accepted."
    case .receiptUnavailable:
      subject.isEmpty
        ? "Free disk space and check the store's keys, then refresh the receipt."
        : "When that is mended, refresh the receipt."
    case .notRunning: "Start it again; what was paid for comes back by itself."
    case .simulated: StoreFailure(subject).explanation?.next ?? "Try again."
    case .invalidCondition: "Set it another way."
    case .interrupted: "Resolve it, and the purchase goes through by itself."
    case .signInCancelled: "Sign in, then try again."
    case .noSignInAsked: "Buy or restore something when signed out; then it asks."
    case .askToBuyDeclined: "Ask whoever decides, then buy again."
    case .notDeferred, .notInterrupted, .notRefundable, .notRevoked, .alreadyFinished:
      "Run 'storefront transactions' to see them all."
    case .notShared: "Refund it instead, or choose a product with 'familyShareable'."
    case .nothingHeld: "See what is held in the Lab."

    // What it says is a whole sentence, and mostly not of what a second try helps with.
    case .other: subject.isEmpty ? "Try again." : nil
    }
  }
}

extension Error {
  /// What went wrong and, if the error knows, what to do about it.
  public var sentences: String {
    [inWords, (self as? any LocalizedError)?.recoverySuggestion].compactMap(\.self).joined(separator: " ")
  }

  /// What went wrong, in a sentence: the error's own, if it has one for people.
  public var inWords: String {
    (self as? any LocalizedError)?.errorDescription ?? String(describing: self)
  }
}
