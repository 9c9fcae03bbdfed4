import FoundationEssentials
import StoreModel
import TerminalKit

// What is said, the history of it, and trying again what failed.
extension ShopState {
  /// Says something: as a toast for a while, and in the history for good.
  mutating func say(_ content: Message.Content) -> [Effect] {
    let id = messages.add(content, at: max(now, facts.time))
    return toasts.say(content.text, content.level, message: id)
  }

  mutating func say(_ text: String, _ level: Toast.Level, advice: String? = nil) -> [Effect] {
    say(Message.Content(level: level, what: text, next: advice ?? ""))
  }

  /// Says that something did not work: what, why, and what to do next.
  mutating func say(
    failed what: String, _ error: StoreError, attempt: Message.Attempt?, next: String? = nil
  ) -> [Effect] {
    say(
      Message.Content(
        level: error.isCancellation ? .info : .error, what: what, why: error.errorDescription ?? "",
        next: error.isCancellation ? "" : next ?? error.recoverySuggestion ?? "", error: error,
        attempt: error.isCancellation ? nil : attempt))
  }

  // MARK: - The history

  /// What E and R are about: the chosen message, else the last error.
  var messageInHand: Message? {
    if case .messages(let reader) = dialog { return reader.cursor.selected.flatMap(messages.message) }
    return messages.lastError
  }

  mutating func openMessages() -> [Effect] {
    dialog = .messages(MessageReader(messages))
    return []
  }

  mutating func openErrorDetails() -> [Effect] {
    if case .messages(var reader) = dialog {
      reader.detailsTop = 0
      dialog = .messages(reader)
    } else if let error = messages.lastError {
      dialog = .messages(MessageReader(messages, details: error.id))
    }
    return []
  }

  /// From the details to the list that they were opened from, else all the way out.
  mutating func closeMessages() {
    guard case .messages(var reader) = dialog, reader.detailsTop != nil, !reader.isOnlyDetails else {
      dialog = nil
      return
    }
    reader.detailsTop = nil
    dialog = .messages(reader)
  }

  /// Keeps up with what is said, and inside what there is.
  mutating func settleMessages() {
    guard case .messages(var reader) = dialog else { return }
    reader.follow(messages)
    reader.cursor.follow(in: reader.list, height: layout.messagesHeight)
    if let top = reader.detailsTop {
      let lines = reader.cursor.selected.flatMap(messages.message)
        .map { messageLines($0, width: textDialogRoom.columns).count }
      reader.detailsTop = min(max(top, 0), max((lines ?? 0) - textDialogRoom.rows, 0))
    }
    dialog = .messages(reader)
  }

  var showingMessages: Availability {
    messages.messages.isEmpty ? .disabled("Nothing has been said yet.") : .enabled
  }

  var showingDetails: Availability {
    if case .messages(let reader) = dialog, reader.detailsTop != nil {
      return .disabled("These are the details. Press \(keyMap.label(of: .back)) to go back.")
    }
    return messageInHand == nil ? .disabled("No error has happened.") : .enabled
  }

  // MARK: - Trying again

  var retrying: Availability { messageInHand.map(retrying) ?? .disabled("Nothing has failed.") }

  /// Whether what a message is about can be tried again, and why not.
  func retrying(_ message: Message) -> Availability {
    let content = message.content
    guard content.level == .error || content.attempt != nil else {
      return .disabled("Nothing failed there, so there is nothing to try again.")
    }
    guard let attempt = content.attempt else {
      return .disabled("This cannot be tried again from here. \(content.next)")
    }
    if message.isTriedAgain {
      return .disabled("It has been tried again already. The history tells what came of it.")
    }
    if let error = content.error, !error.reason.mayPass {
      return .disabled("It would fail again: \(content.why) \(content.next)")
    }
    guard case .command(let command) = attempt else { return .enabled }
    if requests.values.contains(command) { return .disabled("It is being tried already. One moment.") }
    return switch command {
    case .buy(let payment):
      catalog.product(payment.productID).map(buying)
        ?? .disabled(
          "The catalogue no longer has \(payment.productID), so it cannot be bought.")
    case .restore: availability(of: .restore)
    case .download(let product, _):
      isChangingDownload(product) ? .disabled("The download is changing. One moment.") : .enabled
    default: .enabled
    }
  }

  mutating func retry() -> [Effect] {
    guard let message = messageInHand, let attempt = message.content.attempt else { return [] }
    messages.noteTriedAgain(message.id)
    dialog = nil
    let dismissed = toasts.shown.filter { $0.message == message.id }.flatMap { toasts.remove($0.id) }
    switch attempt {
    case .command(let command): return dismissed + ask(command)
    case .reading:
      isLoadingTransactions = true
      isLoadingJournal = true
      return dismissed + [
        .loadLibrary, .loadTransactions(before: facts.transactions.last?.id),
        .loadJournal(before: facts.journal.last?.id),
      ]
    }
  }
}

extension StoreError.Reason {
  /// True when the same may work another time, because what stood in the way can go away.
  var mayPass: Bool {
    switch self {
    case .cancelledAtSheet, .closedBeforeConfirmation, .paymentsRefused, .notSoldInStorefront,
      .networkOffline,
      .unfinishedPurchase, .restoreInProgress, .downloadFailed, .downloadCancelled, .downloadUnavailable,
      .ledgerUnavailable, .notRunning, .higherPlanActive, .receiptMissing, .receiptIncomplete,
      .receiptInvalid,
      .receiptUnavailable, .simulated, .interrupted, .askToBuyDeclined, .signInCancelled, .other:
      true
    case .unknownProduct, .invalidQuantity, .quantityNotAllowed, .alreadySubscribed, .notFinishable,
      .noSheetOpen, .sheetChanged, .unknownTransaction, .offerNotFound, .offerUsed, .invalidCondition,
      .notDeferred, .notInterrupted, .notRefundable, .notRevoked, .notShared, .alreadyFinished,
      .nothingHeld,
      .noSignInAsked:
      false
    }
  }
}
