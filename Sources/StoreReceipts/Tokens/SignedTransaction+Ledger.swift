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
    ownership = .purchased
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
      offerPeriod = offer?.period.description
    }
    if transaction.isUpgraded { isUpgraded = true }
    if let revokedAt = transaction.revokedAt { (revocationDate, revocationReason) = (revokedAt, 0) }
    appTransactionID = holder.appTransactionID
    (deviceVerification, deviceVerificationNonce) = holder.verification(of: "transaction \(id)")
  }
}

extension SignedRenewalInfo {
  /// What becomes of a subscription when its time ends, as far as the books tell.
  ///
  /// `latest` is the newest purchase of the same group; `next` is the product that it renews to, nil when the catalogue
  /// no longer has it, and `price` what that costs. Nil for what does not renew.
  public init?(
    of transaction: Transaction, latest: Transaction, next: Product?, price: Price?,
    for holder: ReceiptHolder,
    at signedDate: Timestamp
  ) {
    guard transaction.productType == .autoRenewable, transaction.transactionIdentifier != nil else {
      return nil
    }
    self.init()
    originalTransactionID = transaction.originalIdentifier.description
    productID = transaction.productID.rawValue
    autoRenewProductID = latest.productID.rawValue
    environment = .sandbox
    self.signedDate = signedDate
    recentSubscriptionStartDate = transaction.originalPurchaseDate
    let isRunning = latest.revokedAt == nil && latest.expiresAt.map { signedDate < $0 } ?? false
    willAutoRenew = isRunning && next != nil ? .on : .off
    if isRunning {
      renewalDate = latest.expiresAt
      renewalPrice = price?.thousandths
      currency = price?.currency.rawValue
    } else {
      // 4: no longer for sale. 5: for another reason, since nobody cancelled it.
      expirationIntent = next == nil ? 4 : 5
      isInBillingRetry = false
    }
    appAccountToken = transaction.payment.appAccountToken
    appTransactionID = holder.appTransactionID
    (deviceVerification, deviceVerificationNonce) = holder.verification(
      of: "renewal \(transaction.id)")
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
  fileprivate var originalIdentifier: TransactionID { original?.id ?? id }
}

extension Price {
  /// Nil for an amount that no payload can hold.
  fileprivate var thousandths: Int64? { Int64(cuttingOff: amount * 1000) }
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
