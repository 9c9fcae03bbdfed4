import StoreModel

/// Everything that a catalogue says but its products.
public struct CatalogOutline: Hashable, Sendable {
  public let app: Catalog.App
  public let defaultLocale: LocaleID
  public let defaultStorefront: Storefront.ID?
  public let policies: [Catalog.Policies]
  public let groups: [SubscriptionGroup]
  public let format: CatalogReading.Format
  /// In the order of the file.
  public let findings: [Finding]

  public init(
    app: Catalog.App, defaultLocale: LocaleID, defaultStorefront: Storefront.ID?,
    policies: [Catalog.Policies], groups: [SubscriptionGroup], format: CatalogReading.Format,
    findings: [Finding]
  ) {
    self.app = app
    self.defaultLocale = defaultLocale
    self.defaultStorefront = defaultStorefront
    self.policies = policies
    self.groups = groups
    self.format = format
    self.findings = findings
  }

  /// The catalogue with these products; `summary` is that of them, and `isCopy` says that they are an indexed copy.
  public func reading(
    _ products: any ProductStorage, summary: CatalogSummary, isCopy: Bool = false
  ) -> CatalogReading {
    let catalog = Catalog(
      app: app, defaultLocale: defaultLocale, defaultStorefront: defaultStorefront, policies: policies,
      groups: groups, products: ProductList(products), summary: summary)
    return CatalogReading(catalog: catalog, format: format, findings: findings, isCopy: isCopy)
  }

  func with(findings: [Finding]) -> CatalogOutline {
    CatalogOutline(
      app: app, defaultLocale: defaultLocale, defaultStorefront: defaultStorefront, policies: policies,
      groups: groups, format: format, findings: findings)
  }
}
