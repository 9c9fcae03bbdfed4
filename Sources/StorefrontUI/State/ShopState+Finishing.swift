import StoreModel
import StoreScript

// Unfinished transactions: finished by hand, left, or met again by an app that died.
extension ShopState {
  /// The transaction that is selected, or open for the product that is.
  private var finishable: Transaction? {
    switch screen {
    case .store, .library:
      selectedProductID.flatMap(facts.openTransaction(of:)).flatMap(facts.transaction)
    case .transactions: selectedTransaction
    case .activity: selectedEntry?.event.transactionID.flatMap(facts.transaction)
    case .receipt: recordedTransaction.flatMap(facts.transaction)
    case .lab: labTransaction
    }
  }

  var finishing: Availability {
    guard let transaction = finishable else {
      return .disabled(
        "Choose an unfinished transaction first. Lab (\(keyMap.label(of: .showLab))) lists them.")
    }
    if transaction.isFinished { return .disabled("Transaction \(transaction.id) is finished already.") }
    guard transaction.canBeFinished else {
      return .disabled(
        "\(texts.name(of: transaction.productID)) \(standing(of: transaction)): only what was bought, restored or "
          + "failed is finished.")
    }
    return requests.values.contains(.finish(transaction.id))
      ? .disabled("It is being finished. One moment.") : .enabled
  }

  /// Asks before something is lost that was paid for and is not delivered.
  mutating func finishSelected() -> [Effect] {
    guard let transaction = finishable else { return [] }
    if transaction.state == .failed || isDelivered(transaction.id) { return ask(.finish(transaction.id)) }
    dialog = .question(
      Question(
        subject: .line(Act.finish(.id(transaction.id)).text), title: "Finish it",
        text: finishPreview(transaction), yes: "Finish", no: "Not now"))
    return []
  }

  /// Whether the app has delivered it, as far as the journal that is loaded tells.
  private func isDelivered(_ id: TransactionID) -> Bool {
    facts.journal.contains { entry in
      if case .contentDelivered(id, _, _) = entry.event { true } else { false }
    }
  }

  func finishPreview(_ transaction: Transaction) -> String {
    let leaves = "It leaves the queue for good and never comes back at a launch."
    if transaction.state == .failed { return "\(leaves) Nothing was charged." }
    return isDelivered(transaction.id)
      ? "It was delivered. \(leaves)"
      : "It has not been delivered: what was paid for is lost. \(leaves)"
  }

  /// What else can be done about an unfinished transaction: the app is ended, or dies, and meets it again.
  func leaving(_ transaction: Transaction) -> [ScriptChoice] {
    guard !transaction.isFinished else { return [] }
    let again = encounter(with: transaction)
    return [
      choice(
        .relaunch, "Leave it, and start the app again", "The app",
        preview: "The app ends in good order and starts again. \(again)"),
      choice(
        .crash(after: nil), "Crash now", "The app",
        preview: "The app dies at once, as with kill -9; the store goes on. Then it starts again. \(again)"),
    ]
  }

  /// What a started app finds of a transaction.
  private func encounter(with transaction: Transaction) -> String {
    switch transaction.state {
    case .purchasing: "Its sheet is closed, nothing is charged, and the app hears 'failed'."
    case .deferred: "It still waits for \(organizer): the app hears 'deferred' again."
    case .failed: "The app hears 'failed' again, and finishes it."
    default:
      isDelivered(transaction.id)
        ? "The app hears '\(transaction.state)' again. It was delivered before, so nothing is given twice."
        : "The app hears '\(transaction.state)' again: it is delivered then."
    }
  }
}

extension Transaction {
  /// Whether the queue would take it as finished (R16).
  var canBeFinished: Bool { !isFinished && (transactionIdentifier != nil || state == .failed) }
}
