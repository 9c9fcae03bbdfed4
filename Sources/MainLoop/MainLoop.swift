import CMainLoop

/// The loop on the program's main thread: tasks, descriptors and times, and one sleep when there are none.
///
/// It stands where Dispatch's pool would: idle threads of that wake up after five seconds, each key wakes
/// one of them before it reaches the main thread, and starting them comes before the first frame. The main
/// queue of Dispatch is served too. A program that does not use it, such as a test, has Dispatch as ever.
public enum MainLoop {
  /// Runs `body` on the main actor and whatever comes of it. Call it first of all, on the main thread.
  ///
  /// Until `useThreads` is called, everything runs on the main thread.
  public static func run(_ body: @escaping @MainActor () async -> Void) -> Never {
    main_loop_install()
    Task { @MainActor in await body() }
    main_loop_run()
  }

  /// Ends the process at once with this status: whoever calls it has closed everything. What was printed
  /// still leaves.
  public static func end(_ status: Int32) -> Never { main_loop_end(status) }

  /// Lets tasks that are not the main actor's run on threads of their own from now on: no more than there
  /// are processors. Until then starting them would cost more than they could save.
  public static func useThreads() { main_loop_use_threads() }

  /// Returns after so much time; throws `CancellationError` as soon as the task is cancelled.
  ///
  /// Unlike `Task.sleep` it needs no thread of Dispatch, and nothing wakes up for a sleep that was cancelled.
  public static func sleep(for time: Duration) async throws {
    guard main_loop_is_installed() else { return try await Task.sleep(for: time) }
    try Task.checkCancellation()
    let sleeper = Sleeper()
    await withTaskCancellationHandler {
      await withCheckedContinuation { sleeper.sleep(time, $0) }
    } onCancel: {
      sleeper.wake()
    }
    try Task.checkCancellation()
  }
}
