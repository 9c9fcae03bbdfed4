import FoundationEssentials
import StoreModel
import TerminalKit

/// Says in plain words what a journal entry means.
struct EventWords {
  let texts: ProductTexts
  let facts: StoreFacts
  let clock: ClockText

  /// One sentence for the activity feed.
  func sentence(_ event: Event) -> String {
    switch event {
    case .command(let command): sentence(command)
    case .purchasing(let transaction): "\(title(transaction)) is in the payment queue."
    case .purchased(let transaction) where transaction.isTrial:
      transaction.expiresAt.map { "\(title(transaction)) has started, free until \(clock.day($0))." }
        ?? "\(title(transaction)) has started, free for now."
    case .purchased(let transaction) where transaction.price?.amount == 0:
      "\(title(transaction)) is yours. Nothing was charged today."
    case .purchased(let transaction):
      transaction.price.map { "\(title(transaction)) was bought for \(texts.text($0).isolated)." }
        ?? "\(title(transaction)) was bought."
    case .upgraded(let old, let new):
      "\(name(old)) was replaced by \(name(new))."
    case .failed(let transaction):
      if transaction.error?.isCancellation == true {
        "\(title(transaction)) was not bought: you cancelled. Nothing was charged."
      } else {
        "\(title(transaction)) was not bought. \(transaction.error?.errorDescription ?? "")"
      }
    case .restored(let transaction): "\(title(transaction)) came back; it was bought before."
    case .restoreStarted: "The store looks for earlier purchases."
    case .restoreFinished(0): "The restore found nothing."
    case .restoreFinished(let count): "The restore is done: \(counted(count, "item"))."
    case .restoreFailed(let error): "The restore failed. \(error.errorDescription ?? "")"
    case .redelivered(let transaction) where transaction.state == .failed:
      "\(title(transaction)): \(transaction.error?.errorDescription ?? "it failed.")"
    case .redelivered(let transaction): "\(title(transaction)) was not finished last time and goes on."
    case .contentDelivered(_, let product, let quantity):
      quantity > 1
        ? "\(quantity) \u{D7} \(texts.name(of: product)): delivered by the app."
        : "\(texts.name(of: product)): delivered by the app."
    case .finished(_, let product): "\(texts.name(of: product)): transaction finished."
    case .download(let download): sentence(download)
    case .contentDeleted(let product): "\(texts.name(of: product)): content deleted from this device."
    case .storefrontChanged(_, let storefront):
      "The storefront is \(ShopState.storefront(storefront).name) now."
    case .accountChanged(_, let account): "\(account) is signed in now."
    case .signedIn(let account): "\(account) is signed in again."
    case .signedOut(let account): "\(account) is signed out."
    case .paymentsAllowed(true): "Payments are allowed again."
    case .paymentsAllowed(false): "Payments are refused on this device."
    case .networkChanged(.on): "The network is on again."
    case .networkChanged(.off): "The network is off."
    case .networkChanged(.slow): "The network is slow."
    case .networkChanged(.flapping): "The network comes and goes, every five seconds."
    case .receiptsChanged(.normal): "Receipts come with purchases again."
    case .receiptsChanged(.late): "Receipts come late: a refresh brings them."
    case .receiptsChanged(.missing): "The store gives out no receipts."
    case .receiptRefreshed(let count): "The store sent a new receipt: \(counted(count, "purchase"))."
    case .receiptRefreshFailed(let error): "The receipt was not refreshed. \(error.errorDescription ?? "")"
    case .receiptRejected(let error): "The app did not accept the receipt. \(error.errorDescription ?? "")"
    case .deferred, .revoked, .revocationReversed, .refundDeclined, .refundFailed, .deleted, .historyCleared,
      .roleChanged, .intent, .conditionSet, .conditionCleared, .conditionMet, .held, .released,
      .restoreItemFailed, .restoreSkipped, .abandoned:
      labSentence(event) ?? ""
    }
  }

