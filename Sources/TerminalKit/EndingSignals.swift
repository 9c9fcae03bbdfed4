import CTerminal
import Dispatch
import Foundation

/// The signals that ask a process to end, for one that shows no screen but has something to close.
///
/// One that is ignored stays so, as `nohup` wants it. Coming a second time, a signal ends the process
/// at once.
@MainActor public final class EndingSignals {
  private var sources: [Int32: any DispatchSourceSignal] = [:]

  /// Calls `handler` with the signal's number on the main actor: SIGINT, SIGTERM or SIGHUP.
  public init(_ handler: @escaping @MainActor (Int32) -> Void) {
    for number in [SIGINT, SIGTERM, SIGHUP] where !terminal_signal_is_ignored(number) {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler {
        MainActor.assumeIsolated {
          signal(number, SIG_DFL)
          handler(number)
        }
      }
      source.activate()
      sources[number] = source
    }
  }

  /// Gives the signals back to the system.
  public func cancel() {
    for (number, source) in sources {
      source.cancel()
      signal(number, SIG_DFL)
    }
    sources = [:]
  }
}
