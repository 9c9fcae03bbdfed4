import StoreModel
import Synchronization

/// A clock that stands still until the test moves it, and wakes those who sleep on it in order.
///
/// The store's time (`now`) and the rising time (`uptime`) move together. Nothing here waits for
/// real time. Safe to use from any task.
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
    var now: Timestamp
    var uptime: Duration = .zero
    var lastID = 0
    var sleepers: [Sleeper] = []
    var watchers: [Watcher] = []
    var cancelled: Set<Int> = []
  }

  private let state: Mutex<State>

  /// Starts at `now`, which is 2026-11-30 12:00 UTC when left out.
  public init(now: Timestamp = Timestamp(milliseconds: 1_796_040_000_000)) {
    state = Mutex(State(now: now))
  }

  public var now: Timestamp {
    get { state.withLock { $0.now } }
    set { state.withLock { $0.now = newValue } }
  }

  /// How many tasks sleep on this clock.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// The environment that reads this clock.
  public func environment(seed: UInt64 = 1) -> StoreEnvironment {
    StoreEnvironment(
      now: { self.now }, uptime: { self.state.withLock { $0.uptime } },
      sleep: { try await self.sleep(for: $0) }, seed: seed)
  }

  /// Moves both times on and wakes every sleeper that is due, the earliest deadline first.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      let (seconds, attoseconds) = duration.components
      state.now = state.now.advanced(
        byMilliseconds: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
      state.uptime += duration
      let due = state.sleepers.filter { $0.deadline <= state.uptime }
      state.sleepers.removeAll { $0.deadline <= state.uptime }
      return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
    }
    for sleeper in due { sleeper.continuation.resume() }
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