  private func sentence(_ command: Command) -> String {
    switch command {
    case .buy(let payment): "You asked to buy \(texts.name(of: payment.productID))."
    case .confirm(let id): "You agreed to buy \(name(id))."
    case .cancel(let id): "You closed the purchase sheet of \(name(id))."
    case .restore: "You asked to restore purchases."
    case .finish(let id): "You asked to finish \(name(id))."
    case .download(let product, let action): "You asked to \(action.words) \(texts.name(of: product))."
    case .storefront(let id): "You chose the storefront \(ShopState.storefront(id).name)."
    case .account(let id): "You signed in as \(id)."
    case .signIn: "You signed in."
    case .signOut: "You signed out."
    case .declineSignIn: "You did not sign in."
    case .payments(true): "You allowed payments."
    case .payments(false): "You refused payments."
    case .network(.on): "You turned the network on."
    case .network(.off): "You turned the network off."
    case .network(.slow): "You made the network slow."
    case .network(.flapping): "You made the network come and go."
    case .receipts(.normal): "You let receipts come with purchases."
    case .receipts(.late): "You made receipts late."
    case .receipts(.missing): "You had the store give out no receipts."
    case .refreshReceipt: "You asked for a new receipt."
    case .setCondition, .clearConditions, .release, .store: labSentence(command) ?? ""
    }
  }

  private func sentence(_ download: Download) -> String {
    let title = texts.name(of: download.productID)
    return switch download.state {
    case .waiting: "\(title) waits to be downloaded."
    case .active: "\(title) is being downloaded (\(Measures.bytes(download.expectedContentLength)))."
    case .paused: "\(title): download paused at \(Measures.percent(download)) %."
    case .finished: "\(title) is downloaded."
    case .failed: "\(title): download failed. \(download.failure ?? "")"
    case .cancelled: "\(title): download cancelled."
    }
  }

  func title(_ transaction: Transaction) -> String { texts.name(of: transaction.productID) }

  /// The product of a transaction, or its number when it is not loaded.
  func name(_ id: TransactionID) -> String {
    facts.transaction(id).map(title) ?? "transaction \(id)"
  }
}

extension Transaction {
  /// True for a free trial that has begun.
  var isTrial: Bool { state == .purchased && offerKind == .introductory && price?.amount == 0 }
}

extension Command.DownloadAction {
  /// Between "asked to" and the title.
  var words: String {
    switch self {
    case .start: "download"
    case .pause: "pause the download of"
    case .resume: "go on downloading"
    case .cancel: "cancel the download of"
    case .delete: "delete the content of"
    }
  }
}

// MARK: - How it weighs

extension Event {
  /// What sort of news it is, for its symbol and colour.
  var level: Toast.Level {
    switch self {
    case .purchased, .restored, .contentDelivered: .success
    case .restoreFinished(let count): count > 0 ? .success : .info
    case .failed(let transaction): transaction.error?.isCancellation == true ? .info : .error
    case .restoreFailed, .receiptRefreshFailed, .receiptRejected: .error
    case .receiptRefreshed: .success
    case .receiptsChanged(let condition): condition == .normal ? .info : .warning
    case .download(let download):
      switch download.state {
      case .finished: .success
      case .failed: .error
      case .waiting, .active, .paused, .cancelled: .info
      }
    case .paymentsAllowed(let isAllowed): isAllowed ? .info : .warning
    case .networkChanged(let state): state == .on ? .info : .warning
    case .revoked, .refundFailed, .restoreItemFailed: .warning
    case .deferred, .held, .conditionMet: .warning
    case .revocationReversed: .success
    case .command, .purchasing, .upgraded, .restoreStarted, .redelivered, .finished, .contentDeleted,
      .storefrontChanged, .accountChanged, .signedIn, .signedOut, .refundDeclined, .deleted, .historyCleared,
      .roleChanged, .intent,
      .conditionSet, .conditionCleared, .released, .restoreSkipped, .abandoned:
      .info
    }
  }
}
