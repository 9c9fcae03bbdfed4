import StoreCatalog
import StoreModel
import StoreScript
import TerminalKit

extension ShopState {
  /// Takes in what happened and says what has to be done. Total: any action in any state is fine.
  public mutating func update(_ action: Action) -> [Effect] {
    let before = place
    let input: InputEvent? = if case .input(let input) = action { withClickAsKey(input) } else { nil }
    let effects = take(action)
    settle()
    if let input { note(input, from: before, effects: effects) }
    return effects + takeTitleRequest() + takeReceiptRequest()
  }

  /// Tells what time it is; messages carry it.
  public mutating func note(now: Timestamp) { self.now = now }

  private mutating func take(_ action: Action) -> [Effect] {
    switch action {
    case .input(.key(let key)): return press(key)
    case .input(.paste(let text)): return paste(text)
    case .input(.mouse(let event)): return point(event)
    case .mouseSet(let isOn, let wanted): return mouseSet(isOn, wanted: wanted)
    case .input(.resize(let size)):
      self.size = size
      return []
    case .input(.focus): return []
    case .input(.end(let reason)): return [.quit(reason.exitCode)]
    case .frameShown:
      if dialog == nil, menu == nil, !layout.isTooSmall { sheet?.noteShown() }
      return []
    case .answered(let request, let refusal):
      let command = requests.removeValue(forKey: request)
      // What was written after the last news is not in what was read before.
      if command == .refreshReceipt { receipt.isStale = true }
      guard let command, let refusal, !refusal.isCancellation else { return [] }
      return say(failed: command.failure(texts), refusal, attempt: .command(command))
    case .entries(let entries): return take(entries)
    case .progress(let downloads):
      facts.take(progress: downloads, inSteps: !motion)
      return []
    case .sheetOpened(let payment, let now): return open(payment, now: now)
    case .sheetClosed(let id):
      if sheet?.id == id {
        lastSheet = sheet?.payment
        sheet = nil
      }
      return []
    case .appEnded(let isKilled): return take(appEndedBy: isKilled)
    case .appStarted(let facts): return take(appStarted: facts)
    case .appSet(let facts): return take(appSet: facts)
    case .libraryLoaded(let snapshot):
      facts.take(snapshot)
      showStorefront()
      refreshLists()
      return []
    case .transactionsLoaded(let page, let before):
      isLoadingTransactions = false
      facts.take(transactions: page, before: before)
      refreshLists()
      return goOnToTransaction()
    case .journalLoaded(let page, let before):
      isLoadingJournal = false
      facts.take(journal: page, before: before)
      refreshLists()
      return []
    case .signInAsked(let isAsked):
      isSignInAsked = isAsked
      if !isAsked, case .question(let question) = dialog, question.subject == .signIn { dialog = nil }
      return []
    case .called(let call):
      take(call)
      return []
    case .receiptRead(let reading):
      take(receipt: reading)
      return []
    case .signed(let subject, let result): return take(signed: subject, result)
    case .loadFailed(let error):
      wantedTransaction = nil
      isLoadingTransactions = false
      isLoadingJournal = false
      return say(failed: "The books of the store could not be read.", error, attempt: .reading)
    case .catalogChanged(let reading): return open(reading)
    case .titlesGathered(let texts, let progress):
      take(titlesOf: texts, progress: progress)
      return []
    case .catalogBroken(let error):
      // One save can be noticed more than once.
      guard error != catalogProblem else { return [] }
      catalogProblem = error
      return say(
        "The catalogue was saved with a mistake; the last good one stays. \(error.shortDescription)",
        .warning,
        advice: error.advice)
    case .catalogNotFollowed(let error): return say(error.shortDescription, .warning, advice: error.advice)
    case .ledgerNotFollowed(let reason):
      return say(
        "What other terminals do is seen late: \(reason).", .warning,
        advice: "It appears as soon as something is done here. Start again to see it at once.")
    case .copied(let text, let result): return copied(text, result)
    case .saved(let file, let result): return saved(file, result)
    case .linkOpened(let link, let problem): return opened(link, problem: problem)
    case .paged(let problem):
      return problem.map { say("The pager did not work.", .warning, advice: $0) } ?? []
    case .toastExpired(let id): return toasts.remove(id)
    }
  }

  // MARK: - Keys

  mutating func press(_ key: Key) -> [Effect] {
    // What is open cannot be seen: a key must not go into it, and the one that is named has to work.
    if layout.isTooSmall { return keyMap.command(for: key, in: .store)?.id == .quit ? [.quit(0)] : [] }
    if let effects = typeIntoMenu(key) { return effects }
    if menu == nil, case .picker(var picker) = dialog {
      if let typed = key.typed {
        picker.setFilter(picker.filter + String(typed))
        dialog = .picker(picker)
        return []
      }
      if key == .backspace {
        picker.setFilter(String(picker.filter.dropLast()))
        dialog = .picker(picker)
        return []
      }
    }
    if context == .filter, let effects = typeIntoFilter(key) { return effects }
    guard let command = keyMap.command(for: key, in: context) else { return [] }
    return run(command.id)
  }

