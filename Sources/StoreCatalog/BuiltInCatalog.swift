/// The sample catalogue that every copy of the program carries: the file `catalog.json` of the project.
public enum BuiltInCatalog {
  /// What messages call it.
  public static let name = "the built-in catalog.json"

  /// The file's bytes.
  public static var data: [UInt8] { PackageResources.catalog_json }

  /// The sample, read. It is checked by the tests, so a failure here is a broken build.
  public static func read() throws(CatalogError) -> CatalogReading {
    try CatalogReader.read(data, file: name)
  }
}
