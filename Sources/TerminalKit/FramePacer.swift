/// Decides when a screen is drawn: at once after input, at most once in an interval otherwise.
///
/// Nothing runs while nothing is asked for. All calls are on the main actor.
@MainActor public final class FramePacer {
  /// The shortest time between two frames that nobody pressed a key for; counts from the next frame on.
  public var interval: Duration
  private let now: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let executor: (any TaskExecutor)?
  private let draw: @MainActor () -> Void
  private var lastFrame: Duration?
  private var waiting: Task<Void, Never>?
  private var isStopped = false

  /// For a person who looks: as often as screens do.
  public nonisolated static let usualInterval = Duration.milliseconds(16)
  /// For a window that has not the keyboard and may be out of sight (X30).
  public nonisolated static let unfocusedInterval = Duration.milliseconds(500)

  /// - Parameters:
  ///   - interval: The shortest time between two frames that nobody pressed a key for.
  ///   - now: Time since some fixed instant; never goes back.
  ///   - sleep: Returns after a time; throws when its task is cancelled.
  ///   - executor: Where the wait runs; nil for the usual place.
  ///   - draw: Makes and shows the screen.
  public init(
    interval: Duration = FramePacer.usualInterval, now: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void, executor: (any TaskExecutor)? = nil,
    draw: @escaping @MainActor () -> Void
  ) {
    self.interval = interval
    self.now = now
    self.sleep = sleep
    self.executor = executor
    self.draw = draw
  }

  /// Draws at once, as a key deserves; a frame that was asked for is then done as well.
  public func drawNow() {
    guard !isStopped else { return }
    waiting?.cancel()
    waiting = nil
    draw()
    lastFrame = now()
  }

  /// Asks for a frame, since something has changed. Cheap; call it as often as you like.
  ///
  /// Draws within the call when the last frame is an interval ago, else when it is.
  public func requestFrame() {
    guard waiting == nil, !isStopped else { return }
    guard let lastFrame, case let elapsed = now() - lastFrame, elapsed < interval else { return drawNow() }
    let rest = interval - elapsed
    waiting = Task(executorPreference: executor) { @MainActor @Sendable [weak self, sleep] in
      do { try await sleep(rest) } catch { return }
      if !Task.isCancelled { self?.drawNow() }
    }
  }

  /// Draws no more.
  public func stop() {
    isStopped = true
    waiting?.cancel()
    waiting = nil
  }
}
