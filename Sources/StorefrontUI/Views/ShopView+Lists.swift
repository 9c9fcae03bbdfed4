import FoundationEssentials
import StoreCatalog
import StoreModel
import TerminalKit

// The lists of the screens; the receipt's has a file of its own.
extension ShopView {
  // MARK: - Store

  func drawProducts(_ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    drawListFrame(
      state.listTitle("Products", state.storeCursor, state.products), state, layout, into: &canvas)
    let frame = layout.listFrame
    guard !state.products.isEmpty else {
      return drawEmpty(
        state.nothingFound ?? [
          "Nothing is for sale",
          "The catalogue has no products. Add some to the file and save it: they appear here.",
        ],
        frame: frame, into: &canvas)
    }
    let priceWidth = widestPrice(state, frame)
    drawList(
      state.products, cursor: state.storeCursor, frame: frame, isFocused: state.isListFocused, into: &canvas
    ) { id, _, line, canvas in
      guard let product = state.catalog.product(id) else { return }
      drawProduct(product, state, line, priceWidth: priceWidth, into: &canvas)
    }
  }

  /// The price column is as wide as the widest price in sight.
  private func widestPrice(_ state: ShopState, _ frame: Rect) -> Int {
    let height = ShopLayout.inside(frame).rows
    var widest = 8
    for line in state.storeCursor.top..<state.storeCursor.top + height {
      guard case .item(let id, _, _) = state.products.content(of: line),
        let row = state.texts.row(of: id)
      else { continue }
      widest = max(widest, row.priceWidth)
    }
    return min(widest, frame.columns / 3)
  }

  private func drawProduct(
    _ product: Product, _ state: ShopState, _ line: Rect, priceWidth: Int, into canvas: inout Canvas
  ) {
    let row = state.texts.row(of: product)
    let status = state.facts.status(of: product, isBeingBought: state.isBeingBought(product.id))
    let price = row.price ?? "Not sold here"
    let width = max(priceWidth, row.price == nil ? price.cellWidth : 0)
    canvas.put(
      price, column: line.endColumn - width, row: line.row, width: width,
      style: theme[row.price == nil ? .secondary : .price], alignment: .trailing, ellipsis: glyphs.ellipsis)
    var titleEnd = line.endColumn - width - 2
    if let badge = status.badge(check: glyphs.check, ellipsis: glyphs.ellipsis, down: glyphs.down) {
      let start = titleEnd - badge.cellWidth
      canvas.put(badge, column: start, row: line.row, style: theme[status.role])
      titleEnd = start - 2
    }
    put(
      row.title, in: line.split(left: titleEnd - line.column).left, style: theme[.text],
      term: state.filter?.term, into: &canvas)
  }

  // MARK: - Library

  func drawLibrary(_ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    drawListFrame(
      state.listTitle("Library of \(state.facts.settings.account)", state.libraryCursor, state.library),
      state,
      layout, into: &canvas)
    let frame = layout.listFrame
    guard !state.library.isEmpty else {
      return drawEmpty(
        state.nothingFound ?? [
          "You own nothing yet",
          "Press \(state.keyMap.label(of: .showStore)) for the Store and \(state.keyMap.label(of: .buy)) to buy, or \(state.keyMap.label(of: .restore)) to restore what you bought before.",
        ],
        frame: frame, into: &canvas)
    }
    drawList(
      state.library, cursor: state.libraryCursor, frame: frame, isFocused: state.isListFocused, into: &canvas
    ) { item, part, line, canvas in
      switch item {
      case .download(let product):
        if let download = state.facts.downloads[product] {
          drawDownload(download, part: part, state, line, into: &canvas)
        }
      case .balance(let product):
        let count = state.facts.balances[product] ?? 0
        drawPair(
          state.texts.title(of: product), "\(count) left", .text, line, term: state.filter?.term,
          into: &canvas)
      case .subscription(let product), .owned(let product):
        guard let entitlement = state.facts.entitlements[product] else { return }
        let words = state.clock.term(of: entitlement)
        drawPair(
          state.texts.title(of: product), "\(words) \(glyphs.check)", .success, line,
          term: state.filter?.term, into: &canvas)
      }
    }
  }

  func drawPair(
    _ title: String, _ fact: String, _ role: Theme.Role, _ line: Rect, term: SearchTerm?,
    into canvas: inout Canvas
  ) {
    let width = min(fact.cellWidth, line.columns * 2 / 3)
    canvas.put(
      fact, column: line.endColumn - width, row: line.row, width: width, style: theme[role],
      ellipsis: glyphs.ellipsis)
    put(
      title, in: line.split(left: line.columns - width - 2).left, style: theme[.text], term: term,
      into: &canvas)
  }

  /// Two lines: title and state; bar, percent, bytes, speed and time left.
  private func drawDownload(
    _ download: Download, part: Int, _ state: ShopState, _ line: Rect, into canvas: inout Canvas
  ) {
    if part == 0 {
      let (words, role) = standing(of: download)
      return drawPair(
        state.texts.title(of: download.productID), words, role, line, term: state.filter?.term,
        into: &canvas)
    }
    let facts = downloadFacts(download)
    if download.state == .failed || download.state == .cancelled {
      canvas.put(
        download.failure ?? Measures.bytes(download.expectedContentLength), column: line.column,
        row: line.row,
        width: line.columns, style: theme[.secondary], ellipsis: glyphs.ellipsis)
      return
    }
    let barWidth = min(max(line.columns - 56, 8), 30)
    let full = Int((Double(barWidth) * download.progress).rounded(.down))
    canvas.put(
      String(repeating: glyphs.barFull, count: full), column: line.column, row: line.row,
      style: theme[.progress])
    canvas.put(
      String(repeating: glyphs.barEmpty, count: barWidth - full), column: line.column + full, row: line.row,
      style: theme[.progressTrack])
    let percent = "\(Measures.percent(download)) %"
    canvas.put(
      percent, column: line.column + barWidth, row: line.row, width: 6, style: theme[.text],
      alignment: .trailing)
    canvas.put(
      facts, column: line.column + barWidth + 8, row: line.row, width: max(line.columns - barWidth - 8, 0),
      style: theme[.secondary], ellipsis: glyphs.ellipsis)
  }

