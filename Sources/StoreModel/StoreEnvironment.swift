import FoundationEssentials

/// Where time and chance come from: passed in, never taken.
///
/// With the same environment, catalogue and commands a run gives the same bytes. Only `live` reads
/// the machine's clock.
public struct StoreEnvironment: Sendable {
  /// The store's clock: what dates on transactions and in the journal are read from.
  public let now: @Sendable () -> Timestamp
  /// Time that only ever rises, for speeds and pauses. Its zero means nothing.
  public let uptime: @Sendable () -> Duration
  /// Waits on the `uptime` clock; throws `CancellationError` when the task is cancelled.
  public let sleep: @Sendable (Duration) async throws -> Void
  /// What hosted content and everything else that looks random is made from.
  public let seed: UInt64
  /// Where tasks that nobody waits for run; nil for the usual place. A script gives one that runs them one at a time,
  /// in order, so that it knows when all is quiet.
  public let executor: (any TaskExecutor)?

  public init(
    now: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void, seed: UInt64,
    executor: (any TaskExecutor)? = nil
  ) {
    self.now = now
    self.uptime = uptime
    self.sleep = sleep
    self.seed = seed
    self.executor = executor
  }

  /// The machine's clock. With `frozenAt` the store's clock stands still at that instant, while
  /// downloads and notices keep their pace.
  /// `sleep` waits, where the program has a better way than `Task.sleep`.
  public static func live(
    frozenAt instant: Timestamp? = nil, seed: UInt64 = 1,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) -> StoreEnvironment {
    let start = ContinuousClock.now
    return StoreEnvironment(
      now: { instant ?? Timestamp(Date()) },
      uptime: { ContinuousClock.now - start },
      sleep: sleep,
      seed: seed)
  }
}
