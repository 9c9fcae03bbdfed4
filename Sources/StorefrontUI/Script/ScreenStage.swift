import FoundationEssentials
import Purchasing
import StoreCatalog
import StoreModel
import StoreScript
import TerminalKit

/// The app behind its screen, on any terminal: the same loop, state and drawing as ever.
///
/// What there is a key for is done by keys, where the screen would take it; the rest is given as the palette gives it.
/// Either way the store sees the same command, so a script leaves the same journal here as without a screen.
@MainActor public final class ScreenStage: Stage {
  /// How the screen looks and what it may use.
  public struct Look {
    public var theme: @MainActor (any TerminalBackend) -> Theme = { _ in .neutral }
    public var keyMap = KeyMap.standard
    public var clock = ClockText(timeZone: .gmt)
    public var motion = true
    public var outside = OutsidePrograms.none
    /// The recording that is being written, for the status line.
    public var recording: String?

    public init() {}
  }

  public nonisolated let machine: StoreMachine
  /// How the app ended that was open last; nil while one is.
  public private(set) var status: Int32?
  /// Takes what a person does at the terminal in the screen's place; it can hand things on to `feed`.
  private var onInput: (@MainActor ([InputEvent]) -> Void)?
  /// Called when something has happened that no script and no person did.
  private var onNews: (@MainActor () -> Void)?
  /// Called before something is done to the app as a whole.
  private var onAct: (@MainActor (Act) -> Void)?
  private let look: Look
  private let openTerminal: @MainActor () throws -> any TerminalBackend
  private var loop: ShopLoop?
  private var lastScreen: Canvas

  /// - Parameter terminal: opens the terminal, at each start of the app anew; what it throws ends the script.
  public init(
    _ machine: StoreMachine, look: Look, terminal: @escaping @MainActor () throws -> any TerminalBackend
  ) {
    self.machine = machine
    self.look = look
    openTerminal = terminal
    lastScreen = Canvas(size: Size(columns: 0, rows: 0))
  }

  /// On a terminal in memory.
  public convenience init(
    _ machine: StoreMachine, size: Size = Size(columns: 100, rows: 30), glyphs: Glyphs = .unicode,
    theme: Theme = .neutral
  ) {
    var look = Look()
    look.theme = { _ in theme }
    self.init(machine, look: look) {
      MemoryTerminal(columns: size.columns, rows: size.rows, glyphs: glyphs)
    }
  }

  /// What is on the screen, or was when the app ended.
  public var screen: Canvas { loop?.shown ?? lastScreen }

  /// What the screen is drawn from; nil while no app runs.
  var state: ShopState? { loop?.state }

  /// True while the app runs and nobody has left it.
  public var isOpen: Bool { loop?.isEnding == false && status == nil }

  // MARK: - The app's life

  public func open() async throws(StageError) {
    machine.prepare()
    let settings: StoreSettings
    do throws(StoreError) {
      settings = try machine.settings()
    } catch { throw StageError(error) }
    let terminal: any TerminalBackend
    do {
      terminal = try openTerminal()
    } catch { throw StageError(error.inWords) }
    let loop = ShopLoop(
      terminal: terminal, app: machine.app,
      reading: CatalogReading(catalog: machine.catalog, format: .catalog), catalogFile: nil,
      settings: settings, locale: machine.locale, clock: look.clock, environment: machine.environment,
      theme: look.theme(terminal), keyMap: look.keyMap, motion: look.motion, outside: look.outside)
    // Only of the run that goes on is anything told.
    loop.onResult { [machine] in machine.note($0, from: machine.session) }
    loop.onInput = onInput
    loop.onNews = onNews
    loop.onAct = onAct
    loop.show(recording: look.recording)
    self.loop = loop
    status = nil
    Task(executorPreference: machine.executor) { @MainActor @Sendable in
      self.status = await loop.run()
    }
    await settle()
  }

  public func close() async {
    loop?.take(input: [.end(.terminate)])
    await waitForEnd()
    lastScreen = loop?.shown ?? lastScreen
    loop = nil
  }

  /// Returns when the app has ended.
  func waitForEnd() async {
    // Stopping takes no time of the store's; each round lets both queues go one step further.
    while loop != nil, status == nil {
      machine.executor.drain()
      await Task.yield()
    }
  }

  /// The screen stays where there is one.
  public func restart() async throws(StageError) {
    if isOpen, let loop {
      loop.relaunch()
      return await settle()
    }
    await close()
    machine.reinstall()
    try await open()
  }

  /// Lets the executor's queue and the main queue run in turn until both have been empty for a while.
  ///
  /// Both are served on this thread and in order, so this depends on no clock and no other load: a step on the main
  /// queue leads to at most a few more before it reaches the executor or the loop, which are both counted.
  public func settle() async {
    var quiet = 0
    while quiet < 12 {
      let before = loop?.actionCount
      let ran = machine.executor.drain()
      await Task.yield()
      quiet = ran == 0 && loop?.actionCount == before ? quiet + 1 : 0
    }
    loop?.showNow()
  }

  // MARK: - Commands

