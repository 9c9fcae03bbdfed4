import FoundationEssentials
import Purchasing
import StoreLedger
import StoreModel
import StoreScript
import StorefrontUI

extension Shell {
  /// Runs the commands that the arguments are, one each.
  func exec() async throws -> ExitStatus {
    guard !invocation.arguments.isEmpty else {
      throw UsageError("Which command?", advice: "Write 'storefront exec \"buy PRODUCT\" confirm'.")
    }
    let source = invocation.arguments.joined(separator: "\n")
    guard let file = try playFile(source: source, name: "exec") else { return .usage }
    let ledger = try file.setting.ledger()
    let start = try ledger.read { try $0.lastEventID() }
    let item = await Self.play(file, on: ledger)
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
    // Everything is checked before anything runs.
    var files: [PlayFile] = []
    for path in invocation.arguments {
      if let file = try playFile(path, like: files.last) { files.append(file) }
    }
    guard files.count == invocation.arguments.count else { return .usage }
    return try tell(try await play(files))
  }

  private func format() throws(UsageError) -> ScriptReport.Format {
    if invocation.has(.json) { return .json }
    return try invocation.choice(.format, ScriptReport.Format.allCases.map { ($0.rawValue, $0) }) ?? .text
  }

  private func tell(_ items: [ScriptReport.Item]) throws -> ExitStatus {
    let report = ScriptReport(items)
    console.print(try report.text(try format()))
    return report.failed == 0 ? .done : .refused
  }

  // MARK: - Playing

  /// In the order of the files, however they end.
  private func play(_ files: [PlayFile]) async throws -> [ScriptReport.Item] {
    // One ledger is acted on by one script at a time.
    let jobs =
      files.contains { $0.setting.keeps }
      ? 1 : try invocation.number(.jobs, in: 1...256) ?? ProcessInfo.processInfo.activeProcessorCount
    return try await withThrowingTaskGroup(of: (Int, ScriptReport.Item).self) { group in
      var items: [ScriptReport.Item?] = files.map { _ in nil }
      var rest = files.enumerated().makeIterator()
      func startNext() throws {
        guard let (index, file) = rest.next() else { return }
        let ledger = try file.setting.ledger()
        group.addTask { (index, await Self.play(file, on: ledger)) }
      }
      for _ in 0..<min(jobs, files.count) { try startNext() }
      while let (index, item) = try await group.next() {
        items[index] = item
        try startNext()
      }
      return items.compactMap(\.self)
    }
  }

  private static func play(_ file: PlayFile, on ledger: SQLiteLedger) async -> ScriptReport.Item {
    let start = ContinuousClock.now
    let machine = StoreMachine(file.setting.parts(ledger))
    let stage: any Stage = file.script.needsScreen ? await ScreenStage(machine) : SessionStage(machine)
    let result = file.held(await ScriptRun.play(file.script, on: stage), machine)
    return ScriptReport.Item(result, duration: ContinuousClock.now - start)
  }
}
