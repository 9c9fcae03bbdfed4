import StoreCatalog
import StoreModel
import Testing

/// Reads `text` as a StoreKit configuration.
func readStoreKit(_ text: String) throws -> CatalogReading {
  try CatalogReader.read(Array(text.utf8), file: "Test.storekit")
}

/// Reads `text` as `catalog.json`.
func readCatalog(_ text: String) throws -> CatalogReading {
  try CatalogReader.read(Array(text.utf8), file: "catalog.json")
}

/// What `body` is refused for; fails the test when it is not.
func refusal(_ body: () throws -> CatalogReading) throws -> CatalogError {
  try #require(#expect(throws: CatalogError.self) { _ = try body() })
}

/// A StoreKit configuration with these products, subscriptions of one group, and settings.
func storeKit(
  products: [String] = [], subscriptions: [String] = [], settings: String = #"{"_storefront": "USA"}"#,
  version: String = #"{"major": 4, "minor": 0}"#, more: String = ""
) -> String {
  let group =
    subscriptions.isEmpty
    ? ""
    : #"{"id": "1A2B3C4D", "name": "Plus", "localizations": [], "subscriptions": ["#
      + subscriptions.joined(separator: ",") + "]}"
  return """
    {"identifier": "0A1B2C3D", "nonRenewingSubscriptions": [], "products": [\(products.joined(separator: ","))],
    "settings": \(settings), "subscriptionGroups": [\(group)], "version": \(version)\(more)}
    """
}

/// A StoreKit product; a member of `changes` takes the place of the usual one, and nil leaves it out.
func storeKitProduct(_ id: String = "coins", _ changes: [String: String?] = [:]) -> String {
  object(
    [
      "displayPrice": #""4.99""#, "familyShareable": "false", "internalID": #""\#(id)-1""#,
      "localizations": #"[{"description": "Text", "displayName": "Title", "locale": "en_US"}]"#,
      "productID": "\"\(id)\"", "referenceName": #""Name""#, "type": #""Consumable""#,
    ], changes)
}

/// A StoreKit subscription for a month.
func storeKitSubscription(_ id: String = "plus", _ changes: [String: String?] = [:]) -> String {
  let usual = [
    "type": #""RecurringSubscription""#, "recurringSubscriptionPeriod": #""P1M""#, "groupNumber": "1",
  ]
  return storeKitProduct(id, changes.merging(usual.mapValues { $0 }) { change, _ in change })
}

private func object(_ members: [String: String], _ changes: [String: String?]) -> String {
  var members = members
  for (key, value) in changes { members[key] = value }
  return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ")
    + "}"
}

extension CatalogReading {
  /// Each finding as `severity path: message | advice`.
  var lines: [String] { findings.map(\.summary) }
}

extension Finding {
  var summary: String { "\(severity.rawValue) \(path): \(message) | \(advice)" }
}