  public func ask(_ command: Command) async throws(StageError) {
    guard let loop else { throw StageError("The screen is closed.") }
    if let keys = try await keys(for: command, loop.state) {
      loop.take(input: keys.map(InputEvent.key))
    } else {
      loop.ask(command)
    }
    await settle()
  }

  /// The keys that give this command from where one is; nil when there are none, or the screen would not take them.
  private func keys(for command: Command, _ state: ShopState) async throws(StageError) -> [Key]? {
    switch command {
    case .confirm(let id):
      guard state.dialog == nil, state.sheet?.id == id, await readSheet() else { return nil }
      return ["y"]
    case .cancel(let id): return state.dialog == nil && state.sheet?.id == id ? [.escape] : nil
    case _ where !ShopCommand.Context.screens.contains(state.context): return nil
    case .buy(let payment) where payment == Payment(productID: payment.productID):
      guard await select(payment.productID), loop?.state.availability(of: .buy).isEnabled == true else {
        return nil
      }
      return ["b"]
    case .restore: return state.availability(of: .restore).isEnabled ? ["r"] : nil
    case .network(let wanted):
      return NetworkState(isOn: !state.facts.settings.networkIsOn) == wanted ? ["w"] : nil
    case .payments(let allowed): return state.facts.settings.paymentsAllowed != allowed ? ["p"] : nil
    case .buy, .finish, .download, .storefront, .account, .signIn, .signOut, .declineSignIn, .receipts,
      .refreshReceipt, .setCondition,
      .clearConditions, .release, .store:
      return nil
    }
  }

  private func press(_ keys: Key...) { loop?.take(input: keys.map(InputEvent.key)) }

  /// Moves down the Store to a product; false when it is not there.
  private func select(_ product: ProductID) async -> Bool {
    if loop?.state.availability(of: .showStore).isEnabled == true { press("1") }
    press("g")
    guard let loop, loop.state.products.index(of: product) != nil else { return false }
    for _ in 0..<loop.state.products.count where loop.state.selectedProduct?.id != product { press("j") }
    return loop.state.selectedProduct?.id == product
  }

  /// Reads the open sheet to its end.
  private func readSheet() async -> Bool {
    loop?.showNow()
    for _ in 0..<200 {
      guard let sheet = loop?.state.sheet else { return false }
      if sheet.isRead { return true }
      press(.pageDown)
    }
    return false
  }

  // MARK: - The screen

  /// Hands what a person does at the terminal to `body` instead of the screen, now and after each start.
  func takeInput(_ body: @escaping @MainActor ([InputEvent]) -> Void) {
    onInput = body
    loop?.onInput = body
  }

  /// Calls `body` when something has happened that no script and no person did, now and after each start.
  func takeNews(_ body: @escaping @MainActor () -> Void) {
    onNews = body
    loop?.onNews = body
  }

  /// Calls `body` before something is done to the app as a whole, now and after each start.
  func takeActs(_ body: @escaping @MainActor (Act) -> Void) {
    onAct = body
    loop?.onAct = body
  }

  /// What a person does, as it comes from the terminal; nothing is waited for.
  func feed(_ events: [InputEvent]) { loop?.take(input: events) }

  /// Shows a line in the place of the keys' hints; nil shows these again.
  public func show(caption: String?) { loop?.show(caption: caption) }

  /// Says something to the person at the screen.
  public func say(_ text: String, _ level: Toast.Level, advice: String? = nil) {
    loop?.say(text, level, advice: advice)
  }

  public func show(locale: LocaleID) async {
    machine.show(locale: locale)
    loop?.show(language: locale)
  }

  public func sell(_ catalog: Catalog) async {
    machine.sell(catalog)
    loop?.take([.catalogChanged(CatalogReading(catalog: catalog, format: .catalog))])
    await settle()
  }

  public func press(_ presses: [Act.KeyPress]) async throws(StageError) {
    for press in presses {
      switch press {
      case .text(let text): feed(text.map { .key(.character($0)) })
      case .key(let name):
        guard let key = Key(name) else { throw StageError("'\(name)' is no key.") }
        feed([.key(key)])
      }
      await settle()
    }
  }

  public func show(screen name: Screen) async throws(StageError) {
    guard let loop, ShopCommand.Context.screens.contains(loop.state.context) else {
      throw StageError("A dialog is open on the screen. Answer it, or write 'key Esc' above.")
    }
    press(Key.character(Character(String(name.number))))
    await settle()
  }

  public func screenText() async -> String? { screen.words }
}

extension Canvas {
  /// The screen's words on one line, so that a wrapped sentence can be looked for: without borders and with single
  /// spaces.
  public var words: String {
    let borders: Set<Character> = ["│", "┃", "─", "━", "┌", "┐", "└", "┘", "┏", "┓", "┗", "┛", "█"]
    return (0..<size.rows).map(line).joined(separator: " ").split { $0.isWhitespace || borders.contains($0) }
      .joined(separator: " ")
  }
}

extension Vocabulary {
  /// The names that a script for a screen may use.
  public init(screen catalog: Catalog, searchLimit: Int = .max) {
    self.init(catalog: catalog, searchLimit: searchLimit, isKey: { Key($0) != nil })
  }
}
