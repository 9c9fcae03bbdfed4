#if DEBUG
  import Dispatch
  import Foundation

  /// A fault on demand, to prove that the terminal and the purchases survive it. Not in release builds.
  ///
  /// `STOREFRONT_CRASH` names it; it strikes when the process gets SIGUSR1.
  @MainActor final class InjectedFault {
    enum Kind: String {
      case trap, abort
      /// A library prints a lot and goes on.
      case stray
      /// A library prints a lot and ends the process.
      case exit
    }

    private let source: any DispatchSourceSignal

    /// Nil when the environment names no fault.
    init?(_ environment: [String: String]) {
      guard let kind = environment["STOREFRONT_CRASH"].flatMap(Kind.init(rawValue:)) else { return nil }
      signal(SIGUSR1, SIG_IGN)
      source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .main)
      source.setEventHandler { Self.strike(kind) }
      source.activate()
    }

    func disarm() { source.cancel() }

    private nonisolated static func strike(_ kind: Kind) {
      let stray = FileHandle.standardError
      switch kind {
      case .trap: fatalError("STOREFRONT_CRASH is trap")
      case .abort:
        stray.write(Data("STOREFRONT_CRASH is abort\n".utf8))
        Foundation.abort()
      case .stray, .exit:
        for number in 0..<200 {
          print("stray output \(number)")
          stray.write(Data("stray error \(number)\u{7}\n".utf8))
        }
        if kind == .exit { Foundation.exit(1) }
      }
    }
  }
#endif
