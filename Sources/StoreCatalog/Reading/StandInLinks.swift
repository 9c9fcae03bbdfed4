import StoreModel

/// Policy links for catalogues that name none.
///
/// Xcode's files rarely hold a privacy policy: App Store Connect has it. A subscription cannot be sold
/// without, so whoever opens such a file can lend it one.
public struct StandInLinks: Hashable, Sendable {
  public let terms: String?
  public let privacy: String?

  public init(terms: String? = nil, privacy: String? = nil) {
    self.terms = terms
    self.privacy = privacy
  }

  /// `reading` with these links where its own are missing; its own are kept.
  public func fill(_ reading: CatalogReading) -> CatalogReading {
    let catalog = reading.catalog
    let lacksTerms = catalog.policies.allSatisfy { $0.terms == nil }
    let lacksPrivacy = catalog.policies.allSatisfy { $0.privacy == nil }
    let added = Catalog.Policies(
      locale: catalog.defaultLocale, terms: lacksTerms ? terms : nil, privacy: lacksPrivacy ? privacy : nil)
    guard added.terms != nil || added.privacy != nil else { return reading }
    let filled = catalog.with(policies: catalog.policies + [added])
    return CatalogReading(
      catalog: filled, format: reading.format, findings: reading.findings, isCopy: reading.isCopy)
  }
}
