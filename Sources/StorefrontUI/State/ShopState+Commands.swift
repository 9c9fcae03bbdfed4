import StoreDisclosures
import StoreModel
import StoreScript
import TerminalKit

// Which commands can be used now, and why not.
extension ShopState {
  public func availability(of command: ShopCommand.ID) -> Availability {
    switch command {
    case .moveUp, .moveDown, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .moveToFirst, .moveToLast: moving
    case .open: opening
    case .backToList:
      pane == .detail
        ? .enabled : .disabled("This is the list. Press \(keyMap.label(of: .open)) for the details.")
    case .back: goingBack
    case .zoom: zooming
    case .find, .clearFilter: .enabled
    case .nextMatch, .previousMatch: movingToMatch
    case .keepFilter: filter != nil && shownCount == 0 ? .disabled(emptyReason) : .enabled
    case .showStore, .showLibrary, .showTransactions, .showActivity, .showReceipt, .showLab: showing(command)
    case .nextScreen, .previousScreen, .chooseStorefront, .chooseLanguage, .showPalette, .showHelp, .quit:
      .enabled
    case .buy: buying
    case .restore:
      facts.isRestoring || requests.values.contains(.restore)
        ? .disabled("A restore is already running. Wait for it to end.") : .enabled
    case .refreshReceipt:
      requests.values.contains(.refreshReceipt)
        ? .disabled("A new receipt is on its way. One moment.") : .enabled
    case .showToken: showingToken
    case .showActions: showingActions
    case .showAccounts: .enabled
    case .showCauses: showingCauses
    case .otherToken, .previousToken: showingOtherToken
    case .foldToken: foldingToken
    case .showMessages: showingMessages
    case .showDetails: showingDetails
    case .retry: retrying
    case .copy, .copyFromSheet: copying
    case .openLink: openingLinks
    case .page: paging
    case .toggleScriptLine: .enabled
    case .copyScriptLine: copyingScriptLine
    case .saveScript, .saveReport: saving
    case .download: downloading
    case .finish: finishing
    case .cancelDownload: cancellingDownload
    case .deleteContent: deletingContent
    case .toggleNetwork, .togglePayments, .toggleMouse: .enabled
    case .showFindings:
      findings.isEmpty && catalogProblem == nil
        ? .disabled("The catalogue has no findings: everything in it could be read.") : .enabled
    case .pressButton, .otherButton, .agree: answering(command)
    case .decline: .enabled
    case .choose: choosing
    case .complete: completing
    }
  }

  private var moving: Availability {
    switch context {
    case .store where pane == .detail: .enabled
    case .store, .library, .transactions, .activity, .receipt, .lab, .filter:
      // Moving on reads older pages, in which something may match.
      shownCount == 0 && !hasUnsearchedPages ? .disabled(emptyReason) : .enabled
    case .picker:
      if case .picker(let picker) = dialog, picker.list.isEmpty {
        .disabled(Self.nothingCalledSo)
      } else {
        .enabled
      }
    case .palette, .help:
      menu?.list.isEmpty == true ? .disabled(Self.nothingCalledSo) : .enabled
    case .sheet:
      if let sheet, sheet.lines.count <= layout.sheet(sheet).text.rows {
        .disabled(Self.allInSight)
      } else {
        .enabled
      }
    case .messages:
      if case .messages(let reader) = dialog, reader.detailsTop != nil, let message = messageInHand {
        fits(messageLines(message, width: textDialogRoom.columns))
      } else {
        .enabled
      }
    case .findings: fits(findingLines(width: textDialogRoom.columns))
    case .token:
      if case .token(let reader) = dialog, page(of: reader)?.count ?? 0 <= layout.token(reader).text.rows {
        .disabled(Self.allInSight)
      } else {
        .enabled
      }
    default: .enabled
    }
  }

  private func fits(_ lines: [TextLine]) -> Availability {
    lines.count <= textDialogRoom.rows ? .disabled(Self.allInSight) : .enabled
  }

  private static let allInSight = "All of the text is on the screen."

  private var opening: Availability {
    if opensTransaction || opensRecord || opensCause { return .enabled }
    if pane == .detail { return .disabled("These are the details. Press Esc to go back.") }
    guard shownCount > 0 else { return .disabled(emptyReason) }
    if screen == .library, let item = libraryCursor.selected, catalog.product(item.product) == nil {
      return .disabled("The catalogue no longer has \(item.product), so the Store cannot show it.")
    }
    return .enabled
  }

  private var zooming: Availability {
    if isZoomed { return .enabled }
    return layout.list == nil || layout.detail == nil
      ? .disabled("This pane has the whole screen already.") : .enabled
  }

  private var goingBack: Availability {
    if menu != nil { return .enabled }
    if case .answered = sheet?.phase, dialog == nil {
      return .disabled("The store is working on it. One moment.")
    }
    let isAtTop =
      dialog == nil && sheet == nil && toasts.shown.isEmpty && pane == .list && !isZoomed
      && filter == nil
    return isAtTop ? .disabled("This is the list. Press \(keyMap.label(of: .quit)) to quit.") : .enabled
  }

