import JSONSyntax
import StoreModel

/// Reads the project's own layout, `catalog.json`; its findings are in the log.
struct CatalogJSONReader {
  private static let keys = ["app", "defaultLocale", "policies", "groups", "products"]

  let fields: Fields
  let appName: String
  var log: FindingLog { fields.log }

  init(_ fields: Fields, appName: String) {
    self.fields = fields
    self.appName = appName
  }

  /// Nil when there is no list of products.
  func read(into sink: inout some ProductSink) -> CatalogOutline? {
    guard let items = fields["products"]?.array else { return nil }
    return read(into: &sink) { reader, sink in
      for item in items where sink.wantsMore { take(item, reader, into: &sink) }
    }
  }

  /// Reads the products from `items`, of which one at a time is in memory.
  ///
  /// Nil when they are those of another layout after all. Throws for the first mistake in them.
  func read(
    _ items: JSONListItems, into sink: inout some ProductSink
  ) throws(JSONSyntaxError) -> CatalogOutline? {
    let mayBeStoreKit = fields.object["app"] == nil && fields.object["groups"] == nil
    var isStoreKit = false
    let outline = try read(into: &sink) { reader, sink throws(JSONSyntaxError) in
      var items = items
      var index = 0
      while sink.wantsMore, let item = try items.next() {
        if mayBeStoreKit, item.object?["productID"] != nil {
          isStoreKit = true
          return
        }
        log.add(duplicateKeys: items.takeDuplicateKeyOffsets())
        take(item, reader, into: &sink)
        log.settle(in: item) { "products[\(index)]" }
        index += 1
        if index.isMultiple(of: 1024) { sink.reach(item.offset) }
      }
    }
    return isStoreKit ? nil : outline
  }

  private func read<Sink: ProductSink, Failure: Error>(
    into sink: inout Sink, products: (ProductJSONReader, inout Sink) throws(Failure) -> Void
  ) throws(Failure) -> CatalogOutline {
    fields.reportUnknownKeys(known: Self.keys)
    let groups = readGroups()
    log.settle()
    try products(ProductJSONReader(log: log, groups: groups.map(\.id.rawValue)), &sink)
    if sink.count == 0 {
      fields.add(
        .warning, "nothing is for sale: the list of products is empty", "Add a product to 'products'.")
    }
    return CatalogOutline(
      app: readApp(), defaultLocale: readDefaultLocale(), defaultStorefront: nil, policies: readPolicies(),
      groups: groups, format: .catalog, findings: [])
  }

  private func take(_ item: JSONValue, _ reader: ProductJSONReader, into sink: inout some ProductSink) {
    guard let product = reader.read(item), !sink.take(product), sink.wantsMore else { return }
    log.add(
      .error, at: item,
      "the product id \(product.id.rawValue.quoted) is taken and this product is left out",
      "Give each product its own id.")
  }

  private func readApp() -> Catalog.App {
    guard let value = fields["app"], let app = Fields(value, log: log, expecting: "an object") else {
      if fields["app"] == nil {
        fields.add(
          .warning, "'app' is missing", "Add app { name, bundleId, seller }: buyers are shown who sells.")
      }
      return Catalog.App(name: appName, bundleID: "", seller: "")
    }
    let keys = ["name", "bundleId", "seller"]
    app.reportUnknownKeys(known: keys)
    for key in keys where app.object[key] == nil {
      app.add(.warning, "'\(key)' is missing", "Add it: receipts and disclosures name it.")
    }
    return Catalog.App(
      name: app.string("name") ?? appName, bundleID: app.string("bundleId") ?? "",
      seller: app.string("seller") ?? "")
  }

  private func readDefaultLocale() -> LocaleID {
    guard let value = fields["defaultLocale"], let text = fields.string("defaultLocale") else { return "en" }
    return readLocale(text, at: value.offset) ?? "en"
  }

  private func readPolicies() -> [Catalog.Policies] {
    eachLocale(in: fields.members("policies")) { locale, value in
      guard let policies = Fields(value, log: log, expecting: "an object with 'terms' and 'privacy'") else {
        return nil
      }
      policies.reportUnknownKeys(known: ["terms", "privacy"])
      return Catalog.Policies(
        locale: locale, terms: policies.string("terms"), privacy: policies.string("privacy"))
    }
  }

  private func readGroups() -> [SubscriptionGroup] {
    var ids: Set<String> = []
    return fields.items("groups").compactMap { value in
      guard let group = Fields(value, log: log, expecting: "a subscription group") else { return nil }
      group.reportUnknownKeys(known: ["id", "referenceName", "localizations"])
      guard let id = group.string("id"), !id.isEmpty else {
        group.add(.error, "the group has no 'id' and is left out", "Give it an id that products can name.")
        return nil
      }
      guard ids.insert(id).inserted else {
        group.add(
          .error, "the group id \(id.quoted) is taken and this group is left out",
          "Give each group its own id.")
        return nil
      }
      let names = eachLocale(in: group.members("localizations")) { locale, value -> LocalizedText? in
        guard let name = value.string else {
          log.add(.warning, at: value, "the name is \(value.kind) and is ignored", "Write text in quotes.")
          return nil
        }
        return LocalizedText(locale: locale, title: name, description: "")
      }
      return SubscriptionGroup(
        id: GroupID(id), referenceName: group.string("referenceName") ?? "", localizations: names)
    }
  }

  private func eachLocale<Text>(
    in members: [JSONObject.Member], _ read: (LocaleID, JSONValue) -> Text?
  ) -> [Text] {
    LocaleMembers(members, log: log).compactMap(read)
  }

  private func readLocale(_ text: String, at offset: Int) -> LocaleID? {
    LocaleMembers.locale(text, at: offset, log: log)
  }
}
