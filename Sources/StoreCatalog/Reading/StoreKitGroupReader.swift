import JSONSyntax
import StoreModel

/// Reads subscription groups with the subscriptions in them.
struct StoreKitGroupReader {
  let log: FindingLog
  let products: StoreKitProductReader

  /// Groups in the order of the file, each with its subscriptions from the highest level down.
  func read(_ values: [JSONValue]) -> [(group: SubscriptionGroup, subscriptions: [LocatedProduct])] {
    var ids: Set<String> = []
    return values.enumerated().compactMap { index, value in
      guard let fields = Fields(value, log: log, expecting: "a subscription group") else { return nil }
      let id = uniqueID(fields, index: index, taken: &ids)
      let group = SubscriptionGroup(
        id: id, referenceName: fields.string("name") ?? "", localizations: products.readLocalizations(fields))
      let subscriptions = fields.items("subscriptions").compactMap { readSubscription($0, group: id) }
      return (group, sortedByLevel(subscriptions))
    }
  }

  /// The group's own id, or one made from its place: two groups with one id stay two groups.
  private func uniqueID(_ fields: Fields, index: Int, taken: inout Set<String>) -> GroupID {
    let place = "group-\(index + 1)"
    let id = fields.string("id") ?? ""
    if id.isEmpty {
      fields.add(.warning, "the group has no 'id'", "It goes by its place here; save the file in Xcode once.")
    } else if taken.insert(id).inserted {
      return GroupID(id)
    } else {
      log.add(
        .warning, at: fields["id"] ?? fields.value,
        "the group id \(id.quoted) is taken; both groups are kept apart by their place",
        "Give each group its own id.")
    }
    var unique = place
    while !taken.insert(unique).inserted { unique += "-2" }
    return GroupID(unique)
  }

  private func readSubscription(_ value: JSONValue, group: GroupID) -> LocatedProduct? {
    guard let fields = products.fields(of: value), let type = products.type(of: fields) else { return nil }
    guard type == .autoRenewable else {
      fields.add(
        .warning, "a product of this type stands outside subscription groups; it is read as such",
        "Move it into 'products'.")
      return products.read(fields, type: type, subscription: nil)
    }
    guard let period = PeriodText.read(fields, "recurringSubscriptionPeriod", of: "subscription") else {
      if fields["recurringSubscriptionPeriod"] == nil {
        fields.add(
          .error, "the subscription has no 'recurringSubscriptionPeriod' and is left out",
          "Set its duration in Xcode.")
      }
      return nil
    }
    let offers = StoreKitOfferReader(log: log, products: products, basePeriod: period).read(fields)
    reportBillingPlans(fields)
    return products.read(
      fields, type: type,
      subscription: SubscriptionInfo(groupID: group, level: readLevel(fields), period: period, offers: offers)
    )
  }

  private func readLevel(_ fields: Fields) -> Int {
    if let level = fields["groupNumber"]?.integer, (1...10_000).contains(level) { return level }
    log.add(
      .warning, at: fields["groupNumber"] ?? fields.value,
      "the subscription has no level; the highest is assumed",
      "Set its level in Xcode.")
    return 1
  }

  private func sortedByLevel(_ products: [LocatedProduct]) -> [LocatedProduct] {
    // Swift promises no stable sort; the place in the file decides among equals.
    products.enumerated().sorted {
      ($0.element.product.subscription?.level ?? 0, $0.offset) < (
        $1.element.product.subscription?.level ?? 0, $1.offset
      )
    }.map(\.element)
  }

  /// A monthly plan with a twelve-month commitment is no price of the year, and a plan's price may be stale.
  private func reportBillingPlans(_ fields: Fields) {
    for value in fields.items("billingPlans") {
      guard let plan = value.object else { continue }
      switch plan["billingPlanType"]?.string {
      case "MONTHLY":
        let isOn = plan["isEnabled"]?.bool ?? true
        log.add(
          isOn ? .warning : .note, at: value,
          "the monthly plan with a twelve-month commitment is not imported; the whole period's price is used",
          isOn
            ? "Sell the month as a subscription of its own to test it."
            : "It is switched off; nothing needs to be done.")
      case "BILLED_UPFRONT":
        guard let own = plan["displayPrice"]?.string, let price = fields["displayPrice"]?.string,
          own != price,
          PriceText(own)?.amount != PriceText(price)?.amount
        else { continue }
        log.add(
          .warning, at: plan["displayPrice"] ?? value,
          "the plan's price \(own.quoted) differs from the subscription's \(price.quoted), which is used",
          "Save the file in Xcode once more.")
      default: continue
      }
    }
  }
}
