import CatalogShelf
import FoundationEssentials
import StoreCatalog
import StoreModel
import StorefrontSettings
import StorefrontUI

/// Where the catalogue comes from: the argument, or as it is set, else `./catalog.json`, else the
/// built-in sample.
enum CatalogSource: Equatable {
  case file(String)
  case builtIn

  init(_ settings: Settings, argument: String?) throws(UsageError) {
    if argument != nil, case .flag = settings.origin(of: .catalog) {
      throw UsageError(
        "The catalogue is given twice.", advice: "Give it once, as the argument or with --catalog.")
    }
    if let path = argument ?? settings.text(.catalog) {
      self = .file(path)
    } else {
      self = FileManager.default.fileExists(atPath: "catalog.json") ? .file("catalog.json") : .builtIn
    }
  }

  /// How it is named to people and in JSON.
  var name: String {
    switch self {
    case .file(let path): path
    case .builtIn: "built-in"
    }
  }

  /// Short enough for a line on the screen: the file's own name.
  var shortName: String {
    switch self {
    case .file(let path): URL(filePath: path).lastPathComponent
    case .builtIn: name
    }
  }

  private func file(_ invocation: Invocation) -> CatalogFile? {
    guard case .file(let path) = self else { return nil }
    return CatalogFile(
      path, standIns: StandInLinks(terms: invocation.value(.terms), privacy: invocation.value(.privacy)))
  }

  /// The file with the way to read and to follow it; nil for the built-in sample.
  func followed(_ invocation: Invocation, _ shelf: CatalogShelf) -> FollowedCatalog? {
    file(invocation).map { FollowedCatalog($0, shelf: shelf) }
  }
}

/// A catalogue that has been read.
struct OpenCatalog {
  /// Its file; nil for the built-in sample.
  let followed: FollowedCatalog?
  let reading: CatalogReading
}

/// The storefront and the language of one run, settled from options, catalogue and surroundings.
struct Place {
  let storefront: Storefront
  let locale: LocaleID

  /// `stored` is the storefront that the ledger remembers.
  ///
  /// Storefront: the option or variable, the ledger, the settings file, the catalogue's own, else USA: what
  /// a person chose on the screen is not undone by a file. Language: as it is set, the one of `LC_ALL`,
  /// `LC_MESSAGES` or `LANG` if the catalogue has it, else the catalogue's default.
  init(
    _ settings: Settings, catalog: Catalog, stored: Storefront.ID? = nil, environment: [String: String]
  ) throws(UsageError) {
    let first = Self.first(settings, catalog: catalog)
    let asked = settings.text(.storefront).map { Storefront.ID($0) }
    let id =
      switch settings.origin(of: .storefront) {
      case .flag, .place(.variable): asked ?? first
      case .place(.file), .standard: stored ?? first
      }
    storefront = try Self.known(id.rawValue)
    locale =
      settings.text(.locale).map { LocaleID($0) } ?? Self.locale(catalog: catalog, environment: environment)
  }

  /// The storefront of a new ledger. An option or variable is no part of it: it is a change, to be kept.
  static func first(_ settings: Settings, catalog: Catalog) -> Storefront.ID {
    if case .place(.file) = settings.origin(of: .storefront), let code = settings.text(.storefront) {
      return Storefront.ID(code)
    }
    return catalog.defaultStorefront ?? "USA"
  }

  private static func known(_ code: String) throws(UsageError) -> Storefront {
    if let storefront = StorefrontTable.storefront(Storefront.ID(code.uppercased())) { return storefront }
    let near = StorefrontTable.nearestID(to: code.uppercased())
    throw UsageError(
      "There is no storefront '\(code)'.",
      advice: (near.map { "Did you mean \($0)? " } ?? "") + "Give three letters, such as USA, DEU or JPN.")
  }

  private static func locale(catalog: Catalog, environment: [String: String]) -> LocaleID {
    let wanted = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let name = wanted?.prefix(while: { $0 != "." && $0 != "@" }), name != "C", name != "POSIX" else {
      return catalog.defaultLocale
    }
    let locale = LocaleID(String(name))
    let languages = catalog.languages
    if languages.contains(locale) { return locale }
    return languages.first { $0.language == locale.language } ?? catalog.defaultLocale
  }
}
