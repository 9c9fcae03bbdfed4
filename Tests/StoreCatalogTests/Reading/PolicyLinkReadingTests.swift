import StoreCatalog
import StoreModel
import Testing

struct PolicyLinkReadingTests {
  private func read(_ policies: String) throws -> Catalog {
    let text = """
      { \(policies) "products": [], "subscriptionGroups": [], "settings": {}, "version": { "major": 4, "minor": 0 } }
      """
    return try CatalogReader.read(Array(text.utf8), file: "a.storekit").catalog
  }

  @Test(arguments: ["", #""appPolicies": { "eula": "", "policies": [] },"#])
  func `D15: an app without a licence of its own is sold under the standard one`(policies: String) throws {
    let links = try read(policies).policies
    #expect(links.count == 1)
    #expect(links.first?.terms?.hasPrefix("https://www.apple.com/") == true)
    #expect(links.first?.privacy == nil)
  }

  @Test func `D15, D16: the file's own links are taken as they are`() throws {
    let policies = #"""
      "appPolicies": { "eula": "https://moss.app/eula",
        "policies": [{ "locale": "en_US", "policyText": "", "policyURL": "https://moss.app/privacy" }] },
      """#
    #expect(
      try read(policies).policies == [
        Catalog.Policies(locale: "en-US", terms: "https://moss.app/eula", privacy: "https://moss.app/privacy")
      ])
  }

  @Test func `a licence in prose is no link, and nothing stands in for it`() throws {
    #expect(try read(#""appPolicies": { "eula": "You may use it.", "policies": [] },"#).policies.isEmpty)
  }

  @Test func `lent links fill what is missing and replace nothing`() throws {
    let own = Catalog.Policies(locale: "de", terms: "https://moss.app/agb", privacy: nil)
    let app = Catalog.App(name: "Moss", bundleID: "app.moss", seller: "Moss")
    let catalog = Catalog(app: app, defaultLocale: "de", policies: [own], products: [])
    let links = StandInLinks(terms: "https://lent.app/terms", privacy: "https://lent.app/privacy")
    let filled = links.fill(CatalogReading(catalog: catalog, format: .catalog)).catalog.policies
    #expect(
      filled == [own, Catalog.Policies(locale: "de", terms: nil, privacy: "https://lent.app/privacy")])
    let none = StandInLinks().fill(CatalogReading(catalog: catalog, format: .catalog)).catalog.policies
    #expect(none == [own])
  }
}
