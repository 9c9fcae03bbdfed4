import StoreModel

/// A catalogue that could be read, with everything that was noticed on the way.
public struct CatalogReading: Sendable {
  /// The layout of the file.
  public enum Format: String, Sendable, Codable {
    /// The project's own `catalog.json`.
    case catalog
    /// An Xcode StoreKit configuration.
    case storekit
  }

  /// What is for sale. May be empty only when the file says so itself.
  public let catalog: Catalog
  public let format: Format
  /// In the order of the file. An error means that the thing named was left out of `catalog`.
  public let findings: [Finding]
  /// Whether the products come from an indexed copy, so that nothing had to be read but what was asked for.
  public let isCopy: Bool

  public init(catalog: Catalog, format: Format, findings: [Finding] = [], isCopy: Bool = false) {
    self.catalog = catalog
    self.format = format
    self.findings = findings
    self.isCopy = isCopy
  }
}
