import CTerminal
import Glibc
import MainLoop

/// The signals that ask a process to end, for one that shows no screen but has something to close.
///
/// One that is ignored stays so, as `nohup` wants it. Coming a second time, a signal ends the process
/// at once. Make one on the main thread, before other threads are there that could take the signals.
@MainActor public final class EndingSignals {
  private var watch: ReadWatch?
  private var numbers: [Int32] = []

  /// Calls `handler` with the signal's number on the main actor: SIGINT, SIGTERM or SIGHUP.
  public init(_ handler: @escaping @MainActor (Int32) -> Void) {
    var descriptor: Int32 = -1
    for number in [SIGINT, SIGTERM, SIGHUP] where !terminal_signal_is_ignored(number) {
      let answer = terminal_signal_read_by(descriptor, number)
      guard answer >= 0 else { continue }
      descriptor = answer
      numbers.append(number)
    }
    guard case let source = descriptor, source >= 0 else { return }
    watch = ReadWatch(
      source,
      ready: {
        while case let number = terminal_signal_next(source), number != 0 {
          terminal_signal_give_back(number)
          handler(number)
        }
      }, ended: { close(source) })
  }

  /// Gives the signals back to the system.
  public func cancel() {
    watch?.cancel()
    watch = nil
    for number in numbers { terminal_signal_give_back(number) }
    numbers = []
  }
}
