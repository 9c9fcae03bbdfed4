import CatalogShelf
import FoundationEssentials
import MainLoop
import StoreCatalog
import StoreLedger
import StoreModel
import StorefrontUI

/// One run of the shell: what was asked for, and where to answer.
///
/// Each subcommand is an extension of its own in a file named after it.
struct Shell {
  let invocation: Invocation
  let console: Console
  let settings: RunSettings

  /// Runs the words after the program's name; every error becomes a message and a code here.
  @MainActor
  static func run(_ words: [String], console: Console) async -> ExitStatus {
    let status = await answer(words, console)
    guard status == .done, let reason = console.outputFailure else { return status }
    console.complain("Standard output cannot be written: \(reason). Free some space, or write elsewhere.")
    return .refused
  }

  @MainActor
  private static func answer(_ words: [String], _ console: Console) async -> ExitStatus {
    do {
      let invocation = try Invocation(words)
      let settings = try RunSettings(invocation, environment: console.environment)
      return try await Shell(invocation: invocation, console: console, settings: settings).run()
    } catch let error as UsageError {
      console.complain("\(error.message) \(error.advice)")
      return .usage
    } catch let error as CatalogError {
      console.complain("\(error.description) \(error.advice)")
      return .usage
    } catch let error as LedgerError {
      console.complain(error.sentences)
      return .usage
    } catch let status as ExitStatus {
      return status
    } catch let error as any LocalizedError {
      console.complain(error.sentences)
      return .refused
    } catch {
      console.complain("\(error)")
      return .refused
    }
  }

  @MainActor
  private func run() async throws -> ExitStatus {
    let subcommand = Subcommand.named(invocation.subcommand)
    if invocation.has(.help) {
      console.print(HelpText.text(for: subcommand))
      return .done
    }
    if invocation.has(.version) { return try version() }
    if let notice = settings.notice, subcommand.usesSettings { console.note(notice) }
    // The screen starts them when it is there to be looked at.
    if invocation.subcommand != nil { MainLoop.useThreads() }
    return switch invocation.subcommand {
    case nil: try await screen()
    case .products: try products()
    case .show: try show()
    case .buy: try await buy()
    case .restore: try await restore()
    case .transactions: try await transactions()
    case .downloads: try await downloads()
    case .events: try await events()
    case .notifications: try await notifications()
    case .exec: try await exec()
    case .run: try await runScripts()
    case .replay: try await replay()
    case .open: try await openFile()
    case .bundle: try await makeBundle()
    case .snapshot: try await snapshot()
    case .demo: try await demo()
    case .receipt: try await receipt()
    case .keys: try await keys()
    case .config: try config()
    case .doctor: try await doctor()
    case .explain: try await explain()
    case .help: try help()
    case .completions: try completions()
    case .version: try version()
    }
  }

  /// The catalogue of this run; what is odd about it is told on standard error.
  func readCatalog(argument: String? = nil) throws -> (reading: CatalogReading, source: CatalogSource) {
    let source = try catalogSource(argument: argument)
    return (try openCatalog(source).reading, source)
  }

  /// Reads the catalogue, and remembers which state of the file that was.
  func openCatalog(_ source: CatalogSource) throws(CatalogError) -> OpenCatalog {
    let followed = source.followed(invocation, shelf)
    guard let followed else { return OpenCatalog(followed: nil, reading: try shelf.readBuiltIn()) }
    return OpenCatalog(followed: followed, reading: try followed.read())
  }

  /// Where the catalogue of this run comes from.
  func catalogSource(argument: String?) throws(UsageError) -> CatalogSource {
    let source = try CatalogSource(settings.values, argument: argument)
    if let argument, invocation.subcommand == nil { try checkIsNoCommand(argument) }
    return source
  }

  /// Where copies of catalogues are kept: `$XDG_CACHE_HOME/storefront`, by the XDG Base Directory
  /// Specification. An ephemeral run looks at what is there, and leaves nothing.
  var shelf: CatalogShelf {
    let environment = console.environment
    let folder: String? =
      if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
        cache + "/storefront"
      } else if let home = environment["HOME"], home.hasPrefix("/") {
        home + "/.cache/storefront"
      } else {
        nil
      }
    return CatalogShelf(folder: folder, keepsNew: !invocation.has(.ephemeral))
  }

  /// A word that names neither a file nor a command was most likely meant to be a command.
  private func checkIsNoCommand(_ word: String) throws(UsageError) {
    guard !word.contains(where: { "./".contains($0) }), !FileManager.default.fileExists(atPath: word) else {
      return
    }
    let near = nearest(to: word, in: Subcommand.Name.allCases.map(\.rawValue))
    throw UsageError(
      "storefront has no command '\(word.singleLine)', and there is no such catalogue file.",
      advice: (near.map { "Did you mean 'storefront \($0)'? " } ?? "")
        + "Run 'storefront --help' to see them all.")
  }

  /// One line on standard error when the catalogue has findings, so that none goes unseen.
  func noteFindings(_ reading: CatalogReading, _ source: CatalogSource) {
    let counts = Finding.Severity.allCases.compactMap { severity -> String? in
      let count = reading.findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    if counts.isEmpty { return }
    console.note("\(source.name): \(counts.joined(separator: ", ")); 'storefront doctor' lists them.")
  }

  /// The store's clock as `--now` sets it.
  func environment() throws(UsageError) -> StoreEnvironment {
    .live(frozenAt: try frozenTime(), seed: try seed(), sleep: MainLoop.sleep)
  }

  /// What `--now` says; nil without it.
  func frozenTime() throws(UsageError) -> Timestamp? {
    guard let text = invocation.value(.now) else { return nil }
    guard let instant = Timestamp(text) else {
      throw UsageError(
        "--now cannot be '\(text)'.", advice: "Write a date such as 2026-11-30 or 2026-11-30T12:00:00Z.")
    }
    return instant
  }

  func seed() throws(UsageError) -> UInt64 { UInt64(try invocation.number(.seed, in: 0...Int.max) ?? 1) }

  /// The product that the command's argument names.
  func product(in catalog: Catalog) throws(UsageError) -> Product {
    guard let name = invocation.arguments.first else {
      let call = Subcommand.named(invocation.subcommand).call
      throw UsageError("Which product?", advice: "Write '\(call) PRODUCT'; 'storefront products' lists them.")
    }
    if let product = catalog.product(ProductID(name)) { return product }
    let near = nearest(to: name, in: catalog.products.lazy.map(\.id.rawValue))
    throw UsageError(
      "The catalogue has no product '\(name.singleLine)'.",
      advice: (near.map { "Did you mean '\($0)'? " } ?? "") + "'storefront products' lists them.")
  }
}
