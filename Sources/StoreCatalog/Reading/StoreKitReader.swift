import JSONSyntax
import StoreModel

/// Reads an Xcode StoreKit configuration, by key and never by version.
///
/// Keys that are not asked for do no harm, since the format grows without notice. The key pair that signs
/// offers, and the ids of the team and the app, are never looked at, so they can reach no message.
struct StoreKitReader {
  private static let productKeys = ["products", "nonRenewingSubscriptions", "subscriptionGroups"]
  private static let knownKeys =
    productKeys + [
      "appPolicies", "identifier", "settings", "subscriptionOffersKeyPair", "subscriptionBundleGroups",
      "subscriptionSuiteGroups", "version",
    ]

  private let fields: Fields
  private let appName: String
  private var log: FindingLog { fields.log }

  init(_ fields: Fields, appName: String) {
    self.fields = fields
    self.appName = appName
  }

  /// True when `root` has the layout of a StoreKit configuration and not the project's own.
  static func recognises(_ root: JSONObject) -> Bool {
    guard root["app"] == nil, root["groups"] == nil else { return false }
    let marks = [
      "subscriptionGroups", "nonRenewingSubscriptions", "subscriptionOffersKeyPair", "appPolicies",
    ]
    if marks.contains(where: { root[$0] != nil }) || root["version"]?.object != nil { return true }
    return root["products"]?.array?.contains { $0.object?["productID"] != nil } ?? false
  }

  /// Nil when the file has nowhere to put products and nothing that looks like one.
  func read(into sink: inout some ProductSink) -> CatalogOutline? {
    let isEmptyTemplate = Self.productKeys.contains { fields[$0] != nil }
    let foreignProducts = reportForeignKeys()
    guard isEmptyTemplate || foreignProducts > 0 else { return nil }
    reportVersion()
    let settings = StoreKitSettings(fields)
    let reader = StoreKitProductReader(log: log, storefront: settings.storefront)
    var products = readOneTimeProducts(reader)
    var groups: [SubscriptionGroup] = []
    for (group, subscriptions) in StoreKitGroupReader(log: log, products: reader).read(
      fields.items("subscriptionGroups"))
    {
      groups.append(group)
      products += subscriptions
    }
    reportBundles()
    let unique = withoutDuplicates(products)
    settings.report(
      on: unique.count, hasErrors: log.hasErrors, pricesInUnknownCurrency: reader.largestPrice(of: unique))
    for located in unique where sink.wantsMore { _ = sink.take(located.product) }
    return CatalogOutline(
      app: Catalog.App(name: appName, bundleID: "", seller: ""), defaultLocale: settings.locale,
      defaultStorefront: settings.storefront.id, policies: readPolicies(settings.locale), groups: groups,
      format: .storekit, findings: [])
  }

  private func readOneTimeProducts(_ reader: StoreKitProductReader) -> [LocatedProduct] {
    (fields.items("products") + fields.items("nonRenewingSubscriptions")).compactMap { value in
      guard let item = reader.fields(of: value), let type = reader.type(of: item) else { return nil }
      guard type != .autoRenewable else {
        item.add(
          .error, "a subscription belongs to a subscription group and is left out here",
          "Move it into 'subscriptionGroups'.")
        return nil
      }
      return reader.read(item, type: type, subscription: nil)
    }
  }

  private func withoutDuplicates(_ products: [LocatedProduct]) -> [LocatedProduct] {
    var ids: Set<ProductID> = []
    return products.filter { located in
      if ids.insert(located.product.id).inserted { return true }
      log.add(
        .error, at: located.value,
        "the product id \(located.product.id.rawValue.quoted) is taken and this product is left out",
        "Give each product its own id.")
      return false
    }
  }

  /// `policies` hold the privacy policy in each language; `eula` holds the terms when it is a link.
  ///
  /// Without a licence of its own an app is sold under Apple's standard one, as App Store Connect does it.
  private func readPolicies(_ defaultLocale: LocaleID) -> [Catalog.Policies] {
    let policies = fields["appPolicies"].flatMap { Fields($0, log: log, expecting: "an object") }
    let eula = policies?.string("eula") ?? ""
    let isLink = eula.hasPrefix("https://") || eula.hasPrefix("http://")
    let terms = isLink ? eula : eula.isEmpty ? Self.standardLicence : nil
    let links: [Catalog.Policies] = (policies?.items("policies") ?? []).compactMap { value in
      guard let policy = value.object, let locale = policy["locale"]?.string,
        let url = policy["policyURL"]?.string, !url.isEmpty
      else { return nil }
      return Catalog.Policies(locale: LocaleID(locale), terms: terms, privacy: url)
    }
    guard links.isEmpty, terms != nil else { return links }
    return [Catalog.Policies(locale: defaultLocale, terms: terms, privacy: nil)]
  }

  /// Apple's standard end user licence agreement, which holds for every app that brings none.
  private static let standardLicence = "https://www.apple.com/legal/internet-services/itunes/dev/stdeula/"

  // MARK: - Oddities of the file as a whole

  private func reportVersion() {
    guard let version = fields["version"] else {
      fields.add(
        .warning, "the file does not say its 'version'", "It is read by its keys; save it in Xcode once.")
      return
    }
    guard let major = version.object?["major"]?.integer else {
      log.add(
        .warning, at: version, "the 'version' is \(version.kind), not an object with 'major' and 'minor'",
        "The file is read by its keys; save it in Xcode once.")
      return
    }
    guard major > 6 else { return }
    log.add(
      .warning, at: version, "version \(major) is newer than any that is known; it is read by its keys",
      "Check that everything you expect is there.")
  }

  /// Reports keys that Xcode does not write, and how many of them hold things that look like products.
  private func reportForeignKeys() -> Int {
    var count = 0
    for member in fields.object.members where !Self.knownKeys.contains(member.key) {
      let looksLikeProducts =
        member.value.array?.contains { $0.object?["productID"] != nil || $0.object?["displayPrice"] != nil }
        ?? false
      if looksLikeProducts {
        count += 1
        log.add(
          .error, at: member.keyOffset,
          "Xcode knows no list \(member.key.quoted), so its \(member.value.array?.count ?? 0) products are left out",
          "Move them into 'products' or 'nonRenewingSubscriptions'.")
      } else {
        log.add(
          .note, at: member.keyOffset, "the key \(member.key.quoted) is not Xcode's and is ignored",
          suggestion(for: member.key, in: Self.knownKeys) ?? "Nothing needs to be done.")
      }
    }
    return count
  }

  private func reportBundles() {
    for (key, name) in [("subscriptionBundleGroups", "bundle"), ("subscriptionSuiteGroups", "suite")] {
      for group in fields.items(key) {
        let members = group.object?["subscriptions"]?.array ?? []
        let ids = members.compactMap { $0.object?["productID"]?.string?.quoted }
        let shown =
          ids.isEmpty ? "" : ": " + ids.prefix(5).joined(separator: ", ") + (ids.count > 5 ? ", …" : "")
        log.add(
          .warning, at: group,
          "\(members.count) subscription \(name)\(members.count == 1 ? " is" : "s are") not imported\(shown)",
          "Test it in Xcode, or make it an ordinary subscription.")
      }
    }
  }
}
