import StoreModel

/// What came of a command.
public enum CommandResult: Hashable, Sendable {
  case purchase(PurchaseResult)
  case restore(RestoreResult)
  /// It is done, and events tell the rest.
  case done
}

/// A running app: its payment queue, its handler and its downloads, wired together.
///
/// The screen, the shell and scripts use it alike: commands in, events out. It may be used from any
/// task. The owner calls `start` once, and `stop` at the end.
public final class StoreSession: Sendable {
  public let queue: PaymentQueue
  /// The first of `handlers`, which restores and refreshes the receipt.
  public let handler: PurchaseHandler
  /// All that observe the queue; a purchase goes to the first one that takes its product.
  public let handlers: [PurchaseHandler]
  public let downloads: HostedContentDownloads
  /// Where purchase sheets wait for `confirm` and `cancel`.
  public let desk: PaymentSheetDesk
  /// Where the app's receipt is; nil in an app that keeps none.
  public let receipts: ReceiptBook?

  private let store: any StoreService
  private let settings: any StoreSettingsService

  /// Content is kept in `contentFolder`. `finishDelay` is the time that a finished transaction stays in
  /// the queue's list (R18). Without `receipts` no receipt is asked for, and none is validated. There is one handler for
  /// each of `styles`, and the standard one when there are none.
  public convenience init(
    store: any StoreService, content: any HostedContentSource, settings: any StoreSettingsService,
    contentFolder: String, receipts: ReceiptBook? = nil, styles: [HandlerStyle] = [],
    environment: StoreEnvironment, finishDelay: Duration = .zero
  ) {
    self.init(
      store: store, content: content, settings: settings, files: ContentFolder(path: contentFolder),
      receipts: receipts, styles: styles, environment: environment, finishDelay: finishDelay)
  }

  package init(
    store: any StoreService, content: any HostedContentSource, settings: any StoreSettingsService,
    files: any ContentFiles, receipts: ReceiptBook? = nil, styles: [HandlerStyle] = [],
    environment: StoreEnvironment, finishDelay: Duration = .zero
  ) {
    self.receipts = receipts
    self.store = store
    self.settings = settings
    desk = PaymentSheetDesk()
    downloads = HostedContentDownloads(
      source: content, store: store, files: files, environment: environment)
    queue = PaymentQueue(
      store: store, presenter: desk, downloads: downloads, receipts: receipts, environment: environment,
      finishDelay: finishDelay)
    let make = { [queue] (style: HandlerStyle) in
      PurchaseHandler(
        queue: queue, store: store, content: content, receipts: receipts, style: style,
        environment: environment)
    }
    handler = make(styles.first ?? .standard)
    handlers = [handler] + styles.dropFirst().map(make)
  }

  /// Takes over what earlier runs left and starts to work.
  ///
  /// `onCompleted` is told of transactions that no command waits for, see
  /// `PurchaseHandler.onCompleteTransactions`. `onStorePayment` decides on payments from the App Store's page. Throws when the ledger cannot be written; it may then be
  /// called again.
  public func start(
    onCompleted: @escaping @Sendable ([PurchaseDetails]) -> Void = { _ in },
    onStorePayment: @escaping @Sendable (Payment) async -> Bool = { _ in true }
  ) async throws(StoreError) {
    for handler in handlers {
      await handler.onCompleteTransactions(onCompleted)
      await handler.onStorePayment(onStorePayment)
    }
    try await queue.launch()
    await PurchaseHandler.start(handlers, on: queue)
  }

  /// Ends everything and waits for it. Open sheets are closed without a charge, every command that
  /// still waits is answered, and what is unfinished comes back at the next start.
  public func stop() async {
    for handler in handlers { await handler.stop() }
    await downloads.stop()
    await queue.stop()
    await store.appEnded()
  }

  /// Carries out a command.
  ///
  /// `buy` returns when the purchase has ended, which can take as long as its sheet is open and its
  /// content downloads; `confirm` and `cancel` answer the sheet meanwhile. `shown` is the sheet that the
  /// customer saw: `confirm` agrees to that and nothing else, and throws `sheetChanged` when another one
  /// is open by now (K17). Left out, it agrees to the one that is open. A command that the store refuses
  /// throws, and nothing has changed.
  public func run(_ command: Command, shown: PaymentSheet? = nil) async throws(StoreError) -> CommandResult {
    switch command {
    case .buy(let payment):
      let seller = handlers.first { $0.style.concerns(payment.productID) } ?? handler
      return .purchase(await seller.purchase(payment))
    case .restore: return .restore(await handler.restore())
    case .confirm(let id): try confirm(id, shown: shown)
    case .cancel(let id): try desk.cancel(id)
    case .finish(let id): try await queue.finish(id, command: command)
    case .download(let product, let action): try await download(product, action, command)
    case .refreshReceipt:
      try await handler.refreshReceipt(command: command)
      for handler in handlers.dropFirst() { await handler.receiptChanged() }
    case .signIn, .account:
      try await settings.perform(command)
      try? desk.answerSignIn()
    case .declineSignIn:
      guard desk.asksToSignIn else { throw StoreError(.clientInvalid, .noSignInAsked) }
      try await settings.perform(command)
      try? desk.answerSignIn()
    case .signOut, .payments, .network, .receipts, .setCondition, .clearConditions, .release, .store:
      try await settings.perform(command)
    case .storefront(let storefront):
      try await settings.perform(command)
      await queue.storefrontDidChange(to: storefront)
    }
    return .done
  }

  /// Returns when all that goes on by itself is done: what earlier runs left is finished, and every
  /// command is answered. A paused download is not waited for. See `PurchaseHandler.waitUntilIdle`.
  public func waitUntilIdle() async {
    for handler in handlers { await handler.waitUntilIdle() }
  }

  private func confirm(_ id: TransactionID, shown: PaymentSheet?) throws(StoreError) {
    guard let sheet = desk.sheets.first(where: { $0.transaction.id == id }) else {
      throw StoreError(.clientInvalid, .noSheetOpen, subject: id.description)
    }
    try desk.confirm(shown.flatMap { $0.transaction.id == id ? $0 : nil } ?? sheet)
  }

  private func download(_ product: ProductID, _ action: Command.DownloadAction, _ command: Command)
    async throws(StoreError)
  {
    switch action {
    case .start: try await queue.startDownload(of: product, command: command)
    case .pause: try await queue.pauseDownload(of: product, command: command)
    case .resume: try await queue.resumeDownload(of: product, command: command)
    case .cancel: try await queue.cancelDownload(of: product, command: command)
    case .delete: try await queue.deleteDownload(of: product, command: command)
    }
  }
}
