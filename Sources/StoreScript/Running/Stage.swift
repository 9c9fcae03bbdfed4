import StoreModel

/// Where a script plays: the app alone, or the app behind a screen.
///
/// The script sees the same store on each, so the same script leaves the same journal.
public protocol Stage: AnyObject, Sendable {
  nonisolated var machine: StoreMachine { get }

  /// Starts the app.
  func open() async throws(StageError)
  /// Ends it; the machine may be looked at afterwards.
  func close() async
  /// Returns when nothing goes on any more without time going by.
  func settle() async
  /// Gives the app a command, as a person on this stage would, and settles.
  func ask(_ command: Command) async throws(StageError)
  /// Ends the app, in good order or as a kill leaves it, and starts it again.
  func restart() async throws(StageError)
  /// Shows texts in another language.
  func show(locale: LocaleID) async throws(StageError)
  /// Sells from another catalogue.
  func sell(_ catalog: Catalog) async
  func press(_ keys: [Act.KeyPress]) async throws(StageError)
  func show(screen name: Screen) async throws(StageError)
  /// The words on the screen on one line; nil where there is none.
  func screenText() async -> String?
  /// Called before each statement; false ends the script here, which is no failure.
  func begin(_ statement: Statement, number: Int, of count: Int) async -> Bool
  /// Lets real time go by, where the store's time is about to.
  func spend(_ time: Duration) async
}

extension Stage {
  public func begin(_ statement: Statement, number: Int, of count: Int) async -> Bool { true }

  public func spend(_ time: Duration) async { if machine.isPaced { try? await Task.sleep(for: time) } }
}

/// Why a stage could not do what a statement asks; the script ends there.
public struct StageError: Error, Hashable, Sendable {
  public let message: String

  public init(_ message: String) { self.message = message }

  public init(_ error: StoreError) {
    self.init([error.errorDescription, error.recoverySuggestion].compactMap(\.self).joined(separator: " "))
  }
}

/// The app alone: no screen, no terminal, nothing drawn.
public final class SessionStage: Stage {
  public let machine: StoreMachine

  public init(_ machine: StoreMachine) { self.machine = machine }

  public func open() async throws(StageError) {
    machine.listenToOthers()
    do throws(StoreError) { try machine.launch() } catch { throw StageError(error) }
  }

  public func close() async {
    machine.end()
    machine.stopListening()
  }

  public func settle() async { machine.executor.drain() }

  public func ask(_ command: Command) async throws(StageError) {
    machine.ask(command)
    await settle()
  }

  public func restart() async throws(StageError) {
    await close()
    machine.reinstall()
    try await open()
  }

  public func show(locale: LocaleID) async { machine.show(locale: locale) }

  public func sell(_ catalog: Catalog) async { machine.sell(catalog) }

  public func press(_ keys: [Act.KeyPress]) async throws(StageError) { throw Self.noScreen }

  public func show(screen name: Screen) async throws(StageError) { throw Self.noScreen }

  public func screenText() async -> String? { nil }

  private static let noScreen = StageError("There is no screen here. Use 'storefront run', which opens one.")
}
