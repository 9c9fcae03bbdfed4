import CMainLoop
import Synchronization

/// One sleep of one task, ended by its time or before.
final class Sleeper: Sendable {
  private enum State {
    case awake
    case asleep(alarm: UInt64, CheckedContinuation<Void, Never>)
    case done
  }

  private let state = Mutex(State.awake)

  /// Resumes the continuation once: when the time has passed, or when it is woken, also if it was before.
  func sleep(_ time: Duration, _ continuation: CheckedContinuation<Void, Never>) {
    let (seconds, attoseconds) = time.components
    // Longer than anyone waits; the product must not overflow.
    let nanoseconds = min(seconds, 1 << 33) * 1_000_000_000 + attoseconds / 1_000_000_000
    state.withLock { state in
      guard case .awake = state else { return continuation.resume() }
      let alarm = main_loop_after(
        nanoseconds, { Unmanaged<Sleeper>.fromOpaque($0).takeRetainedValue().wake() },
        Unmanaged.passRetained(self).toOpaque())
      state = .asleep(alarm: alarm, continuation)
    }
  }

  func wake() {
    state.withLock { state in
      if case .asleep(let alarm, let continuation) = state {
        // What the alarm would have let go of when it rings.
        if main_loop_cancel(alarm) { Unmanaged.passUnretained(self).release() }
        continuation.resume()
      }
      state = .done
    }
  }
}
