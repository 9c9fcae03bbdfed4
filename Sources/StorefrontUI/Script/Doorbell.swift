import StoreModel

/// Lets one task wait until somebody rings or some real time has gone by; nothing polls.
@MainActor final class Doorbell {
  private let sleep: @Sendable (Duration) async throws -> Void
  private var waiter: CheckedContinuation<Void, Never>?

  /// - Parameter sleep: waits by a real clock.
  init(sleep: @escaping @Sendable (Duration) async throws -> Void) { self.sleep = sleep }

  /// True while somebody waits.
  var isWaitedAt: Bool { waiter != nil }

  /// Returns at the next ring, or after `time` if there is one. One task waits at a time.
  func wait(for time: Duration? = nil) async {
    let timer = time.map { time in
      Task { [weak self, sleep] in
        do { try await sleep(time) } catch { return }
        if !Task.isCancelled { self?.ring() }
      }
    }
    await withCheckedContinuation { waiter = $0 }
    timer?.cancel()
  }

  /// Harmless when nobody waits.
  func ring() {
    waiter?.resume()
    waiter = nil
  }
}
