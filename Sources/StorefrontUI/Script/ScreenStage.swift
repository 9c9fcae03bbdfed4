import Foundation
import Purchasing
import StoreCatalog
import StoreModel
import StoreScript
import TerminalKit

/// The app behind its screen, on a terminal in memory: the same loop, state and drawing as on a real one.
///
/// What there is a key for is done by keys, where the screen would take it; the rest is given as the palette gives it.
/// Either way the store sees the same command, so a script leaves the same journal here as without a screen.
@MainActor public final class ScreenStage: Stage {
  public nonisolated let machine: StoreMachine
  public private(set) var terminal: MemoryTerminal
  private let size: Size
  private let glyphs: Glyphs
  private let theme: Theme
  private var loop: ShopLoop?
  private var isRunning = false

  public init(
    _ machine: StoreMachine, size: Size = Size(columns: 100, rows: 30), glyphs: Glyphs = .unicode,
    theme: Theme = .neutral
  ) {
    self.machine = machine
    self.size = size
    self.glyphs = glyphs
    self.theme = theme
    terminal = MemoryTerminal(columns: size.columns, rows: size.rows, glyphs: glyphs)
  }

  // MARK: - The app's life

  public func open() async throws(StageError) {
    machine.prepare()
    let settings: StoreSettings
    do throws(StoreError) {
      settings = try machine.settings()
    } catch { throw StageError(error) }
    terminal = MemoryTerminal(columns: size.columns, rows: size.rows, glyphs: glyphs)
    let session = machine.session
    let loop = ShopLoop(
      terminal: terminal, session: session, store: machine.store,
      reading: CatalogReading(catalog: machine.catalog, format: .catalog), catalogFile: nil,
      settings: settings,
      locale: machine.locale, clock: ClockText(timeZone: .gmt), environment: machine.environment, theme: theme
    )
    loop.onResult { [machine] in machine.note($0, from: session) }
    self.loop = loop
    isRunning = true
    Task(executorPreference: machine.executor) { @MainActor @Sendable in
      _ = await loop.run()
      self.isRunning = false
    }
    await settle()
  }

  public func close() async {
    terminal.send([.end(.terminate)])
    // Stopping takes no time of the store's; each round lets both queues go one step further.
    while isRunning {
      machine.executor.drain()
      await Task.yield()
    }
    loop = nil
  }

  public func restart() async throws(StageError) {
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
      terminal.send(keys.map(InputEvent.key))
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
    case .buy, .finish, .download, .storefront, .account, .receipts, .refreshReceipt: return nil
    }
  }

  /// Moves down the Store to a product; false when it is not there.
  private func select(_ product: ProductID) async -> Bool {
    terminal.press("1", "g")
    guard let loop, loop.state.products.index(of: product) != nil else { return false }
    for _ in 0..<loop.state.products.count where loop.state.selectedProduct?.id != product {
      terminal.press("j")
    }
    return loop.state.selectedProduct?.id == product
  }

  /// Reads the open sheet to its end.
  private func readSheet() async -> Bool {
    loop?.showNow()
    for _ in 0..<200 {
      guard let sheet = loop?.state.sheet else { return false }
      if sheet.isRead { return true }
      terminal.press(.pageDown)
    }
    return false
  }

  // MARK: - The screen

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
      case .text(let text): terminal.type(text)
      case .key(let name):
        guard let key = Key(name) else { throw StageError("'\(name)' is no key.") }
        terminal.press(key)
      }
      await settle()
    }
  }

  public func show(screen name: ScreenName) async throws(StageError) {
    guard let loop, ShopCommand.Context.screens.contains(loop.state.context) else {
      throw StageError("A dialog is open on the screen. Answer it, or write 'key Esc' above.")
    }
    terminal.type(String(Screen(name).rawValue))
    await settle()
  }

  public func screenText() async -> String? { terminal.screen.words }
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
  public init(screen catalog: Catalog) {
    self.init(catalog: catalog, isKey: { Key($0) != nil })
  }
}
