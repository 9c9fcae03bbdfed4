import FoundationEssentials
import JSONSyntax
import StoreModel

/// Reads one product of `catalog.json`; what makes it unsellable leaves it out, with an error.
struct ProductJSONReader {
  private static let keys = [
    "id", "type", "referenceName", "localizations", "prices", "group", "level", "period", "offers",
    "familyShareable", "content",
  ]
  private static let subscriptionKeys = ["group", "level", "period", "offers"]

  let log: FindingLog
  /// The ids of the groups that products may name.
  let groups: [String]

  func read(_ value: JSONValue) -> Product? {
    guard let fields = Fields(value, log: log, expecting: "a product") else { return nil }
    fields.reportUnknownKeys(known: Self.keys)
    guard let id = fields.string("id"), !id.isEmpty else {
      fields.add(
        .error, "the product has no 'id' and is left out", "Give it an id such as com.example.app.coins.")
      return nil
    }
    ProductIDRule.check(id, at: fields["id"] ?? value, log: log)
    guard let type = readType(fields) else { return nil }
    let prices = PriceMembers(log: log).read(fields.members("prices"))
    var subscription: SubscriptionInfo?
    if type == .autoRenewable {
      subscription = readSubscription(fields, sellingIn: prices)
      if subscription == nil { return nil }
    } else {
      for key in Self.subscriptionKeys where fields[key] != nil {
        log.add(
          .warning, at: fields[key] ?? value, "'\(key)' is only for subscriptions and is ignored",
          "Remove it, or make the product autoRenewable.")
      }
    }
    if prices.isEmpty {
      fields.add(
        .warning, "the product has no price and is sold nowhere", "Add prices { \"USA\": \"0.99\" }.")
    }
    return Product(
      id: ProductID(id), type: type, referenceName: fields.string("referenceName") ?? "",
      localizations: readLocalizations(fields), prices: prices,
      isFamilyShareable: readFamilySharing(fields, type), subscription: subscription,
      hostedContent: readContent(fields))
  }

  private func readType(_ fields: Fields) -> ProductType? {
    let names = ProductType.allCases.map(\.rawValue)
    guard let value = fields["type"] else {
      fields.add(
        .error, "the product has no 'type' and is left out", "Write one of \(names.joined(separator: ", ")).")
      return nil
    }
    let text = value.string ?? ""
    if let type = ProductType(rawValue: text) { return type }
    log.add(
      .error, at: value,
      "the type \(value.string?.quoted ?? value.kind) is not known and the product is left out",
      suggestion(for: text, in: names) ?? "Write one of \(names.joined(separator: ", ")).")
    return nil
  }

  private func readLocalizations(_ fields: Fields) -> [LocalizedText] {
    let members = fields.members("localizations")
    if members.isEmpty {
      fields.add(
        .warning, "the product has no text in any language",
        "Add localizations { \"en\": { title, description } }.")
    }
    return LocaleMembers(members, log: log).compactMap { locale, value in
      guard let text = Fields(value, log: log, expecting: "an object with 'title' and 'description'") else {
        return nil
      }
      text.reportUnknownKeys(known: ["title", "description"])
      let title = text.string("title") ?? ""
      if title.isEmpty {
        text.add(.warning, "there is no title", "Add a 'title'; until then another language answers.")
      }
      return LocalizedText(locale: locale, title: title, description: text.string("description") ?? "")
    }
  }

  private func readFamilySharing(_ fields: Fields, _ type: ProductType) -> Bool {
    guard fields.bool("familyShareable") == true else { return false }
    if type == .nonConsumable || type == .autoRenewable { return true }
    log.add(
      .warning, at: fields["familyShareable"] ?? fields.value,
      "a product of type \(type.rawValue) cannot be shared",
      "Remove 'familyShareable', or set it to false.")
    return false
  }

  private func readContent(_ fields: Fields) -> HostedContent? {
    guard let value = fields["content"],
      let content = Fields(value, log: log, expecting: "an object with 'version' and 'size'")
    else { return nil }
    content.reportUnknownKeys(known: ["version", "size"])
    guard let size = content["size"]?.integer, size >= 1 else {
      log.add(
        .error, at: content["size"] ?? value, "the content has no size of at least 1 and is left out",
        "Write the size as a whole number of bytes, such as 8000000.")
      return nil
    }
    return HostedContent(version: content.string("version") ?? "1.0", size: Int64(size))
  }

  // MARK: - Subscriptions

  private func readSubscription(_ fields: Fields, sellingIn prices: [Storefront.ID: Decimal])
    -> SubscriptionInfo?
  {
    // Each is read even when another is wrong, so that one look at the findings is enough.
    let group = readGroup(fields)
    let level = readLevel(fields)
    let period = PeriodText.read(fields, "period", of: "subscription")
    if period == nil, fields["period"] == nil {
      fields.add(.error, "the subscription has no 'period' and is left out", "Add a period such as P1M.")
    }
    guard let group, let level, let period else { return nil }
    let offers = OfferJSONReader(log: log, basePeriod: period, sellingIn: prices).read(fields.items("offers"))
    return SubscriptionInfo(groupID: group, level: level, period: period, offers: offers)
  }

  private func readGroup(_ fields: Fields) -> GroupID? {
    guard let value = fields["group"] else {
      fields.add(.error, "the subscription has no 'group' and is left out", "Name one of the 'groups'.")
      return nil
    }
    let id = value.string ?? ""
    if groups.contains(id) { return GroupID(id) }
    log.add(
      .error, at: value,
      "the group \(value.string?.quoted ?? value.kind) is not in 'groups' and the product is left out",
      suggestion(for: id, in: groups) ?? "Add it to 'groups', or name one that is there.")
    return nil
  }

  private func readLevel(_ fields: Fields) -> Int? {
    guard let value = fields["level"] else {
      fields.add(
        .error, "the subscription has no 'level' and is left out",
        "Add a level: 1 is the highest of the group.")
      return nil
    }
    if let level = value.integer, (1...10_000).contains(level) { return level }
    log.add(
      .error, at: value, "the level is not a whole number from 1 on and the product is left out",
      "Write 1 for the highest level, 2 for the next.")
    return nil
  }
}
