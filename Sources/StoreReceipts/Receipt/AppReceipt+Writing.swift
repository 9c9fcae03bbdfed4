import StoreCrypto
import StoreModel

extension AppReceipt {
  /// The payload in DER: the attributes of a store's receipt, sorted as DER sorts a SET.
  ///
  /// Without an opaque value one is made from what the receipt says of the app, and with `device` the hash is made:
  /// the same content gives the same bytes.
  func payload(device: [UInt8]?) -> [UInt8] {
    var content = self
    if content.opaqueValue == nil {
      content.purchases = []
      content.opaqueValue = Array(Hash.sha256(content.encodedAttributes()).prefix(16))
      content.purchases = purchases
    }
    if let device, let opaqueValue = content.opaqueValue {
      content.hash = DeviceHash.hash(
        device: device, opaqueValue: opaqueValue, bundleIDEncoding: Self.encoding(ofBundleID: bundleID ?? ""))
    }
    return content.encodedAttributes()
  }

  private static func encoding(ofBundleID bundleID: String) -> [UInt8] {
    var writer = DERWriter()
    writer.value(BERReader.utf8String, bundleID.utf8)
    return writer.bytes
  }

  private func encodedAttributes() -> [UInt8] {
    typealias Number = ReceiptAttribute.Number
    var set = AttributeSet()
    set.add(Number.receiptType, utf8: receiptType)
    set.add(Number.appItemID, integer: appItemID)
    set.add(Number.bundleID, utf8: bundleID)
    set.add(Number.applicationVersion, utf8: applicationVersion)
    if let opaqueValue { set.add(Number.opaqueValue, version: 2, opaqueValue) }
    if let hash { set.add(Number.hash, hash) }
    set.add(Number.ageRating, ia5: ageRating)
    set.add(Number.creationDate, date: creationDate)
    set.add(Number.downloadID, integer: downloadID)
    set.add(Number.versionExternalID, integer: versionExternalID)
    set.add(Number.originalPurchaseDate, date: originalPurchaseDate)
    set.add(Number.originalApplicationVersion, utf8: originalApplicationVersion)
    set.add(Number.expirationDate, date: expirationDate)
    set.add(Number.preorderDate, date: preorderDate)
    for purchase in purchases { set.add(Number.purchase, purchase.encodedAttributes()) }
    return set.encoded()
  }
}

extension InAppPurchase {
  /// The value of attribute 17. A date that does not apply is empty text, as stores write it.
  func encodedAttributes() -> [UInt8] {
    typealias Number = ReceiptAttribute.Number
    var set = AttributeSet()
    set.add(Number.quantity, integer: quantity)
    set.add(Number.productID, utf8: productID)
    set.add(Number.transactionID, utf8: transactionID)
    set.add(Number.purchaseDate, date: purchaseDate)
    set.add(Number.originalTransactionID, utf8: originalTransactionID)
    set.add(Number.purchaseOriginalDate, date: originalPurchaseDate)
    set.add(Number.kind, integer: kind?.rawValue)
    set.add(Number.purchaseExpirationDate, date: expirationDate, isAlwaysThere: true)
    set.add(Number.webOrderLineItemID, integer: webOrderLineItemID)
    set.add(Number.cancellationDate, date: cancellationDate, isAlwaysThere: true)
    set.add(Number.isTrial, integer: isTrial.map { $0 ? 1 : 0 })
    set.add(Number.isIntroductory, integer: isIntroductory.map { $0 ? 1 : 0 })
    set.add(Number.cancellationReason, integer: cancellationReason)
    set.add(Number.promotionalOfferID, utf8: promotionalOfferID)
    return set.encoded()
  }
}

/// A SET OF attributes that is being written. Nil is left out.
private struct AttributeSet {
  private struct Attribute {
    /// Orders attributes as DER does: their first bytes are the length, then the number.
    let order: Int64
    let place: Range<Int>
  }

  private var writer = DERWriter(capacity: 512)
  private var attributes: [Attribute] = []

  mutating func add(_ number: Int64, utf8 text: String?) {
    if let text { add(number, BERReader.utf8String, text.utf8) }
  }

  mutating func add(_ number: Int64, ia5 text: String?) {
    if let text { add(number, BERReader.ia5String, text.utf8) }
  }

  /// Stores write some dates as empty text when they do not apply.
  mutating func add(_ number: Int64, date: Timestamp?, isAlwaysThere: Bool = false) {
    if let date {
      add(number, BERReader.ia5String, ReceiptDate.bytes(date))
    } else if isAlwaysThere {
      add(number, BERReader.ia5String, EmptyCollection())
    }
  }

  mutating func add(_ number: Int64, integer: Int64?) {
    guard let integer else { return }
    begin(number, version: 1, contentSize: DERWriter.octets(of: integer) + 2)
    writer.integer(integer)
    end()
  }

  mutating func add(_ number: Int64, version: Int64 = 1, _ content: [UInt8]) {
    begin(number, version: version, contentSize: content.count)
    writer.append(content)
    end()
  }

  private mutating func add(_ number: Int64, _ tag: UInt8, _ text: some Collection<UInt8>) {
    let count = text.count
    begin(number, version: 1, contentSize: DERWriter.size(count: count))
    writer.value(tag, text)
    end()
  }

  /// Everything of an attribute but its content.
  private mutating func begin(_ number: Int64, version: Int64, contentSize: Int) {
    let start = writer.bytes.count
    let count = DERWriter.octets(of: number) + 2 + 3 + DERWriter.size(count: contentSize)
    attributes.append(Attribute(order: Int64(count) << 16 | number, place: start..<start))
    writer.header(BERReader.sequence, count: count)
    writer.integer(number)
    writer.integer(version)
    writer.header(BERReader.octetString, count: contentSize)
  }

  private mutating func end() {
    guard let last = attributes.popLast() else { return }
    let place = last.place.lowerBound..<writer.bytes.count
    attributes.append(Attribute(order: last.order, place: place))
  }

  func encoded() -> [UInt8] {
    let bytes = writer.bytes
    let sorted = attributes.sorted { left, right in
      if left.order != right.order { return left.order < right.order }
      return bytes[left.place].lexicographicallyPrecedes(bytes[right.place])
    }
    var set = DERWriter(capacity: DERWriter.size(count: bytes.count))
    set.header(BERReader.set, count: bytes.count)
    for attribute in sorted { set.append(bytes[attribute.place]) }
    return set.bytes
  }
}
