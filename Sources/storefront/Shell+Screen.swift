import Foundation
import MainLoop
import StoreCatalog
import StoreModel
import StoreSimulator
import StorefrontSettings
import StorefrontUI
import TerminalKit
import TerminalNcurses

extension Shell {
  /// Opens the store: on the screen, or as plain lines where that is asked for or all there is.
  /// Without either, lists the products instead.
  @MainActor
  func screen() async throws -> ExitStatus {
    let reason = plainReason
    guard reason != nil || console.outputIsTerminal, !invocation.has(.json) else { return try products() }
    let open = try await OpenStore(self, catalogArgument: invocation.arguments.first)
    try await open.applySettings()
    if let reason { return try await plain(reason, on: open) }
    let terminal: NcursesTerminal
    do throws(TerminalError) {
      terminal = try NcursesTerminal.open(terminalOptions(logFile: open.logFile))
    } catch {
      if error.leavesRoomForLines, console.inputIsTerminal, !refusesPlain {
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
      clock: ClockText(timeZone: .current), environment: open.environment,
      theme: settings.theme(tier: terminal.colorTier, background: terminal.background),
      keyMap: settings.keyMap, motion: settings.values.isOn(.motion), notice: settings.notice,
      logFile: open.logFile,
      outside: OutsidePrograms(environment: console.environment), welcome: welcome)
    #if DEBUG
      let fault = InjectedFault(console.environment)
      defer { fault?.disarm() }
    #endif
    let code = await loop.run(afterFirstFrame: MainLoop.useThreads)
    await open.close()
    return ExitStatus(code: code)
  }

  /// What is done when the welcome is closed; nil when it is not shown: switched off, closed before, or a run
  /// that keeps nothing and could not remember.
  private var welcome: (@MainActor () -> Void)? {
    let note = WelcomeNote(environment: console.environment)
    guard settings.values.isOn(.welcome), !invocation.has(.ephemeral), note.isDue else { return nil }
    return { note.write() }
  }

  /// Whether an option asks for the screen and nothing else.
  private var refusesPlain: Bool {
    if case .flag = settings.values.origin(of: .plain) { !settings.values.isOn(.plain) } else { false }
  }

  /// How the terminal is to be used, as it is set.
  func terminalOptions(logFile: String?) -> TerminalOptions {
    var options = TerminalOptions(
      environment: console.environment, logFile: logFile,
      crashMessage: "storefront ended unexpectedly. What was bought is safe. Log: \(logFile ?? "none")")
    options.color = settings.values.text(.color).flatMap(ColorChoice.init) ?? .auto
    options.ascii = settings.values.isOn(.ascii)
    options.mouse = settings.values.isOn(.mouse)
    options.asksBackground = settings.themeName?.dependsOnBackground ?? false
    return options
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
