import Synchronization

/// Runs the tasks that prefer it one job at a time, in the order in which they became ready, on the thread that calls
/// `drain`, and never by itself.
///
/// So a statement is over when the queue is empty: there is nothing to wait for, nothing to poll, and no race. Tasks on
/// actors come here too, since an actor without an executor of its own runs where its task prefers to (SE-0417). Jobs
/// may be added from any thread; one thread drains at a time.
public final class SerialTaskExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var head = 0
  }

  private let state = Mutex(State())

  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
  }

  /// Runs jobs until there are none; answers how many it ran.
  @discardableResult
  public func drain() -> Int {
    var count = 0
    while let job = next() {
      job.runSynchronously(on: asUnownedTaskExecutor())
      count += 1
    }
    return count
  }

  private func next() -> UnownedJob? {
    state.withLock { state in
      guard state.head < state.jobs.count else {
        state.jobs.removeAll(keepingCapacity: true)
        state.head = 0
        return nil
      }
      state.head += 1
      return state.jobs[state.head - 1]
    }
  }
}
