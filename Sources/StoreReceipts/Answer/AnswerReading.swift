import FoundationEssentials
import JSONSyntax
import StoreModel

/// Why the answer of verifyReceipt cannot be read at all.
public enum AnswerError: Error, Hashable, Sendable {
  /// The body is empty.
  case noData
  /// The body is not JSON; the message says where.
  case notJSON(reason: String)
}

extension AnswerError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .noData: "The store answered without a body."
    case .notJSON(let reason): "The store's answer is not JSON: \(reason)."
    }
  }

  public var recoverySuggestion: String? { "Check the address that was asked, then ask again." }
}

/// What an app makes of the answer of verifyReceipt (R172 to R183).
public struct AnswerReading: Sendable {
  /// One purchase of the answer.
  public struct Item: Hashable, Sendable {
    public let productID: String
    public let quantity: Int
    public let transactionID: String
    public let originalTransactionID: String
    public let purchaseDate: Timestamp
    public let originalPurchaseDate: Timestamp
    public let expiresDate: Timestamp?
    public let isTrial: Bool
    public let isIntroductory: Bool
    public let isUpgraded: Bool
    /// Whether it was taken back: the key alone says so, whatever it holds (R176).
    public let isCancelled: Bool

    /// Whether it entitles to anything: neither taken back nor upgraded away (R176, R182).
    var counts: Bool { !isCancelled && !isUpgraded }
  }

  /// How long a subscription lasts.
  public enum Renewal: Sendable {
    /// The store says when it ends.
    case automatic
    /// It ends this long after its original purchase (R177).
    case none(duration: Duration)
  }

  public enum Purchase: Hashable, Sendable {
    case purchased(Item)
    case notPurchased
  }

  /// Items are the newest first.
  public enum Subscription: Hashable, Sendable {
    case purchased(until: Timestamp, items: [Item])
    case expired(at: Timestamp, items: [Item])
    case notPurchased
  }

  /// The answer as it came.
  public let body: [UInt8]
  /// Nil when the answer holds none, or none that is a whole number (R162, R163).
  public let status: ReceiptStatus?
  /// When the store was asked, on the store's clock.
  public let requestDate: Timestamp?
  /// Everything in the receipt.
  public let purchases: [Item]
  /// Nil when the answer does not hold it.
  public let latest: [Item]?
  /// How many items could not be used (R183).
  public let skippedItems: Int

  /// Only 0 is valid (R162).
  public var isValid: Bool { status == .valid }

  public init(_ body: [UInt8]) throws(AnswerError) {
    if body.isEmpty { throw .noData }
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: body)
    } catch {
      throw .notJSON(reason: "\(error)")
    }
    let answer = document.root.object
    self.body = body
    status = answer?["status"]?.integer.map(ReceiptStatus.init(rawValue:))
    let receipt = answer?["receipt"]?.object
    requestDate = receipt?.milliseconds("request_date_ms")
    let inApp = receipt?["in_app"]?.array ?? []
    let latestInfo = answer?["latest_receipt_info"]?.array
    purchases = inApp.compactMap { $0.object.flatMap(Item.init) }
    latest = latestInfo.map { $0.compactMap { $0.object.flatMap(Item.init) } }
    skippedItems = inApp.count - purchases.count + (latestInfo?.count ?? 0) - (latest?.count ?? 0)
  }

  /// Whether something that is no subscription was bought: the first of its items that counts (R174).
  public func purchase(of productID: String) -> Purchase {
    purchases.first { $0.productID == productID && $0.counts }.map(Purchase.purchased) ?? .notPurchased
  }

  /// Whether a subscription is on. Several products are judged together, as those of one group are: the latest
  /// expiry decides (R180).
  ///
  /// The store's clock is what counts, `now` only where the answer does not tell it (R178).
  public func subscription(_ renewal: Renewal, to productIDs: Set<String>, now: Timestamp) -> Subscription {
    let ends = items(renewal).compactMap { item -> (item: Item, end: Timestamp)? in
      guard productIDs.contains(item.productID), item.counts else { return nil }
      return Self.end(of: item, renewal).map { (item, $0) }
    }
    // The newest first; of equals the one that stood first.
    let newest = ends.enumerated().sorted { ($1.element.end, $0.offset) < ($0.element.end, $1.offset) }
      .map(\.element)
    guard let end = newest.first?.end else { return .notPurchased }
    let items = newest.map(\.item)
    return end > requestDate ?? now ? .purchased(until: end, items: items) : .expired(at: end, items: items)
  }

  /// Which products the customer ever subscribed to, taken back or not; nil when there are none (R181).
  public func productIDs(_ renewal: Renewal) -> Set<String>? {
    let ids = Set(items(renewal).map(\.productID))
    return ids.isEmpty ? nil : ids
  }

  /// What renews stands in the latest info alone, everything else in the receipt (R175).
  private func items(_ renewal: Renewal) -> [Item] {
    switch renewal {
    case .automatic: latest ?? []
    case .none: purchases
    }
  }

  private static func end(of item: Item, _ renewal: Renewal) -> Timestamp? {
    switch renewal {
    case .automatic: item.expiresDate
    case .none(let duration):
      item.originalPurchaseDate.advanced(byMilliseconds: Int64(duration / .milliseconds(1)))
    }
  }
}

extension AnswerReading.Item {
  /// Nil when something is missing without which it cannot be used (R172).
  fileprivate init?(_ object: JSONObject) {
    guard let productID = object["product_id"]?.string,
      let quantity = object["quantity"]?.string.flatMap({ Int($0) }),
      let transactionID = object["transaction_id"]?.string,
      let originalTransactionID = object["original_transaction_id"]?.string,
      let purchaseDate = object.milliseconds("purchase_date_ms"),
      let originalPurchaseDate = object.milliseconds("original_purchase_date_ms")
    else { return nil }
    self.productID = productID
    self.quantity = quantity
    self.transactionID = transactionID
    self.originalTransactionID = originalTransactionID
    self.purchaseDate = purchaseDate
    self.originalPurchaseDate = originalPurchaseDate
    expiresDate = object.milliseconds("expires_date_ms")
    // Texts, and only these two words of them (R173).
    isTrial = object["is_trial_period"]?.string == "true"
    isIntroductory = object["is_in_intro_offer_period"]?.string == "true"
    // The store documents a text and some answers hold a truth value.
    let upgraded = object["is_upgraded"]
    isUpgraded = upgraded?.bool == true || upgraded?.string == "true"
    isCancelled = object["cancellation_date"] != nil
  }
}

extension JSONObject {
  /// A date that is written as text of its milliseconds.
  fileprivate func milliseconds(_ key: String) -> Timestamp? {
    // Some answers carry a fraction. Beyond the years 1 to 9999 there is nothing to count with.
    guard let value = self[key]?.string.flatMap({ Int64($0.prefix { $0 != "." }) }),
      (-62_135_596_800_000...253_402_300_799_999).contains(value)
    else { return nil }
    return Timestamp(milliseconds: value)
  }
}
