import FoundationEssentials
import StoreCatalog
import StoreLedger
import StoreModel
import StoreReceipts
import StoreScript
import StorefrontUI

/// A script or a bundle that was read and checked, with the store that it starts from.
struct PlayFile: Sendable {
  let script: Script
  let setting: ScriptSetting
  /// Nil for a script.
  let bundle: ReproductionBundle?

  /// What came of playing it, held against the bundle's journal if it is one; `isOpen` says that the app goes on.
  func held(_ result: ScriptResult, _ machine: StoreMachine, isOpen: Bool = false) -> ScriptResult {
    guard let bundle else { return result }
    return result.held(against: bundle, journal: machine.journal(), file: script.name, isOpen: isOpen)
  }
}

extension Shell {
  /// Reads a script or a bundle. Nil when there are mistakes in it, which are then told.
  ///
  /// `like` is one whose catalogue serves again when neither says anything about it.
  func playFile(_ path: String, like other: PlayFile? = nil) throws -> PlayFile? {
    try playFile(source: try readScript(path), name: path, like: other)
  }

  /// As `playFile(_:)`, of a text that was read.
  func playFile(source: String, name: String, like other: PlayFile? = nil) throws -> PlayFile? {
    do {
      let bundle = ReproductionBundle.isBundle(source) ? try ReproductionBundle(source, file: name) : nil
      let text = bundle?.scriptInPlace ?? source
      let start = try ScriptStart.first(of: text, name: name)
      let setting = try ScriptSetting(
        self, start: start, of: name, bundle: bundle, like: bundle == nil ? other?.setting : nil)
      let parser = ScriptParser(vocabulary: Vocabulary(screen: setting.catalog))
      return PlayFile(script: try parser.parse(text, name: name), setting: setting, bundle: bundle)
    } catch let error as ScriptErrors {
      for mistake in error.errors { console.note(mistake.description.singleLine) }
      return nil
    }
  }

  func readScript(_ path: String) throws(UsageError) -> String {
    do {
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      guard size <= ReproductionBundle.sizeLimit else {
        throw UsageError(
          "'\(path.singleLine)' is larger than \(ReproductionBundle.sizeLimit >> 20) MiB.",
          advice: "No script is; name another file.")
      }
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch let error as UsageError {
      throw error
    } catch {
      throw UsageError(
        "The script '\(path.singleLine)' cannot be read.", advice: "Name a file of text in UTF-8.")
    }
  }
}

/// What a script runs with. Only the command line and the script itself count, neither the settings file nor the
/// environment, so that a script gives the same everywhere.
struct ScriptSetting: Sendable {
  let catalog: Catalog
  /// What the script starts from, everything said.
  let start: ScriptStart
  private let location: LedgerLocation
  private let now: Timestamp?
  /// One for all scripts: making keys takes longer than most scripts.
  private let keys: KeyRing

  /// True when a ledger is acted on that stays.
  var keeps: Bool { location != .memory }

  /// - Parameters:
  ///   - start: what the script says about itself; an option on the command line goes before it.
  ///   - file: the script's file, from whose folder its catalogue's path counts.
  ///   - like: a setting whose catalogue serves again when this script says nothing about it.
  init(
    _ shell: Shell, start: ScriptStart? = nil, of file: String = "", bundle: ReproductionBundle? = nil,
    like other: ScriptSetting? = nil
  ) throws {
    let invocation = shell.invocation
    var whole = start ?? ScriptStart()
    whole.terms = invocation.value(.terms) ?? whole.terms
    whole.privacy = invocation.value(.privacy) ?? whole.privacy
    if let other, start == nil {
      catalog = other.catalog
      whole.catalog = other.start.catalog
    } else {
      (catalog, whole.catalog) = try Self.catalog(shell, whole, of: file, bundle)
    }
    whole.storefront =
      invocation.value(.storefront).map { Storefront.ID($0.uppercased()) } ?? whole.storefront
      ?? catalog.defaultStorefront ?? "USA"
    whole.locale = invocation.value(.locale).map { LocaleID($0) } ?? whole.locale ?? catalog.defaultLocale
    whole.seed = invocation.has(.seed) ? try shell.seed() : whole.seed ?? 1
    whole.rate =
      try invocation.number(.rate, in: 0...1_000_000_000_000).map { Int64($0) } ?? whole.rate ?? 2_000_000
    location =
      invocation.has(.state)
      ? try LedgerLocation(invocation, environment: shell.console.environment) : .memory
    keys = other?.keys ?? location.keyRing
    now = try shell.frozenTime() ?? whole.clock
    whole.clock = now ?? (location == .memory ? .scriptStart : Timestamp(Date()))
    self.start = whole
  }

  /// The option's, the bundle's, the script's own, else the usual; with how a script in the working folder names it.
  private static func catalog(
    _ shell: Shell, _ start: ScriptStart, of file: String, _ bundle: ReproductionBundle?
  ) throws -> (Catalog, String) {
    let links = StandInLinks(terms: start.terms, privacy: start.privacy)
    if !shell.invocation.has(.catalog) {
      if let bundle {
        let reading = try CatalogReader.read(Array(bundle.catalogInPlace.utf8), file: file)
        return (links.fill(reading).catalog, bundle.catalogName)
      }
      if start.catalog == ScriptStart.builtIn {
        return (try BuiltInCatalog.read().catalog, ScriptStart.builtIn)
      }
      if let named = start.catalog {
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        let path = named.hasPrefix("/") ? named : folder + named
        return (try CatalogFile(path, standIns: links).read().catalog, path)
      }
    }
    let (reading, source) = try shell.readCatalog()
    return (reading.catalog, source.name)
  }

  func ledger() throws -> SQLiteLedger { try location.open() }

  func parts(_ ledger: SQLiteLedger) -> StoreMachine.Parts {
    let content: String? =
      if case .file(let path) = location { LedgerLocation.contentFolder(of: path) } else { nil }
    let rate = start.rate.flatMap { $0 == 0 ? nil : $0 }
    return StoreMachine.Parts(
      catalog: catalog, ledger: ledger, contentFolder: content,
      settings: StoreSettings(storefront: start.storefront ?? "USA"),
      locale: start.locale ?? catalog.defaultLocale,
      now: start.clock ?? .scriptStart, seed: start.seed ?? 1, rate: rate, isPaced: keeps && now == nil,
      keys: keys, receiptFile: location.receiptFile?.path)
  }
}
