import StoreCatalog
import StoreModel
import StoreScript
import TerminalKit

// What commands do. Only called for commands that are enabled.
extension ShopState {
  mutating func perform(_ command: ShopCommand.ID) -> [Effect] {
    switch command {
    case .moveUp: move(by: -1)
    case .moveDown: move(by: 1)
    case .pageUp: move(by: -screenful)
    case .pageDown: move(by: screenful)
    case .halfPageUp: move(by: -max((screenful + 1) / 2, 1))
    case .halfPageDown: move(by: max((screenful + 1) / 2, 1))
    case .moveToFirst: move(by: -.farAway)
    case .moveToLast: move(by: .farAway)
    case .open: openDetails()
    case .backToList: showList()
    case .back: goBack()
    case .zoom: zoom()
    case .find: startFilter()
    case .nextMatch: moveToMatch(by: 1)
    case .previousMatch: moveToMatch(by: -1)
    case .keepFilter: keepFilter()
    case .clearFilter: clearFilter()
    case .showStore, .showLibrary, .showTransactions, .showActivity, .showReceipt, .showLab:
      show(Screen(showing: command) ?? screen)
    case .nextScreen: show(screen.moved(by: 1))
    case .previousScreen: show(screen.moved(by: -1))
    case .buy: selectedProduct.map { ask(.buy(Payment(productID: $0.id))) } ?? []
    case .restore: ask(.restore)
    case .refreshReceipt: ask(.refreshReceipt)
    case .download: changeDownload()
    case .finish: finishSelected()
    case .cancelDownload: selectedProductID.map { ask(.download($0, .cancel)) } ?? []
    case .deleteContent: askToDelete()
    case .showMessages: openMessages()
    case .showDetails: openErrorDetails()
    case .retry: retry()
    case .showToken: askForToken()
    case .showActions: openPicker(picker(actionsTitle, choices))
    case .showAccounts: openPicker(picker("Accounts", accountChoices))
    case .showCauses: causePicker.map { openPicker($0) } ?? []
    case .otherToken: showOtherToken(by: 1)
    case .previousToken: showOtherToken(by: -1)
    case .foldToken: foldToken()
    case .copy, .copyFromSheet: copySelected()
    case .openLink: chooseLink()
    case .page: page()
    case .toggleScriptLine: toggleScriptLine()
    case .copyScriptLine: copyScriptLine()
    case .saveScript: save(.script)
    case .saveReport: save(.report)
    case .toggleNetwork: ask(.network(isOn: !facts.settings.networkIsOn))
    case .toggleMouse: [.setMouse(!isMouseOn)]
    case .togglePayments: ask(.payments(allowed: !facts.settings.paymentsAllowed))
    case .chooseStorefront: openPicker(storefrontPicker)
    case .chooseLanguage: openPicker(languagePicker)
    case .showFindings: openDialog(.findings(top: 0))
    case .showPalette: openMenu(.palette)
    case .showHelp: openMenu(.help)
    case .quit: quit()
    case .pressButton: answer(isYesMarked)
    case .otherButton: markOtherButton()
    case .agree: answer(true)
    case .decline: answer(false)
    case .choose: choose()
    case .complete: complete()
    }
  }

  /// Asks the store for something; what comes of it is told by the journal and `Action.answered`.
  mutating func ask(_ command: Command) -> [Effect] {
    lastRequest += 1
    let request = RequestID(rawValue: lastRequest)
    requests[request] = command
    return [.run(command, request)]
  }

  // MARK: - Screens and panes

  mutating func show(_ target: Screen) -> [Effect] {
    if target == .receipt { receipt.isStale = true }
    if target == .lab, screen != .lab { lookAtWhatWaits() }
    screen = target
    isTypingFilter = false
    pane = .list
    detailTop = 0
    return []
  }

  private mutating func showList() -> [Effect] {
    pane = .list
    return []
  }

  private mutating func zoom() -> [Effect] {
    isZoomed.toggle()
    return []
  }

  private mutating func openDetails() -> [Effect] {
    if opensTransaction { return openTransactionOfRecord() }
    if opensRecord { return openRecordOfTransaction() }
    if opensCause, let cause = causeInHand { return jump(to: cause.id.description) }
    if screen == .library, let item = libraryCursor.selected {
      reveal(item.product)
    }
    pane = .detail
    return []
  }

  /// One level back: the menu, the dialog, the sheet, a message, the zoom, the detail pane, the filter. Never further
  /// (it never quits).
  private mutating func goBack() -> [Effect] {
    if menu != nil {
      menu = nil
      return []
    }
    if case .question(let question) = dialog, question.subject == .signIn {
      dialog = nil
      return refuse(question)
    }
    if dialog != nil {
      let effects: [Effect] = dialog == .welcome ? [.rememberWelcome] : []
      closeMessages()
      return effects
    }
    if sheet != nil { return answer(false) }
    if let sticky = toasts.shown.first(where: { $0.level == .error }) ?? toasts.shown.first {
      return toasts.remove(sticky.id)
    }
    if isZoomed { return zoom() }
    if pane == .detail || filter == nil { return showList() }
    return clearFilter()
  }

  private mutating func openDialog(_ dialog: Dialog) -> [Effect] {
    self.dialog = dialog
    return []
  }

  private mutating func openPicker(_ picker: Picker) -> [Effect] { openDialog(.picker(picker)) }

  // MARK: - Downloads

  private mutating func changeDownload() -> [Effect] {
    guard let product = selectedProductID, case .success(let action) = nextDownloadAction else { return [] }
    return ask(.download(product, action))
  }

  private mutating func askToDelete() -> [Effect] {
    guard let product = selectedProductID else { return [] }
    return openDialog(
      .question(
        Question(
          subject: .deleteContent(product), title: "Delete content",
          text: "Delete the downloaded content of \(texts.name(of: product)) from this device? "
            + "You keep what you bought and can download it again.",
          yes: "Delete", no: "Keep")))
  }

  /// What is going on that leaving would interrupt, in sentences.
  var running: [String] {
    let downloads = facts.downloads.values.count { $0.state == .active || $0.state == .waiting }
    var running: [String] = []
    if requests.values.contains(where: { if case .buy = $0 { true } else { false } }) {
      running.append("A purchase is under way.")
    }
    if facts.isRestoring { running.append("A restore is running.") }
    if downloads > 0 { running.append("\(counted(downloads, "download")) not finished.") }
    return running
  }

  /// What a person should know who stops the program with Ctrl-Z: nothing goes on then.
  var stopNotice: String {
    let downloads = facts.downloads.values.count { $0.state == .active || $0.state == .waiting }
    let goesOn = downloads == 1 ? "goes on" : "go on"
    return downloads == 0
      ? "storefront stopped. Type fg to come back."
      : "storefront stopped; \(counted(downloads, "download")) \(goesOn) only while running. "
        + "Type fg to come back."
  }

  private mutating func quit() -> [Effect] {
    let running = running
    guard !running.isEmpty, !layout.isTooSmall else { return [.quit(0)] }
    return openDialog(
      .question(
        Question(
          subject: .quit, title: "Quit",
          text: (running + ["Nothing is lost: it goes on when you come back. Quit now?"]).joined(
            separator: " "),
          yes: "Quit", no: "Stay")))
  }
}

extension Int {
  /// Further than any list is long, with room left to add to it.
  fileprivate static let farAway = Int.max / 4
}
