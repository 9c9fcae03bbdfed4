import StoreModel
import StoreScript
import TerminalKit

/// A screen stage that writes down what is seen on it, at a pace at which people can follow.
///
/// The store's time goes by as it is, but for waits longer than a moment, which are cut short. The same script gives
/// the same recording, byte for byte.
@MainActor public final class RecordedStage: Stage {
  public nonisolated var machine: StoreMachine { stage.machine }
  private let stage: ScreenStage
  private let pause: Duration
  public private(set) var recording: Asciicast
  private var time = Duration.zero
  private var lastUptime: Duration

  /// The longest that the recording waits for the store's time.
  private static let longestWait = Duration.milliseconds(250)

  /// - Parameter pause: between two things that the script does.
  public init(_ stage: ScreenStage, size: Size, title: String, pause: Duration = .seconds(1)) {
    self.stage = stage
    self.pause = pause
    recording = Asciicast(size: size, title: title)
    lastUptime = stage.machine.clock.uptime
  }

  private func show(after pause: Duration) {
    time += pause
    recording.add(stage.screen, at: time)
  }

  public func open() async throws(StageError) {
    try await stage.open()
    show(after: .zero)
  }

  public func close() async { await stage.close() }

  public func settle() async {
    await stage.settle()
    let uptime = machine.clock.uptime
    show(after: min(uptime - lastUptime, Self.longestWait))
    lastUptime = uptime
  }

  public func ask(_ command: Command) async throws(StageError) {
    try await stage.ask(command)
    show(after: pause)
  }

  public func restart() async throws(StageError) {
    try await stage.restart()
    show(after: pause)
  }

  public func show(locale: LocaleID) async throws(StageError) {
    await stage.show(locale: locale)
    show(after: pause)
  }

  public func sell(_ catalog: Catalog) async {
    await stage.sell(catalog)
    show(after: pause)
  }

  public func press(_ keys: [Act.KeyPress]) async throws(StageError) {
    for key in keys {
      try await stage.press([key])
      show(after: pause)
    }
  }

  public func show(screen name: Screen) async throws(StageError) {
    try await stage.show(screen: name)
    show(after: pause)
  }

  public func screenText() async -> String? { await stage.screenText() }
}
