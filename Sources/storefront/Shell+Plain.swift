import Foundation
import StoreCatalog
import StoreModel
import StoreSimulator
import StorefrontUI
import TerminalKit

extension Shell {
  /// Why this run is in plain mode, or nil for the screen: an option beats the environment, which beats
  /// the settings.
  func plainReason(inSettings isSet: Bool = false) throws(UsageError) -> PlainReason? {
    switch (invocation.has(.plain), invocation.has(.noPlain)) {
    case (true, true):
      throw UsageError("--plain and --no-plain exclude each other.", advice: "Give one of them.")
    case (true, false): return .option
    case (false, true): return nil
    case (false, false): break
    }
    let value = console.environment["ACCESSIBLE"] ?? ""
    if !value.isEmpty { return value == "0" ? nil : .environment("ACCESSIBLE=\(value)") }
    return isSet ? .settings : nil
  }

  /// Serves the store as plain lines, from standard input to standard output.
  @MainActor
  func plain(_ reason: PlainReason, on open: OpenStore) async throws -> ExitStatus {
    let input = LineInput()
    let loop = PlainLoop(
      reason: reason, session: open.session, store: open.store, reading: open.reading,
      catalogFile: open.source.file(invocation), settings: try await open.store.settings(),
      locale: open.place.locale, clock: ClockText(timeZone: .current), environment: open.environment,
      nextLine: { await input.next() },
      print: { [console] lines in console.print(lines.joined(separator: "\n")) })
    let signals = EndingSignals { loop.stop(status: 128 + $0) }
    let code = await loop.run()
    signals.cancel()
    await open.close()
    return ExitStatus(code: code)
  }
}
