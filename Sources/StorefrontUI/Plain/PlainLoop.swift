import Purchasing
import StoreCatalog
import StoreModel
import StoreScript

/// Runs plain mode: lines in, lines out, over the same store as the screen.
///
/// A line is read only when everything before it has been answered and told, so that a script of lines
/// gives the same lines every time; only how far downloads are is a matter of time. Nothing polls. Use one loop for one run.
@MainActor public final class PlainLoop {
  public private(set) var state: PlainState
  private let connection: StoreConnection
  private let nextLine: @Sendable () async -> String?
  private let print: @MainActor ([String]) -> Void

  private var status: Int32?
  private var quitWaiter: CheckedContinuation<Void, Never>?
  /// Goes on when something has happened.
  private var newsWaiter: CheckedContinuation<Void, Never>?
  /// How often something has happened, so that nothing is missed between looking and waiting.
  private var newsCount = 0

  /// - Parameters:
  ///   - app: not started; the loop starts it once it follows the journal, and stops it at the end.
  ///   - reading: the catalogue that the app's store sells from.
  ///   - catalogFile: the file to watch; nil when the catalogue is no file.
  ///   - settings: as the store has them now.
  ///   - keyMap: the keys that work as words.
  ///   - nextLine: reads one line without its end; nil at the end of the input. Asked for one at a time.
  ///   - print: writes whole lines that are safe on any terminal.
  public init(
    reason: PlainReason, app: AppInstallation, reading: CatalogReading,
    catalogFile: FollowedCatalog?, settings: StoreSettings, locale: LocaleID, clock: ClockText,
    environment: StoreEnvironment, keyMap: KeyMap = .standard,
    nextLine: @escaping @Sendable () async -> String?, print: @escaping @MainActor ([String]) -> Void
  ) {
    state = PlainState(
      reading: reading, settings: settings, locale: locale, now: environment.now(), clock: clock,
      reason: reason, keyMap: keyMap)
    connection = StoreConnection(app: app, catalogFile: catalogFile, environment: environment)
    self.nextLine = nextLine
    self.print = print
  }

  /// Serves lines until somebody quits or the input ends; gives the exit status.
  ///
  /// The session is stopped when this returns. A line that is still being read is let go.
  public func run() async -> Int32 {
    var effects = state.start()
    // Said first, whatever the store has to tell.
    if case .print(let lines) = effects.first {
      print(lines)
      effects.removeFirst()
    }
    connection.start(
      for: self, effects.compactMap { if case .shop(let effect) = $0 { effect } else { nil } })
    let conversation = Task { await converse() }
    if status == nil { await withCheckedContinuation { quitWaiter = $0 } }
    conversation.cancel()
    await connection.close()
    return status ?? 0
  }

  /// Ends the run, as a signal wants it.
  public func stop(status: Int32) {
    guard self.status == nil else { return }
    self.status = status
    quitWaiter?.resume()
    quitWaiter = nil
    goOn()
  }

  private func converse() async {
    await connection.waitUntilStarted()
    while status == nil {
      await settle()
      guard status == nil else { return }
      carryOut(state.update(.ready))
      let line = await nextLine()
      guard status == nil else { return }
      carryOut(state.update(line.map(PlainAction.line) ?? .inputEnded))
    }
  }

  /// Returns when all that was asked for is answered and all that the journal told is told here.
  private func settle() async {
    while status == nil {
      let looked = newsCount
      if !isBusy, await connection.hasHeardAll(), !isBusy {
        return
      }
      if newsCount == looked { await withCheckedContinuation { newsWaiter = $0 } }
    }
  }

  private var isBusy: Bool {
    state.isWaiting || connection.isReadingLibrary || connection.isRelaunching
  }

  private func goOn() {
    newsCount += 1
    newsWaiter?.resume()
    newsWaiter = nil
  }

  private func carryOut(_ effects: [PlainEffect]) {
    for effect in effects where status == nil {
      switch effect {
      case .print(let lines): print(lines)
      case .shop(.quit(let status)): stop(status: status)
      case .shop(let effect): connection.carryOut(effect)
      }
    }
  }
}

// MARK: - StoreConnectionClient

extension PlainLoop: StoreConnectionClient {
  var shop: ShopState { state.shop }

  func take(_ actions: [Action]) {
    guard status == nil else { return }
    for action in actions { carryOut(state.update(.news(action))) }
    goOn()
  }

  func receive(_ entry: JournalEntry) { take([.entries([entry])]) }
}
