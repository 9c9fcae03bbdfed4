import CMainLoop
import Dispatch
import Synchronization

/// Calls back each time a descriptor can be read, or has ended, until it is cancelled.
///
/// Safe from any thread. In a program without `MainLoop` it works by Dispatch.
public final class ReadWatch: Sendable {
  private enum Means {
    case loop(UInt64)
    case dispatch(any DispatchSourceRead)
  }

  /// What the loop holds for as long as it watches.
  private final class Handlers: Sendable {
    let ready: @MainActor () -> Void
    let ended: @Sendable () -> Void

    init(ready: @escaping @MainActor () -> Void, ended: @escaping @Sendable () -> Void) {
      self.ready = ready
      self.ended = ended
    }
  }

  /// Nil once it is cancelled.
  private let means: Mutex<Means?>

  /// Both handlers are called on the main thread: `ready` with something to read, which it has to take;
  /// `ended` once, after the last `ready` and not before the cancelling. Only then may the descriptor be closed.
  public init(
    _ descriptor: Int32, ready: @escaping @MainActor () -> Void,
    ended: @escaping @Sendable () -> Void = {}
  ) {
    let handlers = Handlers(ready: ready, ended: ended)
    guard main_loop_is_installed() else {
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
      source.setEventHandler { MainActor.assumeIsolated { handlers.ready() } }
      source.setCancelHandler { handlers.ended() }
      source.activate()
      means = Mutex(.dispatch(source))
      return
    }
    let context = Unmanaged.passRetained(handlers).toOpaque()
    let ready: main_loop_callback = { context in
      let handlers = Unmanaged<Handlers>.fromOpaque(context).takeUnretainedValue()
      MainActor.assumeIsolated { handlers.ready() }
    }
    means = Mutex(.loop(main_loop_watch(descriptor, ready, context)))
  }

  deinit { cancel() }

  /// Calling it again does nothing.
  public func cancel() {
    let ending = means.withLock { means in
      defer { means = nil }
      return means
    }
    switch ending {
    case .loop(let number):
      main_loop_unwatch(number) { Unmanaged<Handlers>.fromOpaque($0).takeRetainedValue().ended() }
    case .dispatch(let source): source.cancel()
    case nil: break
    }
  }
}
