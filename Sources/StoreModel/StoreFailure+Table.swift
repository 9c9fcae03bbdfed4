extension StoreFailure {
  private static func entry(
    _ name: String, _ family: Family, _ code: Int, _ fault: StoreExplanation.Fault, _ cause: String,
    show: String, next: String
  ) -> (name: String, entry: Entry) {
    (
      name,
      Entry(family: family, code: code, explanation: StoreExplanation(cause, fault, show: show, next: next))
    )
  }

  private static let retry = "Say that the store has trouble, and offer to try again."
  private static let quiet = "Nothing: go back to where the customer was."
  private static let hide = "Nothing: the feature is not offered."

  /// Names of store-rules 2.10 to 2.12. One name stands for equal errors of two interfaces.
  static let table: [(name: String, entry: Entry)] =
    skErrors + storeKitErrors + purchaseErrors + refundErrors + verificationErrors + statuses

  private static let skErrors = [
    entry(
      "unknown", .skError, 0, .store, "The store failed without saying why.", show: retry,
      next: "Try again; if it stays, look at the store's status page."),
    entry(
      "clientInvalid", .skError, 1, .app, "This client may not make this call.",
      show: "Say that the purchase cannot be made in this app.",
      next: "Check the bundle id and the account that is signed in."),
    entry(
      "paymentCancelled", .skError, 2, .customer, "The customer cancelled.", show: quiet,
      next: "Offer the purchase again when the customer asks for it."),
    entry(
      "paymentInvalid", .skError, 3, .app,
      "A part of the payment is wrong, such as the product or the quantity.",
      show: "Say that the product cannot be bought now.",
      next: "Compare the product's id and the quantity with the catalogue."),
    entry(
      "paymentNotAllowed", .skError, 4, .device, "Purchases are not allowed on this device.",
      show: "Say that purchases are switched off in the device's settings.",
      next: "Allow purchases, and ask canMakePayments before offering any."),
    entry(
      "storeProductNotAvailable", .skError, 5, .seller, "The product is not sold in this storefront.",
      show: "Say that the product is not available in the customer's country.",
      next: "Give it a price in this storefront, or choose another one."),
    entry(
      "cloudServicePermissionDenied", .skError, 6, .customer, "Access to the cloud service was not allowed.",
      show: "Say what the access is needed for.", next: "Ask for the permission again in the settings."),
    entry(
      "cloudServiceNetworkConnectionFailed", .skError, 7, .network,
      "The device could not reach the cloud service.",
      show: "Say that there is no connection, and offer to try again.", next: "Check the network."),
    entry(
      "cloudServiceRevoked", .skError, 8, .customer, "The permission for the cloud service was taken back.",
      show: "Say what the access was needed for.", next: "Ask for the permission again in the settings."),
    entry(
      "privacyAcknowledgementRequired", .skError, 9, .customer,
      "The customer has not agreed to Apple's privacy policy yet.",
      show: "Say that the store's terms have to be agreed to first.",
      next: "Open the store on the device, agree, then buy again."),
    entry(
      "unauthorizedRequestData", .skError, 10, .app, "The app lacks the entitlement for this request.",
      show: hide, next: "Add the entitlement to the app."),
    entry(
      "invalidOfferIdentifier", .skError, 11, .seller, "The offer does not exist or is not active.",
      show: "Offer the standard price.", next: "Compare the offer's id with the catalogue."),
    entry(
      "invalidSignature", .skError, 12, .app, "The signature is not valid.",
      show: "Say that the offer or the purchase could not be checked, and offer to try again.",
      next: "Check the key, its id and the order of what is signed."),
    entry(
      "missingOfferParams", .skError, 13, .app, "A parameter of the offer is missing.",
      show: "Offer the standard price.", next: "Send key id, nonce, timestamp and signature together."),
    entry(
      "invalidOfferPrice", .skError, 14, .seller, "The offer does not cost less than the product.",
      show: "Offer the standard price.", next: "Lower the offer's price in the catalogue."),
    entry(
      "overlayCancelled", .skError, 15, .customer, "The overlay was closed.", show: quiet,
      next: "Offer it again later."),
    entry(
      "overlayInvalidConfiguration", .skError, 16, .app, "The overlay is set up wrongly.", show: hide,
      next: "Check the overlay's configuration."),
    entry(
      "overlayTimeout", .skError, 17, .store, "The overlay took too long.", show: quiet, next: "Try again."),
    entry(
      "ineligibleForOffer", .skError, 18, .customer, "The account may not have this offer.",
      show: "Offer the standard price.", next: "Ask for the eligibility before showing an offer."),
    entry(
      "unsupportedPlatform", .skError, 19, .device, "This is not possible on this platform.", show: hide,
      next: "Offer it on another device."),
    entry(
      "overlayPresentedInBackgroundScene", .skError, 20, .app,
      "The overlay was asked for by a scene in the background.", show: hide,
      next: "Present it from the scene in front."),
  ]

  private static let storeKitErrors = [
    entry(
      "userCancelled", .storeKitError, 2, .customer, "The customer cancelled.", show: quiet,
      next: "Offer it again when the customer asks for it."),
    entry(
      "networkError", .storeKitError, 0, .network, "The network failed on the way to the store.",
      show: "Say that there is no connection, and offer to try again.",
      next: "Check the network, then try again."),
    entry(
      "systemError", .storeKitError, 0, .device, "The system failed on the way to the store.", show: retry,
      next: "Try again; restart the device if it stays."),
    entry(
      "notAvailableInStorefront", .storeKitError, 5, .seller, "This is not available in this storefront.",
      show: "Say that the product is not available in the customer's country.",
      next: "Give it a price in this storefront, or choose another one."),
    entry(
      "notEntitled", .storeKitError, 10, .app, "The app lacks the entitlement for this call.", show: hide,
      next: "Add the entitlement to the app."),
    entry(
      "unsupported", .storeKitError, 19, .device, "This device's system does not support the call.",
      show: hide,
      next: "Ask for the system's version first."),
  ]

  private static let purchaseErrors = [
    entry(
      "invalidQuantity", .purchaseError, 3, .app, "The quantity is not 1 to 10.",
      show: "Let the customer choose 1 to 10.", next: "Check the quantity before buying."),
    entry(
      "productUnavailable", .purchaseError, 5, .seller, "The product cannot be bought at the moment.",
      show: "Say that the product is not available now.", next: "Look whether it is cleared for sale."),
    entry(
      "purchaseNotAllowed", .purchaseError, 4, .device, "Purchases are not allowed on this device.",
      show: "Say that purchases are switched off in the device's settings.", next: "Allow purchases."),
    entry(
      "invalidOfferSignature", .purchaseError, 12, .app, "The offer's signature is not valid.",
      show: "Offer the standard price.", next: "Check the key, its id and the order of what is signed."),
    entry(
      "missingOfferParameters", .purchaseError, 13, .app, "A parameter of the offer is missing.",
      show: "Offer the standard price.", next: "Send key id, nonce, timestamp and signature together."),
  ]

  private static let refundErrors = [
    entry(
      "duplicateRequest", .refundRequestError, 0, .customer,
      "A refund of this purchase was asked for before.",
      show: "Say that the request is being looked at.", next: "Wait for the answer to the first request."),
    entry(
      "failed", .refundRequestError, 0, .store, "The request for a refund could not be sent.",
      show: "Say that the request was not sent, and offer to try again.", next: "Try again later."),
  ]

  private static let verificationErrors = [
    ("revokedCertificate", "A certificate of the chain was revoked."),
    ("invalidCertificateChain", "The certificates do not lead to the store's root."),
    ("invalidDeviceVerification", "It was made for another device."),
    ("invalidEncoding", "It is not encoded as it should be."),
    ("missingRequiredProperties", "Something that it must hold is missing."),
  ].map { name, cause in
    entry(
      name, .verificationError, 0, .store, cause,
      show: "Say that the purchase could not be checked, and offer to try again; deliver nothing yet.",
      next: "Refresh the receipt; what was paid for is delivered once it is accepted.")
  }

  private static let statuses = [
    ("21000", "The receipt was not sent by HTTP POST.", StoreExplanation.Fault.app, "Send it by POST."),
    (
      "21002", "The receipt is malformed or missing, or the service has trouble.", .app,
      "Send the whole receipt in base64, once more if it was whole."
    ),
    (
      "21003", "The receipt could not be authenticated.", .app,
      "Send the receipt as it lies on the device; refresh it if it is damaged."
    ),
    (
      "21004", "The shared secret does not match.", .app,
      "Send the secret of this app or account: 'storefront keys secret' prints this store's."
    ),
    ("21005", "The receipt server is not available now.", .store, "Send the receipt again later."),
    (
      "21006", "The receipt is valid, but the subscription has expired.", .customer,
      "Treat the subscription as over; the receipt itself is good."
    ),
    (
      "21007", "A receipt of the sandbox was sent to production.", .app,
      "Send it to the sandbox, for this call only."
    ),
    (
      "21008", "A receipt of production was sent to the sandbox.", .app,
      "Send it to production, for this call only."
    ),
    ("21009", "The service could not read its own data.", .store, "Send the receipt again later."),
    (
      "21010", "The account cannot be found or was deleted.", .customer,
      "Treat the account's purchases as gone, as if there had been none."
    ),
    // Any number from 21100 to 21199.
    (
      internalStatus, "The service could not read its own data (21100 to 21199).", .store,
      "Look at is-retryable: send the receipt again if it is 1."
    ),
  ].map { name, cause, fault, next in
    entry(
      name, .verifyReceipt, 0, fault, cause,
      show: "Say that the purchase could not be checked, and offer to try again; deliver nothing yet.",
      next: next)
  }

  /// Stands for all that verifyReceipt has for its own trouble.
  static let internalStatus = "21100"
}
