import FoundationEssentials
import MainLoop
import StoreModel
import StoreScript
import StorefrontSettings
import StorefrontUI
import TerminalKit
import TerminalNcurses

extension Shell {
  /// Plays a script or a bundle on the screen, then leaves the screen to the person.
  @MainActor func replay() async throws -> ExitStatus {
    let speed = try invocation.number(.speed, in: 1...1000) ?? 1
    guard !invocation.has(.speed) || !invocation.has(.step) else {
      throw UsageError("--speed and --step exclude each other.", advice: "Give one of them.")
    }
    return try await play(pace: invocation.has(.step) ? .stepwise : .speed(Double(speed)))
  }

  /// Shows the screen that a script or a bundle leads to.
  @MainActor func openFile() async throws -> ExitStatus { try await play(pace: .atOnce) }

  @MainActor private func play(pace: ReplayStage.Pace) async throws -> ExitStatus {
    let call = Subcommand.named(invocation.subcommand).call
    guard let path = invocation.arguments.first else {
      throw UsageError("Which file?", advice: "Write '\(call) FILE'.")
    }
    guard console.inputIsTerminal, console.outputIsTerminal else {
      console.complain("'\(call)' needs a terminal. 'storefront run FILE' plays a file without one.")
      return .needsTerminal
    }
    guard let file = try playFile(path) else { return .usage }
    let real = StoreEnvironment.live(sleep: MainLoop.sleep)
    let machine = StoreMachine(file.setting.parts(try file.setting.ledger()))
    let screen = ScreenStage(machine, look: screenLook()) { [self] in
      try NcursesTerminal.open(terminalOptions(logFile: nil))
    }
    let replay = ReplayStage(screen, pace: pace, real: real)
    // It has the keys until the screen is the person's: one pressed as the script ends must not be lost.
    defer { withExtendedLifetime(replay) {} }
    let played = await ScriptRun.play(
      file.script, on: replay, stopsAtFailure: pace != .atOnce, closes: false)
    let result = file.held(played, machine, isOpen: screen.isOpen)
    guard screen.isOpen else {
      await screen.close()
      guard screen.status == nil else { return tell(result) ? .done : .refused }
      // It never opened.
      _ = tell(result)
      return .needsTerminal
    }
    let status = await goOn(on: screen, after: result, real: real)
    return tell(result) ? ExitStatus(code: status) : .refused
  }

  /// Leaves the screen to the person.
  @MainActor private func goOn(on screen: ScreenStage, after result: ScriptResult, real: StoreEnvironment)
    async -> Int32
  {
    screen.show(caption: nil)
    if let failure = result.failure {
      screen.say(
        "\(failure.place): wanted \(failure.wanted)", .error, advice: "Found: \(failure.found)")
    } else {
      screen.say(
        result.done == result.statements
          ? "The script is over. The store is yours now; nothing of it is kept."
          : "The script was stopped. The store is yours now; nothing of it is kept.", .info)
    }
    return await LiveSession(screen, real: real).run()
  }

  /// The screen as it is set, for a store on a machine.
  func screenLook(recording: String? = nil) -> ScreenStage.Look {
    var look = ScreenStage.Look()
    look.theme = { [settings] in settings.theme(tier: $0.colorTier, background: $0.background) }
    look.keyMap = settings.keyMap
    look.clock = .local
    look.motion = settings.values.isOn(.motion)
    look.outside = OutsidePrograms(environment: console.environment)
    look.recording = recording
    return look
  }
}
