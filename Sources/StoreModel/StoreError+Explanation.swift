extension StoreError {
  /// What is behind this error: its cause, whose fault it is, what an app should show, and what to try next.
  public var explanation: StoreExplanation {
    if reason == .simulated, let explanation = StoreFailure(subject).explanation { return explanation }
    return StoreExplanation(
      errorDescription ?? "", reason.fault, show: reason.show, next: recoverySuggestion ?? "Try again.")
  }
}

extension StoreError.Reason {
  fileprivate var fault: StoreExplanation.Fault {
    switch self {
    case .cancelledAtSheet, .closedBeforeConfirmation, .alreadySubscribed, .higherPlanActive, .offerUsed,
      .interrupted, .askToBuyDeclined, .downloadCancelled, .signInCancelled:
      .customer
    case .paymentsRefused: .device
    case .notSoldInStorefront: .seller
    case .unknownProduct, .invalidQuantity, .quantityNotAllowed, .unfinishedPurchase, .restoreInProgress,
      .notFinishable, .noSheetOpen, .unknownTransaction, .offerNotFound, .notRunning, .invalidCondition,
      .notDeferred, .notInterrupted, .notRefundable, .notRevoked, .notShared, .alreadyFinished, .nothingHeld,
      .downloadUnavailable, .noSignInAsked:
      .app
    case .networkOffline, .downloadFailed: .network
    case .sheetChanged: .nobody
    case .ledgerUnavailable, .receiptUnavailable: .device
    case .receiptMissing, .receiptIncomplete, .receiptInvalid, .simulated, .other: .store
    }
  }

  /// What an app should show its customer.
  fileprivate var show: String {
    switch self {
    case .cancelledAtSheet, .closedBeforeConfirmation, .downloadCancelled, .signInCancelled:
      "Nothing: the customer knows. Go back to where they were."
    case .paymentsRefused: "Say that purchases are switched off in the device's settings."
    case .notSoldInStorefront: "Say that the product is not available in the customer's country."
    case .alreadySubscribed: "Say that the subscription is active, and show it."
    case .higherPlanActive: "Say which plan is active and until when."
    case .offerUsed, .offerNotFound: "Offer the standard price."
    case .interrupted:
      "Say that the store needs something first, and keep the product reserved: it may still come."
    case .askToBuyDeclined: "Say that the purchase was declined."
    case .networkOffline: "Say that there is no connection, and offer to try again."
    case .downloadFailed, .downloadUnavailable: "Say that it was paid for, and offer to download it again."
    case .receiptMissing, .receiptIncomplete, .receiptInvalid, .receiptUnavailable:
      "Say that the purchase could not be checked yet, and offer to try again; deliver nothing yet."
    case .unfinishedPurchase: "Say that the last purchase is still being completed."
    case .restoreInProgress: "Show that the restore is running."
    case .sheetChanged: "Show the new price and ask again."
    case .ledgerUnavailable: "Say that the purchase was not made, and offer to try again."
    case .unknownProduct, .invalidQuantity, .quantityNotAllowed, .notFinishable, .noSheetOpen,
      .unknownTransaction, .notRunning, .invalidCondition, .notDeferred, .notInterrupted, .notRefundable,
      .notRevoked, .notShared, .alreadyFinished, .nothingHeld, .noSignInAsked:
      "Nothing: this is for the app's developer."
    case .simulated, .other: "Say that the store has trouble, and offer to try again."
    }
  }
}
