import Foundation
import StoreCatalog
import StoreModel

/// Where the catalogue comes from: the argument or `--catalog`, else `./catalog.json`, else the
/// built-in sample.
enum CatalogSource: Equatable {
  case file(String)
  case builtIn

  init(_ invocation: Invocation, argument: String?) throws(UsageError) {
    switch (argument, invocation.value(.catalog)) {
    case (let path?, nil), (nil, let path?): self = .file(path)
    case (.some, .some):
      throw UsageError(
        "The catalogue is given twice.", advice: "Give it once, as the argument or with --catalog.")
    case (nil, nil):
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

  /// The file to read and to watch; nil for the built-in sample.
  func file(_ invocation: Invocation) -> CatalogFile? {
    guard case .file(let path) = self else { return nil }
    return CatalogFile(
      path, standIns: StandInLinks(terms: invocation.value(.terms), privacy: invocation.value(.privacy)))
  }

  func read(_ invocation: Invocation) throws(CatalogError) -> CatalogReading {
    if let file = file(invocation) { return try file.read() }
    return try BuiltInCatalog.read()
  }
}

/// The storefront and the language of one run, settled from options, catalogue and surroundings.
struct Place {
  let storefront: Storefront
  let locale: LocaleID

  /// `stored` is the storefront that the ledger remembers.
  ///
  /// Storefront: the option, the ledger, the catalogue's own, else USA. Language: the option, the
  /// one of `LC_ALL`, `LC_MESSAGES` or `LANG` if the catalogue has it, else the catalogue's default.
  init(
    _ invocation: Invocation, catalog: Catalog, stored: Storefront.ID? = nil, environment: [String: String]
  ) throws(UsageError) {
    let id: Storefront.ID
    if let code = invocation.value(.storefront) {
      id = try Self.known(code).id
    } else {
      id = stored ?? catalog.defaultStorefront ?? "USA"
    }
    storefront = try Self.known(id.rawValue)
    locale = try Self.locale(invocation, catalog: catalog, environment: environment)
  }

  private static func known(_ code: String) throws(UsageError) -> Storefront {
    if let storefront = StorefrontTable.storefront(Storefront.ID(code.uppercased())) { return storefront }
    let near = StorefrontTable.nearestID(to: code.uppercased())
    throw UsageError(
      "There is no storefront '\(code)'.",
      advice: (near.map { "Did you mean \($0)? " } ?? "") + "Give three letters, such as USA, DEU or JPN.")
  }

  private static func locale(
    _ invocation: Invocation, catalog: Catalog, environment: [String: String]
  ) throws(UsageError) -> LocaleID {
    if let text = invocation.value(.locale) {
      let locale = LocaleID(text)
      guard locale.language.count >= 2, locale.language.allSatisfy({ $0.isASCII && $0.isLetter }) else {
        throw UsageError(
          "'\(text)' is not a language.", advice: "Write one such as en, de, pt-BR or zh-Hans.")
      }
      return locale
    }
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
