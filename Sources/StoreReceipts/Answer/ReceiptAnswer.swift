import FoundationEssentials
import JSONSyntax
import StoreModel

/// What verifyReceipt answers, as values; `json` writes it as the store does.
public struct ReceiptAnswer: Sendable {
  /// A purchase in `latest_receipt_info`, which tells more than a receipt does.
  public struct Latest: Hashable, Sendable {
    public var purchase: InAppPurchase
    public var subscriptionGroupID: String?
    /// `PURCHASED` or `FAMILY_SHARED`.
    public var ownership: String?
    public var isUpgraded: Bool
    public var offerCodeName: String?
    public var appAccountToken: UUID?

    public init(
      _ purchase: InAppPurchase, subscriptionGroupID: String? = nil, ownership: String? = nil,
      isUpgraded: Bool = false, offerCodeName: String? = nil, appAccountToken: UUID? = nil
    ) {
      self.purchase = purchase
      self.subscriptionGroupID = subscriptionGroupID
      self.ownership = ownership
      self.isUpgraded = isUpgraded
      self.offerCodeName = offerCodeName
      self.appAccountToken = appAccountToken
    }
  }

  /// What becomes of one subscription at its next renewal.
  public struct Pending: Hashable, Sendable {
    public var autoRenewProductID: String
    public var productID: String
    public var originalTransactionID: String
    public var willAutoRenew: Bool
    /// 1 to 5, as in signed renewal info.
    public var expirationIntent: Int?
    public var isInBillingRetry: Bool?
    public var gracePeriodExpiresDate: Timestamp?
    /// Whether the customer agreed to a higher price; nil when none was asked for.
    public var hasPriceConsent: Bool?
    public var offerCodeName: String?
    public var promotionalOfferID: String?

    public init(
      autoRenewProductID: String, productID: String, originalTransactionID: String, willAutoRenew: Bool
    ) {
      self.autoRenewProductID = autoRenewProductID
      self.productID = productID
      self.originalTransactionID = originalTransactionID
      self.willAutoRenew = willAutoRenew
    }
  }

  /// What the store knows of the customer's subscriptions.
  public struct History: Sendable {
    public var latest: [Latest]
    public var pending: [Pending]
    /// The newest receipt of the same customer.
    public var receipt: [UInt8]

    public init(latest: [Latest], pending: [Pending], receipt: [UInt8]) {
      self.latest = latest
      self.pending = pending
      self.receipt = receipt
    }
  }

  public let status: ReceiptStatus
  public let environment: AppStoreEnvironment
  /// Nil on errors.
  public let receipt: AppReceipt?
  /// When the store was asked.
  public let requestDate: Timestamp
  /// Nil on errors, and for a receipt without subscriptions that renew.
  public let history: History?
  /// Only with the store's own trouble.
  public var isRetryable: Bool?

  /// A refusal: a status and nothing else.
  public init(_ status: ReceiptStatus, environment: AppStoreEnvironment, at requestDate: Timestamp) {
    self.status = status
    self.environment = environment
    self.requestDate = requestDate
    receipt = nil
    history = nil
    isRetryable = status.isInternal ? true : nil
  }

  /// The answer to a valid receipt. With `excludesOld` only the latest renewal of each subscription is told.
  public init(
    _ receipt: AppReceipt, environment: AppStoreEnvironment, at requestDate: Timestamp, history: History?,
    excludesOld: Bool
  ) {
    status = .valid
    self.environment = environment
    self.receipt = receipt
    self.requestDate = requestDate
    var history = receipt.purchases.contains { $0.kind == .autoRenewable } ? history : nil
    if let latest = history?.latest {
      // Purchases of one instant stay in the order in which the store gave them.
      let rising = latest.enumerated().sorted {
        ($0.element.purchase.purchaseDate, $0.offset) < ($1.element.purchase.purchaseDate, $1.offset)
      }.map(\.element)
      history?.latest = excludesOld ? rising.lastOfEachSubscription : rising
    }
    self.history = history
  }

  /// The answer as the store writes it, in the store's order.
  public func json() -> [UInt8] {
    var writer = JSONLineWriter()
    writer.member("status", status.rawValue)
    if status.isInternal { writer.member("is-retryable", isRetryable == true ? 1 : 0) }
    writer.member("environment", environment.rawValue)
    if let receipt {
      writer.object("receipt") { $0.members(of: receipt, requestDate: requestDate) }
    }
    if let history {
      writer.array("latest_receipt_info", of: history.latest) { $0.members(of: $1) }
      writer.member("latest_receipt", Data(history.receipt).base64EncodedString())
      writer.array("pending_renewal_info", of: history.pending) { $0.members(of: $1) }
    }
    return writer.bytes
  }
}

