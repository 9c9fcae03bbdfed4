import Dispatch
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
    /// Told of the next job, when somebody waits for one.
    var waiter: DispatchSemaphore?
  }

  private let state = Mutex(State())

  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { state in
      state.jobs.append(job)
      state.waiter?.signal()
      state.waiter = nil
    }
  }

  /// Waits until there is a job that another thread is about to add; false when none comes for so long.
  ///
  /// An actor that was called from another executor is marked as busy a moment before its job stands here.
  func waitForJob(for span: Duration = .seconds(10)) -> Bool {
    let waiter = DispatchSemaphore(value: 0)
    let isThere = state.withLock { state in
      if state.head < state.jobs.count { return true }
      state.waiter = waiter
      return false
    }
    let milliseconds = Int(span / .milliseconds(1))
    return isThere || waiter.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
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
