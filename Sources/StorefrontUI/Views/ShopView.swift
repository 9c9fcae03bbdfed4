import StoreCatalog
import StoreModel
import TerminalKit

/// Draws the whole screen from the state. Draws nothing by itself at sizes below 40x12 but a message.
///
/// The same state and size always give the same canvas, at any size from 0x0 up. What it costs
/// depends on what is visible, not on how long the lists are.
public struct ShopView: Sendable {
  public let theme: Theme
  public let glyphs: Glyphs

  public init(theme: Theme = .neutral, glyphs: Glyphs = .unicode) {
    self.theme = theme
    self.glyphs = glyphs
  }

  public func draw(_ state: ShopState, size: Size) -> Canvas {
    var canvas = Canvas(size: size)
    let layout = ShopLayout(size: size, screen: state.screen, pane: state.pane)
    if layout.isTooSmall {
      drawTooSmall(state.keyMap, into: &canvas)
      return canvas
    }
    drawHeader(state, layout, into: &canvas)
    drawBody(state, layout, into: &canvas)
    drawHints(state, layout, into: &canvas)
    drawStatus(state, layout, into: &canvas)
    if let sheet = state.sheet { drawSheet(sheet, state, layout, into: &canvas) }
    drawDialog(state, layout, into: &canvas)
    drawToasts(state, layout, into: &canvas)
    return canvas
  }

  private func drawBody(_ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    if let frame = layout.list {
      switch state.screen {
      case .store: drawProducts(state, frame, into: &canvas)
      case .library: drawLibrary(state, frame, into: &canvas)
      case .transactions: drawTransactions(state, frame, into: &canvas)
      case .activity: drawActivity(state, frame, into: &canvas)
      }
    }
    if let frame = layout.detail { drawDetail(state, frame, into: &canvas) }
  }

  private func drawTooSmall(_ keyMap: KeyMap, into canvas: inout Canvas) {
    let size = canvas.size
    let needed = ShopLayout.needed
    let lines = ["Too small", "now \(size)", "needed \(needed)", "\(keyMap.label(of: .quit)) quits"]
    let first = max(0, (size.rows - lines.count) / 2)
    for (index, line) in lines.enumerated() {
      canvas.put(
        line, column: 0, row: first + index, width: size.columns, style: theme[index == 0 ? .title : .text],
        alignment: .center)
    }
  }

  // MARK: - Header

  private func drawHeader(_ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    let row = layout.header.row
    canvas.fill(layout.header, style: theme[.bar])
    let bar = theme[.bar]
    let width = layout.size.columns
    // Screens are named in full, by number and name, or by number alone, as there is room.
    let long = Screen.allCases.map { " \($0.rawValue) \($0.title) " }
    let short = Screen.allCases.map {
      $0 == state.screen ? " \($0.rawValue) \($0.title) " : " \($0.rawValue) "
    }
    let tabs = long.reduce(0) { $0 + $1.cellWidth } + 12 <= width ? long : short
    var column = width - tabs.reduce(0) { $0 + $1.cellWidth } - 1
    canvas.put(
      state.catalog.app.name, column: 1, row: row, width: max(column - 2, 0), style: bar.adding(.bold),
      ellipsis: glyphs.ellipsis)
    for (screen, tab) in zip(Screen.allCases, tabs) {
      // The open one stands out of the bar; in a terminal without attributes the brackets tell.
      let isOpen = screen == state.screen
      let text = isOpen ? "[\(tab.trimmed)]" : tab
      column += canvas.put(text, column: column, row: row, style: isOpen ? theme[.title] : bar)
    }
  }

  // MARK: - Hints

  /// What can be done now, from the registry; help and quit are always in sight.
  private func drawHints(_ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    let context = state.context
    let commands = state.keyMap.commands.filter { command in
      command.contexts.contains(context) && command.hintRank != nil
        && state.availability(of: command.id).isEnabled
    }.sorted { ($0.hintRank ?? 0) < ($1.hintRank ?? 0) }
    let kept = commands.filter { ($0.hintRank ?? 0) >= 95 }
    let hints = commands.filter { ($0.hintRank ?? 0) < 95 }
    let reserved = kept.reduce(0) { $0 + hintWidth($1, state) }
    var column = 1
    let row = layout.hints.row
    let end = layout.size.columns - 1
    for command in hints {
      guard column + hintWidth(command, state) + reserved <= end else { break }
      column = draw(command, state, column: column, row: row, into: &canvas)
    }
    for command in kept where column + hintWidth(command, state) <= end + 2 {
      column = draw(command, state, column: column, row: row, into: &canvas)
    }
  }

  private func hintWidth(_ command: ShopCommand, _ state: ShopState) -> Int {
    (command.keys.first?.label.cellWidth ?? 0) + 1 + hint(command, state).cellWidth + 2
  }

  private func draw(
    _ command: ShopCommand, _ state: ShopState, column: Int, row: Int, into canvas: inout Canvas
  ) -> Int {
    var column = column
    column += canvas.put(command.keys.first?.label ?? "", column: column, row: row, style: theme[.hintKey])
    column += 1 + canvas.put(hint(command, state), column: column + 1, row: row, style: theme[.hint])
    return column + 2
  }

  /// The words of a hint; what a download key does depends on the download.
  private func hint(_ command: ShopCommand, _ state: ShopState) -> String {
    switch command.id {
    case .download:
      if case .success(let action) = state.nextDownloadAction {
        action == .start ? "download" : action.rawValue
      } else {
        command.hint
      }
    case .pressButton: state.markedButton
    case .agree where state.dialog == nil: "buy"
    default: command.hint
    }
  }

  // MARK: - Status

  private func drawStatus(_ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    let style = theme[.bar]
    let settings = state.facts.settings
    canvas.fill(layout.status, style: style)
    var left = [
      "\(state.texts.storefront.name) \(state.texts.storefront.currency)", state.texts.locale.ownName,
      settings.account.description,
    ]
    if layout.size.columns < 60 { left = ["\(settings.storefront)", state.texts.locale.rawValue] }
    var right: [String] = []
    if !settings.networkIsOn { right.append("\(glyphs.warning) network off") }
    if !settings.paymentsAllowed { right.append("\(glyphs.warning) payments off") }
    if state.catalogProblem != nil { right.append("\(glyphs.warning) catalogue broken") }
    let wrong = state.findings.count { $0.severity != .note }
    if wrong > 0 { right.append(counted(wrong, "finding")) }
    let downloads = state.facts.pendingDownloads.count
    if downloads > 0 { right.append(counted(downloads, "download")) }
    if state.facts.isRestoring { right.append("restoring\(glyphs.ellipsis)") }
    right.append("queue \(state.facts.queueDepth)")
    let facts = right.joined(separator: "  ")
    let start = max(layout.size.columns - facts.cellWidth - 1, 1)
    canvas.put(facts, column: start, row: layout.status.row, style: style)
    canvas.put(
      left.joined(separator: " \(glyphs.separator) "), column: 1, row: layout.status.row,
      width: max(start - 3, 0), style: style, ellipsis: glyphs.ellipsis)
  }
}

extension String {
  var trimmed: Substring { Substring(self.drop { $0 == " " }).trimmedEnd }
}

extension Substring {
  fileprivate var trimmedEnd: Substring {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