  private func standing(of download: Download) -> (String, Theme.Role) {
    switch download.state {
    case .waiting: ("waiting", .text)
    case .active: ("\(glyphs.down) downloading", .text)
    case .paused: ("paused, d goes on", .warning)
    case .finished: ("on this device \(glyphs.check)", .success)
    case .failed: ("\(glyphs.warning) failed, d tries again", .error)
    case .cancelled: ("cancelled, d downloads", .text)
    }
  }

  private func downloadFacts(_ download: Download) -> String {
    let bytes = Measures.progress(download.receivedLength, of: download.expectedContentLength)
    let parts: [String] =
      switch download.state {
      case .active: [bytes, Measures.speed(download), Measures.timeLeft(download)]
      case .finished: [Measures.bytes(download.expectedContentLength), "version \(download.contentVersion)"]
      case .waiting, .paused, .failed, .cancelled: [bytes]
      }
    return parts.joined(separator: " \(glyphs.separator) ")
  }

  // MARK: - Transactions

  func drawTransactions(_ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    drawListFrame(
      state.listTitle("Transactions", state.transactionCursor, state.transactions), state, layout,
      into: &canvas)
    let frame = layout.listFrame
    guard !state.transactions.isEmpty else {
      return drawEmpty(
        state.nothingFound ?? [
          "No transactions yet",
          "Press \(state.keyMap.label(of: .showStore)) for the Store and \(state.keyMap.label(of: .buy)) to buy something.",
        ],
        frame: frame, into: &canvas)
    }
    drawList(
      state.transactions, cursor: state.transactionCursor, frame: frame, isFocused: state.isListFocused,
      into: &canvas
    ) { id, _, line, canvas in
      guard let transaction = state.facts.transaction(id) else { return }
      drawTransaction(transaction, state, line, into: &canvas)
    }
  }

  private func drawTransaction(
    _ transaction: Transaction, _ state: ShopState, _ line: Rect, into canvas: inout Canvas
  ) {
    let time = state.clock.time(transaction.createdAt)
    canvas.put(time, column: line.column, row: line.row, style: theme[.secondary])
    let standing = "\(symbol(transaction.level)) \(state.standing(of: transaction))"
    let start = line.column + time.cellWidth + 2
    let rest = line.split(left: start - line.column).rest
    drawPair(
      state.texts.title(of: transaction.productID), standing, transaction.level.role, rest,
      term: state.filter?.term, into: &canvas)
  }

  // MARK: - Activity

  func drawActivity(_ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    drawListFrame(
      state.listTitle("Activity", state.activityCursor, state.activity), state, layout, into: &canvas)
    let frame = layout.listFrame
    guard !state.activity.isEmpty else {
      return drawEmpty(
        state.nothingFound ?? [
          "Nothing has happened yet", "Whatever you and the store do is listed here, the newest first.",
        ],
        frame: frame, into: &canvas)
    }
    let words = EventWords(texts: state.texts, facts: state.facts, clock: state.clock)
    drawList(
      state.activity, cursor: state.activityCursor, frame: frame, isFocused: state.isListFocused,
      into: &canvas
    ) { id, _, line, canvas in
      guard let entry = state.facts.entry(id) else { return }
      drawEntry(entry, words, state, line, term: state.filter?.term, into: &canvas)
    }
  }

  /// The newest entries below the panes of another screen.
  func drawStrip(_ state: ShopState, _ frame: Rect, into canvas: inout Canvas) {
    drawFrame(frame, title: "Activity", isFocused: false, into: &canvas)
    let inside = ShopLayout.inside(frame)
    guard !state.facts.journal.isEmpty else {
      return drawEmpty(["", "Whatever you and the store do is told here."], frame: frame, into: &canvas)
    }
    let words = EventWords(texts: state.texts, facts: state.facts, clock: state.clock)
    for (line, entry) in zip(inside.lines, state.facts.journal) {
      drawEntry(entry, words, state, line, term: nil, into: &canvas)
    }
  }

  private func drawEntry(
    _ entry: JournalEntry, _ words: EventWords, _ state: ShopState, _ line: Rect, term: SearchTerm?,
    into canvas: inout Canvas
  ) {
    canvas.put(state.clock.time(entry.time), column: line.column, row: line.row, style: theme[.secondary])
    let level = entry.event.level
    // What a person did stands at the left; what followed from it is marked as such.
    let mark = if case .command = entry.event { glyphs.pointer } else { symbol(level) }
    canvas.put(mark, column: line.column + 10, row: line.row, style: theme[level.role])
    let (_, text) = line.split(left: 12)
    put(
      words.sentence(entry.event), in: text, style: theme[level == .error ? .error : .text], term: term,
      into: &canvas)
  }

  /// The symbol of a level, so that it is not told by colour alone.
  func symbol(_ level: Toast.Level) -> String {
    switch level {
    case .info: glyphs.separator
    case .success: glyphs.check
    case .warning, .error: glyphs.warning
    }
  }
}

extension ProductStatus {
  var role: Theme.Role {
    switch self {
    case .forSale, .notSold: .secondary
    case .pending, .downloadPaused: .warning
    case .downloading: .text
    case .downloadFailed: .error
    case .owned, .subscribed, .trial: .success
    case .balance: .secondary
    }
  }
}
