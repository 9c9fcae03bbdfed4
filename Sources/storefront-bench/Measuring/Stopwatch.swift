import Glibc

/// Takes times, so that what else a shared machine does counts as little as can be.
@MainActor
enum Stopwatch {
  /// Work that says itself how long its measured part took.
  typealias Timed = @MainActor () async throws -> Duration

  /// How long `body` takes on the steady clock.
  static func time(_ body: @MainActor () async throws -> Void) async rethrows -> Duration {
    let start = ContinuousClock.now
    try await body()
    return ContinuousClock.now - start
  }

  /// How long this thread works on `body`; what others take from it is not counted.
  static func work(_ body: @MainActor () throws -> Void) rethrows -> Duration {
    let start = threadTime()
    try body()
    return threadTime() - start
  }

  private static func threadTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The median time of each of `bodies`, which run in turn, forwards and backwards, `rounds` times
  /// after one round that is thrown away: what else the machine does then slows all of them alike.
  static func interleaved(rounds: Int, _ bodies: Timed...) async throws -> [Duration] {
    try await interleaved(rounds: rounds, bodies)
  }

  static func interleaved(rounds: Int, _ bodies: [Timed]) async throws -> [Duration] {
    var samples = bodies.map { _ in [Duration]() }
    for round in 0...rounds {
      let order = round.isMultiple(of: 2) ? Array(bodies.indices) : bodies.indices.reversed()
      for index in order {
        let time = try await bodies[index]()
        if round > 0 { samples[index].append(time) }
      }
    }
    return samples.map { $0.sorted()[$0.count / 2] }
  }
}
