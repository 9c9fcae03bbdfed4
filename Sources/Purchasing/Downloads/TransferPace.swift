/// Keeps a transfer to a rate, and knows how fast it went over the last second.
///
/// All times are readings of the rising `uptime` clock.
package struct TransferPace: Sendable {
  /// The most that is asked for at a time.
  package static let largestChunk = 256 * 1024

  private var rate: Int64?
  private var began: Duration
  private var sentSinceBegan: Int64 = 0
  private var received: Int64
  private var samples = FirstInFirstOut<(uptime: Duration, received: Int64)>()
  private var oldest: (uptime: Duration, received: Int64)

  package init(received: Int64, at uptime: Duration) {
    began = uptime
    self.received = received
    oldest = (uptime, received)
  }

  /// How many bytes to ask for next at `rate` bytes a second; unlimited when nil.
  ///
  /// A tenth of a second's worth, so that a pause or another rate is soon obeyed.
  package mutating func nextLength(rate: Int64?, at uptime: Duration) -> Int {
    if rate != self.rate {
      self.rate = rate
      began = uptime
      sentSinceBegan = 0
    }
    guard let rate else { return Self.largestChunk }
    return Int(min(max(rate / 10, 1), Int64(Self.largestChunk)))
  }

  /// Notes that `count` bytes came, and answers how long to wait before the next ones.
  package mutating func note(_ count: Int, at uptime: Duration) -> Duration {
    received += Int64(count)
    sentSinceBegan += Int64(count)
    samples.append((uptime, received))
    while let next = samples.first, next.uptime <= uptime - .seconds(1) {
      oldest = next
      _ = samples.popFirst()
    }
    guard let rate else { return .zero }
    // Whole nanoseconds, so that a tenth of a second is exactly one.
    let due = began + .nanoseconds(Int64((Double(sentSinceBegan) / Double(rate) * 1e9).rounded()))
    return max(due - uptime, .zero)
  }

  /// Bytes a second over the last second; nil until there has been one.
  package func bytesPerSecond(at uptime: Duration) -> Int64? {
    let elapsed = uptime - oldest.uptime
    guard elapsed >= .seconds(1) else { return nil }
    return Int64((Double(received - oldest.received) / (elapsed / .seconds(1))).rounded())
  }
}
