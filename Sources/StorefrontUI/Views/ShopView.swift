import StoreCatalog
import StoreModel
import StoreScript
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
    let layout = state.layout(in: size)
    if layout.isTooSmall {
      drawTooSmall(state.keyMap, into: &canvas)
      return canvas
    }
    drawHeader(state, layout, into: &canvas)
    drawBody(state, layout, into: &canvas)
    if layout.command.rows > 0 { drawCommand(state, layout.command, into: &canvas) }
    drawHints(state, layout, into: &canvas)
    drawStatus(state, layout, into: &canvas)
    if let sheet = state.sheet { drawSheet(sheet, state, layout, into: &canvas) }
    drawDialog(state, layout, into: &canvas)
    if let menu = state.menu { drawMenu(menu, state, layout, into: &canvas) }
    drawToasts(state, layout, into: &canvas)
    return canvas
  }

  private func drawBody(_ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    if layout.list != nil {
      switch state.screen {
      case .store: drawProducts(state, layout, into: &canvas)
      case .library: drawLibrary(state, layout, into: &canvas)
      case .transactions: drawTransactions(state, layout, into: &canvas)
      case .activity: drawActivity(state, layout, into: &canvas)
      case .receipt: drawReceipt(state, layout, into: &canvas)
      case .lab: drawLab(state, layout, into: &canvas)
      }
    }
    if let strip = layout.strip { drawStrip(state, strip, into: &canvas) }
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
    let tabs = TabBar(state, in: layout.header).tabs
    let room = max((tabs.first?.place.column ?? 0) - 2, 0)
    canvas.put(
      Breadcrumbs(state).text(width: room, glyphs: glyphs), column: 1, row: row, width: room,
      style: bar.adding(.bold), ellipsis: glyphs.ellipsis)
    for tab in tabs {
      canvas.put(
        tab.text, column: tab.place.column, row: row, style: tab.screen == state.screen ? theme[.title] : bar)
    }
  }

  // MARK: - The command of the last key

  private func drawCommand(_ state: ShopState, _ line: Rect, into canvas: inout Canvas) {
    canvas.fill(line)
    let place = line.inset(columns: 1)
    guard let last = state.lastStatement else { return }
    let copy = state.keyMap.label(of: .copyScriptLine)
    let advice = copy.isEmpty || last.act.isOnlyKey ? "" : "\(copy) copies it"
    let text = [last.input.words, glyphs.arrow, last.act.text].filter { !$0.isEmpty }.joined(separator: "  ")
    let width = canvas.put(
      text, column: place.column, row: place.row, width: place.columns, style: theme[.text],
      ellipsis: glyphs.ellipsis)
    guard !advice.isEmpty, width + advice.cellWidth + 3 <= place.columns else { return }
    canvas.put(
      advice, column: place.endColumn - advice.cellWidth, row: place.row, style: theme[.secondary])
  }

  // MARK: - Hints

  private func drawHints(_ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    if let caption = state.caption {
      canvas.put(
        caption, column: layout.hints.column + 1, row: layout.hints.row,
        width: max(layout.hints.columns - 2, 0), style: theme[.hintKey], ellipsis: glyphs.ellipsis)
      return
    }
    for hint in HintBar(state, in: layout.hints).hints {
      let (column, row) = (hint.place.column, hint.place.row)
      let width = canvas.put(hint.key, column: column, row: row, style: theme[.hintKey])
      canvas.put(hint.words, column: column + width + 1, row: row, style: theme[.hint])
    }
  }

  // MARK: - Status

  private func drawStatus(_ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    let style = theme[.bar]
    let settings = state.facts.settings
    canvas.fill(layout.status, style: style)
    var left = [
      "\(state.texts.storefront.name) \(state.texts.storefront.currency)",
      state.texts.words(for: state.texts.locale),
      settings.account.description,
    ]
    if layout.size.columns < 60 { left = ["\(settings.storefront)", state.texts.locale.rawValue] }
    var right: [String] = []
    if let recording = state.recording { right.append("\(glyphs.bullet) recording \(recording)") }
    if settings.network != .on { right.append("\(glyphs.warning) network \(settings.network.rawValue)") }
    if !settings.paymentsAllowed { right.append("\(glyphs.warning) payments off") }
    if state.isMouseOff { right.append("mouse off") }
    if state.catalogProblem != nil { right.append("\(glyphs.warning) catalogue broken") }
    let wrong = state.findings.count { $0.severity != .note }
    if wrong > 0 { right.append(counted(wrong, "finding")) }
    let downloads = state.facts.pendingDownloads.count
    if downloads > 0 { right.append(counted(downloads, "download")) }
    if let asked = state.askedWords { right.append("\(glyphs.warning) \(asked)") }
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

extension InputEvent {
  /// What was pressed, as the line of its command says it.
  fileprivate var words: String {
    switch self {
    case .key(let key): key.description
    case .mouse: "click"
    case .paste: "paste"
    case .focus, .resize, .end: ""
    }
  }
}
