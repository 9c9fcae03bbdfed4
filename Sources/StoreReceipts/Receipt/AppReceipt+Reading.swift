import StoreModel

extension AppReceipt {
  /// Reads a payload: a SET of attributes in any order (R188).
  ///
  /// Unknown attributes are passed over; a purchase that cannot be read is counted in `skippedPurchases` (R196).
  package init(payload: [UInt8]) throws(BERError) {
    try ReceiptAttribute.forEach(in: payload[...]) { attribute throws(BERError) in try read(attribute) }
  }

  private mutating func read(_ attribute: ReceiptAttribute) throws(BERError) {
    typealias Number = ReceiptAttribute.Number
    switch attribute.number {
    case Number.receiptType: receiptType = try attribute.readText()
    case Number.appItemID: appItemID = try attribute.readInteger()
    case Number.bundleID:
      bundleID = try attribute.readText()
      bundleIDEncoding = Array(attribute.value)
    case Number.applicationVersion: applicationVersion = try attribute.readText()
    case Number.opaqueValue: opaqueValue = Array(attribute.value)
    case Number.hash: hash = Array(attribute.value)
    case Number.ageRating: ageRating = try attribute.readText()
    case Number.creationDate: creationDate = try attribute.readDate()
    case Number.downloadID: downloadID = try attribute.readInteger()
    case Number.versionExternalID: versionExternalID = try attribute.readInteger()
    case Number.purchase:
      // Only this record is lost when it makes no sense.
      if let purchase = try? InAppPurchase(attributes: attribute.value) {
        purchases.append(purchase)
      } else {
        skippedPurchases += 1
      }
    case Number.originalPurchaseDate: originalPurchaseDate = try attribute.readDate()
    case Number.originalApplicationVersion: originalApplicationVersion = try attribute.readText()
    case Number.expirationDate: expirationDate = try attribute.readDate()
    case Number.preorderDate: preorderDate = try attribute.readDate()
    default: break
    }
  }
}

extension InAppPurchase {
  /// Reads the value of attribute 17; nil when it makes no sense.
  public init?(record: ArraySlice<UInt8>) {
    guard let purchase = try? InAppPurchase(attributes: record) else { return nil }
    self = purchase
  }

  /// Reads the value of attribute 17. Quantity, product, transaction and purchase date must be there (R191).
  init(attributes: ArraySlice<UInt8>) throws(BERError) {
    typealias Number = ReceiptAttribute.Number
    self.init(
      quantity: -1, productID: "", transactionID: "", purchaseDate: Timestamp(milliseconds: .min))
    try ReceiptAttribute.forEach(in: attributes) { attribute throws(BERError) in
      switch attribute.number {
      case Number.quantity: quantity = try attribute.readInteger()
      case Number.productID: productID = try attribute.readText()
      case Number.transactionID: transactionID = try attribute.readText()
      case Number.purchaseDate: purchaseDate = try attribute.readDate() ?? purchaseDate
      case Number.originalTransactionID: originalTransactionID = try attribute.readText()
      case Number.purchaseOriginalDate: originalPurchaseDate = try attribute.readDate()
      case Number.kind: kind = Kind(rawValue: try attribute.readInteger())
      case Number.purchaseExpirationDate: expirationDate = try attribute.readDate()
      case Number.webOrderLineItemID: webOrderLineItemID = try attribute.readInteger()
      case Number.cancellationDate: cancellationDate = try attribute.readDate()
      case Number.isTrial: isTrial = try attribute.readInteger() != 0
      case Number.isIntroductory: isIntroductory = try attribute.readInteger() != 0
      case Number.cancellationReason: cancellationReason = try attribute.readInteger()
      case Number.promotionalOfferID: promotionalOfferID = try attribute.readText()
      default: break
      }
    }
    guard quantity >= 0, !productID.isEmpty, !transactionID.isEmpty, purchaseDate.milliseconds > .min else {
      throw BERError(
        message: "the purchase lacks its quantity, product, transaction or date",
        offset: attributes.startIndex)
    }
  }
}

extension ReceiptAttribute {
  fileprivate func readText() throws(BERError) -> String { try element().text() }

  fileprivate func readInteger() throws(BERError) -> Int64 { try element().integer() }

  /// Empty text is no date (R190).
  fileprivate func readDate() throws(BERError) -> Timestamp? {
    let text = try element().text()
    if text.isEmpty { return nil }
    guard let date = ReceiptDate.timestamp(text) else {
      throw BERError(message: "attribute \(number) holds no date", offset: value.startIndex)
    }
    return date
  }

  private func element() throws(BERError) -> BERElement {
    var reader = BERReader(value)
    guard let element = try reader.next(), reader.isAtEnd else {
      throw BERError(message: "attribute \(number) does not hold one value", offset: value.startIndex)
    }
    return element
  }
}