  private func showing(_ command: ShopCommand.ID) -> Availability {
    guard let target = Screen(showing: command), target == screen, pane == .list else { return .enabled }
    return .disabled("\(screen.title) is open already.")
  }

  private var buying: Availability {
    guard let product = selectedProduct else {
      return .disabled(
        screen == .store
          ? emptyReason : "Choose a product in the Store (\(keyMap.label(of: .showStore))) first.")
    }
    return buying(product)
  }

  /// Whether a product can be bought, whichever is selected.
  func buying(_ product: Product) -> Availability {
    let title = texts.name(of: product.id)
    if isBeingBought(product.id) { return .disabled("\(title) is being bought already.") }
    switch texts.composer.availability(of: product, facts: accountFacts(for: product)) {
    case .available: return .enabled
    // The store says no to these by itself; here one can watch how it does.
    case .paymentsNotAllowed, .alreadySubscribed: return .enabled
    case .notSold:
      return .disabled(
        "\(title) is not sold in \(texts.storefront.name). Press \(keyMap.label(of: .chooseStorefront)) for another storefront."
      )
    case .disclosureIncomplete(let error):
      return .disabled(
        [error.errorDescription, error.recoverySuggestion].compactMap(\.self).joined(separator: " "))
    }
  }

  // MARK: - Downloads

  /// What `d` does to the selected product, or why nothing.
  var nextDownloadAction: Result<Command.DownloadAction, Reason> {
    guard let product = selectedProductID else {
      return .failure(Reason("Choose a product in the Store (1) or the Library (2) first."))
    }
    let title = texts.name(of: product)
    if isChangingDownload(product) {
      return .failure(Reason("The download of \(title) is changing. One moment."))
    }
    switch facts.downloads[product]?.state {
    case .waiting, .active: return .success(.pause)
    case .paused: return .success(.resume)
    case .finished:
      return .failure(
        Reason("\(title) is downloaded already. Press D to delete its content from this device."))
    case .failed, .cancelled, nil: break
    }
    guard catalog.product(product)?.hostedContent != nil else {
      return .failure(Reason("\(title) has no content to download."))
    }
    guard facts.entitlements[product] != nil else {
      return .failure(Reason("Buy \(title) first; its content comes with it."))
    }
    return .success(.start)
  }

  /// A reason as an error, for `Result`.
  struct Reason: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  var selectedProductID: ProductID? {
    switch screen {
    case .store: storeCursor.selected
    case .library: libraryCursor.selected?.product
    case .transactions: selectedTransaction?.productID
    case .lab: labTransaction?.productID
    case .activity, .receipt: nil
    }
  }

  func isChangingDownload(_ product: ProductID) -> Bool {
    requests.values.contains { command in
      if case .download(product, _) = command { true } else { false }
    }
  }

  private var downloading: Availability {
    switch nextDownloadAction {
    case .success: .enabled
    case .failure(let reason): .disabled(reason.text)
    }
  }

  private var cancellingDownload: Availability {
    guard let product = selectedProductID else {
      return .disabled("Choose a download in the Library (2) first.")
    }
    let title = texts.name(of: product)
    guard let download = facts.downloads[product], download.state.isPending else {
      return .disabled("\(title) is not being downloaded.")
    }
    return isChangingDownload(product)
      ? .disabled("The download of \(title) is changing. One moment.") : .enabled
  }

  private var deletingContent: Availability {
    guard let product = selectedProductID else {
      return .disabled("Choose downloaded content in the Library (2) first.")
    }
    let title = texts.name(of: product)
    switch facts.downloads[product]?.state {
    case .finished, .failed, .cancelled:
      return isChangingDownload(product)
        ? .disabled("The download of \(title) is changing. One moment.") : .enabled
    case .waiting, .active, .paused: return .disabled("Cancel the download first, with x.")
    case nil: return .disabled("\(title) has no downloaded content.")
    }
  }

  // MARK: - Dialogs

  private func answering(_ command: ShopCommand.ID) -> Availability {
    guard dialog == nil, let sheet else { return .enabled }
    if case .answered = sheet.phase { return .disabled("The store is working on it. One moment.") }
    let agrees = command == .agree || (command == .pressButton && sheet.isConfirmMarked)
    guard agrees else { return .enabled }
    if let refusal = sheet.refusal { return .disabled(refusal) }
    return sheet.isRead
      ? .enabled : .disabled("Scroll to the end first: \(counted(sheet.linesLeft, "line")) left to read.")
  }

  private var choosing: Availability {
    if menu != nil { return .enabled }
    if case .picker(let picker) = dialog, picker.cursor.selected == nil {
      return .disabled(Self.nothingCalledSo)
    }
    return .enabled
  }
}

extension ShopState {
  /// What a disclosure has to know about this account.
  func accountFacts(for product: Product) -> AccountFacts {
    let used = product.subscription.map { facts.groupsWithUsedOffer.contains($0.groupID) } ?? true
    return AccountFacts(
      isEligibleForIntroductoryOffer: !used, canMakePayments: facts.settings.paymentsAllowed,
      isSubscribed: product.type == .autoRenewable && facts.entitlements[product.id] != nil, now: facts.time)
  }
}
