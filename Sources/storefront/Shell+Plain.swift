import FoundationEssentials
import MainLoop
import StoreCatalog
import StoreModel
import StoreSimulator
import StorefrontSettings
import StorefrontUI
import TerminalKit

extension Shell {
  /// Why this run is in plain mode, or nil for the screen.
  var plainReason: PlainReason? {
    guard settings.values.isOn(.plain) else { return nil }
    return switch settings.values.origin(of: .plain) {
    case .flag, .standard: .option
    case .place(.variable(let name)): .environment("\(name)=\(console.environment[name] ?? "")")
    case .place(.file): .settings
    }
  }

  /// Serves the store as plain lines, from standard input to standard output.
  @MainActor
  func plain(_ reason: PlainReason, on open: OpenStore) async throws -> ExitStatus {
    if let notice = settings.notice { console.note(notice) }
    MainLoop.useThreads()
    let input = LineInput()
    let loop = PlainLoop(
      reason: reason, app: open.app, reading: open.reading,
      catalogFile: open.catalog, settings: try await open.store.settings(),
      locale: open.place.locale, clock: .local, environment: open.environment,
      keyMap: settings.keyMap, nextLine: { await input.next() },
      print: { [console] lines in console.print(lines.joined(separator: "\n")) })
    let signals = EndingSignals { loop.stop(status: 128 + $0) }
    let code = await loop.run()
    signals.cancel()
    await open.close()
    return ExitStatus(code: code)
  }
}