  /// Does a command, or says why it cannot be done now (X24).
  public mutating func run(_ command: ShopCommand.ID) -> [Effect] {
    switch availability(of: command) {
    case .enabled: return perform(command)
    case .disabled(let reason): return say(reason, .info)
    }
  }

  private mutating func paste(_ text: String) -> [Effect] {
    let line = text.filter { !$0.isNewline }
    if let menu {
      type(menu.text + line)
      return []
    }
    if context == .filter {
      setFilter((filter?.text ?? "") + line)
      return []
    }
    guard case .picker(var picker) = dialog else {
      return say("Pasted text was left out: there is nothing to type into here.", .info)
    }
    picker.setFilter(picker.filter + line.prefix(80))
    dialog = .picker(picker)
    return []
  }

  // MARK: - The purchase sheet

  private mutating func open(_ payment: PaymentSheet, now: Timestamp) -> [Effect] {
    facts.note(now)
    var notice: String?
    if let shown = sheet?.payment ?? lastSheet, shown.transaction.id == payment.transaction.id {
      notice =
        shown.price == payment.price
        ? "The terms have changed. Nothing was charged. Please read them again."
        : "The price was \(texts.text(shown.price).isolated) and is \(texts.text(payment.price).isolated) now. "
          + "Nothing was charged. Please read again."
    }
    isTypingFilter = false
    sheet = SheetState(payment: payment, catalog: catalog, texts: texts, now: now, notice: notice)
    return []
  }

  // MARK: - The catalogue

  private mutating func open(_ reading: CatalogReading) -> [Effect] {
    if catalogProblem == nil, reading.findings == findings, reading.catalog == catalog { return [] }
    catalogProblem = nil
    findings = reading.findings
    texts = ProductTexts(
      catalog: reading.catalog, storefront: texts.storefront, locale: texts.locale, inASCII: texts.inASCII,
      printed: texts.printed)
    forgetTitles()
    allProducts = Self.list(of: reading.catalog)
    filterProducts()
    refreshLists()
    levelCounts = Self.levelCounts(of: reading.catalog)
    introductoryProducts = Self.introductoryProducts(of: reading.catalog)
    let wrong = findings.count { $0.severity != .note }
    let noticed =
      wrong > 0 ? " \(counted(wrong, "finding")); press \(keyMap.label(of: .showFindings)) to see." : ""
    return say(
      "The catalogue was read again: \(counted(allProducts.count, "product")).\(noticed)",
      wrong > 0 ? .warning : .info)
  }

  // MARK: - Keeping the invariants

  var layout: ShopLayout { layout(in: size) }

  /// Where everything is on a screen of this size.
  func layout(in size: Size) -> ShopLayout {
    ShopLayout(
      size: size, screen: screen, pane: pane, isZoomed: isZoomed, showsFilter: showsFilter,
      showsScriptLine: showsScriptLine)
  }

  /// Makes selections, scrolling and the sheet fit what is there now.
  mutating func settle() {
    if isSignInAsked, dialog == nil, menu == nil, sheet == nil { dialog = .question(signInQuestion) }
    if screen == .library { pane = .list }
    let layout = layout
    switch screen {
    case .store: storeCursor.follow(in: products, height: layout.listHeight)
    case .library: libraryCursor.follow(in: library, height: layout.listHeight)
    case .transactions: transactionCursor.follow(in: transactions, height: layout.listHeight)
    case .activity: activityCursor.follow(in: activity, height: layout.listHeight)
    case .receipt: receiptCursor.follow(in: receiptList, height: layout.listHeight)
    case .lab: labCursor.follow(in: labList, height: layout.listHeight)
    }
    if detailTop > 0 {
      detailTop = min(
        detailTop, max(detailLines(width: layout.detailText.columns).count - layout.detailText.rows, 0))
    }
    if case .picker(var picker) = dialog {
      picker.cursor.follow(in: picker.list, height: layout.pickerHeight)
      dialog = .picker(picker)
    }
    if var open = sheet {
      open.fit(width: layout.sheetWidth)
      open.fit(height: layout.sheet(open).text.rows)
      sheet = open
    }
    if case .findings(let top) = dialog {
      dialog = .findings(top: clamp(top, findingLines(width: textDialogRoom.columns).count))
    }
    if case .token(var reader) = dialog {
      reader.top = min(
        max(reader.top, 0), max((page(of: reader)?.count ?? 0) - layout.token(reader).text.rows, 0))
      dialog = .token(reader)
    }
    settleMessages()
    refreshMenu()
    let menuHeight = layout.menuHeight
    menu?.follow(height: menuHeight)
  }

  var textDialogRoom: Size { ShopLayout.inside(layout.textDialog).size }

  private func clamp(_ top: Int, _ count: Int) -> Int {
    min(max(top, 0), max(count - textDialogRoom.rows, 0))
  }
}
