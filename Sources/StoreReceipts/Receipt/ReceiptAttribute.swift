import StoreModel

/// One attribute of a receipt or of a purchase in it, as it was written.
public struct ReceiptAttribute: Hashable, Sendable {
  public let number: Int64
  /// 1 everywhere, except 2 for attribute 4 of a store's receipts.
  public let version: Int64
  /// A DER value, except for attributes 4 to 7, which hold plain bytes.
  public let value: ArraySlice<UInt8>

  /// The number of an attribute with a known meaning.
  enum Number {
    static let receiptType: Int64 = 0
    static let appItemID: Int64 = 1
    static let bundleID: Int64 = 2
    static let applicationVersion: Int64 = 3
    static let opaqueValue: Int64 = 4
    static let hash: Int64 = 5
    static let ageRating: Int64 = 10
    static let creationDate: Int64 = 12
    static let downloadID: Int64 = 15
    static let versionExternalID: Int64 = 16
    static let purchase: Int64 = 17
    static let originalPurchaseDate: Int64 = 18
    static let originalApplicationVersion: Int64 = 19
    static let expirationDate: Int64 = 21
    static let preorderDate: Int64 = 32
    static let quantity: Int64 = 1701
    static let productID: Int64 = 1702
    static let transactionID: Int64 = 1703
    static let purchaseDate: Int64 = 1704
    static let originalTransactionID: Int64 = 1705
    static let purchaseOriginalDate: Int64 = 1706
    static let kind: Int64 = 1707
    static let purchaseExpirationDate: Int64 = 1708
    static let webOrderLineItemID: Int64 = 1711
    static let cancellationDate: Int64 = 1712
    static let isTrial: Int64 = 1713
    static let isIntroductory: Int64 = 1719
    static let cancellationReason: Int64 = 1720
    static let promotionalOfferID: Int64 = 1721
  }

  private static let names: [Int64: String] = [
    Number.receiptType: "receipt type", Number.appItemID: "app item id", Number.bundleID: "bundle id",
    Number.applicationVersion: "app version", Number.opaqueValue: "opaque value", Number.hash: "hash",
    Number.ageRating: "age rating", Number.creationDate: "created", Number.downloadID: "download id",
    Number.versionExternalID: "version external id", Number.purchase: "purchase",
    Number.originalPurchaseDate: "app first bought", Number.originalApplicationVersion: "first app version",
    Number.expirationDate: "receipt expires", Number.preorderDate: "preordered",
    Number.quantity: "quantity", Number.productID: "product", Number.transactionID: "transaction",
    Number.purchaseDate: "purchased", Number.originalTransactionID: "original transaction",
    Number.purchaseOriginalDate: "originally purchased", Number.kind: "product type",
    Number.purchaseExpirationDate: "expires", Number.webOrderLineItemID: "web order line item",
    Number.cancellationDate: "cancelled", Number.isTrial: "free trial",
    Number.isIntroductory: "introductory offer", Number.cancellationReason: "cancellation reason",
    Number.promotionalOfferID: "promotional offer",
  ]

  private static let dates: Set<Int64> = [
    Number.creationDate, Number.originalPurchaseDate, Number.expirationDate, Number.preorderDate,
    Number.purchaseDate, Number.purchaseOriginalDate, Number.purchaseExpirationDate, Number.cancellationDate,
  ]

  /// The instant that an attribute of this number names with `text`; nil for one that is no date.
  public static func date(_ number: Int64, _ text: String) -> Timestamp? {
    dates.contains(number) ? ReceiptDate.timestamp(text) : nil
  }

  /// What the attribute means, in words; nil for one that Apple keeps to itself.
  public var name: String? { Self.names[number] }

  /// Whether it holds a purchase: a set of attributes of its own.
  public var isPurchase: Bool { number == Number.purchase }

  /// Whether the value is plain bytes rather than a DER value.
  public var isOpaque: Bool { (4...7).contains(number) }

  /// The value in words: text in itself, an integer in digits, bytes in hexadecimal; nil for a purchase.
  public var text: String? {
    guard number != Number.purchase else { return nil }
    if !isOpaque {
      var reader = BERReader(value)
      if let element = try? reader.next(), reader.isAtEnd {
        if let text = try? element.text() { return text }
        if let integer = try? element.integer() { return String(integer) }
      }
    }
    return value.hexadecimal
  }

  /// The attributes of a payload or of one purchase, in the order of the bytes.
  static func all(in set: ArraySlice<UInt8>) throws(BERError) -> [ReceiptAttribute] {
    var attributes: [ReceiptAttribute] = []
    try forEach(in: set) { attribute throws(BERError) in attributes.append(attribute) }
    return attributes
  }

  static func forEach(
    in set: ArraySlice<UInt8>, _ body: (ReceiptAttribute) throws(BERError) -> Void
  ) throws(BERError) {
    var outer = BERReader(set)
    var reader = BERReader(try outer.next(BERReader.set, "the set of attributes").content)
    guard outer.isAtEnd else {
      throw BERError(message: "something follows the set of attributes", offset: set.endIndex)
    }
    while let element = try reader.next() {
      guard element.tag == BERReader.sequence else {
        throw BERError(message: "an attribute is no sequence", offset: element.start)
      }
      var parts = BERReader(element.content)
      let number = try parts.next(BERReader.integer, "an attribute's number").integer()
      let version = try parts.next(BERReader.integer, "an attribute's version").integer()
      let value = try parts.next(BERReader.octetString, "an attribute's value").content
      try body(ReceiptAttribute(number: number, version: version, value: value))
    }
  }
}

extension Collection<UInt8> {
  /// Two lower-case digits for each byte.
  public var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(2 * count)
    for byte in self {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
