import CatalogShelf
import FoundationEssentials
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
    if let path = invocation.value(.record) { return try await recordScreen(to: path) }
    let reason = plainReason
    guard reason != nil || console.outputIsTerminal, !invocation.has(.json) else { return try products() }
    let first = try await firstReading(showsProgress: reason == nil)
    let open: OpenStore
    do {
      open = try await OpenStore(self, catalog: first.catalog)
      try await open.applySettings()
    } catch {
      first.terminal?.close()
      throw error
    }
    if let reason { return try await plain(reason, on: open) }
    let terminal: NcursesTerminal
    do throws(TerminalError) {
      if let opened = first.terminal {
        terminal = opened
      } else {
        terminal = try NcursesTerminal.open(terminalOptions(logFile: open.logFile))
      }
    } catch {
      if error.leavesRoomForLines, console.inputIsTerminal, !refusesPlain {
        return try await plain(.terminal(error.inWords), on: open)
      }
      await open.close()
      console.complain(
        [error.errorDescription, error.recoverySuggestion].compactMap(\.self).joined(separator: " "))
      return .needsTerminal
    }
    let printed = shelf.printedTexts()
    let loop = ShopLoop(
      terminal: terminal, app: open.app, reading: open.reading,
      catalogFile: open.catalog, settings: try await open.store.settings(),
      locale: open.place.locale,
      clock: .local, environment: open.environment,
      theme: settings.theme(tier: terminal.colorTier, background: terminal.background),
      keyMap: settings.keyMap, motion: settings.values.isOn(.motion), notice: settings.notice,
      logFile: open.logFile,
      outside: OutsidePrograms(environment: console.environment), welcome: welcome, saver: saver(of: open),
      printed: printed)
    #if DEBUG
      let fault = InjectedFault(console.environment)
      defer { fault?.disarm() }
    #endif
    let code = await loop.run {
      MainLoop.useThreads()
      keepForNextStart(open, printed)
    }
    // What was looked at later, so that the next one who looks around need not wait for it either.
    shelf.keep(printed)
    await open.close()
    return ExitStatus(code: code)
  }

  /// Keeps what made this start longer than the next one need be, while nobody waits for it.
  private func keepForNextStart(_ open: OpenStore, _ printed: PrintedTexts) {
    let isCopy = open.reading.isCopy
    guard !invocation.has(.ephemeral), !isCopy || printed.hasNews else { return }
    Task.detached(priority: .utility) { [shelf, catalog = open.catalog] in
      shelf.keep(printed)
      if isCopy { return }
      if let catalog { catalog.keep() } else { shelf.keep(nil) }
    }
  }

  /// What is done when the welcome is closed; nil when it is not shown: switched off, closed before, or a run
  /// that keeps nothing and could not remember.
  private var welcome: (@MainActor () -> Void)? {
    let note = WelcomeNote(environment: console.environment)
    guard settings.values.isOn(.welcome), !invocation.has(.ephemeral), note.isDue else { return nil }
    return { note.write() }
  }

  /// Reads the catalogue: a large one that nobody has read before on a screen of its own, which stays open.
  ///
  /// Throws an exit status when somebody leaves meanwhile.
  @MainActor
  private func firstReading(
    showsProgress: Bool
  ) async throws -> (catalog: OpenCatalog, terminal: NcursesTerminal?) {
    let source = try catalogSource(argument: invocation.arguments.first)
    guard showsProgress, let followed = source.followed(invocation, shelf) else {
      return (try openCatalog(source), nil)
    }
    if let reading = try followed.readAtOnce() {
      return (OpenCatalog(followed: followed, reading: reading), nil)
    }
    let location = try LedgerLocation(invocation, environment: console.environment)
    // A terminal that cannot be opened is told about when the store is open, as always.
    guard let terminal = try? NcursesTerminal.open(terminalOptions(logFile: location.logFile)) else {
      return (OpenCatalog(followed: followed, reading: try followed.read()), nil)
    }
    let theme = settings.theme(tier: terminal.colorTier, background: terminal.background)
    let waiting = CatalogReadingScreen(terminal: terminal, theme: theme, name: source.shortName)
    // Reading on the main thread would leave no turn to the keys.
    MainLoop.useThreads()
    switch await waiting.run(followed) {
    case .read(let reading): return (OpenCatalog(followed: followed, reading: reading), terminal)
    case .refused(let error):
      terminal.close()
      throw error
    case .left(let status):
      terminal.close()
      throw ExitStatus(code: status)
    }
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
