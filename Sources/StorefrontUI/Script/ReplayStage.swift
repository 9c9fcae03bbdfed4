import StoreModel
import StoreScript
import TerminalKit

/// A screen in front of which a script plays so that a person can follow: at a speed, or a command at a key.
///
/// A line in the place of the hints shows the command that comes next. Space pauses and goes on, Enter does the next
/// command at once, Esc ends the replay and leaves the screen to the person, `q` leaves.
@MainActor public final class ReplayStage: Stage {
  public enum Pace: Hashable, Sendable {
    /// Everything at once.
    case atOnce
    /// Waits take their time divided by this, and there is a moment to read each command.
    case speed(Double)
    /// Each command waits for a key.
    case stepwise
  }

  public nonisolated var machine: StoreMachine { stage.machine }
  public let stage: ScreenStage
  private let pace: Pace
  private let bell: Doorbell
  private var isPaused: Bool
  private var mayStep = false
  private var isEnded = false

  /// The time to read a command, and the longest that a replay waits without anything happening.
  private static let reading = Duration.milliseconds(900)
  private static let longestWait = Duration.seconds(3)

  /// - Parameter real: the clock that people live by.
  public init(_ stage: ScreenStage, pace: Pace, real: StoreEnvironment) {
    self.stage = stage
    self.pace = pace
    bell = Doorbell(sleep: real.sleep)
    isPaused = pace == .stepwise
    stage.takeInput { [weak self] in self?.take($0) }
  }

  // MARK: - What a person does

  private func take(_ events: [InputEvent]) {
    for event in events {
      switch event {
      case .key(" "):
        isPaused.toggle()
        mayStep = !isPaused
      case .key(.enter), .key(.right), .key("n"): mayStep = true
      case .key(.escape): isEnded = true
      case .key("q"), .key(.ctrl("c")):
        isEnded = true
        stage.feed([.end(.terminate)])
      case .key, .paste, .mouse, .focus: break
      case .resize, .end:
        if case .end = event { isEnded = true }
        stage.feed([event])
      }
    }
    bell.ring()
  }

  private func waitForPerson() async {
    while isPaused, !mayStep, !isEnded { await bell.wait() }
    mayStep = false
  }

  // MARK: - Stage

  public func begin(_ statement: Statement, number: Int, of count: Int) async -> Bool {
    guard pace != .atOnce else { return !isEnded }
    let keys = isPaused ? "Enter next" : "Space pause"
    stage.show(caption: "\(number)/\(count)  \(statement.text)  (\(keys), Esc take over, q quit)")
    guard !statement.act.isLook else { return !isEnded }
    if !isPaused, case .speed(let speed) = pace { await bell.wait(for: Self.reading / speed) }
    await waitForPerson()
    return !isEnded
  }

  public func spend(_ time: Duration) async {
    guard case .speed(let speed) = pace, !isEnded else { return }
    await waitForPerson()
    if !isEnded, !mayStep { await bell.wait(for: min(time, Self.longestWait) / speed) }
  }

  public func open() async throws(StageError) { try await stage.open() }

  public func close() async { await stage.close() }

  public func settle() async { await stage.settle() }

  public func ask(_ command: Command) async throws(StageError) { try await stage.ask(command) }

  public func restart() async throws(StageError) { try await stage.restart() }

  public func show(locale: LocaleID) async throws(StageError) { await stage.show(locale: locale) }

  public func sell(_ catalog: Catalog) async { await stage.sell(catalog) }

  public func press(_ keys: [Act.KeyPress]) async throws(StageError) { try await stage.press(keys) }

  public func show(screen name: Screen) async throws(StageError) { try await stage.show(screen: name) }

  public func screenText() async -> String? { await stage.screenText() }
}

extension Act {
  /// True for what changes nothing that could be seen, or takes its time by itself.
  fileprivate var isLook: Bool {
    switch self {
    case .expect, .wait: true
    default: false
    }
  }
}
