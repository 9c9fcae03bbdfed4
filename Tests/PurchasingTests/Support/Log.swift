import StoreTesting
import Synchronization

/// What happened so far, for tests that wait until something has happened. Safe from any task.
final class Log<Element: Sendable>: Sendable {
  private struct State {
    var items: [Element] = []
    var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
    var watcherCount = 0
  }

  private let state = Mutex(State())

  var items: [Element] { state.withLock { $0.items } }

  func append(_ item: Element) {
    let watchers = state.withLock { state in
      state.items.append(item)
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher.yield() }
  }

  /// Returns what happened as soon as it fulfils `condition`.
  @discardableResult
  func wait(for what: String, until condition: @escaping @Sendable ([Element]) -> Bool) async throws
    -> [Element]
  {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let number = state.withLock { state in
      state.watcherCount += 1
      state.watchers[state.watcherCount] = continuation
      return state.watcherCount
    }
    defer { state.withLock { state in _ = state.watchers.removeValue(forKey: number) } }
    continuation.yield()
    let saw = { @Sendable in "\(self.items)" }
    return try await waiting(for: what, saw: saw) {
      for await _ in stream {
        let items = self.items
        if condition(items) { return items }
      }
      throw CancellationError()
    }
  }
}

extension Log {
  func append(contentsOf items: [Element]) {
    for item in items { append(item) }
  }
}