extension [ReceiptAnswer.Latest] {
  /// The last of each subscription, in place; what is no subscription stays. All plans of a group are one
  /// subscription.
  fileprivate var lastOfEachSubscription: [ReceiptAnswer.Latest] {
    var seen: Set<String> = []
    return reversed().filter { latest in
      guard latest.purchase.kind == .autoRenewable else { return true }
      let purchase = latest.purchase
      let name =
        latest.subscriptionGroupID.map { "group \($0)" } ?? purchase.originalTransactionID
        ?? purchase.transactionID
      return seen.insert(name).inserted
    }.reversed()
  }
}

extension JSONLineWriter {
  fileprivate mutating func members(of receipt: AppReceipt, requestDate: Timestamp) {
    member("receipt_type", receipt.receiptType)
    member("adam_id", receipt.appItemID)
    member("app_item_id", receipt.appItemID)
    member("bundle_id", receipt.bundleID)
    member("application_version", receipt.applicationVersion)
    member("download_id", receipt.downloadID)
    member("version_external_identifier", receipt.versionExternalID)
    date("receipt_creation_date", receipt.creationDate)
    date("request_date", requestDate)
    date("original_purchase_date", receipt.originalPurchaseDate)
    member("original_application_version", receipt.originalApplicationVersion)
    date("preorder_date", receipt.preorderDate)
    date("expiration_date", receipt.expirationDate)
    array("in_app", of: receipt.purchases) { $0.members(of: $1) }
  }

  fileprivate mutating func members(of latest: ReceiptAnswer.Latest) {
    members(of: latest.purchase)
    member("subscription_group_identifier", latest.subscriptionGroupID)
    member("in_app_ownership_type", latest.ownership)
    if latest.isUpgraded { member("is_upgraded", "true") }
    member("offer_code_ref_name", latest.offerCodeName)
    member("app_account_token", latest.appAccountToken?.uuidString.lowercased())
  }

  /// All values are texts, numbers and truth too.
  private mutating func members(of purchase: InAppPurchase) {
    member("quantity", String(purchase.quantity))
    member("product_id", purchase.productID)
    member("transaction_id", purchase.transactionID)
    member("original_transaction_id", purchase.originalTransactionID)
    date("purchase_date", purchase.purchaseDate)
    date("original_purchase_date", purchase.originalPurchaseDate)
    date("expires_date", purchase.expirationDate)
    if let id = purchase.webOrderLineItemID, id != 0 { member("web_order_line_item_id", String(id)) }
    member("is_trial_period", purchase.isTrial.map(String.init))
    member("is_in_intro_offer_period", purchase.isIntroductory.map(String.init))
    // A client takes the key alone for a cancellation.
    if let cancelled = purchase.cancellationDate {
      date("cancellation_date", cancelled)
      member("cancellation_reason", String(purchase.cancellationReason ?? 0))
    }
    member("promotional_offer_id", purchase.promotionalOfferID)
  }

  fileprivate mutating func members(of pending: ReceiptAnswer.Pending) {
    member("auto_renew_product_id", pending.autoRenewProductID)
    member("original_transaction_id", pending.originalTransactionID)
    member("product_id", pending.productID)
    member("auto_renew_status", pending.willAutoRenew ? "1" : "0")
    member("expiration_intent", pending.expirationIntent.map(String.init))
    member("is_in_billing_retry_period", pending.isInBillingRetry.map { $0 ? "1" : "0" })
    date("grace_period_expires_date", pending.gracePeriodExpiresDate)
    member("price_consent_status", pending.hasPriceConsent.map { $0 ? "1" : "0" })
    member("offer_code_ref_name", pending.offerCodeName)
    member("promotional_offer_id", pending.promotionalOfferID)
  }

  /// One date in the three spellings of the store.
  private mutating func date(_ key: String, _ date: Timestamp?) {
    guard let date else { return }
    member(key, AnswerDate.text(date, in: .gmt))
    member(key + "_ms", String(date.milliseconds))
    member(key + "_pst", AnswerDate.text(date, in: .pacific))
  }
}

/// Dates as verifyReceipt writes them: `2020-07-22 17:39:08 Etc/GMT`.
enum AnswerDate {
  enum Zone {
    case gmt, pacific
  }

  private static let pacific = TimeZone(identifier: "America/Los_Angeles")

  static func text(_ instant: Timestamp, in zone: Zone) -> String {
    guard zone == .pacific, let pacific else { return spelled(instant) + " Etc/GMT" }
    let shift = Int64(pacific.secondsFromGMT(for: instant.date)) * 1000
    return spelled(instant.advanced(byMilliseconds: shift)) + " America/Los_Angeles"
  }

  private static func spelled(_ instant: Timestamp) -> String {
    let text = instant.description
    return text.prefix(10) + " " + text.dropFirst(11).prefix(8)
  }
}
