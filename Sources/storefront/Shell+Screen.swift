import Foundation
import StoreCatalog
import StoreModel
import StoreSimulator
import StorefrontUI
import TerminalKit
import TerminalNcurses

extension Shell {
  /// Opens the store: on the screen, or as plain lines where that is asked for or all there is.
  /// Without either, lists the products instead.
  @MainActor
  func screen() async throws -> ExitStatus {
    let reason = try plainReason()
    guard reason != nil || console.outputIsTerminal, !invocation.has(.json) else { return try products() }
    let open = try await OpenStore(self, catalogArgument: invocation.arguments.first)
    try await open.applySettings()
    if let reason { return try await plain(reason, on: open) }
    let log = open.logFile
    let terminal: NcursesTerminal
    do throws(TerminalError) {
      terminal = try NcursesTerminal.open(
        TerminalOptions(
          environment: console.environment, logFile: log,
          crashMessage: "storefront ended unexpectedly. What was bought is safe. Log: \(log ?? "none")"))
    } catch {
      if error.leavesRoomForLines, console.inputIsTerminal, !invocation.has(.noPlain) {
        return try await plain(.terminal(error.localizedDescription), on: open)
      }
      await open.close()
      console.complain(
        [error.errorDescription, error.recoverySuggestion].compactMap(\.self).joined(separator: " "))
      return .needsTerminal
    }
    let loop = ShopLoop(
      terminal: terminal, session: open.session, store: open.store, reading: open.reading,
      catalogFile: open.source.file(invocation), settings: try await open.store.settings(),
      locale: open.place.locale,
      clock: ClockText(timeZone: .current), environment: open.environment)
    #if DEBUG
      let fault = InjectedFault(console.environment)
      defer { fault?.disarm() }
    #endif
    let code = await loop.run()
    await open.close()
    return ExitStatus(code: code)
  }
}

extension TerminalError {
  /// True when it is only the screen that this terminal cannot show; it can still take and give lines.
  fileprivate var leavesRoomForLines: Bool {
    switch self {
    case .unnamedTerminal, .unknownTerminal, .incapableTerminal: true
    case .outputIsNotATerminal, .noKeyboard, .unusable: false
    }
  }
}
