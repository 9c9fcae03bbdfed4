/// A test waited for something that did not come.
public struct WatchdogError: Error, CustomStringConvertible {
  public let description: String
}

/// Runs `body`, and fails when it has not ended after `limit`: a hang becomes a message.
///
/// `saw` tells what the test had seen by then. This is the one place in the tests that knows real
/// time, and a passing test never waits for it. `body` has to heed cancellation.
public func waiting<Value: Sendable>(
  for condition: String, limit: Duration = .seconds(120), saw: @escaping @Sendable () -> String = { "" },
  _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask(operation: body)
    group.addTask {
      try await Task.sleep(for: limit)
      throw WatchdogError(description: "Waited \(limit) for \(condition). Seen so far: \(saw())")
    }
    defer { group.cancelAll() }
    guard let value = try await group.next() else { preconditionFailure("The group holds two tasks.") }
    return value
  }
}
