import Dispatch

/// Brings a terminal, a state and its drawing together; draws only when something changed.
///
/// Input is handled in the batch in which it came and drawn once, at once. Frames asked for by
/// `requestFrame`, such as for events of the store, are joined: at most one each `interval`.
/// Nothing runs while nothing happens.
@MainActor public final class TerminalLoop {
  private let terminal: any TerminalBackend
  private let clock: FrameClock
  private let interval: Duration
  private let handle: @MainActor (InputEvent) -> Void
  private let draw: @MainActor (Size) -> Canvas
  private var lastFrame: Duration?
  private var needsFrame = false
  private var isScheduled = false
  private var isHandlingInput = false
  private var waiting: CheckedContinuation<Void, Never>?
  private var isStopped = false

  /// - Parameters:
  ///   - interval: The shortest time between two frames that nobody pressed a key for.
  ///   - handle: Takes one event; several may come before one drawing.
  ///   - draw: Makes the whole screen for a size.
  public init(
    terminal: any TerminalBackend, clock: FrameClock = .live, interval: Duration = .milliseconds(16),
    handle: @escaping @MainActor (InputEvent) -> Void, draw: @escaping @MainActor (Size) -> Canvas
  ) {
    self.terminal = terminal
    self.clock = clock
    self.interval = interval
    self.handle = handle
    self.draw = draw
  }

  /// Shows the first frame, then serves events until `stop`.
  ///
  /// Does not close the terminal.
  public func run() async {
    start()
    guard !isStopped else { return }
    await withCheckedContinuation { waiting = $0 }
  }

  /// Shows the first frame and begins to serve events, without waiting for the end.
  public func start() {
    terminal.onEvents = { [weak self] in self?.take($0) }
    present()
  }

  /// Ends `run`; nothing is handled or drawn any more.
  public func stop() {
    isStopped = true
    terminal.onEvents = nil
    waiting?.resume()
    waiting = nil
  }

  /// Asks for a frame, since something has changed. Cheap; call it as often as you like.
  public func requestFrame() {
    needsFrame = true
    guard !isScheduled, !isHandlingInput, !isStopped else { return }
    isScheduled = true
    let elapsed = lastFrame.map { clock.now() - $0 } ?? interval
    // Even a frame that is due waits for the end of the turn, so that changes of one turn are one frame.
    clock.after(elapsed >= interval ? .zero : interval - elapsed) { [weak self] in
      self?.presentIfNeeded()
    }
  }

  private func take(_ events: [InputEvent]) {
    isHandlingInput = true
    for event in events {
      handle(event)
      if isStopped { return }
    }
    isHandlingInput = false
    present()
  }

  private func presentIfNeeded() {
    isScheduled = false
    if needsFrame { present() }
  }

  private func present() {
    guard !isStopped else { return }
    needsFrame = false
    terminal.present(draw(terminal.size))
    lastFrame = clock.now()
  }
}

/// The time that frames are paced by.
public struct FrameClock: Sendable {
  /// Time since some fixed instant; never goes back.
  public let now: @Sendable () -> Duration
  /// Runs work on the main actor after a delay, never within the call itself.
  public let after: @Sendable (Duration, @escaping @MainActor @Sendable () -> Void) -> Void

  public init(
    now: @escaping @Sendable () -> Duration,
    after: @escaping @Sendable (Duration, @escaping @MainActor @Sendable () -> Void) -> Void
  ) {
    self.now = now
    self.after = after
  }

  /// The monotonic clock and the main queue.
  public static let live = FrameClock(
    now: { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds)) },
    after: { delay, work in
      let nanoseconds =
        delay.components.seconds * 1_000_000_000 + delay.components.attoseconds / 1_000_000_000
      DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) {
        MainActor.assumeIsolated(work)
      }
    })
}
