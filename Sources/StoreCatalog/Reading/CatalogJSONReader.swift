import JSONSyntax
import StoreModel

/// Reads the project's own layout, `catalog.json`.
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
  func read() -> Catalog? {
    guard fields["products"]?.array != nil else { return nil }
    fields.reportUnknownKeys(known: Self.keys)
    let groups = readGroups()
    let products = readProducts(groups: groups.map(\.id.rawValue))
    if products.isEmpty {
      fields.add(
        .warning, "nothing is for sale: the list of products is empty", "Add a product to 'products'.")
    }
    return Catalog(
      app: readApp(), defaultLocale: readDefaultLocale(), policies: readPolicies(), groups: groups,
      products: products)
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

  private func readProducts(groups: [String]) -> [Product] {
    let reader = ProductJSONReader(log: log, groups: groups)
    var ids: Set<ProductID> = []
    return fields.items("products").compactMap { value in
      guard let product = reader.read(value) else { return nil }
      guard ids.insert(product.id).inserted else {
        log.add(
          .error, at: value,
          "the product id \(product.id.rawValue.quoted) is taken and this product is left out",
          "Give each product its own id.")
        return nil
      }
      return product
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
