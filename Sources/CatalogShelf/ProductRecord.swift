import FoundationEssentials
import StoreModel

// One product as a record.
extension RecordWriter {
  mutating func put(_ product: Product) {
    put(product.id.rawValue)
    put(product.type.rawValue)
    put(product.referenceName)
    put(texts: product.localizations)
    put(prices: product.prices)
    put(product.isFamilyShareable)
    put(product.subscription) { $0.put($1) }
    put(product.hostedContent) {
      $0.put($1.version)
      $0.put(Int($1.size))
    }
  }

  mutating func put(texts: [LocalizedText]) {
    put(each: texts) {
      $0.put($1.locale.rawValue)
      $0.put($1.title)
      $0.put($1.description)
    }
  }

  private mutating func put(prices: [Storefront.ID: Decimal]) {
    put(each: prices) {
      $0.put($1.key.rawValue)
      $0.put($1.value)
    }
  }

  private mutating func put(_ subscription: SubscriptionInfo) {
    put(subscription.groupID.rawValue)
    put(subscription.level)
    put(subscription.period)
    put(each: subscription.offers) {
      $0.put($1.id)
      $0.put($1.kind.rawValue)
      $0.put($1.paymentMode.rawValue)
      $0.put($1.period)
      $0.put($1.periodCount)
      $0.put(prices: $1.prices)
    }
  }

  private mutating func put(_ period: SubscriptionPeriod) {
    put(period.unit.rawValue)
    put(period.count)
  }
}

extension RecordReader {
  mutating func product() throws(DamagedRecord) -> Product {
    let id = ProductID(try text())
    let type: ProductType = try name()
    let referenceName = try text()
    let localizations = try texts()
    let prices = try self.prices()
    let isFamilyShareable = try flag()
    let subscription = try optional { reader throws(DamagedRecord) in try reader.subscription() }
    let content = try optional { reader throws(DamagedRecord) in
      HostedContent(version: try reader.text(), size: Int64(try reader.number()))
    }
    return Product(
      id: id, type: type, referenceName: referenceName, localizations: localizations, prices: prices,
      isFamilyShareable: isFamilyShareable, subscription: subscription, hostedContent: content)
  }

  mutating func texts() throws(DamagedRecord) -> [LocalizedText] {
    try list { reader throws(DamagedRecord) in
      LocalizedText(
        locale: LocaleID(try reader.text()), title: try reader.text(), description: try reader.text())
    }
  }

  private mutating func prices() throws(DamagedRecord) -> [Storefront.ID: Decimal] {
    let pairs = try list { reader throws(DamagedRecord) in
      (Storefront.ID(try reader.text()), try reader.amount())
    }
    return Dictionary(pairs, uniquingKeysWith: { _, last in last })
  }

  private mutating func subscription() throws(DamagedRecord) -> SubscriptionInfo {
    let group = GroupID(try text())
    let level = try number()
    let period = try self.period()
    let offers = try list { reader throws(DamagedRecord) in
      Offer(
        id: try reader.text(), kind: try reader.name(), paymentMode: try reader.name(),
        period: try reader.period(), periodCount: try reader.number(), prices: try reader.prices())
    }
    return SubscriptionInfo(groupID: group, level: level, period: period, offers: offers)
  }

  private mutating func period() throws(DamagedRecord) -> SubscriptionPeriod {
    let unit: SubscriptionPeriod.Unit = try name()
    let count = try number()
    guard count >= 1 else { throw DamagedRecord() }
    return SubscriptionPeriod(count, unit)
  }
}
