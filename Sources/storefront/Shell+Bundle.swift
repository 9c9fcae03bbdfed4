import FoundationEssentials
import StoreCatalog
import StoreLedger
import StoreModel
import StoreScript
import StorefrontSettings
import StorefrontUI

extension Shell {
  /// Makes a bug report of a script, or of all that has happened in the store.
  func makeBundle() async throws -> ExitStatus {
    let bundle: ReproductionBundle
    if let path = invocation.arguments.first {
      guard let file = try playFile(path) else { return .usage }
      guard !file.setting.keeps else {
        throw UsageError(
          "A script and --state exclude each other.",
          advice: "Leave out --state; the script has its own store.")
      }
      bundle = try await report(of: file)
    } else {
      bundle = try reportOfStore()
    }
    let text = bundle.text
    guard text.utf8.count <= ReproductionBundle.sizeLimit else {
      throw UsageError(
        "The bundle would be larger than \(ReproductionBundle.sizeLimit >> 20) MiB.",
        advice: "Make one of a smaller catalogue.")
    }
    guard let output = invocation.value(.output) else {
      console.print(text, terminator: "")
      return .done
    }
    do {
      try Data(text.utf8).write(to: URL(filePath: output), options: .atomic)
    } catch {
      throw UsageError(
        "The bundle cannot be written to '\(output.singleLine)'.",
        advice: "Name a file in a folder that is there.")
    }
    return .done
  }

  /// What a script does, whether it holds or not.
  private func report(of file: PlayFile) async throws -> ReproductionBundle {
    let machine = StoreMachine(file.setting.parts(try file.setting.ledger()))
    let stage: any Stage = file.script.needsScreen ? await ScreenStage(machine) : SessionStage(machine)
    _ = await ScriptRun.play(file.script, on: stage, stopsAtFailure: false)
    let name = file.setting.start.catalog ?? ScriptStart.builtIn
    var start = file.setting.start
    start.catalog = nil
    return ReproductionBundle(
      catalogName: name == ScriptStart.builtIn ? "catalog.json" : name,
      catalog: try file.bundle?.catalog ?? catalogText(name), script: file.script, start: start,
      journal: machine.journal())
  }

  private func reportOfStore() throws -> ReproductionBundle {
    let location = try LedgerLocation(invocation, environment: console.environment)
    guard case .file(let path) = location, FileManager.default.fileExists(atPath: path) else {
      throw UsageError(
        "There is no store yet to tell of.",
        advice: "Name its ledger with --state, or a script: storefront bundle FILE.")
    }
    let (reading, source) = try readCatalog()
    return try story(of: try location.open(), reading, source)
  }

  /// What the screen saves: all that has happened in its store, in a file of the working folder.
  func saver(of open: OpenStore) -> SessionSaver {
    SessionSaver { [self] kind, moments, end in
      let stamp = Timestamp(Date()).description.prefix(19).filter(\.isNumber)
      let path = "storefront-\(stamp)" + (kind == .script ? ".storefront" : ".bundle")
      do {
        let source = try catalogSource(argument: invocation.arguments.first)
        let bundle = try story(of: open.ledger, open.reading, source, app: moments, end: end)
        let text: String
        switch kind {
        case .report: text = bundle.text
        case .script:
          let folder = FileManager.default.currentDirectoryPath
          text = bundle.script(catalog: source.path(from: folder + "/" + path))
        }
        let file = try RecordingFile(path: path)
        file.append([text.hasSuffix("\n") ? String(text.dropLast()) : text])
        if let problem = file.problem {
          return .failure(SessionSaver.Refusal("\(path) breaks off: \(problem).", advice: "Free some space."))
        }
        return .success(path)
      } catch let refusal as RecordingFile.Refusal {
        return .failure(SessionSaver.Refusal(refusal.message, advice: refusal.advice))
      } catch let error as UsageError {
        return .failure(SessionSaver.Refusal(error.message, advice: error.advice))
      } catch {
        return .failure(
          SessionSaver.Refusal(
            "Nothing was saved: \(error.inWords)", advice: "Try it once more."))
      }
    }
  }

  /// All that a ledger's journal tells.
  private func story(
    of ledger: SQLiteLedger, _ reading: CatalogReading, _ source: CatalogSource, app: [AppMoment] = [],
    end: [Act] = []
  ) throws -> ReproductionBundle {
    let journal = try ledger.read { try $0.journal(after: nil, limit: .max) }
    var start = ScriptStart()
    start.seed = try seed()
    start.storefront = try firstStorefront(journal, ledger, reading.catalog)
    start.locale = try Place(settings.values, catalog: reading.catalog, environment: console.environment)
      .locale
    start.rate = Int64(settings.values.number(.rate) ?? 2_000_000)
    start.terms = invocation.value(.terms)
    start.privacy = invocation.value(.privacy)
    return ReproductionBundle(
      catalogName: source == .builtIn ? "catalog.json" : source.name, catalog: try catalogText(source.name),
      vocabulary: Vocabulary(screen: reading.catalog), start: start, journal: journal, app: app,
      end: end)
  }

  /// Where the store was before it was moved for the first time.
  private func firstStorefront(_ journal: [JournalEntry], _ ledger: SQLiteLedger, _ catalog: Catalog) throws
    -> Storefront.ID
  {
    for entry in journal { if case .storefrontChanged(let from, _) = entry.event { return from } }
    if let transaction = try ledger.read({ try $0.transactions(after: nil, limit: 1).first }) {
      return transaction.storefront
    }
    return catalog.defaultStorefront ?? "USA"
  }

  /// The text of the catalogue's file, without what nobody else may see.
  private func catalogText(_ name: String) throws -> String {
    let bytes =
      name == ScriptStart.builtIn ? BuiltInCatalog.data : try CatalogFile(name).source().bytes
    guard bytes.count <= ReproductionBundle.sizeLimit, let text = String(validating: bytes, as: UTF8.self)
    else {
      throw UsageError(
        "The catalogue '\(name.singleLine)' is too large for a bug report, or no text in UTF-8.",
        advice: "Make one with a smaller catalogue that has the products in question.")
    }
    return Self.withoutSecrets(text)
  }

  /// Xcode keeps a key to sign offers with, and whose team it is, in its files: neither leaves this machine.
  private static func withoutSecrets(_ text: String) -> String {
    text.replacing(
      /("(?:privateKey|_developerTeamID|_applicationInternalID)"\s*:\s*)"(?:[^"\\]|\\.)*"/
    ) { "\($0.output.1)\"\"" }
  }
}
