import Foundation
import Purchasing
import StoreCatalog
import StoreLedger
import StoreModel
import StoreReceipts
import StoreScript
import StorefrontUI

extension Shell {
  /// Runs the commands that the arguments are, one each.
  func exec() async throws -> ExitStatus {
    guard !invocation.arguments.isEmpty else {
      throw UsageError("Which command?", advice: "Write 'storefront exec \"buy PRODUCT\" confirm'.")
    }
    let setting = try ScriptSetting(self)
    let script = try parse(invocation.arguments.joined(separator: "\n"), name: "exec", setting)
    guard let script else { return .usage }
    let ledger = try setting.ledger()
    let start = try ledger.read { try $0.lastEventID() }
    let item = await Self.play(script, on: ledger, setting)
    guard try format() == .text else { return try tell([item]) }
    for entry in try ledger.read({ try $0.journal(after: start, limit: .max) }) { try print(entry) }
    guard let failure = item.result.failure else { return .done }
    console.note(ScriptReport.lines(of: failure).joined(separator: "\n"))
    return .refused
  }

  /// Runs script files, several at a time.
  func runScripts() async throws -> ExitStatus {
    guard !invocation.arguments.isEmpty else {
      throw UsageError("Which script?", advice: "Write 'storefront run FILE'.")
    }
    let setting = try ScriptSetting(self)
    // Everything is checked before anything runs.
    var scripts: [Script] = []
    for path in invocation.arguments {
      if let script = try parse(try readScript(path), name: path, setting) { scripts.append(script) }
    }
    guard scripts.count == invocation.arguments.count else { return .usage }
    return try tell(try await play(scripts, setting))
  }

  func readScript(_ path: String) throws(UsageError) -> String {
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw UsageError(
        "The script '\(path.singleLine)' cannot be read.", advice: "Name a file of text in UTF-8.")
    }
  }

  private func format() throws(UsageError) -> ScriptReport.Format {
    if invocation.has(.json) { return .json }
    return try invocation.choice(.format, ScriptReport.Format.allCases.map { ($0.rawValue, $0) }) ?? .text
  }

  /// Nil when there are mistakes, which are then told.
  func parse(_ source: String, name: String, _ setting: ScriptSetting) throws -> Script? {
    do throws(ScriptErrors) {
      return try ScriptParser(vocabulary: Vocabulary(screen: setting.catalog)).parse(source, name: name)
    } catch {
      for mistake in error.errors { console.note(mistake.description.singleLine) }
      return nil
    }
  }

  private func tell(_ items: [ScriptReport.Item]) throws -> ExitStatus {
    let report = ScriptReport(items)
    console.print(try report.text(try format()))
    return report.failed == 0 ? .done : .refused
  }

  // MARK: - Playing

  /// In the order of the files, however they end.
  private func play(_ scripts: [Script], _ setting: ScriptSetting) async throws -> [ScriptReport.Item] {
    // One ledger is acted on by one script at a time.
    let jobs =
      setting.keeps
      ? 1 : try invocation.number(.jobs, in: 1...256) ?? ProcessInfo.processInfo.activeProcessorCount
    return try await withThrowingTaskGroup(of: (Int, ScriptReport.Item).self) { group in
      var items: [ScriptReport.Item?] = scripts.map { _ in nil }
      var rest = scripts.enumerated().makeIterator()
      func startNext() throws {
        guard let (index, script) = rest.next() else { return }
        let ledger = try setting.ledger()
        group.addTask { (index, await Self.play(script, on: ledger, setting)) }
      }
      for _ in 0..<min(jobs, scripts.count) { try startNext() }
      while let (index, item) = try await group.next() {
        items[index] = item
        try startNext()
      }
      return items.compactMap(\.self)
    }
  }

  private static func play(_ script: Script, on ledger: SQLiteLedger, _ setting: ScriptSetting) async
    -> ScriptReport.Item
  {
    let start = ContinuousClock.now
    let machine = StoreMachine(setting.parts(ledger))
    let stage: any Stage = script.needsScreen ? await ScreenStage(machine) : SessionStage(machine)
    let result = await ScriptRun.play(script, on: stage)
    return ScriptReport.Item(result, duration: ContinuousClock.now - start)
  }
}

/// What scripts run with. Only the command line counts, neither the settings file nor the environment, so that a script
/// gives the same everywhere.
struct ScriptSetting: Sendable {
  let catalog: Catalog
  private let settings: StoreSettings
  private let locale: LocaleID
  private let location: LedgerLocation
  private let now: Timestamp?
  private let seed: UInt64
  private let rate: Int64?
  /// One for all scripts: making keys takes longer than most scripts.
  private let keys: KeyRing

  /// True when a ledger is acted on that stays.
  var keeps: Bool { location != .memory }

  init(_ shell: Shell) throws {
    let invocation = shell.invocation
    catalog = try shell.readCatalog().reading.catalog
    let storefront = invocation.value(.storefront).map { $0.uppercased() }
    settings = StoreSettings(
      storefront: storefront.map { Storefront.ID($0) } ?? catalog.defaultStorefront ?? "USA")
    locale = invocation.value(.locale).map { LocaleID($0) } ?? catalog.defaultLocale
    location =
      invocation.has(.state)
      ? try LedgerLocation(invocation, environment: shell.console.environment) : .memory
    keys = location.keyRing
    now = try shell.frozenTime()
    seed = try shell.seed()
    rate = try invocation.number(.rate, in: 0...1_000_000_000_000).map { Int64($0) } ?? 2_000_000
  }

  func ledger() throws -> SQLiteLedger { try location.open() }

  func parts(_ ledger: SQLiteLedger) -> StoreMachine.Parts {
    let content: String? =
      if case .file(let path) = location { LedgerLocation.contentFolder(of: path) } else { nil }
    return StoreMachine.Parts(
      catalog: catalog, ledger: ledger, contentFolder: content, settings: settings, locale: locale,
      now: now ?? (keeps ? Timestamp(Date()) : .scriptStart), seed: seed, rate: rate == 0 ? nil : rate,
      isPaced: keeps && now == nil, keys: keys, receiptFile: location.receiptFile?.path)
  }
}
