import Synchronization

/// A clock that stands still until somebody moves it, and wakes those who sleep on it in order.
///
/// The store's time (`now`) and the rising time (`uptime`) move together. Nothing here waits for real time. Safe to use
/// from any task.
public final class ManualClock: Sendable {
  private struct Sleeper {
    let id: Int
    let deadline: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Watcher {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    /// What `now` was when `uptime` was zero.
    var origin: Timestamp
    var uptime: Duration = .zero
    var lastID = 0
    var sleepers: [Sleeper] = []
    var watchers: [Watcher] = []
    var cancelled: Set<Int> = []

    var now: Timestamp { origin.advanced(byMilliseconds: uptime.milliseconds) }

    /// Takes out those who are due, the earliest deadline first, then in the order in which they fell asleep.
    mutating func takeDue() -> [Sleeper] {
      let due = sleepers.filter { $0.deadline <= uptime }
      sleepers.removeAll { $0.deadline <= uptime }
      return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
    }
  }

  private let state: Mutex<State>

  /// Starts at `now`, which is 2026-11-30 12:00 UTC when left out.
  public init(now: Timestamp = .scriptStart) {
    state = Mutex(State(origin: now))
  }

  public var now: Timestamp {
    get { state.withLock { $0.now } }
    set { state.withLock { $0.origin = newValue.advanced(byMilliseconds: -$0.uptime.milliseconds) } }
  }

  public var uptime: Duration { state.withLock { $0.uptime } }

  /// How many tasks sleep on this clock.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// When the first sleeper wakes, on the `uptime` clock; nil while nobody sleeps.
  public var nextDeadline: Duration? { state.withLock { $0.sleepers.map(\.deadline).min() } }

  /// The environment that reads this clock.
  public func environment(seed: UInt64 = 1, executor: (any TaskExecutor)? = nil) -> StoreEnvironment {
    StoreEnvironment(
      now: { self.now }, uptime: { self.uptime }, sleep: { try await self.sleep(for: $0) }, seed: seed,
      executor: executor)
  }

  /// Moves both times on and wakes every sleeper that is due, the earliest deadline first.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.uptime += duration
      return state.takeDue()
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Moves both times on to the first deadline and wakes that one sleeper; others that are due then wake at the next
  /// call. False when nobody sleeps.
  @discardableResult
  public func wakeNext() -> Bool {
    let next = state.withLock { state -> Sleeper? in
      guard
        let index = state.sleepers.indices.min(by: { left, right in
          let (left, right) = (state.sleepers[left], state.sleepers[right])
          return (left.deadline, left.id) < (right.deadline, right.id)
        })
      else { return nil }
      let sleeper = state.sleepers.remove(at: index)
      state.uptime = max(state.uptime, sleeper.deadline)
      return sleeper
    }
    next?.continuation.resume()
    return next != nil
  }

  /// Returns once at least `count` tasks sleep on this clock.
  public func waitForSleepers(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.watchers.append(Watcher(count: count, continuation: continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private func sleep(for duration: Duration) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enum Start {
          case sleeping([Watcher])
          case over
          case cancelled
        }
        let start = state.withLock { state -> Start in
          if state.cancelled.remove(id) != nil { return .cancelled }
          if duration <= .zero { return .over }
          state.sleepers.append(
            Sleeper(id: id, deadline: state.uptime + duration, continuation: continuation))
          let count = state.sleepers.count
          let told = state.watchers.filter { $0.count <= count }
          state.watchers.removeAll { $0.count <= count }
          return .sleeping(told)
        }
        switch start {
        case .sleeping(let told): for watcher in told { watcher.continuation.resume() }
        case .over: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}

extension Timestamp {
  /// When a clock that nobody has set begins: 2026-11-30 12:00 UTC.
  public static let scriptStart = Timestamp(milliseconds: 1_796_040_000_000)
}

extension Duration {
  /// Whole milliseconds, the rest left out.
  fileprivate var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
