import StoreModel
import StoreScript
import TerminalKit

/// A person in front of a machine: keys go to the screen, and the machine's clock goes with a real one.
///
/// A machine's time moves in steps, each of which is over before the next: to the next instant at which something
/// happens by itself, and to the whole millisecond at which a key comes. A script whose `wait`s are those steps moves
/// it the same way, so what is recorded here is replayed with the same journal, byte for byte.
///
/// Nothing polls: with no key and nothing due, nothing wakes up.
@MainActor public final class LiveSession {
  private let stage: ScreenStage
  private let real: StoreEnvironment
  private let bell: Doorbell
  private var recorder: SessionRecorder?
  private let write: @MainActor ([String]) -> Void
  private var inputs: [InputEvent] = []
  /// What was done to the app as a whole and is not recorded yet.
  private var acts: [Act] = []
  /// The machine's time less the real one.
  private let offset: Duration
  /// What the recording has told of.
  private var mark: EventID?
  private var locale: LocaleID?
  private var screen: Screen?

  private var machine: StoreMachine { stage.machine }

  /// - Parameters:
  ///   - stage: open; what a person does goes through this session from now on.
  ///   - real: the clock to go with.
  ///   - recorder: takes everything down from here on.
  ///   - write: is given the recording's next lines as soon as they are known.
  public init(
    _ stage: ScreenStage, real: StoreEnvironment, recorder: SessionRecorder? = nil,
    write: @escaping @MainActor ([String]) -> Void = { _ in }
  ) {
    self.stage = stage
    self.real = real
    self.recorder = recorder
    self.write = write
    bell = Doorbell(sleep: real.sleep)
    offset = stage.machine.clock.uptime - real.uptime()
    locale = stage.state?.texts.locale
    screen = stage.state?.screen
  }

  /// Serves the person until they leave; gives the exit status.
  public func run() async -> Int32 {
    stage.takeInput { [weak self] events in
      self?.inputs += events
      self?.bell.ring()
    }
    stage.takeNews { [bell] in bell.ring() }
    stage.takeActs { [weak self] in self?.acts.append($0) }
    note()
    while stage.isOpen {
      if inputs.isEmpty {
        let due = machine.clock.nextDeadline.map { max($0 - now, .zero) }
        await bell.wait(for: due)
      }
      await goOn(to: now)
      await takeInputs()
    }
    await stage.waitForEnd()
    if var recorder { write(recorder.end(at: machine.clock.now)) }
    await stage.close()
    return stage.status ?? 0
  }

  /// True when everything that has come is done, and nothing happens but with time or by a person.
  var isResting: Bool { inputs.isEmpty && bell.isWaitedAt }

  /// The real time on the machine's clock, in whole milliseconds as scripts write it.
  private var now: Duration {
    let (seconds, attoseconds) = (real.uptime() + offset).components
    return .seconds(seconds) + .milliseconds(attoseconds / 1_000_000_000_000_000)
  }

  /// As a `wait` of a script: who is due wakes one after the other, each when the one before is done.
  private func goOn(to instant: Duration) async {
    while let next = machine.clock.nextDeadline, next <= instant, stage.isOpen {
      machine.clock.wakeNext()
      await stage.settle()
      await reviveIfKilled()
    }
    let left = instant - machine.clock.uptime
    if left > .zero { machine.clock.advance(by: left) }
    await stage.settle()
    note()
  }

  private func takeInputs() async {
    while !inputs.isEmpty, stage.isOpen {
      let before = stage.state
      stage.feed([inputs.removeFirst()])
      noteActs()
      await reviveIfKilled()
      // What one key does is done, and written down, before the next key counts.
      if stage.state?.requests != before?.requests { await stage.settle() }
      await reviveIfKilled()
      if stage.state?.place != before?.place || stage.state?.requests != before?.requests { note() }
    }
    await stage.settle()
    await reviveIfKilled()
    note()
  }

  /// Records what was done to the app, before anything comes of it.
  private func noteActs() {
    guard !acts.isEmpty else { return }
    note()
    for act in acts {
      guard var recorder else { break }
      write(recorder.take(act, at: machine.clock.now))
      self.recorder = recorder
    }
    acts = []
  }

  /// As a script does: a killed app starts again at once.
  private func reviveIfKilled() async {
    guard machine.app.isKilled, stage.isOpen else { return }
    note()
    recorder?.noteCrash()
    // Only a terminal that has gone keeps it from starting, and then the session ends anyway.
    try? await stage.restart()
    note()
  }

  /// Records what has happened. What comes of leaving comes of it in a replay too.
  private func note() {
    guard var recorder, stage.isOpen, let state = stage.state else { return }
    var lines: [String] = []
    for entry in machine.journal(after: mark) {
      lines += recorder.take(entry)
      mark = entry.id
    }
    let instant = machine.clock.now
    if let locale, state.texts.locale != locale {
      lines += recorder.take(.locale(state.texts.locale), at: instant)
    }
    if let screen, state.screen != screen {
      lines += recorder.take(.screen(state.screen), at: instant)
    }
    locale = state.texts.locale
    screen = state.screen
    self.recorder = recorder
    if !lines.isEmpty { write(lines) }
  }
}
