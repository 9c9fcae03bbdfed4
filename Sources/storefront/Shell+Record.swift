import FoundationEssentials
import Glibc
import MainLoop
import StoreCatalog
import StoreLedger
import StoreModel
import StoreScript
import StorefrontSettings
import StorefrontUI
import TerminalKit
import TerminalNcurses

extension Shell {
  /// Opens the screen on a store of its own and writes down what is done there.
  ///
  /// The store begins empty, keeps nothing, and runs on a machine, so that the script leaves the same journal.
  @MainActor func recordScreen(to path: String) async throws -> ExitStatus {
    guard !invocation.has(.state) else {
      throw UsageError(
        "A recording begins with an empty store, not with that of --state.",
        advice: "Leave out --state; 'storefront bundle' tells what happened in a store that there is.")
    }
    guard console.inputIsTerminal, console.outputIsTerminal, plainReason == nil else {
      console.complain("--record needs the screen. In scripts, a script of one's own does the same.")
      return .needsTerminal
    }
    let device = try DeviceOptions(invocation)
    let source = try catalogSource(argument: invocation.arguments.first)
    let catalog = try openCatalog(source).reading.catalog
    let start = try recordedStart(catalog, source, file: path)
    let file: RecordingFile
    do throws(RecordingFile.Refusal) {
      file = try RecordingFile(path: path)
    } catch { throw UsageError(error.message, advice: error.advice) }
    let remarks = [
      "What was done in \(catalog.app.name). Play it on the screen: storefront replay FILE",
      "Check it: storefront run FILE",
    ]
    file.append(SessionRecorder.head(start, remarks: remarks))

    let machine = StoreMachine(parts(catalog, start, try SQLiteLedger.inMemory()))
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let screen = ScreenStage(machine, look: screenLook(recording: name.singleLine)) { [self] in
      try NcursesTerminal.open(terminalOptions(logFile: nil))
    }
    do throws(StageError) {
      try await screen.open()
      if let network = device.network, network != .on { try await screen.ask(.network(network)) }
      if device.paymentsAllowed == false { try await screen.ask(.payments(allowed: false)) }
    } catch {
      await screen.close()
      unlink(path)
      console.complain(error.message)
      return .needsTerminal
    }
    let clock = start.clock ?? .scriptStart
    let recorder = SessionRecorder(vocabulary: Vocabulary(screen: catalog), clock: clock)
    let session = LiveSession(
      screen, real: .live(sleep: MainLoop.sleep), recorder: recorder, write: { file.append($0) })
    let status = await session.run()
    if let problem = file.problem {
      console.complain("The recording \(path.singleLine) breaks off: \(problem). Free some space.")
      return .refused
    }
    return await check(path, catalog, start, machine) ? ExitStatus(code: status) : .refused
  }

  /// Plays the recording again, without a screen that anybody sees, and tells whether it left the same.
  @MainActor private func check(
    _ path: String, _ catalog: Catalog, _ start: ScriptStart, _ machine: StoreMachine
  ) async -> Bool {
    do {
      let parser = ScriptParser(vocabulary: Vocabulary(screen: catalog))
      let script = try parser.parse(try readScript(path), name: path)
      let again = StoreMachine(parts(catalog, start, try SQLiteLedger.inMemory()))
      let stage: any Stage = script.needsScreen ? ScreenStage(again) : SessionStage(again)
      let result = await ScriptRun.play(script, on: stage)
      if let failure = result.failure {
        console.note("The recording does not hold when it is played again:")
        console.note(ScriptReport.lines(of: failure).joined(separator: "\n"))
        return false
      }
      let isSame = again.journal() == machine.journal()
      console.note(
        "Recorded in \(path.singleLine). Played again, it left "
          + (isSame ? "the same journal." : "another journal: please report this with the file."))
      return isSame
    } catch {
      console.complain("The recording cannot be read again: \(error)")
      return false
    }
  }

  private func parts(_ catalog: Catalog, _ start: ScriptStart, _ ledger: SQLiteLedger) -> StoreMachine.Parts {
    StoreMachine.Parts(
      catalog: catalog, ledger: ledger, settings: StoreSettings(storefront: start.storefront ?? "USA"),
      locale: start.locale ?? catalog.defaultLocale, now: start.clock ?? .scriptStart, seed: start.seed ?? 1,
      rate: start.rate.flatMap { $0 == 0 ? nil : $0 })
  }

  /// The store that the recording begins with, as the settings of this run have it.
  private func recordedStart(_ catalog: Catalog, _ source: CatalogSource, file: String) throws -> ScriptStart
  {
    let place = try Place(settings.values, catalog: catalog, environment: console.environment)
    var start = ScriptStart()
    start.seed = try seed()
    start.clock = try frozenTime() ?? Timestamp(Date())
    start.storefront = place.storefront.id
    start.locale = place.locale
    start.rate = Int64(settings.values.number(.rate) ?? 2_000_000)
    start.terms = invocation.value(.terms)
    start.privacy = invocation.value(.privacy)
    start.catalog = source.path(from: file)
    return start
  }
}

extension CatalogSource {
  /// How a script in `file` names it: from its folder on, where it lies in or below that; else in full.
  func path(from file: String) -> String {
    guard case .file(let path) = self else { return ScriptStart.builtIn }
    let whole = URL(filePath: path).standardizedFileURL.path
    let folder = URL(filePath: file).standardizedFileURL.deletingLastPathComponent().path + "/"
    return whole.hasPrefix(folder) ? String(whole.dropFirst(folder.count)) : whole
  }
}
