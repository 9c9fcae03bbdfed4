import FoundationEssentials
import JSONSyntax
import StoreCrypto
import StoreModel

extension SignedTransaction {
  /// What a store signs of a transaction in its books, for one app and device.
  ///
  /// `offer` is the one that applied, when the catalogue still has it. Nil for a transaction that is not purchased or
  /// restored: a store signs no other (R21, R24).
  public init?(
    of transaction: Transaction, offer: Offer?, for holder: ReceiptHolder, at signedDate: Timestamp
  ) {
    guard let id = transaction.transactionIdentifier, let date = transaction.date else { return nil }
    self.init()
    transactionID = id.description
    originalTransactionID = transaction.originalIdentifier.description
    if transaction.productType == .autoRenewable { webOrderLineItemID = id.description }
    bundleID = holder.bundleID
    productID = transaction.productID.rawValue
    subscriptionGroupID = transaction.groupID?.rawValue
    purchaseDate = date
    originalPurchaseDate = transaction.originalPurchaseDate
    expiresDate = transaction.expiresAt
    quantity = Int32(clamping: transaction.payment.quantity)
    type = TokenProductType(transaction.productType)
    // An app puts its account's UUID there; anything else is no token that strict clients read.
    appAccountToken = transaction.payment.appAccountToken
    ownership = transaction.ownership
    self.signedDate = signedDate
    environment = .sandbox
    storefront = transaction.storefront.rawValue
    storefrontID = StorefrontNumber.text(of: transaction.storefront)
    reason = .purchase
    if let charged = transaction.price {
      price = charged.thousandths.map { $0 / Int64(max(transaction.payment.quantity, 1)) }
      currency = charged.currency.rawValue
    }
    if let kind = transaction.offerKind {
      offerType = TokenOfferType(kind)
      // Introductory offers have no public id.
      if kind != .introductory { offerID = transaction.offerID }
      offerDiscountType = offer?.paymentMode.tokenWord
      offerPeriod = offer?.chargedPeriod.description
    }
    if transaction.isUpgraded { isUpgraded = true }
    if let revokedAt = transaction.revokedAt {
      // 0 is any reason but trouble with the app: the books keep none.
      (revocationDate, revocationReason) = (revokedAt, 0)
      revocationType = transaction.revocation?.kind.rawValue
      revocationPercentage = transaction.revocation?.refundedThousandths
    }
    appTransactionID = holder.appTransactionID
    (deviceVerification, deviceVerificationNonce) = holder.verification(of: "transaction \(id)")
  }
}

extension SignedRenewalInfo {
  /// What a store signs of what becomes of a subscription, for one app and device.
  public init(of renewal: SubscriptionRenewal, for holder: ReceiptHolder, at signedDate: Timestamp) {
    self.init()
    originalTransactionID = renewal.originalTransactionID.description
    productID = renewal.productID.rawValue
    autoRenewProductID = renewal.autoRenewProductID.rawValue
    environment = .sandbox
    self.signedDate = signedDate
    recentSubscriptionStartDate = renewal.startDate
    willAutoRenew = renewal.willAutoRenew ? .on : .off
    renewalDate = renewal.renewalDate
    renewalPrice = renewal.price?.thousandths
    currency = renewal.price?.currency.rawValue
    expirationIntent = renewal.expirationIntent.map { Int32(clamping: $0) }
    isInBillingRetry = renewal.isInBillingRetry
    if let offer = renewal.offer {
      offerType = TokenOfferType(offer.kind)
      if offer.kind != .introductory { offerID = offer.id }
      offerDiscountType = offer.paymentMode.tokenWord
      offerPeriod = offer.chargedPeriod.description
    }
    if !renewal.eligibleWinBackOfferIDs.isEmpty {
      eligibleWinBackOfferIDs = renewal.eligibleWinBackOfferIDs
    }
    appAccountToken = renewal.appAccountToken
    appTransactionID = holder.appTransactionID
    (deviceVerification, deviceVerificationNonce) = holder.verification(
      of: "renewal \(renewal.transactionID)")
  }
}

extension SignedAppTransaction {
  /// How the app itself came onto the device: from the sandbox, which says the same of every app.
  public init(for holder: ReceiptHolder, at creationDate: Timestamp) {
    self.init()
    receiptType = .sandbox
    bundleID = holder.bundleID
    applicationVersion = holder.version
    receiptCreationDate = creationDate
    originalPurchaseDate = AppReceipt.sandboxPurchaseDate
    originalApplicationVersion = AppReceipt.sandboxVersion
    originalPlatform = "iOS"
    appTransactionID = holder.appTransactionID
    (deviceVerification, deviceVerificationNonce) = holder.verification(of: "app transaction")
  }
}

extension ReceiptHolder {
  /// The device's id as tokens are compared with it.
  public var deviceID: UUID { UUID(bytes: device) }

  /// The same for every token of this app on this device: 18 digits.
  var appTransactionID: String {
    let hash = Hash.sha256(Array("app transaction \(bundleID)".utf8) + device)
    let number = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return String(700_000_000_000_000_000 + number % 100_000_000_000_000_000)
  }

  /// What ties the token of this name to the device, and the nonce that goes into it: the same each time.
  fileprivate func verification(of name: String) -> (String, UUID) {
    let nonce = UUID(version4: Hash.sha256(Array("nonce \(bundleID) \(name)".utf8) + device))
    return (DeviceVerification.value(nonce: nonce, device: deviceID), nonce)
  }
}

extension UUID {
  /// The first 16 bytes of a hash, marked as version 4.
  init(version4 hash: [UInt8]) {
    var bytes = Array(hash.prefix(16)) + Array(repeating: 0, count: max(16 - hash.count, 0))
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    self.init(bytes: bytes)
  }

  /// 16 bytes; what is missing is zero.
  fileprivate init(bytes: [UInt8]) {
    let bytes = bytes.prefix(16) + Array(repeating: 0, count: max(16 - bytes.count, 0))
    self = Array(bytes).withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension Transaction {
  /// Whose purchase it was. The books tell of a family's purchase only when the family stopped sharing it.
  var ownership: SignedTransaction.Ownership { revocation?.kind == .family ? .familyShared : .purchased }
}

extension Revocation {
  /// How much went back, in thousandths of a percent; nil where nothing was refunded.
  fileprivate var refundedThousandths: Int32? {
    kind == .family ? nil : Int32(clamping: percentage * 1000)
  }
}

extension Price {
  /// Nil for an amount that no payload can hold.
  fileprivate var thousandths: Int64? { Int64(cuttingOff: amount * 1000) }
}

extension Offer {
  /// What one charge under it pays for.
  fileprivate var chargedPeriod: SubscriptionPeriod {
    switch paymentMode {
    case .payAsYouGo: period
    case .freeTrial, .payUpFront: duration
    }
  }
}

extension Offer.PaymentMode {
  fileprivate var tokenWord: String {
    switch self {
    case .freeTrial: "FREE_TRIAL"
    case .payAsYouGo: "PAY_AS_YOU_GO"
    case .payUpFront: "PAY_UP_FRONT"
    }
  }
}
